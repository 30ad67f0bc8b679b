"""Plays attached apps: the server asks for each callback, its handler runs here, and what it did is sent back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, cast

from . import models
from .app_code import AppCode, Callback, Running, require_callback
from .calls import Flow, Run, instant
from .errors import AttachedAppError, CodeRefused, Refused
from .manifests import manifest_of, require_declared, require_not_in_vain
from .verdicts import ActionResult, described, settle

if TYPE_CHECKING:
    from .devices import DeviceSteps

# pytest shows no frames of this module.
__tracebackhide__ = True

# How many callbacks may follow from one input; more are taken for an endless loop.
MOST_CALLBACKS = 10_000
# How many of them one app may have without any time passing.
MOST_CALLBACKS_AT_ONE_INSTANT = 1000
# A completion that comes too late for its process: the system has ended it meanwhile.
TOO_LATE = {"unknown-callback", "process-not-running", "process-suspended"}

Code = TypeVar("Code", bound=AppCode)


class Player(Generic[Code]):
    """Plays the code of one app: an instance of it for each process.

    An exception of the code ends the test. Where `on_exception` is given, it is called, and the app crashes instead.
    """

    def __init__(
        self,
        code_class: type[Code],
        bundle_id: str,
        fields: Mapping[str, Any],
        on_exception: Callable[[Exception], None] | None = None,
    ) -> None:
        # A class of its own, to which functions can be added.
        self.code_class: type[Code] = type(code_class.__name__, (code_class,), {"__module__": code_class.__module__})
        self.bundle_id = bundle_id
        self.manifest = manifest_of(code_class, fields)
        self.on_exception = on_exception
        self._called: set[str] = set()
        self.storage: dict[str, Any] = {}
        # By process: the app's own, and that of its notification service extension.
        self._codes: dict[int, Code] = {}
        self._extensions: set[int] = set()

    @property
    def code(self) -> Code:
        """The code of the living process."""
        if self.living is None:
            raise AttachedAppError(f"{self.bundle_id} has no process whose code was called yet")
        return self.living

    @property
    def living(self) -> Code | None:
        """The code of the living process, if there is one; not that of its extension."""
        return next((code for pid, code in self._codes.items() if pid not in self._extensions), None)

    @property
    def codes(self) -> list[Code]:
        """The code of the living processes: the app's own, then that of its extension."""
        return [self._codes[pid] for pid in sorted(self._codes, key=lambda pid: pid in self._extensions)]

    def code_of(self, pid: int, extension: bool = False) -> Code:
        """The code of a process."""
        if pid not in self._codes:
            # There is one process of each kind at a time.
            for other in [other for other in self._codes if (other in self._extensions) == extension]:
                self.forget(other)
            self._codes[pid] = self.code_class(self.storage)
            if extension:
                self._extensions.add(pid)
        return self._codes[pid]

    def forget(self, pid: int) -> None:
        """Forgets the code of a process that has ended."""
        self._codes.pop(pid, None)
        self._extensions.discard(pid)

    @property
    def uncalled(self) -> set[str]:
        """The callbacks that have a handler, and that have not been called."""
        return self.code_class.handlers.keys() - self._called

    def functions(self, code: Code, callback: Callback) -> list[Run[Any]]:
        """What a callback calls."""
        self._called.add(callback["name"])
        return code._functions(callback)

    def add_handler(self, names: Sequence[str], function: Callable[..., Any]) -> None:
        """Makes a function the handler of callbacks; it is called with the code and the callback."""
        for name in names:
            require_callback(name)
            require_not_in_vain(name, self.manifest, self.bundle_id)
            require_declared(name, self.manifest, self.bundle_id)
            attribute = f"handler of {name}"
            setattr(self.code_class, attribute, function)
            self.code_class.handlers = {**self.code_class.handlers, name: attribute}

    def restore(self, files: dict[str, Any]) -> None:
        """Takes back what a handler wrote that the process did not live to write."""
        self.storage.clear()
        self.storage.update(files)

    def observe(self, outcome: models.Outcome | models.AdvanceOutcome) -> None:
        """Forgets the code of a process that has ended."""
        for record in outcome["records"]:
            if record["kind"] == "exit" and record.get("bundleID") == self.bundle_id:
                self.forget(record.get("pid", 0))

    def run(self, code: Code, functions: list[Run[Any]], now: datetime) -> Flow[Running]:
        """Calls functions of the code, and says what they did."""
        code._run = running = Running(self.bundle_id, now)
        try:
            for function in functions:
                yield from running.call(function)
            code._set_alarm()
        except Exception as error:
            if not self.crashes(error):
                raise
            running.crash(error)
        finally:
            code._run = None
        return running

    def crashes(self, error: Exception) -> bool:
        """Whether the app crashes because its code has raised this, rather than the test ending with it."""
        if self.on_exception is None or isinstance(error, AttachedAppError):
            return False
        self.on_exception(error)
        return True


