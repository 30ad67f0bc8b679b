"""The code of an attached app: a class whose methods handle callbacks."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NoReturn, TypeAlias, TypeVar, get_args

from . import models
from .calls import Run, given, instant, instant_text, shortened
from .errors import AttachedAppError
from .states import encoded_state, function_state, value_state
from .verdicts import ActionResult
from .world import CANNOT_CONNECT, AppDisk, Exchange, Response, World, free_name

if TYPE_CHECKING:
    from .playing import Running

# pytest shows no frames of this module.
__tracebackhide__ = True

Callback: TypeAlias = models.AppCallback
TaskKind: TypeAlias = Literal["appRefresh", "processing", "continuedProcessing"]
FetchResult: TypeAlias = Literal["newData", "noData", "failed"]
CrashKind: TypeAlias = Literal["abort", "badAccess", "busError", "illegalInstruction", "breakpoint"]
ClockName: TypeAlias = Literal["uptime", "wall"]
Handler = TypeVar("Handler", bound=Callable[..., Any])

# The longest texts that the server takes, in bytes.
MOST_BYTES_OF_MESSAGE, MOST_BYTES_OF_SIGNATURE = 8192, 256
# Actions after which no more of the code runs.
LAST_ACTIONS = {"crash", "exit", "hang"}
# The callbacks of a session's delegate about one transfer, in their order.
TRANSFER_CALLBACKS = (
    "urlSession(_:downloadTask:didFinishDownloadingTo:)",
    "urlSession(_:task:didCompleteWithError:)",
)


def on(*names: models.PendingCallbackName) -> Callable[[Handler], Handler]:
    """Makes a method of an `AppCode` a handler of callbacks, named as Apple names them.

    Several handlers of one callback are called in the order in which they stand in the class. A handler of a
    notification makes the app observe it, unless the manifest says what it `observes`.
    """
    for name in names:
        require_callback(name)

    def mark(handler: Handler) -> Handler:
        handler.__dict__["greenroom_callbacks"] = names
        return handler

    return mark


def require_callback(name: str) -> None:
    """Raises `AttachedAppError` unless there is a callback of this name."""
    known = get_args(models.PendingCallbackName)
    if name not in known:
        near = get_close_matches(name, known, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise AttachedAppError(f"there is no callback {name}{hint}")


class Timer:
    """Something that the app's code will do later; `cancel` forgets it."""

    def __init__(
        self, clock: ClockName, at: int, due: datetime, function: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> None:
        self.clock = clock
        """The clock that it follows."""
        self.at = at
        """When it fires: what that clock shows then, in milliseconds."""
        self.due = due
        """When it fires by the wall clock, if the device does not sleep before."""
        self.function = function
        self.arguments = arguments
        self.cancelled = False

    def cancel(self) -> None:
        """The function will not be called."""
        self.cancelled = True


class BackgroundTask:
    """What identifies a background task that was begun, as `UIBackgroundTaskIdentifier` does."""

    def __init__(self, name: str, result: ActionResult) -> None:
        self.name = name
        self.result = result
        """What the system has decided about it."""
        self.number: int | None = result.task_number

    @property
    def is_valid(self) -> bool:
        """Whether the system has begun it; otherwise it is `invalid`."""
        return not self.result.refused


class Request:
    """A request of a default `URLSession` that is under way; `cancel` ends it with the error -999."""

    def __init__(
        self, code: AppCode, identifier: str, exchange: Exchange, then: Callable[[Response], Any] | None
    ) -> None:
        self._code = code
        self.identifier = identifier
        """What Greenroom calls it."""
        self.exchange = exchange
        self.then = then

    def cancel(self) -> ActionResult:
        """`URLSessionTask.cancel()`; nothing happens if it is answered already."""
        return self._code.act("cancelRequest", identifier=self.identifier)

    @property
    def state(self) -> list[Any]:
        """What it is, and what comes after it, as JSON."""
        return [self.identifier, self.exchange.state, function_state(self.then)]


class AppCode:
    """The code of an attached app. Subclass it, and mark handlers of callbacks with `@on(name)`.

    Each process of the app has an instance of its own, so what an instance knows is lost when the process ends, as it
    is on a phone; `world` is what lasts. Callbacks without a handler return at once. What a handler returns is what the
    callback returns. Callbacks with entries in `manifest["behavior"]` are played by the server.
    """

    bundle_id: ClassVar[str] = ""
    """The app's identifier, unless the test gives one."""
    manifest: ClassVar[Mapping[str, Any]] = {}
    """What the app is installed with: the fields of `models.InstalledApp`."""
    raises_exceptions: ClassVar[bool] = False
    """Whether an exception of a handler ends the test. Otherwise it is a crash of the app."""
    handlers: ClassVar[Mapping[str, Sequence[str]]] = {}
    """The names of the methods, by callback."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        found = dict(cls.handlers)
        for name, member in vars(cls).items():
            for callback in getattr(member, "greenroom_callbacks", ()):
                found[callback] = [*(one for one in found.get(callback, ()) if one != name), name]
        cls.handlers = found

    @classmethod
    def set_up_world(cls, world: World) -> None:
        """Yours to write: what is on the disk and how the server answers when the app is installed."""

    def __init__(self, world: World, pid: int) -> None:
        self.world = world
        """What outlasts the process, as the test controls it."""
        self.disk = AppDisk(self, world)
        """The app's files, preferences and keychain items."""
        self.pid = pid
        """The process."""
        self._end: str | None = None
        self._run: Running | None = None
        self._timers: list[Timer] = []
        # What was asked for last, by clock.
        self._alarms: dict[str, int] = {}
        # The wall clock minus the uptime clock, in milliseconds; not known after a suspension, in which the device may
        # have slept.
        self._slept: int | None = None
        self._unsaved: dict[str, int] = {}
        # Those that are open, in order, and their expiration handlers.
        self._open_tasks: list[int] = []
        self._tasks: dict[int | None, Callable[[], Any]] = {}
        self._registered: dict[str, tuple[Callable[[], Any], Callable[[], Any] | None]] = {}
        self._requests: dict[str, Request] = {}
        # By the sequences of callbacks.
        self._transferred: dict[int, Response] = {}
        self._own = frozenset((*vars(self), "_own"))

    def prepare(self) -> None:
        """Yours to write: called when a process begins, in `main`; it may do everything that code may do."""

    def abstract_state(self) -> Any:
        """What the code knows that decides what it will do, as JSON, for explorations: its attributes, unless you
        write it. None, as where an attribute is no JSON, says nothing.

        Background tasks, requests, timers and methods of the code are told by their names and their order. Two
        sequences are taken for one only where this is equal, and the world, the timers, the requests and the device
        are. If it is None, no two are while the process lives.
        """
        try:
            return self._told({name: value for name, value in vars(self).items() if name not in self._own})
        except (TypeError, ValueError):
            return None

    def _untold(self) -> list[str]:
        """The attributes that are no JSON, by their names."""

        def is_untold(value: Any) -> bool:
            try:
                self._told(value)
            except (TypeError, ValueError):
                return True
            return False

        return [name for name, value in vars(self).items() if name not in self._own and is_untold(value)]

    def _told(self, value: Any) -> Any:
        """A value as JSON: what identifies something of the process is told by what that is.

        Raises `TypeError` or `ValueError` for what is no JSON.
        """
        return json.loads(json.dumps(value, default=self._told_object))

    def _told_object(self, value: Any) -> Any:
        if isinstance(value, BackgroundTask):
            return {"task": value.name, "number": self._order_of(value.number)}
        if isinstance(value, Request):
            return {"request": value.identifier, "isUnderWay": self._requests.get(value.identifier) is value}
        if isinstance(value, Timer):
            return {"timer": self.timers.index(value) if value in self.timers else -1}
        if getattr(value, "__self__", None) is self:
            return {"function": value.__name__}
        return encoded_state(value)

    def _waiting_state(self, now: datetime) -> Any:
        """What the process waits for, as JSON."""
        # Timers of one clock keep their distances, also where the device has slept between two of them.
        first = {clock: min(timer.at for timer in self.timers if timer.clock == clock) for clock in self._clocks}
        return {
            "timers": [
                [
                    (timer.due - now).total_seconds(),
                    timer.clock,
                    timer.at - first[timer.clock],
                    function_state(timer.function),
                    value_state(timer.arguments),
                ]
                for timer in self.timers
            ],
            "requests": [request.state for request in self._requests.values()],
            "tasks": [
                [self._order_of(number), function_state(expiration)] for number, expiration in self._tasks.items()
            ],
            "registered": {
                identifier: [function_state(function) for function in functions]
                for identifier, functions in self._registered.items()
            },
            "unsaved": self._unsaved,
        }

    def _order_of(self, number: int | None) -> int | None:
        """Which of the open tasks has this number, from 1 on; None if it has ended or never begun."""
        return self._open_tasks.index(number) + 1 if number in self._open_tasks else None

    @property
    def _clocks(self) -> list[ClockName]:
        """The clocks that timers follow."""
        return [clock for clock in get_args(ClockName) if any(timer.clock == clock for timer in self.timers)]

    # What it can ask for

    @property
    def is_running(self) -> bool:
        """Whether code of the process runs now."""
        return self._run is not None

    @property
    def running(self) -> Running:
        """The call of code that goes on now."""
        self._require_living()
        if self._run is None:
            name = type(self).__name__
            raise AttachedAppError(f"{name} acts while none of its code runs; let app.run(function) call it")
        self._run.require_living()
        return self._run

    def _require_living(self) -> None:
        """Raises `AttachedAppError` if the process has ended; while its code still runs, `running` ends that."""
        if self._end is not None and self._run is None:
            name = type(self).__name__
            raise AttachedAppError(
                f"this is the {name} of the process {self.pid}, which {self._end}; app.code is that of the living one"
            )

    @property
    def now(self) -> datetime:
        """What the device's clock shows."""
        return self.running.now

    @property
    def uptime(self) -> float:
        """How many seconds the device has been awake since it started: `ProcessInfo.systemUptime`."""
        return self._clock("uptime") / 1000

    @property
    def application_state(self) -> models.AppState:
        """`UIApplication.applicationState`."""
        return self.running.process["state"]

    @property
    def background_time_remaining(self) -> float:
        """`UIApplication.backgroundTimeRemaining`, in seconds; infinite where iOS gives its greatest number."""
        remaining = self.running.process["backgroundTimeRemainingSeconds"]
        return math.inf if remaining is None else remaining

    @property
    def is_protected_data_available(self) -> bool:
        """`UIApplication.isProtectedDataAvailable`."""
        return bool(self.running.process.get("isProtectedDataAvailable", True))

    @property
    def scenes(self) -> Sequence[Mapping[str, Any]]:
        """The scenes that are connected, each with its `sceneID`, `role` and `state`."""
        return self.running.process["scenes"]

    # What it can do

    def act(self, action: models.ActionName, **fields: Any) -> ActionResult:
        """Does something that Greenroom knows of, with the fields of that action, at this instant.

        What the system decides about it is in what this returns. A crash, `exit` and `hang` do not return.
        """
        done = {"action": action, **given(**fields)}
        if action in LAST_ACTIONS:
            self.running.end(done)
        return self.running.act(done)

    def crash(self, exception: CrashKind = "abort", message: str | None = None) -> NoReturn:
        """Ends the process as a crash does. It does not return.

        The message explains the end of the process. Crashes in different places of the code are different ones to a
        search.
        """
        caller = sys._getframe(1)
        file = caller.f_code.co_filename.rpartition("/")[2]
        self.running.end(crash_action(exception, message, f"{file}:{caller.f_lineno}, in {caller.f_code.co_name}"))

    def takes(self, seconds: float) -> None:
        """Keeps the main thread busy for so long, on the device's clock (which must be a manual one)."""
        self.running.takes(seconds)

    def after(
        self, seconds: float, function: Callable[..., Any], *arguments: Any, clock: ClockName = "uptime"
    ) -> Timer:
        """Calls a function later; later still if the process is suspended then, as on a phone.

        The uptime clock stands still while the device sleeps; `Timer` and `asyncAfter(deadline:)` follow it.
        `asyncAfter(wallDeadline:)` follows the wall clock.
        """
        due = self.now + timedelta(seconds=seconds)
        timer = Timer(clock, self._clock(clock) + round(seconds * 1000), due, function, arguments)
        self._timers.append(timer)
        return timer

    def edited(self, path: str, count: int = 1) -> None:
        """The user has made changes that the file at this path will hold; writing the file saves them."""
        self.act("edit", count=count)
        self._unsaved[path] = self._unsaved.get(path, 0) + count

    def _saved(self, path: str) -> None:
        count = self._unsaved.pop(path, 0)
        if count:
            self.act("save", count=count)

    # Background tasks and BGTaskScheduler, as UIKit and BackgroundTasks offer them

    def begin_background_task(self, name: str, expiration: Callable[[], Any] | None = None) -> BackgroundTask:
        """`beginBackgroundTask(withName:expirationHandler:)`."""
        result = self.act("beginBackgroundTask", name=name, hasExpirationHandler=expiration is not None)
        task = BackgroundTask(name, result)
        if task.number is not None:
            self._open_tasks.append(task.number)
            if expiration is not None:
                self._tasks[task.number] = expiration
        return task

    def end_background_task(self, task: BackgroundTask) -> ActionResult:
        """`endBackgroundTask(_:)`."""
        if not isinstance(task, BackgroundTask):
            raise AttachedAppError(
                f"a background task is ended by what begin_background_task has given, not by {task!r}"
            )
        self._tasks.pop(task.number, None)
        if task.number is None:
            return self.act("endBackgroundTask", name=task.name)
        if task.number in self._open_tasks:
            self._open_tasks.remove(task.number)
        return self.act("endBackgroundTask", number=task.number)

    def register_task(
        self, identifier: str, launch: Callable[[], Any], expiration: Callable[[], Any] | None = None
    ) -> ActionResult:
        """`BGTaskScheduler.register`; to be called before `application(_:didFinishLaunchingWithOptions:)` returns."""
        self._registered[identifier] = (launch, expiration)
        return self.act("registerTask", identifier=identifier, hasExpirationHandler=expiration is not None)

    def submit_task_request(
        self, identifier: str, kind: TaskKind = "appRefresh", *, earliest_begin_after: float | None = None
    ) -> ActionResult:
        """`BGTaskScheduler.submit`."""
        return self.act(
            "submitTaskRequest", identifier=identifier, kind=kind, earliestBeginAfterSeconds=earliest_begin_after
        )

    def complete_task(self, identifier: str, *, success: bool = True) -> ActionResult:
        """`BGTask.setTaskCompleted(success:)`."""
        return self.act("completeTask", identifier=identifier, success=success)

    def complete_fetch(self, callback: Callback | int, result: FetchResult = "newData") -> ActionResult:
        """Calls the completion handler of a silent push or a background fetch, given the callback or its sequence."""
        identifier = callback if isinstance(callback, int) else callback["sequence"]
        return self.act("completeFetch", identifier=identifier, result=result)

    # The network

    def request(
        self, method: str, path: str, body: Any = None, then: Callable[[Response], Any] | None = None
    ) -> Request:
        """Sends a request of a default `URLSession` to the server of `world.network`.

        `then` is called with the response, in this process and while it runs. If the process is suspended before the
        answer, the connection is lost, and `then` gets the error -1005 when it runs again.
        """
        network = self.world.network
        exchange = network.exchange(method, path, body)
        request = Request(self, free_name(f"{method} {path}", self._requests), exchange, then)
        if network.offline:
            if then is not None:
                self.after(0, then, Response(error=CANNOT_CONNECT), clock="wall")
            return request
        self._requests[request.identifier] = request
        answer = exchange.answer
        self.act("startRequest", identifier=request.identifier, seconds=answer.delay, arrives=answer.arrives)
        return request

    def transfer(
        self,
        session: str,
        method: str,
        path: str,
        body: Any = None,
        *,
        kind: Literal["download", "upload"] | None = None,
        discretionary: bool | None = None,
    ) -> ActionResult:
        """Begins a transfer of a background `URLSession`, which goes on without the process.

        What came of it is told to the delegate: `transferred` in `urlSession(_:task:didCompleteWithError:)`.
        """
        exchange = self.world.network.exchange(method, path, body)
        return self.act(
            "startTransfer",
            identifier=session,
            seconds=exchange.answer.delay,
            kind=kind,
            discretionary=discretionary,
            taskDescription=self.world.network.begin_transfer(session, exchange),
        )

    def transferred(self, callback: Callback) -> Response:
        """What the transfer led to that a callback of a session's delegate is about."""
        return self._transferred[callback["sequence"]]

    # What is called

    def _functions(self, callback: Callback) -> list[Run[Any]]:
        """What a callback calls."""
        name = callback["name"]
        arguments: Mapping[str, Any] = callback["arguments"]
        if name in TRANSFER_CALLBACKS:
            self._transferred[callback["sequence"]] = self._transfer_response(name, arguments)
        methods = self.handlers.get(name, ())
        if methods:
            return [Run(getattr(self, method), (callback,)) for method in methods]
        if name == "alarmHandler":
            return self._take_due_timers(arguments.get("clock", "wall"))
        if name == "requestCompletionHandler":
            return self._take_request(str(arguments.get("identifier")), arguments)
        launch, expiration = self._registered.get(str(arguments.get("identifier")), (None, None))
        if name == "expirationHandler":
            expired = self._tasks.pop(arguments.get("number"), None)
            return [] if expired is None else [Run(expired)]
        routed = {
            "launchHandler": launch,
            "taskExpirationHandler": expiration,
        }.get(name)
        return [] if routed is None else [Run(routed)]

    def _take_due_timers(self, clock: ClockName) -> list[Run[Any]]:
        now = self._clock(clock)
        self._alarms.pop(clock, None)
        due = sorted((one for one in self._timers if one.clock == clock and one.at <= now), key=lambda one: one.at)
        self._timers = [one for one in self._timers if one not in due]
        return [Run(timer.function, timer.arguments) for timer in due if not timer.cancelled]

    def _take_request(self, identifier: str, arguments: Mapping[str, Any]) -> list[Run[Any]]:
        request = self._requests.pop(identifier, None)
        if request is None:
            return []
        error = error_code(arguments)
        response = Response(error=error) if error is not None else self._delivered(request, self.now)
        return [] if request.then is None else [Run(request.then, (response,))]

    def _transfer_response(self, name: str, arguments: Mapping[str, Any]) -> Response:
        error = error_code(arguments)
        if error is not None:
            return Response(error=error)
        session, description = str(arguments.get("session")), str(arguments.get("taskDescription"))
        return self.world.network.transferred(session, description, name == TRANSFER_CALLBACKS[-1])

    def _delivered(self, request: Request, now: datetime) -> Response:
        return self.world.network.deliver(request.exchange, now)

    def _clock(self, clock: ClockName) -> int:
        """What a clock shows, in milliseconds."""
        wall = round(self.now.timestamp() * 1000)
        if clock == "wall":
            return wall
        if self._slept is None:
            self._slept = wall - round(self.running.process["uptimeSeconds"] * 1000)
        return wall - self._slept

    def _set_alarms(self) -> None:
        """Asks for the next timer of each clock; Greenroom keeps one for each."""
        self._timers = [timer for timer in self._timers if not timer.cancelled]
        if not self._alarms.keys() <= set(self._clocks):
            # This cancels those of both clocks.
            self.running.do_last({"action": "setAlarm"})
            self._alarms.clear()
        for clock in self._clocks:
            first = min((timer for timer in self._timers if timer.clock == clock), key=lambda timer: timer.at)
            if first.at == self._alarms.get(clock):
                continue
            self._alarms[clock] = first.at
            if clock == "wall":
                self.running.do_last({"action": "setAlarm", "at": instant_text(first.due)})
            else:
                seconds = max(0, first.at - self._clock("uptime")) / 1000
                self.running.do_last({"action": "setAlarm", "afterSeconds": seconds})

    # What happens to its process

    def _observe(self, record: models.Record) -> None:
        """Notes what happened to the process."""
        if record["kind"] == "process" and record["to"] == "suspended":
            self._slept = None
        elif record["kind"] == "verdict" and record["subject"] == "request" and record["verdict"] == "delivered":
            request = self._requests.get(record.get("identifier", ""))
            if request is not None:
                self._delivered(request, instant(record["time"]))

    @property
    def timers(self) -> list[Timer]:
        """What `after` will call, in order."""
        return sorted((one for one in self._timers if not one.cancelled), key=lambda one: one.due)

    def overdue(self, now: datetime) -> list[Timer]:
        """What should have happened by now, and could not because the process was suspended."""
        return [timer for timer in self.timers if timer.due < now]


def crash_action(exception: CrashKind, message: str | None, signature: str) -> models.Action:
    """The end of a process by a crash, with texts as long as the server takes."""
    texts = given(message=shortened(message or "", MOST_BYTES_OF_MESSAGE) or None)
    return {
        "action": "crash",
        "exception": exception,
        **texts,
        "signature": shortened(signature, MOST_BYTES_OF_SIGNATURE),
    }


def error_code(arguments: Mapping[str, Any]) -> int | None:
    """The code of the error that a completion handler is given."""
    error = arguments.get("error")
    return error.get("code") if isinstance(error, Mapping) else None
