"""The clients: what is asked of a server, over HTTP."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Generic, Self, TypeVar, Unpack

import httpx

from . import models
from .app_code import Handler
from .calls import Answer, Call, Run, path
from .devices import AppOperations, DeviceOperations
from .direct import LOST, DirectConnection, is_direct
from .errors import Unreachable
from .exploring import ExplorationOptions, ExplorationResult, Explored
from .performing import AsyncConnection, Awaiting, Blocking, CodePerformer, Connection
from .playing import Code, Player, run
from .service import ServiceOperations
from .streams import EventDecoder, StreamEvent, stream_call
from .verdicts import ActionResult
from .world import World

R = TypeVar("R")

DEFAULT_SERVER = "http://127.0.0.1:8080"
# How many seconds an answer may take, beyond what the server was asked to wait.
PATIENCE = 30.0


def server_address(url: str | None) -> str:
    """The address of the server that is meant."""
    return (url or os.environ.get("GREENROOM_SERVER") or DEFAULT_SERVER).rstrip("/")


def authorization(token: str | None) -> dict[str, str]:
    """The header that shows the token."""
    token = token or os.environ.get("GREENROOM_TOKEN")
    return {"Authorization": f"Bearer {token}"} if token else {}


def request_of(call: Call[Any]) -> dict[str, Any]:
    """A call as httpx takes it."""
    return {
        "method": call.method,
        "url": call.path,
        "params": dict(call.query),
        "content": call.content,
        "headers": dict(call.headers),
        "timeout": httpx.Timeout(PATIENCE, read=PATIENCE + call.patience),
    }


def stream_of(call: Call[Any]) -> dict[str, Any]:
    """A call whose answer goes on; the server sends something every 15 seconds unless it is told otherwise."""
    return request_of(call) | {"timeout": httpx.Timeout(PATIENCE, read=None)}


def unreachable(url: str, error: Exception) -> Unreachable:
    """What a lost connection is told as."""
    return Unreachable(f"no answer from {url} ({type(error).__name__}: {error})")


class HTTPConnection:
    """A connection that blocks."""

    def __init__(self, url: str, token: str | None, transport: httpx.BaseTransport | None) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, headers=authorization(token), transport=transport)
        self.direct: DirectConnection | None = None
        if transport is None and is_direct(url):
            self.direct = DirectConnection(url, authorization(token), PATIENCE)

    def close(self) -> None:
        """Closes the connections."""
        self.http.close()
        if self.direct is not None:
            self.direct.connection.close()

    def answer(self, call: Call[Any]) -> Answer:
        """The answer to a request."""
        try:
            if self.direct is not None:
                return self.direct.answer(call)
            response = self.http.request(**request_of(call))
        except (httpx.TransportError, *LOST) as error:
            raise unreachable(self.url, error) from error
        return Answer(response.status_code, response.headers, response.content)

    def events(self, call: Call[None]) -> Iterator[StreamEvent]:
        """The events of a stream, to its end."""
        decoder = EventDecoder()
        try:
            with self.http.stream(**stream_of(call)) as response:
                if response.is_error:
                    Answer(response.status_code, response.headers, response.read()).checked()
                for line in response.iter_lines():
                    yield from decoder.events(line)
        except httpx.TransportError as error:
            raise unreachable(self.url, error) from error


class AsyncHTTPConnection:
    """A connection that is awaited."""

    def __init__(self, url: str, token: str | None, transport: httpx.AsyncBaseTransport | None) -> None:
        self.url = url
        self.http = httpx.AsyncClient(base_url=url, headers=authorization(token), transport=transport)

    async def answer(self, call: Call[Any]) -> Answer:
        """The answer to a request."""
        try:
            response = await self.http.request(**request_of(call))
        except httpx.TransportError as error:
            raise unreachable(self.url, error) from error
        return Answer(response.status_code, response.headers, response.content)

    async def events(self, call: Call[None]) -> AsyncIterator[StreamEvent]:
        """The events of a stream, to its end."""
        decoder = EventDecoder()
        try:
            async with self.http.stream(**stream_of(call)) as response:
                if response.is_error:
                    Answer(response.status_code, response.headers, await response.aread()).checked()
                async for line in response.aiter_lines():
                    for event in decoder.events(line):
                        yield event
        except httpx.TransportError as error:
            raise unreachable(self.url, error) from error


class Played(Generic[Code]):
    """What every attached app has whose code is played here."""

    player: Player[Code]
    _device: DeviceOperations

    def on(self, *names: models.PendingCallbackName) -> Callable[[Handler], Handler]:
        """Makes a function the handler of callbacks; it is called with the code and the callback."""

        def mark(function: Handler) -> Handler:
            self.player.add_handler(names, function)
            return function

        return mark

    @property
    def code(self) -> Code:
        """The code of the living process."""
        return self.player.code

    @property
    def refusals(self) -> list[ActionResult]:
        """What the app's code did and the system refused, in order; all of it is seen then."""
        mine = [one for one in self._device._refused if one.bundle_id == self.player.bundle_id]
        for result in mine:
            result.seen = True
        return mine

    def raise_for_refusal(self) -> None:
        """Raises `SystemRefusal` for the first of what the system has refused, if there is any."""
        for result in self.refusals:
            result.raise_for_refusal()

    @property
    def exceptions(self) -> list[Exception]:
        """What handlers of the app have raised, for which it crashed, in order; all of it is seen then."""
        self.player.seen_exceptions = len(self.player.exceptions)
        return list(self.player.exceptions)

    @property
    def raises_exceptions(self) -> bool:
        """Whether an exception of a handler ends the test, instead of crashing the app."""
        return self.player.raises_exceptions

    @raises_exceptions.setter
    def raises_exceptions(self, raises: bool) -> None:
        self.player.raises_exceptions = raises

    @property
    def world(self) -> World:
        """What outlasts the processes: the app's disk, and the server that it talks to."""
        return self.player.world


