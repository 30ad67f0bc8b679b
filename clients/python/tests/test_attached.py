"""Attached apps: when their handlers run, and what becomes of what they do."""

import asyncio
from typing import Any

import pytest

from greenroom_client import AppCode, AsyncClient, AttachedAppError, Callback, Device, Refused, on, playing
from greenroom_client.pytest_plugin import AttachApp

REFRESH = "com.example.uploader.refresh"


class Uploader(AppCode):
    """Uploads in a background task of so many seconds."""

    bundle_id = "com.example.uploader"
    manifest = {
        "infoPlist": {"UIBackgroundModes": ["fetch"], "BGTaskSchedulerPermittedIdentifiers": [REFRESH]},
    }
    seconds = 12.0

    def prepare(self) -> None:
        self.calls: list[str] = []

    def note(self, what: str) -> None:
        self.calls.append(what)
        self.disk.write("times", {**self.disk.read("times", {}), what: self.now.strftime("%M:%S")})

    @on("application(_:didFinishLaunchingWithOptions:)")
    def launched(self, _: Callback) -> bool:
        self.register_task(REFRESH, self.refresh, self.refresh_expired)
        self.submit_task_request(REFRESH, earliest_begin_after=600)
        return True

    @on("sceneDidEnterBackground(_:)")
    def entered_background(self, callback: Callback) -> None:
        assert callback["applicationState"] == "background"
        self.note("background")
        self.task = self.begin_background_task("upload", self.expired)
        self.after(self.seconds, self.uploaded, "all")

    def uploaded(self, what: str) -> None:
        self.note(f"uploaded {what}")
        self.end_background_task(self.task)

    def expired(self) -> None:
        self.note("expired")
        self.end_background_task(self.task)

    def refresh(self) -> None:
        self.note("refresh")

    def refresh_expired(self) -> None:
        self.note("refresh expired")
        self.complete_task(REFRESH, success=False)


class SlowUploader(Uploader):
    """Needs more than the 30 seconds that iOS allows."""

    seconds = 40


def test_handlers_run_at_their_own_instants_in_one_advance(device: Device, attached_app: AttachApp) -> None:
    app = attached_app(Uploader)
    app.send("app.launch")
    device.send("device.home")
    outcome = device.advance(3600)
    assert outcome["stopped"] == "reached"
    assert outcome["time"] == "2026-01-01T01:00:00.000Z"
    assert [one["sequence"] for one in outcome["records"]] == sorted(one["sequence"] for one in outcome["records"])
    assert app.world.disk.read("times") == {
        "background": "00:00",
        "uploaded all": "00:12",
        "refresh": "10:00",
        "refresh expired": "10:30",
    }
    assert app.read()["lastExit"] is None
    # A note, no fault: the refresh takes all the time that there is.
    assert [finding["code"] for finding in app.audit()] == ["endedOnlyByExpiration"]


def test_an_expiration_handler_is_given_its_chance(device: Device, attached_app: AttachApp) -> None:
    app = attached_app(SlowUploader)
    app.send("app.launch")
    device.send("device.home")
    device.advance(38)
    assert app.world.disk.read("times") == {"background": "00:00", "expired": "00:25"}
    assert app.read()["state"] == "suspended"
    device.advance(4)
    assert "SlowUploader" in app.code.__class__.__name__
    assert "was due at 2026-01-01T00:00:40+00:00 and has not run: the process is suspended" in device.diagnosis()


@pytest.mark.parametrize(
    "goal",
    [
        {"until": {"app": {"bundleID": Uploader.bundle_id, "state": "suspended"}}},
        {"until": {"record": {"kind": "assertion", "change": "released"}}, "limit_seconds": 100},
        {"to": "2026-01-01T00:00:12Z"},
    ],
)
def test_every_kind_of_advance_plays(device: Device, attached_app: AttachApp, goal: Any) -> None:
    app = attached_app(Uploader)
    app.send("app.launch")
    device.send("device.home")
    outcome = device.advance(**goal)
    assert outcome["time"] == "2026-01-01T00:00:12.000Z"
    assert app.world.disk.read("times")["uploaded all"] == "00:12"
    assert app.read()["state"] == "suspended"


