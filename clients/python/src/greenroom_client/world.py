"""What outlasts the processes of an app whose code is here: its disk, and the server that it talks to."""

from __future__ import annotations

import errno
import itertools
import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from .calls import shortened
from .errors import AttachedAppError
from .states import function_state, plain

if TYPE_CHECKING:
    from .app_code import AppCode

# pytest shows no frames of this module.
__tracebackhide__ = True

Protection: TypeAlias = Literal["complete", "untilFirstUserAuthentication", "none"]
# What a file has that was written without a class of its own, as on iOS.
USUAL_PROTECTION: Protection = "untilFirstUserAuthentication"
# NSURLErrorCannotConnectToHost.
CANNOT_CONNECT = -1004
# The server takes names of at most 256 bytes, with what tells them from others.
MOST_BYTES_OF_NAME = 240
# How long a request takes unless the server is told otherwise.
USUAL_DELAY = 0.1

_MISSING: Any = object()


def copied(value: Any, what: str) -> Any:
    """A copy of bytes, of text or of JSON; raises `AttachedAppError` for anything else."""
    if isinstance(value, (bytes, bytearray)):
        return bytes(value)
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise AttachedAppError(f"{what} must be bytes, text or JSON: {error}") from None


# The disk


@dataclass(frozen=True)
class File:
    """A file: what is in it, and its data protection class."""

    value: Any
    protection: Protection


class Disk:
    """The files of an app, by path; its preferences and keychain items are files too.

    What is written is copied at that instant. Reading gives a copy. Uninstalling the app clears the disk.
    """

    def __init__(self) -> None:
        self.full = False
        """Whether nothing can be written by the app's code."""
        self._files: dict[str, File] = {}

    def __repr__(self) -> str:
        return f"<Disk with {', '.join(self.paths) or 'no files'}>"

    def __contains__(self, path: str) -> bool:
        return path in self._files

    @property
    def paths(self) -> list[str]:
        """The paths of the files."""
        return sorted(self._files)

    def write(self, path: str, value: Any, *, protection: Protection | None = None) -> None:
        """Writes a file: bytes, text or JSON. It keeps its data protection class unless another one is given."""
        self._files[path] = File(copied(value, path), protection or self.protection(path))

    def read(self, path: str, default: Any = _MISSING) -> Any:
        """Returns what a file holds, or `default` if there is no such file."""
        if path in self._files:
            return copied(self._files[path].value, path)
        if default is _MISSING:
            raise FileNotFoundError(errno.ENOENT, "No such file", path)
        return default

    def delete(self, path: str) -> None:
        """Deletes a file, if there is one."""
        self._files.pop(path, None)

    def protection(self, path: str) -> Protection:
        """The data protection class of a file."""
        return self._files[path].protection if path in self._files else USUAL_PROTECTION

    def clear(self) -> None:
        """Deletes all files."""
        self._files.clear()


class AppDisk:
    """The disk as the code of one process sees it: it may be full, and files may be protected."""

    def __init__(self, code: AppCode, world: World) -> None:
        self._code = code
        self._world = world

    def __repr__(self) -> str:
        return repr(self._world.disk)

    def __contains__(self, path: str) -> bool:
        return path in self._world.disk

    @property
    def paths(self) -> list[str]:
        """The paths of the files."""
        return self._world.disk.paths

    def write(self, path: str, value: Any, *, protection: Protection | None = None) -> None:
        """Writes a file: bytes, text or JSON. This saves the changes that `edited` has named for it.

        Raises `OSError` if the disk is full, and `PermissionError` if the data of the file is protected now.
        """
        self._require_access(path, protection)
        if self._world.disk.full:
            raise OSError(errno.ENOSPC, "No space left on device", path)
        self._world.disk.write(path, value, protection=protection)
        self._code._saved(path)

    def read(self, path: str, default: Any = _MISSING) -> Any:
        """Returns what a file holds, or `default` if there is no such file; `PermissionError` as `write`."""
        if path in self._world.disk and self._code.is_running:
            self._require_access(path, None)
        return self._world.disk.read(path, default)

    def delete(self, path: str) -> None:
        """Deletes a file, if there is one."""
        _ = self._code.running
        self._world.disk.delete(path)

    def _require_access(self, path: str, protection: Protection | None) -> None:
        running, disk = self._code.running, self._world.disk
        classes = {disk.protection(path)} if path in disk else set()
        classes.add(protection or disk.protection(path))
        if classes != {"none"} and classes & running.protected:
            raise PermissionError(errno.EPERM, "Protected data is not available", path)


# The network


@dataclass(frozen=True)
class Received:
    """A request that the server has."""

    method: str
    path: str
    body: Any = None
    time: datetime | None = field(default=None, compare=False)
    """When it arrived, on the device's clock."""


@dataclass(frozen=True)
class Response:
    """What a request led to: an answer with a status, or an error of NSURLErrorDomain."""

    status: int | None = None
    body: Any = None
    error: int | None = None

    @property
    def succeeded(self) -> bool:
        """Whether the server has answered with a status below 400."""
        return self.status is not None and self.status < 400

    @property
    def state(self) -> list[Any]:
        """What is in it, as JSON."""
        return [self.status, plain(self.body), self.error]


@dataclass(frozen=True)
class ServerAnswer:
    """How the server answers some of the requests."""

    method: str
    path: str
    response: Response
    delay: float = USUAL_DELAY
    arrives: bool = True
    decide: Callable[[Received], Response] | None = None

    def fits(self, method: str, path: str) -> bool:
        """Whether it is meant for a request."""
        return self.method in ("*", method) and fnmatchcase(path, self.path)

    @property
    def state(self) -> list[Any]:
        """What it answers, as JSON."""
        decide = function_state(self.decide)
        return [self.method, self.path, self.response.state, self.delay, self.arrives, decide]