# Blocking


class Client(ServiceOperations, Blocking):
    """A client of a server. Use it in a `with` statement, or `close` it.

    The server is `url`, else the one that GREENROOM_SERVER names, else the one on this machine; `token`, else
    GREENROOM_TOKEN, is its token if it has one.
    """

    def __init__(
        self, url: str | None = None, *, token: str | None = None, transport: httpx.BaseTransport | None = None
    ) -> None:
        self.url = server_address(url)
        self._http = HTTPConnection(self.url, token, transport)
        self._connection: Connection = self._http
        self.perform = CodePerformer(self._http).perform

    def __repr__(self) -> str:
        return f"<Client of {self.url}>"

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def create_device(self, *, idempotency_key: str | None = None, **settings: Unpack[models.NewDevice]) -> Device:
        """Creates a device; the settings are the fields of `models.NewDevice`."""
        return self.device(self._create_device(idempotency_key=idempotency_key, **settings)["id"])

    def device(self, id: str) -> Device:
        """A device that exists; nothing is asked of the server."""
        return Device(self, id)

    def stream(
        self,
        *,
        device: str | Sequence[str] | None = None,
        label: Mapping[str, str] | None = None,
        kind: str | Sequence[str] | None = None,
        bundle_id: str | None = None,
        last_event_id: str | None = None,
    ) -> Iterator[StreamEvent]:
        """The records of all devices as they come."""
        query = {"device": device, "label": label, "kind": kind, "bundleID": bundle_id}
        return self._http.events(stream_call(path("timeline"), last_event_id, **query))


class Device(DeviceOperations, Blocking):
    """A device of a `Client`."""

    def __init__(self, client: Client, id: str) -> None:
        super().__init__(id, perform=client.perform)
        self.client = client
        self._connection = client._connection
        self.attached: list[PlayedApp[Any]] = []
        """The apps that were attached."""

    def fork(self, id: str | None = None, *, at: int | None = None, idempotency_key: str | None = None) -> Device:
        """A copy of the device, as it is now or was after the record `at`."""
        return self.client.device(self._fork(id, at=at, idempotency_key=idempotency_key)["id"])

    def app(self, bundle_id: str) -> App:
        """An app of the device; nothing is asked of the server."""
        return App(self, bundle_id)

    def attach(self, code: type[Code], bundle_id: str | None = None, **manifest: Any) -> PlayedApp[Code]:
        """Installs an app whose code is a class; it runs whenever this object's methods cause a callback."""
        player = Player(code, bundle_id or code.bundle_id, manifest)
        self.app(player.bundle_id).install(**player.manifest)
        return PlayedApp(self, player)

    def stream(
        self,
        *,
        after: int | None = None,
        kind: str | Sequence[str] | None = None,
        bundle_id: str | None = None,
        vocabulary: str | Sequence[str] | None = None,
    ) -> Iterator[StreamEvent]:
        """The records of the device as they come; those after a sequence, or new ones only."""
        query = {"after": after, "kind": kind, "bundleID": bundle_id, "vocabulary": vocabulary}
        return self.client._http.events(stream_call(self.path("timeline"), None, **query))


class App(AppOperations, Blocking):
    """An app on a `Device`."""

    def __init__(self, device: Device, bundle_id: str) -> None:
        super().__init__(device, bundle_id)
        self.device = device
        self._connection = device._connection


