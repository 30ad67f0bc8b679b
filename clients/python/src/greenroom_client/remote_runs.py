"""Runs sequences of an exploration with an app whose code is here: each from its start, with a new app."""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from itertools import groupby
from typing import TYPE_CHECKING, Any, cast, get_args

from . import models
from .app_code import AppCode, name_of
from .calls import Flow, Run, encoded, given, instant
from .devices import DeviceSteps
from .errors import AttachedAppError, CodeRefused, Refused
from .playing import Player, run

if TYPE_CHECKING:
    from .service import ServiceSteps

# pytest shows no frames of this module.
__tracebackhide__ = True

DELEGATE_METHODS = frozenset(get_args(models.DelegateMethod))
# The most characters that an app says of itself; of more a hash is sent.
MOST_CHARACTERS = 4096


class AppUnderTest:
    """Makes the app under test anew for each sequence."""

    def __init__(
        self, make: type[AppCode] | Callable[[], type[AppCode]], functions: Mapping[str, Callable[[Any], Any]]
    ) -> None:
        self.make = make
        self.functions = functions
        self.player: Player[Any] | None = None
        # What the code has raised, by what is said of it.
        self.exceptions: dict[str, Exception] = {}
        self._manifest: dict[str, Any] = {}

    def manifest(self) -> Flow[dict[str, Any]]:
        """What the app is installed with."""
        player = yield from self._made()
        self._manifest = installed(player)
        return self._manifest

    def add_inputs(self, exploration: dict[str, Any]) -> None:
        """Adds an input for each function.

        It leaves out the input `edit`, which the code does not notice, unless the exploration asks for it.
        """
        bundle_id = self._manifest["bundleID"]
        added = [
            {
                "name": name,
                "act": {**self._note(name), "bundleID": bundle_id},
                "when": {"app": {"bundleID": bundle_id, "state": "active"}},
            }
            for name in self.functions
        ]
        if added:
            chosen = dict(exploration.get("inputs", {}))
            chosen["add"] = [*chosen.get("add", []), *added]
            if not {"edit", "code"} & {*chosen.get("only", []), *chosen.get("with", [])}:
                chosen["without"] = sorted({*chosen.get("without", []), "edit"})
            exploration["inputs"] = chosen

    def renew(self) -> Flow[Player[Any]]:
        """A new app, which knows nothing of the one before."""
        player = yield from self._made()
        if installed(player) != self._manifest:
            raise AttachedAppError(
                f"{name_of(self.make)} has made {player.bundle_id} with another manifest or other handlers than before;"
                " the same app must be made each time"
            )
        self.player = player
        return player

    def _made(self) -> Flow[Player[Any]]:
        code: Any = self.make if inspect.isclass(self.make) else (yield from Run(self.make))
        if not (inspect.isclass(code) and issubclass(code, AppCode)):
            raise AttachedAppError(f"{name_of(self.make)} has made {code!r}, and must give a subclass of AppCode")
        if not code.bundle_id:
            raise AttachedAppError(f"{code.__name__} lacks a bundle_id")
        return Player(code, code.bundle_id, {}, self._note_exception)

    def _note_exception(self, error: Exception) -> None:
        self.exceptions.setdefault(described(error), error)

    @staticmethod
    def _note(name: str) -> dict[str, Any]:
        return {"action": "log", "message": name}

    # Steps

    def carry_out(self, device: DeviceSteps, step: Mapping[str, Any]) -> Flow[None]:
        """Carries out a step of a scenario, and runs the handlers of what it calls."""
        if "advance" in step:
            yield from device.advance(step["advance"])
        elif "send" in step:
            yield from device.send(step["send"])
        elif "act" in step:
            yield from self._act(device, step["act"])
        else:
            raise AttachedAppError(f"the server asks for a step that this client does not know: {dict(step)}")

    def _act(self, device: DeviceSteps, actions: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> Flow[None]:
        listed = [actions] if isinstance(actions, Mapping) else actions
        for bundle_id, group in groupby(listed, lambda action: str(action["bundleID"])):
            done = [{name: value for name, value in action.items() if name != "bundleID"} for action in group]
            yield from device.app(bundle_id).act(done[0] if len(done) == 1 else done)
            for action in done:
                name = str(action.get("message"))
                if self.player is not None and name in self.functions and action == self._note(name):
                    yield from run(device, self.player, Run(with_code(self.player, self.functions[name])))


def installed(player: Player[Any]) -> dict[str, Any]:
    """An app as a document: its class says which methods of delegates it has, unless its manifest does."""
    declared = {*player.code_class.handlers, *(player.manifest.get("behavior") or {})}
    methods = sorted(declared & DELEGATE_METHODS)
    return {"bundleID": player.bundle_id, "delegateImplements": methods, **player.manifest}


def with_code(player: Player[Any], function: Callable[[Any], Any]) -> Callable[[], Any]:
    """A function that is called with the code of the living process."""

    @wraps(function)
    def call() -> Any:
        return function(player.code)

    return call


def run_all(service: ServiceSteps, id: str, app: AppUnderTest) -> Flow[None]:
    """Carries out the runs that a server hands out, until the search is over."""
    device: DeviceSteps | None = None
    steps: list[dict[str, Any]] = []
    done: dict[str, Any] = {}
    while True:
        order = yield from next_run(service, id, done)
        done = {}
        if order is None:
            return
        if order["run"] is None or order["device"] is None:
            continue
        if device is None or not order["continues"]:
            player = yield from app.renew()
            device, steps = DeviceSteps(order["device"], {player.bundle_id: player}), []
        # A step that is refused ends the run, which is reported all the same.
        with until_refused(), noting(steps):
            for step in order["steps"]:
                steps.append(step)
                yield from app.carry_out(device, step)
        state = None
        with until_refused():
            state = yield from abstract_state_of(device, app.player)
        done = given(run=order["run"], abstract_state=state)


def next_run(service: ServiceSteps, id: str, done: Mapping[str, Any]) -> Flow[models.RemoteRun | None]:
    """Reports a run, and returns the next one; None where the search is over."""
    try:
        order = yield from service.next_remote_run(id, **done)
    except Refused as refusal:
        # A search that ends during a run does not know it any more.
        if refusal.code != "unknown-remote-run" or is_going_on((yield from service.exploration(id))):
            raise
        return None
    return order if is_going_on(order) else None


def is_going_on(document: Mapping[str, Any]) -> bool:
    """Whether a search waits or runs."""
    return document["status"] in ("queued", "running")


@contextmanager
def until_refused() -> Iterator[None]:
    """Suppresses the refusal of a step, but not that of what an app's code did, while there is a device."""
    try:
        yield
    except CodeRefused as refusal:
        if refusal.code != "unknown-device":
            raise
    except Refused:
        pass


@contextmanager
def noting(steps: Sequence[Mapping[str, Any]]) -> Iterator[None]:
    """Adds to an exception at which steps it was raised."""
    try:
        yield
    except Exception as error:
        error.add_note("raised while these steps were carried out: " + json.dumps(steps))
        raise


def described(error: Exception) -> str:
    """An exception in a line, with the place of the app's code that raised it."""
    place, trace = "", error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if "__tracebackhide__" not in trace.tb_frame.f_globals:
            place = f" ({code.co_filename}:{trace.tb_lineno}, in {code.co_name})"
        trace = trace.tb_next
    return f"{type(error).__name__}: {error}{place}"


def abstract_state_of(device: DeviceSteps, player: Player[Any] | None) -> Flow[str | None]:
    """What the app says of itself, with its timers and its storage; None where it says nothing.

    A text that would be too long is told by its hash.
    """
    if player is None or player.code_class.abstract_state is AppCode.abstract_state:
        return None
    parts: list[Any] = []
    now = None
    for code in player.codes:
        said: Any = yield from Run(code.abstract_state)
        if said is None:
            return None
        if code.timers and now is None:
            now = instant((yield from device.clock())["now"])
        timers = [[(due - cast(Any, now)).total_seconds(), name_of(function)] for due, function in code.timers]
        parts.append({"said": said, "timers": timers})
    try:
        text = json.dumps({"code": parts, "storage": player.storage}, sort_keys=True, default=encoded)
    except TypeError as error:
        raise AttachedAppError(f"what {player.bundle_id} says of itself, or its storage, is no JSON: {error}") from None
    return text if len(text) <= MOST_CHARACTERS else hashlib.sha256(text.encode()).hexdigest()
