"""The code of an attached app: a class whose methods handle callbacks."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from difflib import get_close_matches
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar, get_args

from . import models
from .calls import Flow, Run, given, instant, instant_text
from .errors import AttachedAppError
from .verdicts import ActionResult

# pytest shows no frames of this module.
__tracebackhide__ = True

Callback: TypeAlias = models.AppCallback
TaskKind: TypeAlias = Literal["appRefresh", "processing", "continuedProcessing"]
FetchResult: TypeAlias = Literal["newData", "noData", "failed"]
Handler = TypeVar("Handler", bound=Callable[..., Any])

# How much of what an exception says is in the message of a record.
MOST_CHARACTERS_OF_MESSAGE = 200


def on(*names: models.PendingCallbackName) -> Callable[[Handler], Handler]:
    """Makes a method of an `AppCode` the handler of callbacks, named as Apple names them.

    Notifications of UIKit are heard by apps whose manifest has `hearsNotifications`; another app with a handler of
    one cannot be attached.
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

    def __init__(self, due: datetime, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self.due = due
        self.function = function
        self.arguments = arguments
        self.cancelled = False

    def cancel(self) -> None:
        """The function will not be called."""
        self.cancelled = True


class AppCode:
    """The code of an attached app. Subclass it, and mark handlers of callbacks with `@on(name)`.

    Each process of the app has an instance of its own, so what an instance knows is lost when the process ends, as it
    is on a phone; `storage`, for plain values, is what lasts. Callbacks without a handler return at once. What a
    handler returns is what the callback returns. Callbacks with entries in `manifest["behavior"]` are played by the
    server.
    """

    bundle_id: ClassVar[str] = ""
    """The app's identifier, unless the test gives one."""
    manifest: ClassVar[Mapping[str, Any]] = {}
    """What the app is installed with: the fields of `models.InstalledApp`."""
    handlers: ClassVar[Mapping[str, str]] = {}
    """The names of the methods, by callback."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        found = dict(cls.handlers)
        for name, member in vars(cls).items():
            for callback in getattr(member, "greenroom_callbacks", ()):
                found[callback] = name
        cls.handlers = found

    def __init__(self, storage: dict[str, Any]) -> None:
        self.storage = storage
        """What outlives the process: the app's files."""
        self._run: Running | None = None
        self._timers: list[tuple[datetime, int, Timer]] = []
        self._numbers = itertools.count()
        self._alarm: datetime | None = None
        self._task_expirations: dict[str, Callable[[], Any]] = {}
        self._registered: dict[str, tuple[Callable[[], Any], Callable[[], Any] | None]] = {}
        self.prepare()

    def prepare(self) -> None:
        """Called when a process begins, before its first callback: what `main` would set up."""

    def abstract_state(self) -> Any:
        """Yours to write, for explorations: what the code knows that decides what it will do, as JSON.

        Two sequences are taken for one only where this is equal, and the storage, the timers and the device are. None,
        as without this method: no two are.
        """
        return None

    @property
    def running(self) -> Running:
        """What the code has done since it was called."""
        if self._run is None:
            name = type(self).__name__
            raise AttachedAppError(f"{name} acts while none of its code runs; let app.run(function) call it")
        return self._run

    @property
    def now(self) -> datetime:
        """What the device's clock shows."""
        return self.running.now

    def act(self, action: models.ActionName, **fields: Any) -> ActionResult:
        """Does something that Greenroom knows of, with the fields of that action; what comes of it is known later."""
        return self.running.add({"action": action, **given(**fields)})

    def takes(self, seconds: float) -> None:
        """Keeps the main thread busy for so long, on the device's clock (which must be a manual one)."""
        self.running.took += seconds

    def after(self, seconds: float, function: Callable[..., Any], *arguments: Any) -> Timer:
        """Calls a function later; later still if the process is suspended then, as on a phone."""
        timer = Timer(self.now + timedelta(seconds=seconds), function, arguments)
        heapq.heappush(self._timers, (timer.due, next(self._numbers), timer))
        return timer

    # Background tasks and BGTaskScheduler, as UIKit and BackgroundTasks offer them

    def begin_background_task(self, name: str, expiration: Callable[[], Any] | None = None) -> ActionResult:
        """`beginBackgroundTask(withName:expirationHandler:)`."""
        if expiration is not None:
            self._task_expirations[name] = expiration
        return self.act("beginBackgroundTask", name=name, hasExpirationHandler=expiration is not None)

    def end_background_task(self, name: str) -> ActionResult:
        """`endBackgroundTask(_:)`."""
        self._task_expirations.pop(name, None)
        return self.act("endBackgroundTask", name=name)

    def register_task(
        self, identifier: str, launch: Callable[[], Any], expiration: Callable[[], Any] | None = None
    ) -> ActionResult:
        """`BGTaskScheduler.register`; to be called in `application(_:didFinishLaunchingWithOptions:)`."""
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

    # What is called

    def _functions(self, callback: Callback) -> list[Run[Any]]:
        """What a callback calls."""
        name = callback["name"]
        method = self.handlers.get(name)
        if method is not None:
            return [Run(getattr(self, method), (callback,))]
        if name == "alarmHandler":
            return [
                Run(timer.function, timer.arguments) for timer in self._take_due_timers(instant(callback["startedAt"]))
            ]
        task = str(callback["arguments"].get("identifier", callback["arguments"].get("name", "")))
        launch, expiration = self._registered.get(task, (None, None))
        routed = {
            "expirationHandler": self._task_expirations.pop(task, None) if name == "expirationHandler" else None,
            "launchHandler": launch,
            "taskExpirationHandler": expiration,
        }.get(name)
        return [] if routed is None else [Run(routed)]

    def _take_due_timers(self, now: datetime) -> list[Timer]:
        due = []
        while self._timers and self._timers[0][0] <= now:
            due.append(heapq.heappop(self._timers)[2])
        self._alarm = None
        return [timer for timer in due if not timer.cancelled]

    def _set_alarm(self) -> None:
        """Asks for the next timer; Greenroom keeps one at a time."""
        while self._timers and self._timers[0][2].cancelled:
            heapq.heappop(self._timers)
        due = self._timers[0][0] if self._timers else None
        if due is not None and due != self._alarm:
            self.act("setAlarm", at=instant_text(due))
            self._alarm = due

    @property
    def timers(self) -> list[tuple[datetime, Callable[..., Any]]]:
        """What `after` will call, and when, in order."""
        return [(due, timer.function) for due, _, timer in sorted(self._timers) if not timer.cancelled]

    def overdue(self, now: datetime) -> list[Timer]:
        """What should have happened by now, and could not because the process was suspended."""
        return [timer for due, _, timer in sorted(self._timers) if due < now and not timer.cancelled]


class Running:
    """What code has done since it was called."""

    def __init__(self, bundle_id: str, now: datetime) -> None:
        self.bundle_id = bundle_id
        self.now = now
        self.actions: list[models.Action] = []
        self.took: float = 0
        self.result: Any = None
        self.function = ""
        # What comes of each action, with the function that did it.
        self.results: list[ActionResult] = []

    def call(self, run: Run[Any]) -> Flow[None]:
        """Calls a function."""
        self.function = name_of(run.function)
        self.result = yield from run

    def crash(self, error: Exception) -> None:
        """Notes that the process ends here, as on an exception that nothing catches."""
        self.add({"action": "log", "message": f"{type(error).__name__}: {error}"[:MOST_CHARACTERS_OF_MESSAGE]})
        self.add({"action": "crash", "exception": "abort"})

    def add(self, action: models.Action) -> ActionResult:
        """Notes what the function does that runs."""
        result = ActionResult(action, self.bundle_id, self.function)
        self.actions.append(action)
        self.results.append(result)
        return result


def name_of(function: Callable[..., Any]) -> str:
    """A function's name for people."""
    return str(getattr(function, "__qualname__", repr(function)))