def test_an_advance_until_nothing_is_due_plays_to_the_end(device: Device, attached_app: AttachApp) -> None:
    app = attached_app(Uploader)
    app.send("app.launch")
    device.send("device.home")
    outcome = device.advance(until_idle=True)
    assert (outcome["stopped"], outcome["nextDeadline"]) == ("idle", None)
    assert app.world.disk.read("times")["refresh expired"] == "10:30"


def test_a_handler_on_the_last_instant_of_an_advance_runs_unless_it_ends_before(
    device: Device, attached_app: AttachApp
) -> None:
    app = attached_app(Uploader)
    app.send("app.launch")
    device.send("device.home")
    assert device.advance(12, before=True)["time"] == "2026-01-01T00:00:12.000Z"
    assert "uploaded all" not in app.world.disk.read("times")
    device.advance(0)
    assert app.world.disk.read("times")["uploaded all"] == "00:12"


def test_an_advance_that_stops_at_callbacks_plays_what_is_in_flight_only_when_it_is_told(
    device: Device, attached_app: AttachApp
) -> None:
    app = attached_app(Uploader)
    app.send("app.launch")
    device.send("device.home")
    stopped = device.advance(60, stop_at_callbacks=True)
    assert (stopped["stopped"], stopped["time"]) == ("callback", "2026-01-01T00:00:12.000Z")
    assert [one["name"] for one in app.callbacks(pending=True)["callbacks"]] == ["alarmHandler"]
    assert device.play() is not None
    assert app.world.disk.read("times")["uploaded all"] == "00:12"


def test_a_condition_that_is_not_met_is_given_up_at_the_limit(device: Device, attached_app: AttachApp) -> None:
    app = attached_app(Uploader)
    app.send("app.launch")
    device.send("device.home")
    outcome = device.advance(until={"record": {"kind": "exit"}}, limit_seconds=60)
    assert (outcome["stopped"], outcome["time"]) == ("timeout", "2026-01-01T00:01:00.000Z")
    assert app.world.disk.read("times")["uploaded all"] == "00:12"


def test_a_process_has_code_of_its_own_and_files_outlast_it(device: Device, attached_app: AttachApp) -> None:
    app = attached_app(Uploader)
    app.send("app.launch")
    first = app.code
    app.world.disk.write("file", "kept")
    app.send("app.forceQuit")
    with pytest.raises(AttachedAppError, match=r"no process of .* lives: the process \d+ ended at 2026.*userForceQuit"):
        _ = app.code
    app.send("app.launch")
    assert app.code is not first
    assert app.code.calls == []
    assert app.code.disk.read("file") == "kept"


def test_a_handler_that_takes_too_long_is_killed_by_the_watchdog(device: Device, attached_app: AttachApp) -> None:
    app = attached_app("com.example.slow")

    @app.on("sceneDidEnterBackground(_:)")
    def save(code: AppCode, _: Callback) -> None:
        code.takes(15)
        code.disk.write("saved", "too late")

    app.send("app.launch")
    app.run(lambda: app.code.edited("saved"))
    device.send("device.home")
    assert app.world.disk.paths == []
    exit = app.read()["lastExit"]
    assert exit is not None
    assert (exit["reason"], exit["unsavedChanges"]) == ("appWatchdog", 1)


def test_a_handler_in_time_has_saved_when_it_returns(device: Device, attached_app: AttachApp) -> None:
    app = attached_app("com.example.quick")

    @app.on("sceneDidEnterBackground(_:)")
    def save(code: AppCode, _: Callback) -> None:
        code.takes(1.5)
        code.disk.write("saved", "in time")

    app.send("app.launch")
    app.run(lambda: app.code.edited("saved"))
    outcome = device.send("device.home")
    (returned,) = [one for one in outcome["records"] if one["kind"] == "returned" and one["tookSeconds"] > 0]
    assert returned["tookSeconds"] == 1.5
    assert app.read()["unsavedChanges"] == 0


def test_what_a_handler_returns_is_what_the_callback_returns(device: Device, attached_app: AttachApp) -> None:
    app = attached_app("com.example.scenes")

    @app.on("application(_:configurationForConnecting:options:)")
    def configuration(_code: AppCode, _: Callback) -> dict[str, str]:
        return {"name": "Main", "delegateClass": "MainDelegate"}

    seen: list[str | None] = []

    @app.on("scene(_:willConnectTo:options:)")
    def connect(_code: AppCode, callback: Callback) -> None:
        seen.append(callback.get("delegateClass"))

    app.send("app.launch")
    assert seen == ["MainDelegate"]