class PlayedApp(App, Played[Code]):
    """An attached app whose code is played here."""

    def __init__(self, device: Device, player: Player[Code]) -> None:
        super().__init__(device, player.bundle_id)
        self.player = player
        device.players[player.bundle_id] = player
        device.attached.append(self)

    def run(self, function: Callable[..., R], *arguments: Any) -> R:
        """Calls a function as code of the app's process, between callbacks."""
        result: R = self._perform(run(self.device.steps, self.player, Run(function, arguments)))
        return result


def explore(app: Explored, **options: Unpack[ExplorationOptions]) -> ExplorationResult:
    """Explores an app as `Client.explore` does, on the server that GREENROOM_SERVER names, or the one here."""
    with Client() as client:
        return client.explore(app, **options)


# Awaiting


class AsyncClient(ServiceOperations, Awaiting):
    """A `Client` whose methods are awaited. Use it in an `async with` statement, or `close` it."""

    _pause = staticmethod(asyncio.sleep)

    def __init__(
        self, url: str | None = None, *, token: str | None = None, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        self.url = server_address(url)
        self._http = AsyncHTTPConnection(self.url, token, transport)
        self._connection: AsyncConnection = self._http
        # The code of attached apps cannot await what it asks for.
        blocking = transport if isinstance(transport, httpx.BaseTransport) else None
        self._code_http = HTTPConnection(self.url, token, blocking)
        self.perform = CodePerformer(self._code_http).perform

    def __repr__(self) -> str:
        return f"<AsyncClient of {self.url}>"

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.http.aclose()
        self._code_http.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def create_device(
        self, *, idempotency_key: str | None = None, **settings: Unpack[models.NewDevice]
    ) -> AsyncDevice:
        """Creates a device; the settings are the fields of `models.NewDevice`."""
        return self.device((await self._create_device(idempotency_key=idempotency_key, **settings))["id"])

    def device(self, id: str) -> AsyncDevice:
        """A device that exists; nothing is asked of the server."""
        return AsyncDevice(self, id)

    def stream(
        self,
        *,
        device: str | Sequence[str] | None = None,
        label: Mapping[str, str] | None = None,
        kind: str | Sequence[str] | None = None,
        bundle_id: str | None = None,
        last_event_id: str | None = None,
    ) -> AsyncIterator[StreamEvent]:
        """The records of all devices as they come."""
        query = {"device": device, "label": label, "kind": kind, "bundleID": bundle_id}
        return self._http.events(stream_call(path("timeline"), last_event_id, **query))


class AsyncDevice(DeviceOperations, Awaiting):
    """A device of an `AsyncClient`."""

    def __init__(self, client: AsyncClient, id: str) -> None:
        super().__init__(id, perform=client.perform)
        self.client = client
        self._connection = client._connection

    async def fork(
        self, id: str | None = None, *, at: int | None = None, idempotency_key: str | None = None
    ) -> AsyncDevice:
        """A copy of the device, as it is now or was after the record `at`."""
        return self.client.device((await self._fork(id, at=at, idempotency_key=idempotency_key))["id"])

    def app(self, bundle_id: str) -> AsyncApp:
        """An app of the device; nothing is asked of the server."""
        return AsyncApp(self, bundle_id)

    async def attach(self, code: type[Code], bundle_id: str | None = None, **manifest: Any) -> AsyncPlayedApp[Code]:
        """Installs an app whose code is a class; its handlers may be asynchronous."""
        player = Player(code, bundle_id or code.bundle_id, manifest)
        await self.app(player.bundle_id).install(**player.manifest)
        return AsyncPlayedApp(self, player)

    def stream(
        self,
        *,
        after: int | None = None,
        kind: str | Sequence[str] | None = None,
        bundle_id: str | None = None,
        vocabulary: str | Sequence[str] | None = None,
    ) -> AsyncIterator[StreamEvent]:
        """The records of the device as they come; those after a sequence, or new ones only."""
        query = {"after": after, "kind": kind, "bundleID": bundle_id, "vocabulary": vocabulary}
        return self.client._http.events(stream_call(self.path("timeline"), None, **query))


class AsyncApp(AppOperations, Awaiting):
    """An app on an `AsyncDevice`."""

    def __init__(self, device: AsyncDevice, bundle_id: str) -> None:
        super().__init__(device, bundle_id)
        self.device = device
        self._connection = device._connection


class AsyncPlayedApp(AsyncApp, Played[Code]):
    """An attached app whose code is played here."""

    def __init__(self, device: AsyncDevice, player: Player[Code]) -> None:
        super().__init__(device, player.bundle_id)
        self.player = player
        device.players[player.bundle_id] = player

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Calls a function, which may be asynchronous, as code of the app's process, between callbacks."""
        return await self._perform(run(self.device.steps, self.player, Run(function, arguments)))
