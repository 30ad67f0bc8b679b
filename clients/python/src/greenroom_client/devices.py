"""What can be asked of one device."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Unpack

from . import diagnosis, models, passing_time, playing
from .calls import Answer, Call, Flow, encoded, get, given, path, query_of, read_json, read_text, send
from .errors import ConditionNotMet
from .performing import Perform, Stepping, operation, require_performer
from .verdicts import ActionResult

# pytest shows no frames of this module.
__tracebackhide__ = True

TEXT = {"Accept": "text/plain"}


class DeviceOperations:
    """A device. What an input causes is in the outcome that its method returns.

    Apps that were attached (`attach`) are played: before a method returns, their handlers have run.
    """

    def __init__(
        self,
        id: str,
        players: playing.Players | None = None,
        refused: list[ActionResult] | None = None,
        perform: Perform = require_performer,
    ) -> None:
        self.id = id
        self.players = playing.Players() if players is None else players
        self._refused: list[ActionResult] = [] if refused is None else refused
        self.perform = perform
        """Performs what the code of attached apps asks for while it runs."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id}>"

    @property
    def steps(self) -> DeviceSteps:
        """The same device for flows."""
        return DeviceSteps(self.id, self.players, self._refused, self.perform)

    @property
    def refusals(self) -> list[ActionResult]:
        """What the code of apps that are attached here did and the system refused, in order; all of it is seen then."""
        for result in self._refused:
            result.seen = True
        return list(self._refused)

    def path(self, *parts: str | int) -> str:
        """The path of something on the device."""
        return path("devices", self.id, *parts)

    # The device

    @operation("readDevice")
    def read(self) -> Call[models.Device]:
        """What the device is, and the state of its apps."""
        return get(self.path())

    @operation()
    def tag(self) -> Call[str]:
        """The device's tag; a change with `if_match` is refused once another record has come."""
        return get(self.path(), read=read_tag)

    @operation("deleteDevice")
    def delete(self, *, if_match: str | None = None) -> Call[None]:
        """Deletes the device and everything on it."""
        return send("DELETE", self.path(), if_match=if_match)

    # Time

    @operation("readClock")
    def clock(self) -> Call[models.Clock]:
        """What the device's clock shows, and how it runs."""
        return get(self.path("clock"))

    @operation("changeClock")
    def change_clock(
        self,
        mode: str | None = None,
        *,
        rate: float | None = None,
        paused: bool | None = None,
        if_match: str | None = None,
    ) -> Call[models.Clock]:
        """Changes how the clock runs: `manual`, `realtime` or `scaled`; pauses it, or lets it go on."""
        return send("PATCH", self.path("clock"), given(mode=mode, rate=rate, paused=paused), if_match=if_match)

    @operation("advanceClock")
    def advance(
        self,
        seconds: float | None = None,
        *,
        to: datetime | str | None = None,
        until: models.Condition | None = None,
        until_idle: bool = False,
        limit_seconds: float | None = None,
        before: bool = False,
        stop_at_callbacks: bool | None = None,
        vocabulary: str | Sequence[str] | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
    ) -> Flow[models.AdvanceOutcome]:
        """Moves a clock on: by `seconds`, `to` an instant, `until` a condition is met, or `until_idle`.

        With `before`, what is due at the end does not happen yet. Callbacks of apps that are attached here run at their
        own instants on the way; one of another attached app is an error, as nobody would ever complete it. With
        `stop_at_callbacks` the clock stops at the first callback instead, and `stopped` is `callback`; where it is
        False the time passes regardless, and handlers run at the end.

        A condition that is not met in the longest time that the server allows (a day) raises `ConditionNotMet`. With
        `limit_seconds` the answer says in `met` whether it was.

        `vocabulary` adds what frameworks would have reported to their code, unless apps are attached here: `timeline`
        has it then.
        """
        goal = given(
            seconds=seconds,
            to=encoded(to) if isinstance(to, datetime) else to,
            until=until,
            untilIdle=until_idle or None,
            limitSeconds=limit_seconds,
            before=before or None,
        )
        outcome: models.AdvanceOutcome
        if self.players and stop_at_callbacks is None:
            outcome = yield from passing_time.advance(self.steps, goal)
        elif self.players and not stop_at_callbacks:
            outcome = yield from passing_time.advance_past_callbacks(self.steps, goal)
        else:
            body = goal | given(stopAtCallbacks=stop_at_callbacks or None)
            outcome = yield from self._advance(body, if_match, idempotency_key, vocabulary)
        if until is not None and limit_seconds is None and outcome["stopped"] == "timeout":
            raise ConditionNotMet(f"at {outcome['time']}, after the longest time that an advance takes: {until}")
        return outcome

    def _advance(
        self,
        body: Mapping[str, Any],
        if_match: str | None = None,
        idempotency_key: str | None = None,
        vocabulary: str | Sequence[str] | None = None,
    ) -> Call[models.AdvanceOutcome]:
        where = self.path("clock", "advance")
        return send("POST", where, body, vocabulary=vocabulary, if_match=if_match, idempotency_key=idempotency_key)

    @operation("waitForCondition")
    def wait(
        self,
        until: models.Condition,
        *,
        after: int | None = None,
        timeout_seconds: float = 10,
        idempotency_key: str | None = None,
    ) -> Flow[models.WaitOutcome]:
        """Waits in real time until a condition is met; at once if it has been since the record `after`.

        The answer says in `met` whether it was. Attached apps are played meanwhile.
        """
        if self.players:
            return (yield from passing_time.wait(self.steps, until, after, timeout_seconds))
        return (yield from self._wait(until, after, timeout_seconds, idempotency_key))

    def _wait(
        self, until: models.Condition, after: int | None, timeout_seconds: float, idempotency_key: str | None = None
    ) -> Call[models.WaitOutcome]:
        body = given(until=until, after=after, timeoutSeconds=timeout_seconds)
        return send("POST", self.path("wait"), body, patience=timeout_seconds, idempotency_key=idempotency_key)

    # Inputs

    @operation("sendEvents")
    def send(
        self,
        /,
        event: models.EventType | models.Event | Sequence[models.Event],
        *,
        vocabulary: str | Sequence[str] | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        **fields: Any,
    ) -> Flow[models.Outcome]:
        """Sends an event by its type and fields, or as it stands; a list happens at one instant, all or nothing.

        `vocabulary` adds what frameworks would have reported to their code, except to records of apps attached here.
        """
        body = {"type": event, **fields} if isinstance(event, str) else event
        where = self.path("events")
        outcome: models.Outcome = yield from send(
            "POST", where, body, vocabulary=vocabulary, if_match=if_match, idempotency_key=idempotency_key
        )
        return (yield from playing.played(self.steps, outcome))

    @operation("listPossibleEvents")
    def possible_events(self, bundle_id: str | None = None) -> Call[list[models.EventType]]:
        """The types of the events that make sense now; with `bundle_id`, of the events of an app."""
        return get(self.path("events", "possible"), read=field_of("events"), bundleID=bundle_id)

    @operation()
    def play(self) -> Flow[models.Outcome | None]:
        """Runs the handlers of attached apps whose callbacks are in flight now; other methods do this by themselves."""
        self.players.in_flight = None
        return (yield from playing.play_pending(self.steps))

    # What happened

    @operation()
    def timeline(
        self,
        *,
        after: int = 0,
        kind: str | Sequence[str] | None = None,
        bundle_id: str | None = None,
        vocabulary: str | Sequence[str] | None = None,
    ) -> Flow[list[models.Record]]:
        """All records after a sequence, page by page."""
        records: list[models.Record] = []
        next_after: int | None = after
        while next_after is not None:
            page = yield from self.steps.timeline_page(
                after=next_after, limit=1000, kind=kind, bundle_id=bundle_id, vocabulary=vocabulary
            )
            records += page["records"]
            next_after = page["next"]
        return records

    @operation("readTimeline")
    def timeline_page(
        self,
        *,
        after: int | None = None,
        limit: int | None = None,
        last: int | None = None,
        kind: str | Sequence[str] | None = None,
        bundle_id: str | None = None,
        vocabulary: str | Sequence[str] | None = None,
    ) -> Call[models.Timeline]:
        """A page of records, after a sequence or the `last` ones; `next` in it is where the next page begins."""
        query = {"after": after, "limit": limit, "last": last, "kind": kind, "bundleID": bundle_id}
        return get(self.path("timeline"), read_json, **query, vocabulary=vocabulary)

    @operation()
    def timeline_text(self, *, last: int = 100, bundle_id: str | None = None) -> Call[str]:
        """The last records as aligned lines for people."""
        query = given(last=last, bundleID=bundle_id)
        return Call("GET", self.path("timeline"), read_text, query, headers=TEXT)

    @operation("listPushes")
    def pushes(
        self,
        *,
        bundle_id: str | None = None,
        apns_id: str | None = None,
        verdict: str | None = None,
        user: str | None = None,
        code: str | None = None,
        after: int | None = None,
        limit: int | None = None,
    ) -> Call[models.PushList]:
        """A page of the pushes that have an apns-id, and what became of them."""
        chosen = given(bundleID=bundle_id, apnsID=apns_id, verdict=verdict, user=user, code=code)
        return get(self.path("pushes"), **chosen, after=after, limit=limit)

    @operation("recordScenario")
    def record_scenario(self, *, after: int | None = None, as_it_should_be: bool = False) -> Call[str]:
        """What happened as a scenario in YAML; `as_it_should_be`: what was found wrong must not happen in it."""
        should_be = as_it_should_be or None
        return get(self.path("scenario"), read=read_text, after=after, asItShouldBe=should_be)

    @operation()
    def diagnosis(self, *, last: int = 0) -> Flow[str]:
        """What a person wants to know after a failure: ends, findings, refusals, explanations, and so many records."""
        return (yield from diagnosis.describe(self.steps, last))

    # Apps and processes

    @operation("listApps")
    def apps(self) -> Call[list[models.App]]:
        """The apps that are installed."""
        return get(self.path("apps"), read=field_of("apps"))

    @operation("listDeviceProcesses")
    def processes(self) -> Call[list[models.Process]]:
        """The processes, living and ended."""
        return get(self.path("processes"), read=field_of("processes"))

    @operation("readProcess")
    def process(self, pid: int) -> Call[models.Process]:
        """A process."""
        return get(self.path("processes", pid))

    @operation("forkDevice")
    def _fork(
        self, id: str | None = None, *, at: int | None = None, idempotency_key: str | None = None
    ) -> Call[models.Device]:
        return send("POST", self.path("fork"), given(id=id, at=at), idempotency_key=idempotency_key)