def test_some_callbacks_are_left_to_the_server(device: Device, attached_app: AttachApp) -> None:
    heard: list[str] = []
    app = attached_app("com.example.mixed", behavior={"sceneDidEnterBackground(_:)": [{"action": "save"}]})

    @app.on("sceneWillResignActive(_:)")
    def resign(_code: AppCode, callback: Callback) -> None:
        heard.append(callback["name"])

    app.send("app.launch")
    app.act("edit")
    device.send("device.home")
    assert heard == ["sceneWillResignActive(_:)"]
    assert app.read()["unsavedChanges"] == 0
    device.advance(60)
    assert app.read()["state"] == "suspended"


def test_a_handler_that_the_server_plays_as_well_is_a_mistake(attached_app: AttachApp) -> None:
    with pytest.raises(AttachedAppError, match=r"behavior.*sceneDidEnterBackground"):
        attached_app(Uploader, behavior={"sceneDidEnterBackground(_:)": [{"action": "save"}]})


def test_code_runs_between_callbacks(device: Device, attached_app: AttachApp) -> None:
    app = attached_app(Uploader)
    with pytest.raises(AttachedAppError, match="it is notRunning"):
        app.run(print)
    app.send("app.launch")

    def edit(count: int) -> str:
        app.code.act("edit", count=count)
        app.code.after(3, app.code.note, "later")
        return "edited"

    assert app.run(edit, 2) == "edited"
    assert app.read()["unsavedChanges"] == 2
    device.advance(5)
    assert app.world.disk.read("times") == {"later": "00:03"}
    device.send("device.home")
    device.advance(60)
    with pytest.raises(AttachedAppError, match="it is suspended"):
        app.run(print)


def test_a_timer_that_is_cancelled_is_not_called(device: Device, attached_app: AttachApp) -> None:
    app = attached_app(Uploader)
    app.send("app.launch")
    timers = [
        app.run(lambda: app.code.after(2, app.code.note, "first")),
        app.run(lambda: app.code.after(4, app.code.note, "second")),
    ]
    timers[0].cancel()
    device.advance(10)
    assert app.code.calls == ["second"]


def test_code_that_acts_outside_of_the_app_is_a_mistake(attached_app: AttachApp) -> None:
    app = attached_app(Uploader)
    app.send("app.launch")
    with pytest.raises(AttachedAppError, match=r"app\.run"):
        app.code.act("save")


def test_an_error_of_a_handler_reaches_the_test_that_asks_for_it(device: Device, attached_app: AttachApp) -> None:
    app = attached_app("com.example.broken")
    app.raises_exceptions = True

    @app.on("sceneDidEnterBackground(_:)")
    def fail(code: AppCode, _: Callback) -> None:
        raise ZeroDivisionError

    app.send("app.launch")
    with pytest.raises(ZeroDivisionError):
        device.send("device.home")


def test_an_action_that_is_refused_reaches_the_test(device: Device, attached_app: AttachApp) -> None:
    app = attached_app("com.example.broken")

    @app.on("sceneDidEnterBackground(_:)")
    def fail(code: AppCode, _: Callback) -> None:
        code.act("work")

    app.send("app.launch")
    with pytest.raises(Refused, match=r"missing-field.*cpuSeconds"):
        device.send("device.home")


def test_a_misspelt_callback_is_refused_with_the_right_name() -> None:
    with pytest.raises(AttachedAppError, match=r"did you mean sceneDidEnterBackground\(_:\)\?"):
        on("sceneDidEnterBackgroud(_:)")  # type: ignore[arg-type]


def test_two_apps_are_played_on_one_device(device: Device, attached_app: AttachApp) -> None:
    one, two = attached_app(Uploader, "com.example.one"), attached_app(Uploader, "com.example.two")
    one.send("app.launch")
    two.send("app.launch")
    assert one.read()["state"] == "background"
    device.send("device.home")
    device.advance(60)
    times = [app.world.disk.read("times") for app in (one, two)]
    assert times == [{"background": "00:00", "uploaded all": "00:12"}] * 2