@dataclass
class Exchange:
    """A request on its way, or a background transfer: `response` is there once the server has it."""

    sent: Received
    answer: ServerAnswer
    response: Response | None = None

    @property
    def state(self) -> list[Any]:
        """What was sent, and what comes of it, as JSON."""
        sent = self.sent
        response = None if self.response is None else self.response.state
        return [sent.method, sent.path, plain(sent.body), self.answer.state, response]


def free_name(name: str, taken: Collection[str]) -> str:
    """A name that none of the others has which are on their way: a search tells requests and transfers apart by it."""
    name = shortened(name, MOST_BYTES_OF_NAME)
    numbered = (name if number == 1 else f"{name} ({number})" for number in itertools.count(1))
    return next(one for one in numbered if one not in taken)


class Network:
    """The server that an app talks to. Requests of a default `URLSession` and background transfers go to it.

    It answers 404 unless `answer` has said something else. For a device without a connection, send
    `device.setNetwork`.
    """

    def __init__(self) -> None:
        self.offline = False
        """Whether nobody answers: a request fails at once with -1004, `NSURLErrorCannotConnectToHost`."""
        self.received: list[Received] = []
        """The requests that have arrived, in order."""
        self._answers: list[ServerAnswer] = []
        # By background session and name: what is on its way, and what has ended and was not handed over yet.
        self._transfers: dict[str, dict[str, Exchange]] = {}
        self._ended: dict[str, dict[str, Response]] = {}

    def answer(
        self,
        method: str,
        path: str,
        *,
        status: int = 200,
        body: Any = None,
        delay: float = USUAL_DELAY,
        arrives: bool = True,
        decide: Callable[[Received], Response] | None = None,
    ) -> None:
        """Says how the server answers requests of a method (or `*`) to a path, in which `*` stands for anything.

        The answer is complete after `delay` seconds. With `arrives` False the server has a request only then, and one
        that is cut off before never arrives; otherwise it has it as soon as it is sent. `decide` is asked for the
        response when a request arrives. What was said last counts.
        """
        response = Response(status, copied(body, "the body of an answer"))
        self._answers.append(ServerAnswer(method, path, response, delay, arrives, decide))

    def exchange(self, method: str, path: str, body: Any) -> Exchange:
        """A request that begins now."""
        unknown = ServerAnswer(method, path, Response(404))
        answer = next((one for one in reversed(self._answers) if one.fits(method, path)), unknown)
        return Exchange(Received(method, path, copied(body, f"the body of {method} {path}")), answer)

    def deliver(self, exchange: Exchange, now: datetime) -> Response:
        """The server has a request, once; what it answers."""
        if exchange.response is None:
            received = Received(exchange.sent.method, exchange.sent.path, exchange.sent.body, now)
            self.received.append(received)
            decide = exchange.answer.decide
            exchange.response = exchange.answer.response if decide is None else decide(received)
        return exchange.response

    # Background transfers, each with a name in its session: what the task is described by

    def begin_transfer(self, session: str, exchange: Exchange) -> str:
        """A background transfer begins; its name."""
        waiting, ended = self._transfers.setdefault(session, {}), self._ended.setdefault(session, {})
        name = free_name(f"{exchange.sent.method} {exchange.sent.path}", {*waiting, *ended})
        waiting[name] = exchange
        return name

    def end_transfer(self, session: str, name: str, verdict: str, now: datetime) -> None:
        """A background transfer has ended, or was refused."""
        exchange = self._transfers.get(session, {}).pop(name, None)
        if exchange is not None and verdict == "finished":
            response = Response(error=CANNOT_CONNECT) if self.offline else self.deliver(exchange, now)
            self._ended[session][name] = response

    def transferred(self, session: str, name: str, is_last: bool) -> Response:
        """The response of a transfer that has ended. `is_last`: the app is told of it for the last time."""
        ended = self._ended.get(session, {})
        response = ended.get(name, Response())
        if is_last:
            ended.pop(name, None)
        return response

    def abstract_state(self) -> Any:
        """What decides what the server will do, as JSON."""
        return {
            "offline": self.offline,
            "received": [[one.method, one.path, plain(one.body)] for one in self.received],
            "answers": [one.state for one in self._answers],
            "transfers": states_by_name(self._transfers),
            "ended": states_by_name(self._ended),
        }


def states_by_name(sessions: Mapping[str, Mapping[str, Exchange | Response]]) -> Any:
    """Transfers by session and name, as JSON."""
    return {session: {name: one.state for name, one in named.items()} for session, named in sessions.items() if named}


# Both


class World:
    """What outlasts the processes of an app. The test controls it, and the code of each process uses it."""

    def __init__(self) -> None:
        self.disk = Disk()
        self.network = Network()
        self.also: dict[str, Callable[[], Any]] = {}
        """Whatever else outlasts processes, such as a folder of the machine, by name: functions that say its state as
        JSON. An exploration takes two states for one only where all of this is equal."""

    def uninstall(self) -> None:
        """The app is uninstalled: its files are gone."""
        self.disk.clear()

    def abstract_state(self) -> Any:
        """What decides what will happen, as JSON, for explorations."""
        files = {path: [plain(file.value), file.protection] for path, file in self.disk._files.items()}
        return {
            "files": files,
            "full": self.disk.full,
            "network": self.network.abstract_state(),
            "also": {name: state() for name, state in self.also.items()},
        }