class DeviceSteps(DeviceOperations, Stepping):
    """A device for flows: its methods give steps."""

    def app(self, bundle_id: str) -> AppSteps:
        """An app of the device, for flows."""
        return AppSteps(self, bundle_id)


class AppOperations:
    """An app on a device; it need not be installed yet."""

    def __init__(self, device: DeviceOperations, bundle_id: str) -> None:
        self._device = device
        self.bundle_id = bundle_id

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.bundle_id} on {self._device.id}>"

    def path(self, *parts: str | int) -> str:
        """The path of something of the app."""
        return self._device.path("apps", self.bundle_id, *parts)

    @property
    def steps(self) -> AppSteps:
        """The same app for flows."""
        return self._device.steps.app(self.bundle_id)

    @operation("installApp")
    def install(self, *, if_match: str | None = None, **manifest: Unpack[models.InstalledApp]) -> Flow[models.App]:
        """Installs or updates the app; the fields are those of `models.InstalledApp`, such as `behavior`.

        A running app is killed by an update.
        """
        installed: models.App = yield from send("PUT", self.path(), manifest, if_match=if_match)
        if self.bundle_id in self._device.players:
            self._device.players[self.bundle_id].end_processes("has ended with an update")
        return installed

    @operation("readApp")
    def read(self) -> Call[models.App]:
        """The app: its state, what it was installed with, and how its last process ended."""
        return get(self.path())

    @operation("uninstallApp")
    def uninstall(self, *, if_match: str | None = None) -> Flow[None]:
        """Uninstalls the app. One whose code is here is played no more, and its disk is empty."""
        yield from send("DELETE", self.path(), if_match=if_match)
        player = self._device.players.pop(self.bundle_id, None)
        if player is not None:
            player.end_processes("has ended as the app was uninstalled")
            player.world.uninstall()

    @operation()
    def send(self, /, event: models.EventType, **fields: Any) -> Flow[models.Outcome]:
        """Sends an event of this app, such as `app.launch`."""
        return (yield from self._device.steps.send(event, bundleID=self.bundle_id, **fields))

    @operation("performActions")
    def act(
        self,
        /,
        action: models.ActionName | models.Action | Sequence[models.Action],
        *,
        vocabulary: str | Sequence[str] | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        **fields: Any,
    ) -> Flow[models.Outcome]:
        """Lets the app's own code do something: an action by its name and fields, or as it stands, or a list."""
        body = {"action": action, **fields} if isinstance(action, str) else action
        outcome: models.Outcome = yield from self._act(body, if_match, idempotency_key, vocabulary)
        return (yield from playing.played(self._device.steps, outcome))

    def _act(
        self,
        body: Any,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        vocabulary: str | Sequence[str] | None = None,
    ) -> Call[models.Outcome]:
        where = self.path("actions")
        return send("POST", where, body, vocabulary=vocabulary, if_match=if_match, idempotency_key=idempotency_key)

    @operation("explainApp")
    def explain(self) -> Call[models.Explanation]:
        """Why the app is in its state, what holds it there, and what happens next if nothing comes in."""
        return get(self.path("explain"))

    @operation("auditApp")
    def audit(self) -> Call[list[models.Finding]]:
        """What was found in its conduct, with advice."""
        return get(self.path("audit"), read=field_of("findings"))

    @operation("readEnergy")
    def energy(self) -> Call[models.Energy]:
        """What it used in each state."""
        return get(self.path("energy"))

    @operation("listCallbacks")
    def callbacks(
        self,
        *,
        pending: bool | None = None,
        wait_seconds: float = 0,
        vocabulary: str | Sequence[str] | None = None,
    ) -> Call[models.CallbackList]:
        """The callbacks of an attached app; those in flight with `pending`, for which it waits `wait_seconds`.

        `ended` in the answer says how the process ended, if it did meanwhile. `vocabulary` adds what frameworks would
        have reported to their code.
        """
        query = query_of({"pending": pending, "waitSeconds": wait_seconds or None, "vocabulary": vocabulary})
        return Call("GET", self.path("callbacks"), read_json, query, patience=wait_seconds)

    @operation("completeCallback")
    def complete(
        self,
        sequence: int,
        actions: Sequence[models.Action] = (),
        *,
        returns: Any = None,
        vocabulary: str | Sequence[str] | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
    ) -> Call[models.Outcome]:
        """Returns from a callback in flight, with what the code did in it."""
        body = given(actions=list(actions), returns=returns)
        where = self.path("callbacks", sequence, "complete")
        return send("POST", where, body, vocabulary=vocabulary, if_match=if_match, idempotency_key=idempotency_key)

    @operation("listReports")
    def reports(self) -> Call[list[models.ReportSummary]]:
        """The crash and jetsam reports of its ends."""
        return get(self.path("reports"), read=field_of("reports"))

    @operation("readReport")
    def report(self, id: str) -> Call[str]:
        """A report, as an `.ips` file."""
        return get(self.path("reports", id), read=read_text)

    @operation("readMetricKitPayload")
    def metrickit(self) -> Call[models.MetricKitPayload]:
        """What MetricKit would give the app."""
        return get(self.path("metrickit"))

    @operation()
    def pending_task_requests(self) -> Flow[list[str]]:
        """The identifiers of the requests that BGTaskScheduler has accepted and not launched yet."""
        records = yield from self._device.steps.timeline(kind="verdict", bundle_id=self.bundle_id)
        return diagnosis.pending_task_requests(records)


class AppSteps(AppOperations, Stepping):
    """An app for flows: its methods give steps."""


def field_of(name: str) -> Callable[[Answer], Any]:
    """Reads one field of an answer."""
    return lambda answer: read_json(answer)[name]


def read_tag(answer: Answer) -> str:
    """The tag of a resource."""
    return answer.headers["etag"]