def test_notifications_are_handled_like_callbacks(device: Device, attached_app: AttachApp) -> None:
    heard: list[str] = []
    app = attached_app("com.example.observer", observes=["UIApplication.didEnterBackgroundNotification"])

    @app.on("UIApplication.didEnterBackgroundNotification", "sceneDidEnterBackground(_:)")
    def hear(_code: AppCode, callback: Callback) -> None:
        heard.append(callback["receiver"])

    app.send("app.launch")
    device.send("device.home")
    assert heard == ["sceneDelegate", "observer"]


ALERT = {"aps": {"alert": "encrypted", "mutable-content": 1}}


def verdicts(outcome: Any) -> list[tuple[str, str]]:
    records = outcome["records"]
    return [(record["subject"], record["verdict"]) for record in records if record["kind"] == "verdict"]


def test_an_extension_has_code_of_its_own_beside_its_app(device: Device, attached_app: AttachApp) -> None:
    codes: list[AppCode] = []
    app = attached_app("com.example.chat", notificationService={})

    @app.on("didReceive(_:withContentHandler:)")
    def change(code: AppCode, callback: Callback) -> dict[str, Any]:
        codes.append(code)
        assert callback["receiver"] == "notificationServiceExtension"
        code.act("log", message="decrypted")
        return {"aps": {"alert": "Ann is here"}}

    app.send("app.launch")
    own = app.code
    for _ in range(2):
        outcome = app.send("push.deliver", payload=ALERT)
        assert verdicts(outcome)[0] == ("notificationService", "completed")
    assert codes[0] is codes[1]
    assert codes[0] is not own
    device.advance(60)
    assert app.code is own
    app.send("push.deliver", payload=ALERT)
    assert codes[2] is not codes[1]


def test_an_extension_without_content_is_asked_again_at_the_end(device: Device, attached_app: AttachApp) -> None:
    app = attached_app("com.example.chat", notificationService={})

    @app.on("serviceExtensionTimeWillExpire()")
    def give_up(_code: AppCode, _: Callback) -> dict[str, Any]:
        return {"aps": {"alert": "New message"}}

    @app.on("didReceive(_:withContentHandler:)")
    def never_answer(_code: AppCode, _: Callback) -> None:
        return None

    assert verdicts(app.send("push.deliver", payload=ALERT)) == []
    assert verdicts(device.advance(30)) == [("notificationService", "completed"), ("push", "shown")]


def test_an_extension_without_handlers_changes_nothing(device: Device, attached_app: AttachApp) -> None:
    app = attached_app("com.example.chat", notificationService={})
    outcome = app.send("push.deliver", payload=ALERT)
    assert verdicts(outcome) == [("notificationService", "completed"), ("push", "shown")]


def test_delegate_methods_that_the_app_lacks_are_not_called(device: Device, attached_app: AttachApp) -> None:
    app = attached_app("com.example.small", delegateImplements=["sceneDidEnterBackground(_:)"])
    app.send("app.launch")
    device.send("device.home")
    called = [record["name"] for record in device.timeline(kind="callback") if record["kind"] == "callback"]
    assert called == ["main", "sceneDidEnterBackground(_:)"]


def test_an_app_that_is_uninstalled_is_played_no_more(device: Device, attached_app: AttachApp) -> None:
    app = attached_app(Uploader)
    app.send("app.launch")
    app.uninstall()
    device.send("device.lock")
    assert device.players == {}


def test_a_wait_in_real_time_plays(make_device: Any) -> None:
    device = make_device(clock={"mode": "scaled", "rate": 100})
    app = device.attach(Uploader)
    app.send("app.launch")
    device.send("device.home")
    waited = device.wait({"app": {"bundleID": app.bundle_id, "state": "suspended"}}, timeout_seconds=10)
    assert waited["met"]
    assert "uploaded all" in app.world.disk.read("times")


