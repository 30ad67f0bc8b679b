"""Plays attached apps: the server asks for each callback, its handler runs here, and then the callback is completed."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar, cast

from . import models
from .app_code import AppCode, BackgroundTask, Callback, Request, Timer, require_callback
from .calls import Flow, Run, given, instant, name_of
from .errors import AttachedAppError, CodeRefused, GreenroomError, ProcessEnded, Refused, SystemRefusal, stack_of
from .manifests import manifest_of, require_declared, require_not_in_vain
from .verdicts import ActionResult, described, settle
from .world import World

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
# Callbacks with a completion handler that must be called, or the process is killed.
FETCHES = {
    "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
    "application(_:performFetchWithCompletionHandler:)",
}
# What a handler may return that is nothing to the system: that of its last line.
OWN_RESULTS = (ActionResult, BackgroundTask, Request, Timer)
MOST_CHARACTERS_OF_MESSAGE = 2000

Code = TypeVar("Code", bound=AppCode)


class Running:
    """A call of an app's code: from its beginning until it returns, or its process ends."""

    def __init__(
        self,
        device: DeviceSteps,
        player: Player[Any],
        pid: int,
        now: datetime,
        callback: str | None = None,
        defers: bool = False,
        extension: str | None = None,
    ) -> None:
        self.device = device
        self.player = player
        self.pid = pid
        self.now = now
        self.callback = callback
        """The callback that it handles, if it does."""
        self.defers = defers
        """Whether all that it does is sent when it returns."""
        self.extension = extension
        """The extension whose code it is, if it is not the app's own."""
        self.function = ""
        """The function that runs, for people."""
        self.returned: list[Any] = []
        """What the functions have returned."""
        self.error: Exception | None = None
        """What has crashed the app."""
        self.last: list[ActionResult] = []
        """What is sent when it returns."""
        self.outcome: models.Outcome | None = None
        """What it has caused so far."""
        self.is_over = False
        """Whether no more of the code runs."""

    @property
    def process(self) -> models.Process:
        """Its process, as it is now."""
        self.require_living()
        process: models.Process = self.device.perform(self.device.process(self.pid))
        return process

    @property
    def has_ended(self) -> bool:
        """Whether its process has ended."""
        return self.pid in self.player.ended

    def require_living(self) -> None:
        """Ends the code with its process."""
        if self.is_over or self.has_ended:
            self.is_over = True
            raise ProcessEnded

    def act(self, action: models.Action) -> ActionResult:
        """Does something at this instant."""
        self.require_living()
        result = ActionResult(action, self.player.bundle_id, self.function)
        if self.defers:
            self.last.append(result)
        else:
            self.device.perform(self._act(result))
            self.require_living()
        return result

    def _act(self, result: ActionResult) -> Flow[None]:
        try:
            action = {**result.action, **given(extension=self.extension)}
            outcome: models.Outcome = yield from self.device.app(self.player.bundle_id)._act([action])
        except Refused as refusal:
            if refusal.code == "process-not-running":
                self.is_over = True
                return
            raise named(refusal, [result], self.callback, self.function) from None
        settled(self.device, [result], outcome)
        yield from self.note(outcome)

    def do_last(self, action: models.Action) -> None:
        """Does something when the code returns."""
        self.last.append(ActionResult(action, self.player.bundle_id, self.function))

    def end(self, action: models.Action) -> NoReturn:
        """Does what ends the code."""
        self.require_living()
        self.do_last(action)
        self.is_over = True
        raise ProcessEnded

    def crash(self, error: Exception) -> None:
        """Ends the process, as an exception that nothing catches does."""
        self.error = error
        self.do_last({"action": "log", "message": stack_of(error)[:MOST_CHARACTERS_OF_MESSAGE]})
        self.do_last({"action": "crash", "exception": "abort"})
        self.is_over = True

    def takes(self, seconds: float) -> None:
        """Lets time pass while the code runs."""
        self.require_living()
        if self.callback is None and self.player.is_explored:
            # A search takes the time that passes outside of callbacks for an input.
            raise AttachedAppError(f"{self.function} is an input of an exploration, and takes time; use after(...)")
        self.device.perform(pass_time(self, seconds))
        self.require_living()

    def note(self, outcome: models.Outcome) -> Flow[None]:
        """Adds to what it has caused, which every app on the device may notice."""
        yield from observe(self.device, outcome)
        self.add(outcome)

    def add(self, outcome: models.Outcome) -> None:
        """Adds to what it has caused, which every app has noticed already."""
        self.outcome = outcome if self.outcome is None else merged(self.outcome, outcome)


