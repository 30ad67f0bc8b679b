"""Runs sequences of an exploration with an app whose code is here: each from its start, with a new app."""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict, cast

from . import models
from .app_code import AppCode
from .calls import Flow, Run, given, name_of
from .devices import DeviceSteps
from .errors import AttachedAppError, CodeRefused, Refused, places_of, signature_of
from .playing import Player, Players, protected_classes, run
from .states import state_text
from .world import Protection, World

if TYPE_CHECKING:
    from .service import ServiceSteps

# pytest shows no frames of this module.
__tracebackhide__ = True

# The most characters that an app says of itself; of more a hash is sent.
MOST_CHARACTERS = 4096

Phase: TypeAlias = Literal["active", "background", "dead"]
"""When an input is tried: while the app is active, in the background, or has no process."""

# The states of an app in each phase. No code runs while the process is suspended.
STATES: Mapping[Phase, tuple[str, ...]] = {
    "active": ("active",),
    "background": ("background", "suspended"),
    "dead": ("notRunning", "terminated"),
}

InputFunction = TypedDict(
    "InputFunction",
    {"call": Callable[[Any], Any], "change": Callable[[World], Any], "while": Phase | Sequence[Phase]},
    total=False,
)
"""A function as an input: one to `call` with the app's code, while the app is active unless it says otherwise; or one
that makes a `change` of the app's world, also while no process lives."""


class FunctionInput:
    """A function that is tried as an input."""

    def __init__(self, name: str, function: Callable[[Any], Any] | InputFunction) -> None:
        fields: InputFunction = {"call": function} if callable(function) else function
        if len(fields.keys() & {"call", "change"}) != 1 or fields.keys() - {"call", "change", "while"}:
            raise ValueError(f"the input {name} needs a function to `call` or one that makes a `change`, and `while`")
        self.name = name
        self.is_change = "change" in fields
        self.function: Callable[[Any], Any] = fields["change"] if self.is_change else fields["call"]
        usual: tuple[Phase, ...] = tuple(STATES) if self.is_change else ("active",)
        asked = fields.get("while", usual)
        phases = (asked,) if isinstance(asked, str) else asked
        if not phases or not STATES.keys() >= set(phases):
            raise ValueError(f"the input {name} is tried while {asked!r}, and not one of {', '.join(STATES)}")
        if not self.is_change and "dead" in phases:
            raise ValueError(f"the input {name} calls code, and there is none while the app is dead: make a `change`")
        self.states = [state for phase in phases for state in STATES[phase] if self.is_change or state != "suspended"]
        # An input of the server's that changes nothing, and tells which function is meant.
        kind = {"type": "device.note"} if self.is_change else {"action": "log"}
        self.marker = {**kind, "message": name}

    def added(self, bundle_id: str) -> dict[str, Any]:
        """The input as an exploration has it."""
        step = {"send": self.marker} if self.is_change else {"act": {**self.marker, "bundleID": bundle_id}}
        conditions = [{"app": {"bundleID": bundle_id, "state": state}} for state in self.states]
        when = conditions[0] if len(conditions) == 1 else {"any": conditions}
        return {"name": self.name, **step, "when": when}


@dataclass(frozen=True)
class Raised:
    """An exception of the code, and the inputs of the shortest sequence that raised it."""

    error: Exception
    inputs: list[str]

    def __str__(self) -> str:
        place = "".join(f" ({one})" for one in places_of(self.error)[:1])
        return f"{type(self.error).__name__}: {self.error}{place} after {', '.join(self.inputs)}"