def test_handlers_of_an_asynchronous_client_are_awaited(greenroom_server: str) -> None:
    class Saver(AppCode):
        bundle_id = "com.example.saver"

        @on("sceneDidEnterBackground(_:)")
        async def save(self, _: Callback) -> None:
            await asyncio.sleep(0)
            self.disk.write("draft", "saved")
            self.after(2, self.later)

        async def later(self) -> None:
            await asyncio.sleep(0)
            self.disk.write("later", True)

    async def main() -> None:
        async with AsyncClient(greenroom_server) as client:
            device = await client.create_device(clock={"mode": "manual"}, expiresAfterSeconds=600)
            app = await device.attach(Saver)
            await app.send("app.launch")
            await app.run(lambda: app.code.edited("draft"))
            await device.send("device.home")
            assert (await app.read())["unsavedChanges"] == 0
            await device.advance(10)
            assert app.world.disk.read("later")
            await device.delete()

    asyncio.run(main())


def test_an_asynchronous_handler_needs_an_asynchronous_client(attached_app: AttachApp) -> None:
    app = attached_app("com.example.wrong")

    @app.on("application(_:didFinishLaunchingWithOptions:)")
    async def launched(code: AppCode, _: Callback) -> None:
        code.act("save")

    with pytest.raises(TypeError, match="AsyncClient"):
        app.send("app.launch")


def test_a_callback_that_nobody_completes_ends_an_advance_with_an_error(
    device: Device, attached_app: AttachApp
) -> None:
    app = attached_app(Uploader)
    app.send("app.launch")
    device.send("device.home")
    other = device.app("com.example.other")
    other.install(driver="attached")
    launched = other.send("app.launch")
    callback = "application(_:willFinishLaunchingWithOptions:)"
    (sequence,) = [
        one["sequence"] for one in launched["records"] if one["kind"] == "callback" and one["name"] == callback
    ]
    with pytest.raises(AttachedAppError) as raised:
        device.advance(60)
    assert str(raised.value).startswith(
        f"time stands still at 2026-01-01T00:00:00.000Z: com.example.other is in {callback}, and no code is attached"
        f' for that here; complete it with device.app("com.example.other").complete({sequence}), '
    )
    other.complete(sequence)
    device.attach(AppCode, other.bundle_id)
    assert device.advance(60)["stopped"] == "reached"


def test_an_advance_may_go_past_a_callback_that_nobody_completes(device: Device, attached_app: AttachApp) -> None:
    app = attached_app(Uploader)
    app.send("app.launch")
    device.send("device.home")
    other = device.app("com.example.other")
    other.install(driver="attached")
    other.send("app.launch")
    outcome = device.advance(60, stop_at_callbacks=False)
    assert (outcome["stopped"], outcome["time"]) == ("reached", "2026-01-01T00:01:00.000Z")
    ended = other.read()["lastExit"]
    assert ended is not None
    assert ended["reason"] == "appWatchdog"
    assert app.callbacks(pending=True)["callbacks"] == []


@pytest.mark.parametrize("goal", [{"seconds": 1}, {"until_idle": True}, {"to": "2026-01-01T00:00:10Z"}])
def test_code_that_calls_itself_at_one_instant_is_a_mistake(
    device: Device, attached_app: AttachApp, monkeypatch: pytest.MonkeyPatch, goal: Any
) -> None:
    monkeypatch.setattr(playing, "MOST_CALLBACKS_AT_ONE_INSTANT", 50)

    class Ticking(AppCode):
        bundle_id = "com.example.ticking"

        def prepare(self) -> None:
            self.ticks = 0

        @on("sceneDidBecomeActive(_:)")
        def tick(self, *_: Callback) -> None:
            self.ticks += 1
            self.after(0, self.tick)

    app = attached_app(Ticking)
    app.send("app.launch")
    with pytest.raises(
        AttachedAppError, match=r"com\.example\.ticking was called 50 times at 2026-01-01T.*alarmHandler.*after\(0"
    ):
        device.advance(**goal)
    assert app.code.ticks == 51


def test_callbacks_at_many_instants_are_no_mistake(
    device: Device, attached_app: AttachApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "MOST_CALLBACKS_AT_ONE_INSTANT", 10)
    app = attached_app("com.example.clock")

    def tick() -> None:
        app.code.disk.write("ticks", app.code.disk.read("ticks", 0) + 1)
        app.code.after(1, tick)

    app.send("app.launch")
    app.run(tick)
    device.advance(20)
    assert app.world.disk.read("ticks") == 21