def pass_time(running: Running, seconds: float) -> Flow[None]:
    """Lets time pass while a handler runs; those of other apps run meanwhile. It stops if the process ends."""
    device, player = running.device, running.player
    end = running.now + timedelta(seconds=seconds)
    stops: list[models.Condition] = [{"record": {"kind": "exit", "bundleID": player.bundle_id, "pid": running.pid}}]
    for bundle_id, other in device.players.items():
        if other is not player or "notificationService" in player.manifest:
            stops += [{"record": {"kind": "callback", "bundleID": bundle_id}}]
            stops += [{"record": {"kind": "notification", "bundleID": bundle_id}}]
    while not running.has_ended:
        later = yield from play_pending(device)
        if later is not None:
            running.add(later)
            running.now = instant(later["time"])
        if running.now > end:
            raise AttachedAppError(
                f"{running.function} of {player.bundle_id} was to go on at {end.isoformat()}, and another app's handler"
                f" that began meanwhile took until {running.now.isoformat()}: it must end first"
            )
        rest = (end - running.now).total_seconds()
        if rest == 0:
            return
        outcome: models.AdvanceOutcome = yield from device._advance({"until": {"any": stops}, "limitSeconds": rest})
        yield from running.note(plain(outcome))
        running.now = instant(outcome["time"])


class Player(Generic[Code]):
    """Plays the code of one app: an instance of it for each process."""

    def __init__(
        self, code_class: type[Code], bundle_id: str, fields: Mapping[str, Any], *, is_explored: bool = False
    ) -> None:
        # A class of its own, to which functions can be added.
        self.code_class: type[Code] = type(code_class.__name__, (code_class,), {"__module__": code_class.__module__})
        self.bundle_id = bundle_id
        self.manifest = manifest_of(code_class, fields)
        self.is_explored = is_explored
        """Whether exceptions crash the app in any case."""
        self.raises_exceptions = code_class.raises_exceptions
        """Whether exceptions of handlers end the test."""
        self.exceptions: list[Exception] = []
        """What has crashed the app, in order."""
        self.seen_exceptions = 0
        """How many of them somebody has looked at."""
        self.world = World()
        code_class.set_up_world(self.world)
        self.now: datetime | None = None
        """What the device's clock has shown last."""
        self.running: set[int] = set()
        """The processes whose code runs now."""
        self.ended: dict[int, str] = {}
        """How processes have ended."""
        self.may_be_called = True
        """Whether a callback may be in flight that was not seen here yet."""
        self._called: set[str] = set()
        # By process: the app's own, and that of its notification service extension.
        self._codes: dict[int, Code] = {}
        self._extensions: set[int] = set()

    @property
    def code(self) -> Code:
        """The code of the living process."""
        if self.living is None:
            if self.ended:
                pid, end = max(self.ended.items())
                raise AttachedAppError(f"no process of {self.bundle_id} lives: the process {pid} {end}")
            raise AttachedAppError(f"{self.bundle_id} has no process yet whose code was called")
        return self.living

    @property
    def living(self) -> Code | None:
        """The code of the living process, if there is one; not that of its extension."""
        return next((code for pid, code in self._codes.items() if pid not in self._extensions), None)

    @property
    def codes(self) -> list[Code]:
        """The code of the living processes: the app's own, then that of its extension."""
        return [self._codes[pid] for pid in sorted(self._codes, key=lambda pid: pid in self._extensions)]

    def code_of(self, pid: int, extension: bool = False) -> tuple[Code, list[Run[Any]]]:
        """The code of a process, and what is called first in it."""
        if pid in self._codes:
            return self._codes[pid], []
        # There is one process of each kind at a time.
        for other in [other for other in self._codes if (other in self._extensions) == extension]:
            self.forget(other, "has ended")
        code = self._codes[pid] = self.code_class(self.world, pid)
        if extension:
            self._extensions.add(pid)
        return code, [Run(code.prepare)]

    def forget(self, pid: int, end: str) -> None:
        """Forgets the code of a process that has ended."""
        self.ended[pid] = end
        code = self._codes.pop(pid, None)
        if code is not None:
            code._end = end
        self._extensions.discard(pid)

    @property
    def uncalled(self) -> set[str]:
        """The callbacks that have a handler, and that have not been called."""
        return self.code_class.handlers.keys() - self._called

    def add_handler(self, names: Sequence[str], function: Callable[..., Any]) -> None:
        """Makes a function a handler of callbacks, after others; it is called with the code and the callback."""
        for name in names:
            require_callback(name)
            require_not_in_vain(name, self.manifest, self.bundle_id)
            require_declared(name, self.manifest, self.bundle_id)
            methods = self.code_class.handlers.get(name, ())
            attribute = f"handler {len(methods) + 1} of {name}"
            setattr(self.code_class, attribute, function)
            self.code_class.handlers = {**self.code_class.handlers, name: [*methods, attribute]}

    def observe(self, record: models.Record) -> None:
        """Notes what happened to the app and its processes."""
        if record["kind"] == "input" and "event" in record:
            self.world.observe(str(record["event"].get("type")))
        if record.get("bundleID") != self.bundle_id:
            return
        pid = record.get("pid", 0)
        if record["kind"] == "exit":
            self.forget(pid, f"ended at {record['time']}: {record['reason']} ({record['code']})")
        elif record["kind"] == "callback":
            self.may_be_called = True
        elif record["kind"] == "notification":
            self.may_be_called = self.may_be_called or bool(self.manifest.get("hearsNotifications"))
        elif record["kind"] == "verdict" and record["subject"] == "transfer":
            if record["verdict"] in ("finished", "cancelled", "refused"):
                session = record.get("identifier", "")
                self.world.network.end_transfer(session, record["verdict"], instant(record["time"]))
        elif pid in self._codes:
            self._codes[pid]._observe(record)

    def end_processes(self, end: str) -> None:
        """Its processes have ended otherwise than by an input."""
        for pid in list(self._codes):
            self.forget(pid, end)

    def call(self, code: Code, functions: Callable[[], list[Run[Any]]], running: Running) -> Flow[None]:
        """Calls functions of the code."""
        code._run = running
        self.running.add(running.pid)
        try:
            for function in functions():
                running.function = name_of(function.function)
                result = yield from function
                if inspect.isgenerator(result):
                    raise AttachedAppError(f"{running.function} yields, and must return: call after(...) for the rest")
                running.returned.append(result)
            code._set_alarms()
        except ProcessEnded:
            running.is_over = True
        except Exception as error:
            if not self.crashes(error):
                raise
            self.exceptions.append(error)
            running.crash(error)
        finally:
            code._run = None
            self.running.discard(running.pid)

    def crashes(self, error: Exception) -> bool:
        """Whether the app crashes because its code has raised this, rather than the test ending with it."""
        if isinstance(error, GreenroomError) and not isinstance(error, SystemRefusal):
            return False
        return self.is_explored or not self.raises_exceptions