Players: TypeAlias = dict[str, Player[Any]]


def played(device: DeviceSteps, outcome: models.Outcome) -> Flow[models.Outcome]:
    """Runs the handlers of what an input called, and adds what they caused to its outcome."""
    if not device.players:
        return outcome
    observe(device, outcome)
    later = yield from play_pending(device)
    return outcome if later is None else merged(outcome, later)


class Repetitions:
    """Counts what each app is called for at one instant: code whose timers are always due would go on for ever."""

    def __init__(self) -> None:
        self._instant = ""
        self._calls: Counter[str] = Counter()

    def count(self, callback: Callback) -> None:
        """Raises `AttachedAppError` if there are too many."""
        if callback["startedAt"] != self._instant:
            self._instant = callback["startedAt"]
            self._calls.clear()
        self._calls[callback["bundleID"]] += 1
        if self._calls[callback["bundleID"]] > MOST_CALLBACKS_AT_ONE_INSTANT:
            raise AttachedAppError(
                f"{callback['bundleID']} was called {MOST_CALLBACKS_AT_ONE_INSTANT} times at {self._instant}, the next"
                f" is {callback['name']}: does a handler or a timer bring itself about again, as after(0, ...) does?"
            )


def play_pending(device: DeviceSteps, repetitions: Repetitions | None = None) -> Flow[models.Outcome | None]:
    """Runs handlers until no callback is in flight; gives what they caused."""
    whole: models.Outcome | None = None
    repetitions = repetitions or Repetitions()
    for _ in range(MOST_CALLBACKS):
        callback = yield from next_callback(device)
        if callback is None:
            return whole
        repetitions.count(callback)
        outcome = yield from play(device, callback)
        if outcome is not None:
            whole = outcome if whole is None else merged(whole, outcome)
    raise AttachedAppError(f"{MOST_CALLBACKS} callbacks came of one input")


def next_callback(device: DeviceSteps) -> Flow[Callback | None]:
    """The oldest callback in flight among the apps that are played."""
    pending: list[Callback] = []
    for bundle_id in list(device.players):
        pending += yield from callbacks_in_flight(device, bundle_id)
    return min(pending, key=lambda callback: callback["sequence"], default=None)


def callbacks_in_flight(device: DeviceSteps, bundle_id: str) -> Flow[list[Callback]]:
    """The callbacks of an app that wait for their handlers; an app that was uninstalled is played no more."""
    try:
        return (yield from device.app(bundle_id).callbacks(pending=True))["callbacks"]
    except Refused as refusal:
        if refusal.code != "unknown-app":
            raise
        del device.players[bundle_id]
        return []