class AppUnderTest:
    """Makes the app under test anew for each sequence."""

    def __init__(
        self,
        make: type[AppCode] | Callable[[], type[AppCode]],
        functions: Mapping[str, Callable[[Any], Any] | InputFunction],
        invariants: Mapping[str, Callable[[World], Any]],
        left_out: Collection[str],
    ) -> None:
        self.make = make
        self.functions = [FunctionInput(name, one) for name, one in functions.items()]
        self.invariants = invariants
        self.left_out = left_out
        """The names that abstract states are told without."""
        self.player: Player[Any] | None = None
        self.protected: frozenset[Protection] | None = None
        """The data protection classes of the files that cannot be read at the beginning."""
        self.raised: dict[str, Raised] = {}
        """What the code has raised, by its kind and place."""
        self.broken: dict[str, int] = {}
        """The invariants that do not hold, each with how many steps of the run had been carried out."""
        self._why_broken: dict[str, tuple[int, str]] = {}
        """The message of each invariant that was broken, and how many steps broke it, of the shortest sequence."""
        self.untold: str | None = None
        """Why the state of the code is unknown, if it was in a run."""
        self._manifest: dict[str, Any] = {}

    def manifest(self) -> Flow[dict[str, Any]]:
        """What the app is installed with."""
        player = yield from self._made()
        self._manifest = installed(player)
        return self._manifest

    def add_inputs(self, exploration: dict[str, Any]) -> None:
        """Adds an input for each function, and leaves out `edit` unless it is asked for: code says `edited`."""
        added = [one.added(self._manifest["bundleID"]) for one in self.functions]
        chosen = dict(exploration.get("inputs", {}))
        if added:
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
        return Player(code, code.bundle_id, {}, is_explored=True)

    def note(self, steps: Sequence[Mapping[str, Any]], of_run: int) -> None:
        """Notes what the code has raised since the last step, and which invariants do not hold after it.

        `of_run` is how many of the steps are of the run that is carried out.
        """
        if self.player is None:
            return
        for error in self.player.exceptions:
            kind = signature_of(error)
            if kind not in self.raised or len(steps) < len(self.raised[kind].inputs):
                self.raised[kind] = Raised(error, [self._step_name(step) for step in steps])
        self.player.exceptions.clear()
        for name, holds in self.invariants.items():
            if name in self.broken:
                continue
            why = why_broken(holds, self.player.world)
            if why is not None:
                self.broken[name] = of_run
                shortest = len(steps), why
                self._why_broken[name] = min(self._why_broken.get(name, shortest), shortest)

    @property
    def notes(self) -> list[str]:
        """What the report of the server cannot say: the messages of invariants, and why the state is unknown."""
        broken = [
            f"note  the invariant {name} is broken: " + indented(why)
            for name, (_, why) in self._why_broken.items()
            if why
        ]
        return broken + ([] if self.untold is None else [self.untold])

    # Steps

    def carry_out(self, device: DeviceSteps, step: Mapping[str, Any]) -> Flow[None]:
        """Carries out a step of a scenario, and runs the handlers of what it calls."""
        if "advance" in step:
            yield from device.advance(step["advance"])
        elif "send" in step:
            yield from device.send(step["send"])
            for one in self.functions:
                if one.marker == step["send"] and self.player is not None:
                    yield from Run(one.function, (self.player.world,))
        elif "act" in step:
            yield from self._act(device, step["act"])
        else:
            raise AttachedAppError(f"the server asks for a step that this client does not know: {dict(step)}")
        # What is due now is done before anything else comes: no passing of time would lead to it.
        if self._is_due:
            yield from device.advance(0)

    @property
    def _is_due(self) -> bool:
        """Whether a timer of the code is due."""
        if self.player is None:
            return False
        now = self.player.now
        return now is not None and any(timer.due <= now for code in self.player.codes for timer in code.timers)

    def _act(self, device: DeviceSteps, actions: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> Flow[None]:
        listed = [actions] if isinstance(actions, Mapping) else actions
        for bundle_id, group in groupby(listed, lambda action: str(action["bundleID"])):
            done = [{name: value for name, value in action.items() if name != "bundleID"} for action in group]
            called = next((one for one in self.functions if [one.marker] == done), None)
            if called is None or self.player is None:
                yield from device.app(bundle_id).act(done[0] if len(done) == 1 else done)
            else:
                yield from run(device, self.player, Run(with_code(self.player, called.function)), called.marker)

    def _step_name(self, step: Mapping[str, Any]) -> str:
        """A step in a few words."""
        if "advance" in step:
            return f"{step['advance']} s pass"
        if "send" in step:
            change = next((one.name for one in self.functions if one.marker == step["send"]), None)
            events = [step["send"]] if isinstance(step["send"], Mapping) else step["send"]
            return change or " and ".join(str(event["type"]) for event in events)
        actions = [step["act"]] if isinstance(step["act"], Mapping) else step["act"]
        return " and ".join(str(action.get("message", action["action"])) for action in actions)


def installed(player: Player[Any]) -> dict[str, Any]:
    """An app as a document."""
    return {"bundleID": player.bundle_id, **player.manifest}


def why_broken(invariant: Callable[[World], Any], world: World) -> str | None:
    """The message of the assertion that an invariant fails, empty if it returns False; None if it holds."""
    try:
        return "" if invariant(world) is False else None
    except AssertionError as error:
        return str(error)


def indented(message: str) -> str:
    """A message whose further lines are indented, without empty ones."""
    return "\n      ".join(line for line in message.splitlines() if line.strip())


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
            players = Players({player.bundle_id: player})
            device, steps = DeviceSteps(order["device"], players, perform=service.perform), []
            # Each device is made in the same way.
            if app.protected is None:
                app.protected = yield from protected_classes(device)
            players.protected = app.protected
        app.broken.clear()
        # A step that is refused ends the run, which is reported all the same.
        with until_refused(), noting(steps):
            for number, step in enumerate(order["steps"], 1):
                steps.append(step)
                yield from app.carry_out(device, step)
                app.note(steps, number)
        broken = [{"name": name, "steps": number} for name, number in app.broken.items()]
        state = yield from abstract_state_of(app)
        done = given(run=order["run"], abstract_state=state, invariants=broken or None)


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


def why_untold(process: AppCode) -> str:
    """Why the state of the code of a living process is unknown, as a line of the report."""
    names = process._untold()
    why = f" ({', '.join(names)} cannot be JSON)" if names else ""
    return (
        f"note  abstract_state of {type(process).__name__} returns None{why}: each sequence counts as a state of"
        " its own while a process lives"
    )


def abstract_state_of(app: AppUnderTest) -> Flow[str | None]:
    """What the app says of itself, with its timers and requests, and what outlasts its processes.

    It is None if the code of a living process says nothing. A text that would be too long is told by its hash.
    """
    player = app.player
    if player is None:
        return None
    parts: list[tuple[AppCode, Any]] = []
    for process in player.codes:
        said: Any = yield from Run(process.abstract_state)
        if said is None:
            app.untold = app.untold or why_untold(process)
            return None
        parts.append((process, said))
    try:
        now = cast(Any, player.now)
        code = [{"said": process._told(said), **process._waiting_state(now)} for process, said in parts]
        text = state_text({"code": code, "world": player.world.abstract_state()}, app.left_out)
    except (TypeError, ValueError) as error:
        raise AttachedAppError(f"what {player.bundle_id} says of itself, or its world, is no JSON: {error}") from None
    return text if len(text) <= MOST_CHARACTERS else hashlib.sha256(text.encode()).hexdigest()