class Players(dict[str, Player[Any]]):
    """What plays the attached apps of a device, by their identifiers."""

    last_sequence: int | None = None
    """The last record of the device that was seen here."""


def played(device: DeviceSteps, outcome: models.Outcome) -> Flow[models.Outcome]:
    """Runs the handlers of what an input called, and adds what they caused to its outcome."""
    if not device.players:
        return outcome
    yield from observe(device, outcome)
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
    """The oldest callback in flight among the apps that are played, unless its process runs code already."""
    pending: list[Callback] = []
    for bundle_id, player in list(device.players.items()):
        if player.may_be_called:
            in_flight = yield from callbacks_in_flight(device, bundle_id)
            player.may_be_called = len(in_flight) > 0
            pending += in_flight
    free = [one for one in pending if one["pid"] not in device.players[one["bundleID"]].running]
    first = min(free, key=lambda callback: callback["sequence"], default=None)
    if first is not None:
        others = [one for one in pending if one["bundleID"] == first["bundleID"] and one is not first]
        device.players[first["bundleID"]].may_be_called = len(others) > 0
    return first


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
    """Runs the handlers of a callback, and completes it; what that caused."""
    player = device.players[callback["bundleID"]]
    running = yield from call(device, player, callback)
    if running.has_ended:
        return running.outcome
    returned = [one for one in running.returned if one is not None and not isinstance(one, OWN_RESULTS)]
    name = callback["name"]
    if name == "didReceive(_:withContentHandler:)" and name not in player.code_class.handlers:
        # Without code of its own an extension shows a notification as it came.
        returned = [{}]
    actions = [result.action for result in running.last]
    try:
        app = device.app(callback["bundleID"])
        done = yield from app.complete(callback["sequence"], actions, returns=returned[-1] if returned else None)
    except Refused as refusal:
        if refusal.code not in TOO_LATE:
            raise named(refusal, running.last, callback["name"], running.function) from None
        return running.outcome
    settled(device, running.last, done)
    yield from running.note(done)
    return running.outcome