def play(device: DeviceSteps, callback: Callback) -> Flow[models.Outcome | None]:
    """Runs the handler of a callback, and completes it; what that caused.

    Where the process ended before the handler returned, nothing that it did has happened.
    """
    player = device.players[callback["bundleID"]]
    files = deepcopy(player.storage)
    running = yield from running_of(player, callback)
    if isinstance(running.result, ActionResult):
        # Of a function whose last line is an action: nothing that a callback returns.
        running.result = None
    busy = yield from keep_busy(device, running)
    try:
        app = device.app(callback["bundleID"])
        done = yield from app.complete(callback["sequence"], running.actions, returns=running.result)
    except Refused as refusal:
        if refusal.code not in TOO_LATE:
            raise named(refusal, running, callback["name"]) from None
        player.restore(files)
        return busy
    settled(device, running, done)
    observe(device, done)
    return done if busy is None else merged(busy, done)


def running_of(player: Player[Any], callback: Callback) -> Flow[Running]:
    """Calls what handles a callback, in the code of its process."""
    now = instant(callback["startedAt"])
    try:
        code = player.code_of(callback["pid"], extension="extension" in callback)
    except Exception as error:
        # What `prepare` has raised.
        if not player.crashes(error):
            raise
        running = Running(player.bundle_id, now)
        running.crash(error)
        return running
    functions = player.functions(code, callback)
    running = yield from player.run(code, functions, now)
    if not functions and callback["name"] == "didReceive(_:withContentHandler:)":
        # Without code of its own an extension shows a notification as it came.
        running.result = {}
    return running


def run(device: DeviceSteps, player: Player[Any], function: Run[Any]) -> Flow[Any]:
    """Calls a function as code of an app's process, between callbacks."""
    app = device.app(player.bundle_id)
    document = yield from app.read()
    pid, state = document["pid"], document["state"]
    if pid is None or state == "suspended":
        raise AttachedAppError(f"no code of {player.bundle_id} can run: it is {state}")
    clock = yield from device.clock()
    running = yield from player.run(player.code_of(pid), [function], instant(clock["now"]))
    if running.took and player.on_exception is not None:
        # A search takes the time that passes outside of callbacks for an input.
        raise AttachedAppError(f"{running.function} is an input of an exploration, and takes time; use after(...)")
    yield from keep_busy(device, running)
    if running.actions:
        try:
            outcome = yield from app.act(running.actions)
            settled(device, running, outcome)
        except CodeRefused:
            # Of a handler that was called for what the function did.
            raise
        except Refused as refusal:
            raise named(refusal, running) from None
    return running.result


def settled(device: DeviceSteps, running: Running, outcome: models.Outcome) -> None:
    """Notes what came of what code did."""
    settle(running.results, outcome)
    device._refused += [result for result in running.results if result.unseen_refusal is not None]


def named(refusal: Refused, running: Running, callback: str | None = None) -> CodeRefused:
    """The refusal of what code did, which names the function and the action."""
    number = refusal.action_index
    who, what = running.function, ""
    if number is not None and number < len(running.actions):
        who, what = running.results[number].function, f" did {described(running.actions[number])}"
    caller = f", called for {callback}," if callback else ""
    return CodeRefused({**refusal.problem, "detail": f"{who}{caller}{what}: {refusal.detail}"}, refusal.status)


def keep_busy(device: DeviceSteps, running: Running) -> Flow[models.Outcome | None]:
    """Lets the time pass that a handler takes."""
    if running.took == 0:
        return None
    outcome: models.AdvanceOutcome = yield from device._advance({"seconds": running.took})
    observe(device, outcome)
    return plain(outcome)


def observe(device: DeviceSteps, outcome: models.Outcome | models.AdvanceOutcome) -> None:
    """Shows every player what happened."""
    for player in device.players.values():
        player.observe(outcome)


def plain(outcome: models.AdvanceOutcome) -> models.Outcome:
    """What an advance caused, as the outcome of any input."""
    names = ("device", "time", "sequence", "records", "apps", "nextDeadline")
    return cast(models.Outcome, {name: value for name, value in outcome.items() if name in names})


def merged(first: models.Outcome, second: models.Outcome) -> models.Outcome:
    """Two outcomes as one."""
    apps = {app["bundleID"]: app for app in (*first["apps"], *second["apps"])}
    return {**second, "records": first["records"] + second["records"], "apps": list(apps.values())}
