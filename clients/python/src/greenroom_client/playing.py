"""Plays attached apps: the server asks for each callback, its handler runs here, and then the callback is completed."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar, cast

from . import models
from .app_code import AppCode, BackgroundTask, Callback, Request, Timer, crash_action, require_callback
from .calls import Flow, Run, given, instant, name_of
from .errors import (
    AttachedAppError,
    CodeRefused,
    GreenroomError,
    ProcessEnded,
    Refused,
    SystemRefusal,
    signature_of,
    stack_of,
)
from .manifests import manifest_of, require_declared, require_not_in_vain
from .verdicts import ActionResult, described, settle
from .world import Protection, World

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
# What code does between callbacks that leads to nothing that it could ask for.
SENT_LATER = {"edit", "save", "log", "startRequest"}
# The events that make protected data available or unavailable, on a device with a passcode.
LOCKING = {"device.lock", "device.unlock", "device.powerOn", "device.reboot", "device.powerOff", "device.upgradeOS"}
# Callbacks with a completion handler that must be called, or the process is killed.
FETCHES = {
    "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
    "application(_:performFetchWithCompletionHandler:)",
}
# What a handler may return that is nothing to the system: that of its last line.
OWN_RESULTS = (ActionResult, BackgroundTask, Request, Timer)

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
        """What is sent when it returns, or before something else is asked of the server."""
        self.outcome: models.Outcome | None = None
        """What it has caused so far."""
        self.is_over = False
        """Whether no more of the code runs."""

    @property
    def process(self) -> models.Process:
        """Its process, as it is now."""
        self.flush()
        process: models.Process = self.device.perform(self.device.process(self.pid))
        return process

    @property
    def protected(self) -> frozenset[Protection]:
        """The data protection classes of the files that cannot be read now."""
        self.require_living()
        protected: frozenset[Protection] = self.device.perform(protected_classes(self.device))
        return protected

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
        """Does something at this instant.

        It need not be sent at once: no time passes for the code before it takes some, asks something or returns.
        """
        self.require_living()
        result = ActionResult(action, self.player.bundle_id, self.function)
        result.ask = self._ask
        self.last.append(result)
        # The number of a background task is known at once.
        waits = self.callback is not None and action["action"] != "beginBackgroundTask"
        if not waits and action["action"] not in SENT_LATER:
            self.flush()
        return result

    def flush(self) -> None:
        """Sends what the code has done and was not sent yet; ends the code with its process."""
        self.require_living()
        if self.last and not self.defers:
            results, self.last = self.last, []
            self.device.perform(self.send(results))
            self.require_living()

    def _ask(self) -> None:
        """Sends what was not sent yet, if code still runs."""
        if self.pid in self.player.running and not self.is_over and not self.has_ended:
            self.flush()

    def send(self, results: Sequence[ActionResult]) -> Flow[None]:
        """Sends what the code has done."""
        actions = [{**result.action, **given(extension=self.extension)} for result in results]
        try:
            outcome: models.Outcome = yield from self.device.app(self.player.bundle_id)._act(actions)
        except Refused as refusal:
            if refusal.code == "process-not-running":
                self.is_over = True
                self.device.players.in_flight = None
                return
            raise named(refusal, results, self.callback, self.function) from None
        settled(self.device, results, outcome)
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
        self.do_last(crash_action("abort", stack_of(error), signature_of(error)))
        self.is_over = True

    def takes(self, seconds: float) -> None:
        """Lets time pass while the code runs."""
        self.flush()
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
    exit_of_process: models.Condition = {"record": {"kind": "exit", "bundleID": player.bundle_id, "pid": running.pid}}
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
        # No callback is in flight whose end would stop the clock where code runs between callbacks.
        goal = {"seconds": rest} if running.callback else {"until": exit_of_process, "limitSeconds": rest}
        during = [one["sequence"] for one in device.players.in_flight or [] if is_running(device, one)]
        outcome: models.AdvanceOutcome = yield from device._advance({**goal, "during": during, "stopAtCallbacks": True})
        require_player(device, outcome)
        yield from running.note(plain(outcome))
        running.now = instant(outcome["time"])


def require_player(device: DeviceSteps, outcome: models.AdvanceOutcome) -> None:
    """Raises `AttachedAppError` if the clock stands still for callbacks that nobody here completes."""
    callbacks = outcome.get("callbacks", [])
    if outcome["stopped"] != "callback" or any(callback["bundleID"] in device.players for callback in callbacks):
        return
    waiting = ", ".join(f"{callback['bundleID']} is in {callback['name']}" for callback in callbacks)
    completions = " and ".join(
        f'device.app("{callback["bundleID"]}").complete({callback["sequence"]})' for callback in callbacks
    )
    raise AttachedAppError(
        f"time stands still at {outcome['time']}: {waiting}, and no code is attached for that here; complete it with"
        f" {completions}, attach its code, or let time pass all the same with advance(..., stop_at_callbacks=False)"
    )


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
            require_declared(name, self.manifest, self.bundle_id)
            require_not_in_vain(name, self.manifest, self.bundle_id)
            methods = self.code_class.handlers.get(name, ())
            attribute = f"handler {len(methods) + 1} of {name}"
            setattr(self.code_class, attribute, function)
            self.code_class.handlers = {**self.code_class.handlers, name: [*methods, attribute]}

    def observe(self, record: models.Record) -> None:
        """Notes what happened to the app and its processes."""
        if record.get("bundleID") != self.bundle_id:
            return
        pid = record.get("pid", 0)
        if record["kind"] == "exit":
            self.forget(pid, f"ended at {record['time']}: {record['reason']} ({record['code']})")
        elif record["kind"] == "verdict" and record["subject"] == "transfer":
            if record["verdict"] in ("finished", "cancelled", "refused"):
                session, description = record.get("identifier", ""), record.get("taskDescription", "")
                network = self.world.network
                network.end_transfer(session, description, record["verdict"], instant(record["time"]))
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
    in_flight: list[Callback] | None = None
    """The callbacks that wait for their handlers, as the last answer has them; None where they must be asked for."""
    has_passcode: bool | None = None
    """Whether the device has a passcode, once that is known. Without one all files can be read at any time."""
    protected: frozenset[Protection] | None = None
    """The data protection classes of the files that cannot be read now; None where they must be asked for."""
    apps: Mapping[str, models.AppSummary] = MappingProxyType({})
    """The apps, as the last answer has them."""

    def summary(self, player: Player[Any]) -> models.AppSummary | None:
        """An app that is explored, as it is now: nobody else changes its device."""
        return self.apps.get(player.bundle_id) if player.is_explored else None


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
    if device.players.in_flight is None:
        device.players.in_flight = []
        for bundle_id in list(device.players):
            device.players.in_flight += yield from callbacks_in_flight(device, bundle_id)
    free = [
        one for one in device.players.in_flight if one["bundleID"] in device.players and not is_running(device, one)
    ]
    return min(free, key=lambda callback: callback["sequence"], default=None)


def is_running(device: DeviceSteps, callback: Callback) -> bool:
    """Whether the process of a callback runs code here."""
    player = device.players.get(callback["bundleID"])
    return player is not None and callback["pid"] in player.running


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
        device.players.in_flight = None
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


def run(device: DeviceSteps, player: Player[Any], function: Run[Any], first: models.Action | None = None) -> Flow[Any]:
    """Calls a function as code of an app's process, between callbacks. What it raises has crashed the app.

    `first` is an action that comes before all that the function does.
    """
    app = device.app(player.bundle_id)
    document = device.players.summary(player)
    if document is None:
        document = yield from app.read()
    pid, state = document["pid"], document["state"]
    if pid is None or state == "suspended":
        raise AttachedAppError(f"no code of {player.bundle_id} can run: it is {state}")
    owner = getattr(function.function, "__self__", None)
    if isinstance(owner, AppCode):
        owner._require_living()
    code, beginning = player.code_of(pid)
    if getattr(type(code), getattr(function.function, "__name__", ""), None) is function.function:
        # A method of the class, as explorations take it.
        function = Run(function.function, (code, *function.arguments))
    # Nobody else moves the clock of an exploration.
    now = player.now if player.is_explored else None
    running = Running(device, player, pid, now or instant((yield from device.clock())["now"]))
    if first is not None:
        running.do_last(first)
    yield from player.call(code, lambda: [*beginning, function], running)
    if running.last and not running.has_ended:
        yield from running.send(running.last)
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


def protected_classes(device: DeviceSteps) -> Flow[frozenset[Protection]]:
    """The data protection classes of the files that cannot be read now."""
    players = device.players
    if players.has_passcode is not False and players.protected is None:
        document: models.Device = yield from device.read()
        players.has_passcode = document["passcode"]
        available: dict[Protection, bool] = {
            "complete": document["isProtectedDataAvailable"],
            "untilFirstUserAuthentication": document["unlockedSinceBoot"],
        }
        players.protected = frozenset(name for name, is_available in available.items() if not is_available)
    return players.protected or frozenset()


def observe(device: DeviceSteps, outcome: models.Outcome | models.AdvanceOutcome) -> Flow[None]:
    """Shows every player what happened, also what somebody else has caused since."""
    players, before = device.players, outcome["sequence"] - len(outcome["records"])
    missed: list[models.Record] = []
    if players.last_sequence is not None and players.last_sequence < before:
        later = yield from device.timeline(after=players.last_sequence)
        missed = [record for record in later if record["sequence"] <= before]
    players.last_sequence = outcome["sequence"]
    players.in_flight = list(outcome.get("callbacks", []))
    players.apps = {**players.apps, **{app["bundleID"]: app for app in outcome["apps"]}}
    for record in (*missed, *outcome["records"]):
        if record["kind"] == "input" and record.get("event", {}).get("type") in LOCKING:
            players.protected = None
        for player in players.values():
            player.observe(record)
    for player in players.values():
        player.now = instant(outcome["time"])


def plain(outcome: models.AdvanceOutcome) -> models.Outcome:
    """What an advance caused, as the outcome of any input."""
    names = ("device", "time", "sequence", "records", "apps", "nextDeadline", "callbacks")
    return cast(models.Outcome, {name: value for name, value in outcome.items() if name in names})


def merged(first: models.Outcome, second: models.Outcome) -> models.Outcome:
    """Two outcomes as one."""
    apps = {app["bundleID"]: app for app in (*first["apps"], *second["apps"])}
    return {**second, "records": first["records"] + second["records"], "apps": list(apps.values())}