def call(device: DeviceSteps, player: Player[Any], callback: Callback) -> Flow[Running]:
    """Calls what handles a callback, in the code of its process."""
    pid, name, now = callback["pid"], callback["name"], instant(callback["startedAt"])
    is_extension = "extension" in callback
    running = Running(
        device,
        player,
        pid,
        now if player.now is None else max(now, player.now),
        name,
        # The system takes actions of a process only from `main` on.
        defers=name == "preMain",
        extension=callback.get("extension"),
    )
    code, first = player.code_of(pid, is_extension)
    player._called.add(name)

    def functions() -> list[Run[Any]]:
        return [*first, *code._functions(callback)]

    yield from player.call(code, functions, running)
    if name in FETCHES and name not in player.code_class.handlers:
        running.do_last({"action": "log", "message": f"{name} has no handler here: the client answers noData"})
        running.do_last({"action": "completeFetch", "identifier": callback["sequence"], "result": "noData"})
    return running


def run(device: DeviceSteps, player: Player[Any], function: Run[Any]) -> Flow[Any]:
    """Calls a function as code of an app's process, between callbacks. What it raises has crashed the app."""
    app = device.app(player.bundle_id)
    document = yield from app.read()
    pid, state = document["pid"], document["state"]
    if pid is None or state == "suspended":
        raise AttachedAppError(f"no code of {player.bundle_id} can run: it is {state}")
    owner = getattr(function.function, "__self__", None)
    if isinstance(owner, AppCode):
        owner._require_living()
    code, first = player.code_of(pid)
    if getattr(type(code), getattr(function.function, "__name__", ""), None) is function.function:
        # A method of the class, as explorations take it.
        function = Run(function.function, (code, *function.arguments))
    clock = yield from device.clock()
    running = Running(device, player, pid, instant(clock["now"]))
    yield from player.call(code, lambda: [*first, function], running)
    if running.last and not running.has_ended:
        try:
            outcome = yield from app._act([result.action for result in running.last])
        except Refused as refusal:
            raise named(refusal, running.last, None, running.function) from None
        settled(device, running.last, outcome)
        yield from running.note(outcome)
    yield from play_pending(device)
    if running.error is not None and not player.is_explored:
        player.exceptions.remove(running.error)
        raise running.error
    return running.returned[-1] if running.returned else None


def settled(device: DeviceSteps, results: Sequence[ActionResult], outcome: models.Outcome) -> None:
    """Notes what came of what code did."""
    settle(results, outcome)
    device._refused += [result for result in results if result.unseen_refusal is not None]


def named(refusal: Refused, results: Sequence[ActionResult], callback: str | None, function: str) -> CodeRefused:
    """The refusal of what code did, which names the function and the action."""
    number = refusal.action_index
    who, what = function, ""
    if number is not None and number < len(results):
        who, what = results[number].function, f" did {described(results[number].action)}"
    caller = f", called for {callback}," if callback else ""
    return CodeRefused({**refusal.problem, "detail": f"{who}{caller}{what}: {refusal.detail}"}, refusal.status)


def observe(device: DeviceSteps, outcome: models.Outcome | models.AdvanceOutcome) -> Flow[None]:
    """Shows every player what happened, also what somebody else has caused since."""
    players, before = device.players, outcome["sequence"] - len(outcome["records"])
    missed: list[models.Record] = []
    if players.last_sequence is not None and players.last_sequence < before:
        later = yield from device.timeline(after=players.last_sequence)
        missed = [record for record in later if record["sequence"] <= before]
    players.last_sequence = outcome["sequence"]
    for player in players.values():
        for record in (*missed, *outcome["records"]):
            player.observe(record)
        player.now = instant(outcome["time"])


def plain(outcome: models.AdvanceOutcome) -> models.Outcome:
    """What an advance caused, as the outcome of any input."""
    names = ("device", "time", "sequence", "records", "apps", "nextDeadline")
    return cast(models.Outcome, {name: value for name, value in outcome.items() if name in names})


def merged(first: models.Outcome, second: models.Outcome) -> models.Outcome:
    """Two outcomes as one."""
    apps = {app["bundleID"]: app for app in (*first["apps"], *second["apps"])}
    return {**second, "records": first["records"] + second["records"], "apps": list(apps.values())}
