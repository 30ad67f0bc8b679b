"""What outlasts an app's processes, and what its code can do and ask inside a handler."""

import math
from datetime import datetime
from typing import Any, Final

import httpx
import pytest

from greenroom_client import (
    AppCode,
    AttachedAppError,
    BackgroundTask,
    Callback,
    Client,
    Device,
    ExplorationFailed,
    Refused,
    Request,
    Response,
    World,
    on,
)
from greenroom_client.pytest_plugin import AttachApp

BUNDLE: Final = "com.example.shop"
PUSH: Final = "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
SILENT: Any = {"pushType": "background", "payload": {"aps": {"content-available": 1}}}
PUSHED: Any = {"infoPlist": {"UIBackgroundModes": ["remote-notification"]}}
CLOCKS: Any = ["uptime", "wall"]


class Shop(AppCode):
    """Tracks events, and keeps those that it has saved."""

    bundle_id = BUNDLE

    def prepare(self) -> None:
        self.queue: list[Any] = self.disk.read("queue", [])

    def track(self, name: str) -> None:
        self.queue.append(name)
        self.edited("queue")

    def save(self) -> None:
        self.disk.write("queue", self.queue)


# The disk


def test_what_was_not_written_does_not_survive(attached_app: AttachApp) -> None:
    app = attached_app(Shop)
    app.send("app.launch")
    app.run(app.code.track, "one")
    app.run(app.code.save)
    app.run(app.code.track, "two")
    app.send("app.crash", exception="badAccess")
    app.send("app.launch")
    assert app.code.queue == ["one"]
    exit = app.read()["lastExit"]
    assert exit is not None
    assert exit["unsavedChanges"] == 1


def test_reading_gives_a_copy(attached_app: AttachApp) -> None:
    app = attached_app(Shop)
    app.send("app.launch")
    app.run(app.code.save)
    app.run(lambda: app.code.disk.read("queue").append("two"))
    app.world.disk.read("queue").append("three")
    assert app.world.disk.read("queue") == []


@pytest.mark.parametrize("value", [datetime(2026, 1, 1), object(), {1, 2}, math.nan])
def test_what_is_no_json_cannot_be_written(attached_app: AttachApp, value: Any) -> None:
    app = attached_app(Shop)
    app.send("app.launch")
    with pytest.raises(AttachedAppError, match="when must be bytes, text or JSON"):
        app.run(lambda: app.code.disk.write("when", value))
    with pytest.raises(AttachedAppError, match="when must be bytes, text or JSON"):
        app.world.disk.write("when", value)


def test_bytes_and_text_are_written_as_they_are() -> None:
    disk = World().disk
    disk.write("bytes", bytearray(b"\x00\xff"))
    disk.write("text", "text")
    disk.write("json", {"a": (1, None)})
    assert [disk.read(path) for path in disk.paths] == [b"\x00\xff", {"a": [1, None]}, "text"]
    disk.delete("text")
    assert "text" not in disk
    with pytest.raises(FileNotFoundError):
        disk.read("text")


def test_a_full_disk_keeps_what_it_holds(attached_app: AttachApp) -> None:
    app = attached_app(Shop)
    app.send("app.launch")
    app.run(app.code.save)
    app.world.disk.full = True
    app.run(app.code.track, "one")
    with pytest.raises(OSError, match="No space left"):
        app.run(app.code.save)
    assert app.world.disk.read("queue") == []
    assert app.read()["state"] == "notRunning"


@pytest.mark.greenroom(passcode=True)
def test_protected_data_is_not_available_on_a_locked_device(device: Device, attached_app: AttachApp) -> None:
    class Vault(AppCode):
        bundle_id = BUNDLE
        manifest = {"infoPlist": {"UIBackgroundModes": ["remote-notification"]}}

        @on(PUSH)
        def pushed(self, callback: Callback) -> None:
            self.disk.write("log", self.is_protected_data_available)
            try:
                self.disk.read("secret")
            except PermissionError:
                self.disk.write("log", "refused")
            self.complete_fetch(callback)

    app = attached_app(Vault)
    app.world.disk.write("secret", "token", protection="complete")
    app.send("app.launch")
    app.send("push.deliver", **SILENT)
    assert app.world.disk.read("log") is True
    device.send("device.lock")
    app.send("push.deliver", **SILENT)
    assert app.world.disk.read("log") == "refused"


@pytest.mark.greenroom(
    rules={"profile": "ios18", "overrides": {"backgroundLaunchBeforeFirstUnlock": "all"}}, passcode=True
)
def test_files_cannot_be_read_before_the_first_unlock(device: Device, attached_app: AttachApp) -> None:
    class Early(AppCode):
        bundle_id = BUNDLE
        manifest = {"infoPlist": {"UIBackgroundModes": ["remote-notification"]}}

        @on(PUSH)
        def pushed(self, callback: Callback) -> None:
            try:
                read = self.disk.read("usual")
            except PermissionError:
                read = "refused"
            self.disk.write("log", [*self.disk.read("log"), read], protection="none")
            self.complete_fetch(callback)

    app = attached_app(Early)
    app.world.disk.write("usual", "there")
    app.world.disk.write("log", [], protection="none")
    app.send("app.launch")
    device.send("device.reboot")
    app.send("push.deliver", **SILENT)
    assert app.world.disk.read("log") == ["refused"]
    device.send("device.unlock")
    app.send("push.deliver", **SILENT)
    assert app.world.disk.read("log") == ["refused", "there"]


def test_an_update_ends_the_code_of_the_process(attached_app: AttachApp) -> None:
    app = attached_app(Shop)
    app.send("app.launch")
    dead = app.code
    app.install(**{**app.player.manifest, "version": "2"})
    with pytest.raises(AttachedAppError, match=r"no process of .* lives: .* has ended with an update"):
        _ = app.code
    with pytest.raises(AttachedAppError, match="which has ended with an update"):
        dead.save()
    app.send("app.launch")
    assert app.code is not dead
    app.run(app.code.save)
    last = app.code
    app.uninstall()
    with pytest.raises(AttachedAppError, match="which has ended as the app was uninstalled"):
        last.save()


def test_an_update_keeps_the_disk_and_an_uninstallation_clears_it(attached_app: AttachApp) -> None:
    app = attached_app(Shop)
    app.send("app.launch")
    app.run(app.code.save)
    app.install(**{**app.player.manifest, "version": "2"})
    assert app.world.disk.paths == ["queue"]
    app.uninstall()
    assert app.world.disk.paths == []


def test_a_write_before_a_slow_upload_is_on_the_disk(device: Device, attached_app: AttachApp) -> None:
    class SavesThenFlushes(Shop):
        @on("sceneDidEnterBackground(_:)")
        def left(self, _: Callback) -> None:
            self.save()
            self.takes(12)
            self.disk.write("after", "the upload")

    app = attached_app(SavesThenFlushes)
    app.send("app.launch")
    app.run(app.code.track, "one")
    device.send("device.home")
    assert app.world.disk.paths == ["queue"]
    assert app.world.disk.read("queue") == ["one"]
    exit = app.read()["lastExit"]
    assert exit is not None
    assert (exit["reason"], exit["unsavedChanges"]) == ("appWatchdog", 0)
    assert "dataLoss" not in [finding["code"] for finding in app.audit()]


# The end of a process


def test_nothing_happens_after_a_crash(device: Device, attached_app: AttachApp) -> None:
    class Crashes(AppCode):
        bundle_id = BUNDLE

        @on("sceneDidEnterBackground(_:)")
        def left(self, _: Callback) -> None:
            self.disk.write("before", True)
            try:
                self.crash(message="the disk is in a bad way")
            finally:
                self.disk.write("after", True)

    app = attached_app(Crashes)
    app.send("app.launch")
    device.send("device.home")
    assert app.world.disk.paths == ["before"]
    exit = app.read()["lastExit"]
    assert exit is not None
    assert exit["reason"] == "abnormal"
    assert "callbackInFlight" not in exit
    assert exit["explanation"] == "the disk is in a bad way"
    assert exit.get("signature", "").endswith(", in left")


def test_an_exception_is_a_crash_that_the_test_can_look_at(device: Device, attached_app: AttachApp) -> None:
    class Raises(AppCode):
        bundle_id = BUNDLE

        @on("sceneDidEnterBackground(_:)")
        def left(self, _: Callback) -> None:
            raise RuntimeError("bug")

    app = attached_app(Raises)
    app.send("app.launch")
    device.send("device.home")
    exit = app.read()["lastExit"]
    assert exit is not None
    assert exit["reason"] == "abnormal"
    assert exit["explanation"].startswith("RuntimeError: bug\n  ")
    assert exit["explanation"].endswith(", in left")
    assert exit.get("signature", "").startswith("RuntimeError, test_world.py:")
    said = device.diagnosis()
    assert "its code raised RuntimeError: bug" in said
    assert ", in left" not in said
    assert [str(error) for error in app.exceptions] == ["bug"]


def test_code_of_a_dead_process_refuses_to_run(attached_app: AttachApp) -> None:
    app = attached_app(Shop)
    app.send("app.launch")
    dead = app.code
    app.send("app.forceQuit")
    app.send("app.launch")
    said = rf"this is the Shop of the process {dead.pid}, which ended at .*userForceQuit"
    with pytest.raises(AttachedAppError, match=said):
        app.run(dead.track, "one")
    with pytest.raises(AttachedAppError, match=said):
        app.run(lambda: dead.save())
    assert app.code.queue == []


def test_what_others_cause_on_the_device_is_noticed_with_the_next_input(
    device: Device, attached_app: AttachApp, greenroom_client: Client
) -> None:
    class Saves(Shop):
        @on("sceneDidEnterBackground(_:)")
        def left(self, _: Callback) -> None:
            self.save()

    app = attached_app(Saves)
    app.send("app.launch")
    code = app.code
    # A device of its own plays no apps.
    other = greenroom_client.device(device.id)
    other.send("device.home")
    other.advance(30)
    device.send("device.setIdle", idle=False)
    # Nobody has completed the callback in time.
    exit = app.read()["lastExit"]
    assert exit is not None
    assert exit["reason"] == "appWatchdog"
    with pytest.raises(AttachedAppError, match=r"which ended at .* appWatchdog"):
        code.save()
    app.send("app.launch")
    other.send("device.home")
    device.advance(0)
    assert app.world.disk.paths == ["queue"]


def test_a_process_begins_in_main_and_may_act(attached_app: AttachApp) -> None:
    class Begins(AppCode):
        bundle_id = BUNDLE

        def prepare(self) -> None:
            self.began = self.now
            self.task = self.begin_background_task("start", lambda: None)
            self.request("GET", "/config", then=self.configured)
            self.after(2, self.later)
            self.log: list[Any] = [self.task.is_valid]

        def configured(self, response: Response) -> None:
            self.log.append((response.status, self.seconds))

        def later(self) -> None:
            self.log.append(self.seconds)

        @property
        def seconds(self) -> float:
            return (self.now - self.began).total_seconds()

    app = attached_app(Begins)
    app.send("app.launch")
    app.device.advance(5)
    assert app.code.log == [True, (404, 0.1), 2]


def test_a_method_of_the_class_can_be_run_as_explorations_take_it(attached_app: AttachApp) -> None:
    app = attached_app(Shop)
    app.send("app.launch")
    app.run(Shop.track, "one")
    assert app.code.queue == ["one"]


def test_a_handler_that_yields_is_a_mistake(device: Device, attached_app: AttachApp) -> None:
    class Yields(AppCode):
        bundle_id = BUNDLE

        @on("sceneDidEnterBackground(_:)")
        def left(self, _: Callback) -> Any:
            yield 3

    attached_app(Yields).send("app.launch")
    with pytest.raises(AttachedAppError, match=r"Yields\.left yields, and must return"):
        device.send("device.home")


# Time


class Slow(AppCode):
    """Is busy for five seconds."""

    bundle_id = BUNDLE

    @on("sceneDidEnterBackground(_:)")
    def left(self, _: Callback) -> None:
        began = self.now
        self.task = self.begin_background_task("slow", lambda: None)
        self.takes(5)
        self.disk.write("measured", (self.now - began).total_seconds())
        self.after(3, self.later)

    def later(self) -> None:
        self.disk.write("later", self.now.strftime("%M:%S"))
        self.end_background_task(self.task)


def test_now_and_timers_know_of_the_time_that_a_handler_takes(device: Device, attached_app: AttachApp) -> None:
    app = attached_app(Slow)
    app.send("app.launch")
    device.send("device.home")
    device.advance(30)
    assert (app.world.disk.read("measured"), app.world.disk.read("later")) == (5, "00:08")


def test_a_slow_handler_of_one_app_does_not_slow_another(device: Device, attached_app: AttachApp) -> None:
    class Other(AppCode):
        bundle_id = "com.example.other"

        @on("application(_:didFinishLaunchingWithOptions:)")
        def launched(self, _: Callback) -> None:
            self.takes(0.2)

    slow, other = attached_app(Slow), attached_app(Other)
    slow.send("app.launch")
    other.send("app.launch")
    assert other.audit() == []
    active = [
        one["time"]
        for one in device.timeline(kind="process", bundle_id=other.bundle_id)
        if one["kind"] == "process" and one["to"] == "active"
    ]
    assert active == ["2026-01-01T00:00:00.200Z"]
    assert slow.world.disk.read("measured") == 5


def test_handlers_that_overlap_without_nesting_are_refused(device: Device, attached_app: AttachApp) -> None:
    class Slower(AppCode):
        bundle_id = "com.example.slower"

        @on("application(_:didFinishLaunchingWithOptions:)")
        def launched(self, _: Callback) -> None:
            self.takes(8)

    attached_app(Slow).send("app.launch")
    with pytest.raises(AttachedAppError, match=r"Slow\.left .* was to go on at 2026-01-01T00:00:05.* must end first"):
        attached_app(Slower).send("app.launch")


@pytest.mark.parametrize(("clock", "fires"), [("uptime", None), ("wall", "00:00")])
def test_timers_follow_the_clock_that_they_name(
    device: Device, attached_app: AttachApp, clock: Any, fires: str | None
) -> None:
    class Sleeps(AppCode):
        bundle_id = BUNDLE

        def wait(self) -> None:
            self.after(1800, self.fired, clock=clock)

        def fired(self) -> None:
            self.disk.write("fired", self.now.strftime("%M:%S"))

    app = attached_app(Sleeps)
    app.send("app.launch")
    app.run(app.code.wait)
    device.send("device.lock")
    device.advance(3600)
    device.send("device.unlock")
    # The device slept for nearly an hour, in which only the wall clock ran.
    assert app.world.disk.read("fired", None) == fires
    device.advance(1800)
    assert "fired" in app.world.disk


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_timer_that_a_suspension_stops_is_found(device: Device, attached_app: AttachApp, clock: Any) -> None:
    class Ticks(AppCode):
        bundle_id = BUNDLE

        def prepare(self) -> None:
            self.timer = self.after(1800, lambda: None, clock=clock)

        def stop(self) -> None:
            self.timer.cancel()

    def left(cancels: bool) -> list[str]:
        app.send("app.launch")
        if cancels:
            app.run(app.code.stop)
        since = device.read()["sequence"]
        device.send("device.home")
        device.advance(60)
        assert app.read()["state"] == "suspended"
        found: list[str] = [
            one["code"] for one in device.timeline(after=since, kind="finding") if one["kind"] == "finding"
        ]
        app.send("app.forceQuit")
        return found

    app = attached_app(Ticks)
    assert left(cancels=True) == []
    assert left(cancels=False) == ["relianceOnTimerWhileSuspended"]


def test_a_timer_that_is_due_in_a_suspension_fires_when_the_process_runs_again(
    device: Device, attached_app: AttachApp
) -> None:
    class Waits(AppCode):
        bundle_id = BUNDLE

        @on("sceneDidEnterBackground(_:)")
        def left(self, _: Callback) -> None:
            for clock in CLOCKS:
                self.after(60, self.fired, clock, clock=clock)

        def fired(self, clock: str) -> None:
            self.disk.write("fired", {**self.disk.read("fired", {}), clock: self.now.strftime("%M:%S")})

    app = attached_app(Waits)
    app.send("app.launch")
    device.send("device.home")
    device.advance(100)
    assert app.read()["state"] == "suspended"
    assert "fired" not in app.world.disk
    app.send("app.launch")
    device.advance(0)
    assert app.world.disk.read("fired") == dict.fromkeys(CLOCKS, "01:40")


def test_timers_of_both_clocks_wait_side_by_side(device: Device, attached_app: AttachApp) -> None:
    class Waits(AppCode):
        bundle_id = BUNDLE

        def wait(self) -> None:
            self.waiting = {clock: self.after(10, self.fired, clock, clock=clock) for clock in CLOCKS}

        def fired(self, clock: str) -> None:
            self.disk.write("fired", [*self.disk.read("fired", []), clock])

        def cancel(self, clock: str) -> None:
            self.waiting[clock].cancel()

    app = attached_app(Waits)
    app.send("app.launch")
    app.run(app.code.wait)
    device.advance(10)
    assert sorted(app.world.disk.read("fired")) == CLOCKS
    for cancelled, left in [CLOCKS, CLOCKS[::-1]]:
        app.world.disk.delete("fired")
        app.run(app.code.wait)
        device.advance(5)
        app.run(app.code.cancel, cancelled)
        device.advance(5)
        assert app.world.disk.read("fired") == [left]


def test_code_can_ask_what_uikit_says(device: Device, attached_app: AttachApp) -> None:
    said: list[Any] = []

    class Asks(AppCode):
        bundle_id = BUNDLE

        @on("sceneDidBecomeActive(_:)", "sceneDidEnterBackground(_:)")
        def ask(self, _: Callback) -> None:
            states = [scene["state"] for scene in self.scenes]
            said.append((self.application_state, states, self.background_time_remaining, self.uptime >= 0))

    attached_app(Asks).send("app.launch")
    device.send("device.home")
    assert said[0] == ("active", ["foregroundActive"], math.inf, True)
    assert said[1][:2] == ("background", ["background"])
    assert 0 < said[1][2] < math.inf


# Several of one kind


def test_two_background_tasks_of_one_name_are_two(device: Device, attached_app: AttachApp) -> None:
    class Two(AppCode):
        bundle_id = BUNDLE

        @on("sceneDidEnterBackground(_:)")
        def left(self, _: Callback) -> None:
            tasks = [self.begin() for _ in range(3)]
            self.after(2, self.end_background_task, tasks[0])

        def begin(self) -> BackgroundTask:
            task: BackgroundTask = self.begin_background_task("flush", lambda: self.expired(task))
            return task

        def expired(self, task: BackgroundTask) -> None:
            self.disk.write("expired", [*self.disk.read("expired", []), task.name])
            self.end_background_task(task)

    app = attached_app(Two)
    app.send("app.launch")
    device.send("device.home")
    device.advance(60)
    # The first has ended by itself; the others have their own expiration handlers.
    assert app.world.disk.read("expired") == ["flush", "flush"]
    assert app.read()["lastExit"] is None


def test_observers_of_one_callback_are_called_in_their_order(device: Device, attached_app: AttachApp) -> None:
    called: list[str] = []

    class Observed(AppCode):
        bundle_id = BUNDLE

        @on("sceneDidEnterBackground(_:)")
        def second_by_name(self, _: Callback) -> None:
            called.append("one")

        @on("sceneDidEnterBackground(_:)")
        def first_by_name(self, _: Callback) -> None:
            called.append("two")

    class More(Observed):
        @on("sceneDidEnterBackground(_:)")
        def another(self, _: Callback) -> None:
            called.append("three")

    app = attached_app(More)
    app.on("sceneDidEnterBackground(_:)")(lambda code, callback: called.append("four"))
    app.send("app.launch")
    device.send("device.home")
    assert called == ["one", "two", "three", "four"]


def test_a_push_without_a_handler_is_answered(device: Device, attached_app: AttachApp) -> None:
    app = attached_app(Shop, **PUSHED)
    app.send("push.deliver", **SILENT)
    device.advance(60)
    assert app.read()["lastExit"] is None
    # Functions may still come to be handlers of this one, so iOS calls it, and the client answers.
    other = attached_app("com.example.functions", **PUSHED)
    other.send("push.deliver", **SILENT)
    device.advance(60)
    assert other.read()["lastExit"] is None
    (log,) = [one for one in device.timeline(kind="log") if one["kind"] == "log"]
    assert log["message"] == f"{PUSH} has no handler here: the client answers noData"


@pytest.mark.parametrize("name", [PUSH, "UIApplication.didEnterBackgroundNotification"])
def test_a_method_that_the_app_was_installed_without_cannot_be_handled(attached_app: AttachApp, name: Any) -> None:
    app = attached_app(Shop)
    with pytest.raises(AttachedAppError, match="make it a method of its class"):
        app.on(name)(lambda code, callback: None)


# The network


class Sends(AppCode):
    """Sends an event as it leaves the screen, within a background task if it is told to."""

    bundle_id = BUNDLE
    holds = True

    @classmethod
    def set_up_world(cls, world: World) -> None:
        world.network.answer("POST", "/events*", body={"stored": True}, delay=8)

    def prepare(self) -> None:
        self.responses: list[Response] = []
        self.task: BackgroundTask | None = None

    @on("sceneDidEnterBackground(_:)")
    def left(self, _: Callback) -> None:
        if self.holds:
            self.task = self.begin_background_task("flush", lambda: None)
        self.sent: Request = self.request("POST", "/events/1", {"name": "purchase"}, then=self.answered)

    def answered(self, response: Response) -> None:
        self.responses.append(response)
        if self.task is not None:
            self.end_background_task(self.task)


class SendsUnheld(Sends):
    """Sends without a background task."""

    holds = False


def test_a_request_is_answered_by_the_server(device: Device, attached_app: AttachApp) -> None:
    app = attached_app(Sends)
    app.send("app.launch")
    device.send("device.home")
    # The server has it as soon as it is sent.
    (received,) = app.world.network.received
    assert (received.method, received.path, received.body) == ("POST", "/events/1", {"name": "purchase"})
    device.advance(20)
    assert app.code.responses == [Response(200, {"stored": True})]
    assert app.code.responses[0].succeeded
    assert app.read()["state"] == "suspended"
    assert app.audit() == []


def test_a_request_is_cut_off_by_a_suspension(device: Device, attached_app: AttachApp) -> None:
    app = attached_app(SendsUnheld)
    app.send("app.launch")
    device.send("device.home")
    device.advance(60)
    assert app.code.responses == []
    app.send("app.launch")
    assert app.code.responses == [Response(error=-1005)]
    assert not app.code.responses[0].succeeded
    assert "requestCutOff" in [finding["code"] for finding in app.audit()]


@pytest.mark.parametrize("arrives", [True, False])
def test_the_test_decides_whether_a_request_of_a_dead_process_has_arrived(
    device: Device, attached_app: AttachApp, arrives: bool
) -> None:
    app = attached_app(Sends)
    app.world.network.answer("POST", "/events/1", delay=4, arrives=arrives)
    app.send("app.launch")
    device.send("device.home")
    device.advance(2)
    app.send("app.crash", exception="abort")
    device.advance(60)
    assert len(app.world.network.received) == (1 if arrives else 0)
    app.send("app.launch")
    device.send("device.home")
    device.advance(60)
    assert len(app.world.network.received) == (2 if arrives else 1)


def test_a_server_that_is_offline_and_a_request_that_is_cancelled(device: Device, attached_app: AttachApp) -> None:
    app = attached_app(Sends)
    app.send("app.launch")
    app.world.network.offline = True
    app.run(lambda: app.code.request("GET", "/", then=app.code.answered))
    device.advance(0)
    app.world.network.offline = False
    sent: Request = app.run(lambda: app.code.request("POST", "/events", then=app.code.answered))
    app.run(sent.cancel)
    device.send("device.setNetwork", network="none")
    app.run(lambda: app.code.request("POST", "/events", then=app.code.answered))
    assert [response.error for response in app.code.responses] == [-1004, -999, -1009]


def test_the_server_can_decide(device: Device, attached_app: AttachApp) -> None:
    app = attached_app(Sends)
    seen: list[Any] = []

    def decide(received: Any) -> Response:
        seen.append(received.body)
        return Response(500 if len(seen) == 1 else 201)

    app.world.network.answer("*", "/items", decide=decide)
    app.send("app.launch")
    for item in (b"one", "two"):
        app.run(lambda item=item: app.code.request("PUT", "/items", item, then=app.code.answered))
    device.advance(1)
    assert [response.status for response in app.code.responses] == [500, 201]
    assert seen == [b"one", "two"]


def test_background_transfers_use_the_same_server(device: Device, attached_app: AttachApp) -> None:
    class Transfers(AppCode):
        bundle_id = BUNDLE

        @classmethod
        def set_up_world(cls, world: World) -> None:
            world.network.answer("PUT", "/photos", status=201, delay=40)
            world.network.answer("GET", "/album", body="an album", delay=60)

        def start(self) -> None:
            self.transfer("photos", "GET", "/album", kind="download")
            self.transfer("photos", "PUT", "/photos", b"a photo", kind="upload")

        @on("urlSession(_:task:didCompleteWithError:)")
        def completed(self, callback: Callback) -> None:
            response = self.transferred(callback)
            self.disk.write("log", [*self.disk.read("log", []), [response.status, response.body]])

        @on("application(_:handleEventsForBackgroundURLSession:completionHandler:)")
        def events(self, callback: Callback) -> None:
            self.after(0, self.act, "completeURLSessionEvents")

    app = attached_app(Transfers)
    app.send("app.launch")
    app.run(app.code.start)
    device.send("device.home")
    device.advance(600)
    assert app.world.disk.read("log") == [[201, None], [200, "an album"]]
    assert [received.path for received in app.world.network.received] == ["/photos", "/album"]


def test_transfers_of_one_session_are_told_apart(device: Device, attached_app: AttachApp) -> None:
    class Transfers(AppCode):
        bundle_id = BUNDLE

        def start(self) -> None:
            for body, delay in [("slow", 60), ("fast", 20)]:
                self.world.network.answer("GET", "/album", body=body, delay=delay)
                self.transfer("photos", "GET", "/album")

        @on("urlSession(_:task:didCompleteWithError:)")
        def completed(self, callback: Callback) -> None:
            told = callback["arguments"]["taskDescription"]
            self.disk.write("log", [*self.disk.read("log", []), [told, self.transferred(callback).body]])

    app = attached_app(Transfers)
    app.send("app.launch")
    app.run(app.code.start)
    device.advance(100)
    assert app.world.disk.read("log") == [["GET /album (2)", "fast"], ["GET /album", "slow"]]


def test_requests_of_a_long_path_are_told_apart(device: Device, attached_app: AttachApp) -> None:
    app = attached_app(Sends)
    app.send("app.launch")
    long = "/events/" + "é" * 300
    sent = [app.run(lambda: app.code.request("GET", long, then=app.code.answered)) for _ in range(2)]
    assert sent[1].identifier == f"{sent[0].identifier} (2)"
    assert len(sent[0].identifier.encode()) <= 240
    device.advance(1)
    assert [response.status for response in app.code.responses] == [404, 404]
    assert [received.path for received in app.world.network.received] == [long, long]


def test_a_transfer_arrives_when_it_ends(device: Device, attached_app: AttachApp) -> None:
    class Sends(AppCode):
        bundle_id = BUNDLE

        @classmethod
        def set_up_world(cls, world: World) -> None:
            world.network.answer("PUT", "/photos", delay=40)

        def start(self) -> None:
            self.transfer("photos", "PUT", "/photos", b"a photo", kind="upload")

    app = attached_app(Sends)
    app.send("app.launch")
    app.run(app.code.start)
    # The app runs no more, and nothing stops the clock on the way.
    app.send("app.crash", exception="abort")
    device.advance(30)
    assert app.world.network.received == []
    device.advance(600, stop_at_callbacks=False)
    (received,) = app.world.network.received
    assert received.time is not None
    assert received.time.strftime("%H:%M:%S") == "00:00:40"


class Uploads(AppCode):
    """Uploads a photo in the background, and notes what its process was told of it."""

    bundle_id = BUNDLE

    @classmethod
    def set_up_world(cls, world: World) -> None:
        world.network.answer("PUT", "/photos", status=201, delay=40)

    def start(self) -> None:
        self.transfer("photos", "PUT", "/photos", b"a photo", kind="upload")

    @on("application(_:handleEventsForBackgroundURLSession:completionHandler:)")
    def events(self, _: Callback) -> None:
        self.note("events")
        self.after(0, self.act, "completeURLSessionEvents")

    @on("urlSession(_:task:didCompleteWithError:)")
    def completed(self, callback: Callback) -> None:
        response = self.transferred(callback)
        self.note(response.status or response.error)

    def note(self, what: Any) -> None:
        self.disk.write("log", [*self.disk.read("log", []), what])


def test_a_transfer_outlives_the_process_that_began_it(device: Device, attached_app: AttachApp) -> None:
    app = attached_app(Uploads)
    app.send("app.launch")
    app.run(app.code.start)
    device.send("device.home")
    device.advance(30)
    app.send("app.terminate", cause="jetsam")
    device.advance(60)
    # iOS has launched the app for it.
    assert app.world.disk.read("log") == ["events", 201]
    assert app.read()["state"] == "suspended"
    assert [received.path for received in app.world.network.received] == ["/photos"]


def test_a_force_quit_cancels_transfers(device: Device, attached_app: AttachApp) -> None:
    app = attached_app(Uploads)
    app.send("app.launch")
    app.run(app.code.start)
    app.send("app.forceQuit")
    device.advance(60)
    assert "log" not in app.world.disk
    app.send("app.launch")
    assert app.world.disk.read("log") == [-999]
    assert app.world.network.received == []


def test_a_transfer_to_a_server_that_is_offline_fails(device: Device, attached_app: AttachApp) -> None:
    app = attached_app(Uploads)
    app.send("app.launch")
    app.run(app.code.start)
    app.world.network.offline = True
    device.advance(60)
    assert app.world.disk.read("log") == [-1004]
    assert app.world.network.received == []


def test_what_happens_while_a_slow_handler_waits_is_seen_once(device: Device, attached_app: AttachApp) -> None:
    class Slow(AppCode):
        bundle_id = "com.example.slow"

        @on("application(_:didFinishLaunchingWithOptions:)")
        def launched(self, _: Callback) -> None:
            self.takes(4)

    class Transfers(AppCode):
        bundle_id = BUNDLE

        @classmethod
        def set_up_world(cls, world: World) -> None:
            world.network.answer("PUT", "*", delay=60)

        def start(self) -> None:
            self.transfer("photos", "PUT", "/first")
            self.after(2, self.transfer, "photos", "PUT", "/second")

    app, slow = attached_app(Transfers), attached_app(Slow)
    app.send("app.launch")
    # The system takes a thousand transfers of an app.
    app.act([{"action": "startTransfer", "identifier": "others", "seconds": 3600}] * 999)
    app.run(app.code.start)
    slow.send("app.launch")
    (refusal,) = app.refusals
    assert refusal.verdict is not None
    assert refusal.verdict.get("why") == "tooManyTransfers"
    device.advance(100)
    # The refusal has taken the second one off, and only that.
    assert [received.path for received in app.world.network.received] == ["/first"]


# Explorations


class Poisoned(AppCode):
    """Writes a file that breaks its next launch."""

    bundle_id = BUNDLE

    def prepare(self) -> None:
        self.written = False

    @on("application(_:didFinishLaunchingWithOptions:)")
    def launched(self, _: Callback) -> None:
        assert self.disk.read("state", "") != "poison", "the file of the earlier process breaks the launch"

    def write(self) -> None:
        self.written = True

    @on("sceneDidEnterBackground(_:)")
    def left(self, _: Callback) -> None:
        if self.written:
            self.disk.write("state", "poison")


FEW: Any = {
    "functions": {"write": Poisoned.write},
    "inputs": {"only": ["app.launch", "device.home", "app.terminate"]},
    "interruptions": 0,
    "depth": 6,
    "transitions": 200,
}


def test_the_world_tells_states_apart_while_no_process_lives(greenroom_client: Client) -> None:
    with pytest.raises(ExplorationFailed, match="breaks the launch") as failed:
        greenroom_client.explore(Poisoned, **FEW)
    (raised,) = failed.value.result.raised
    assert raised.inputs[:3] == ["app.launch", "write", "device.home"]
    assert raised.inputs[-1] == "app.launch"


def test_code_says_its_attributes_and_names_what_it_holds_of_its_process(attached_app: AttachApp) -> None:
    class Says(AppCode):
        bundle_id = BUNDLE

        def prepare(self) -> None:
            self.queue: Any = ["one"]
            self.then = self.send
            self.tasks = [self.begin_background_task("flush", lambda: None)]
            self.timers_set = {"later": self.after(60, self.send), "cancelled": self.after(30, self.send)}
            self.timers_set["cancelled"].cancel()
            self.sent = self.request("GET", "/")

        def send(self) -> None: ...

    app = attached_app(Says)
    app.send("app.launch")
    assert app.code.abstract_state() == {
        "queue": ["one"],
        "then": {"function": "send"},
        "tasks": [{"task": "flush", "number": 1}],
        "timers_set": {"later": {"timer": 0}, "cancelled": {"timer": -1}},
        "sent": {"request": "GET /", "isUnderWay": True},
    }
    app.device.advance(1)
    assert app.code.abstract_state()["sent"]["isUnderWay"] is False
    # A task that has ended says the same, whichever it was.
    app.run(lambda: app.code.end_background_task(app.code.tasks[0]))
    assert app.code.abstract_state()["tasks"] == [{"task": "flush", "number": None}]
    app.run(lambda: app.code.tasks.append(app.code.begin_background_task("flush")))
    assert app.code.tasks[1].number != 1
    assert app.code.abstract_state()["tasks"][1] == {"task": "flush", "number": 1}
    app.code.queue = {1, 2}
    assert app.code.abstract_state() is None


def test_members_that_are_left_out_do_not_tell_states_apart(greenroom_client: Client) -> None:
    class Numbers(AppCode):
        """Has an identifier of its own in each process, and in each file."""

        bundle_id = BUNDLE

        def prepare(self) -> None:
            self.identifier = self.pid
            self.disk.write("last", {"identifier": self.pid})

    def states(**options: Any) -> int:
        only = {"only": ["app.launch", "app.forceQuit"]}
        result = greenroom_client.explore(Numbers, inputs=only, interruptions=0, depth=5, transitions=200, **options)
        return int(result.reports[0]["passes"][0]["abstractStates"])

    # Launched or not, before and after a first process, and suspended.
    assert states(left_out=["identifier"]) < states()


def test_an_input_that_there_is_not_is_refused_with_those_that_are_like_it(greenroom_client: Client) -> None:
    with pytest.raises(Refused, match="no input or group sistem") as refused:
        greenroom_client.explore(Shop, inputs={"only": ["sistem"]})
    assert refused.value.accepted[0] == "system"


def requests_of(code: type[AppCode], url: str) -> list[str]:
    """What the client sends for a launch of an app, Home and a minute."""
    sent: list[str] = []

    class Counting(httpx.HTTPTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            sent.append(request.url.path)
            return super().handle_request(request)

    with Client(url, transport=Counting()) as client:
        device = client.create_device(rules="ios18", clock={"mode": "manual"})
        app = device.attach(code)
        sent.clear()
        app.send("app.launch")
        device.send("device.home")
        device.advance(60)
        requests = list(sent)
        assert device.players[app.bundle_id].uncalled == set()
        device.delete()
    return requests


def test_launch_home_and_a_minute_take_at_most_twelve_requests(greenroom_client: Client) -> None:
    class Saves(Shop):
        @on("application(_:didFinishLaunchingWithOptions:)")
        def launched(self, _: Callback) -> None: ...

        @on("sceneDidEnterBackground(_:)")
        def left(self, _: Callback) -> None:
            self.save()

    requests = requests_of(Saves, greenroom_client.url)
    assert 0 < len(requests) <= 12, requests


def test_with_observers_launch_home_and_a_minute_take_at_most_twelve_requests(greenroom_client: Client) -> None:
    class Observes(Shop):
        @on("UIApplication.didBecomeActiveNotification", "UIApplication.willResignActiveNotification")
        def changed(self, _: Callback) -> None: ...

        @on("UIApplication.didEnterBackgroundNotification")
        def left(self, _: Callback) -> None:
            self.save()

    requests = requests_of(Observes, greenroom_client.url)
    assert 0 < len(requests) <= 12, requests


def test_what_functions_hold_tells_states_apart(greenroom_client: Client) -> None:
    class Forgets(AppCode):
        """Sends what a timer holds, and nothing else knows."""

        bundle_id = BUNDLE

        def tap(self, what: str) -> None:
            self.after(5, self.send, what)

        def send(self, what: str) -> None:
            assert what != "second", "it is sent"

    taps: Any = {what: lambda code, what=what: code.tap(what) for what in ("first", "second")}
    with pytest.raises(ExplorationFailed) as failed:
        greenroom_client.explore(Forgets, **{**FEW, "functions": taps, "inputs": {"only": ["app.launch"]}, "depth": 3})
    (raised,) = failed.value.result.raised
    assert raised.inputs == ["app.launch", "second", "5 s pass"]


def test_what_is_due_at_once_is_done_before_the_next_input(greenroom_client: Client) -> None:
    class Leaves(AppCode):
        """Begins a background task that it never ends, for a request that fails at once."""

        bundle_id = BUNDLE

        @on("sceneDidEnterBackground(_:)")
        def left(self, _: Callback) -> None:
            self.begin_background_task("flush", lambda: None)
            self.world.network.offline = True
            self.request("GET", "/", then=self.answered)

        def answered(self, response: Response) -> None: ...

    options = {**FEW, "functions": {}, "inputs": {"only": ["app.launch", "device.home"]}, "depth": 4, "fail_on": None}
    result = greenroom_client.explore(Leaves, **options)
    found = {one["signature"]: [step["input"] for step in one["inputs"]] for one in result.failures}
    # The expiration handler, and the end.
    inputs = ["app.launch", "device.home", "25 s pass", "5 s pass"]
    assert found[f"{BUNDLE}/backgroundTaskAssertionTimeout"] == inputs


class Syncs(AppCode):
    """Expects that its server is there when it is launched, and that it is not asked in the background."""

    bundle_id = BUNDLE

    @on("application(_:didFinishLaunchingWithOptions:)")
    def launched(self, _: Callback) -> None:
        assert not self.world.network.offline, "the server is away"

    def ask(self) -> None:
        assert self.application_state == "active", "it was asked in the background"


def go_offline(world: World) -> None:
    """The server goes away."""
    world.network.offline = True


def test_inputs_are_tried_while_the_app_is_in_the_background_or_dead(greenroom_client: Client) -> None:
    def found(function: Any) -> list[list[str]]:
        options = {**FEW, "functions": {"do": function}, "depth": 3, "fail_on": None}
        return [one.inputs for one in greenroom_client.explore(Syncs, **options).raised]

    assert found({"change": go_offline, "while": "dead"}) == [["do", "app.launch"]]
    # What happens outside of the device is in the scenario of the failure too.
    options: Any = {
        **FEW,
        "functions": {"outage": {"change": go_offline, "while": "dead"}},
        "depth": 2,
        "fail_on": None,
    }
    result = greenroom_client.explore(Syncs, **options)
    assert "device.note" in greenroom_client.failure_scenario(result.id, 1)
    assert found({"change": go_offline, "while": "background"}) == []
    assert found({"change": go_offline}) == [["do", "app.launch"]]
    assert found(Syncs.ask) == []
    assert found({"call": Syncs.ask, "while": ["active", "background"]}) == [["app.launch", "device.home", "do"]]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "needs a function"),
        ({"call": print, "change": print}, "needs a function"),
        ({"call": print, "when": "active"}, "needs a function"),
        ({"call": print, "while": "suspended"}, "not one of active, background, dead"),
        ({"call": print, "while": "dead"}, "there is none while the app is dead: make a `change`"),
    ],
)
def test_an_input_that_could_not_be_tried_is_a_mistake(greenroom_client: Client, given: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        greenroom_client.explore(Syncs, functions={"ask": given})


def test_invariants_are_asked_while_no_process_lives(greenroom_client: Client) -> None:
    class Twice(Poisoned):
        @on("sceneDidEnterBackground(_:)")
        def left(self, _: Callback) -> None:
            self.request("POST", "/events", "purchase")

        @on("application(_:didFinishLaunchingWithOptions:)")
        def launched(self, _: Callback) -> None: ...

    def sent_once(world: World) -> bool:
        return len(world.network.received) < 2

    with pytest.raises(ExplorationFailed, match=r"invariantBroken/sent once") as failed:
        greenroom_client.explore(
            Twice,
            invariants={"sent once": sent_once},
            inputs={"only": ["app.launch", "device.home"]},
            interruptions=0,
            depth=4,
            transitions=60,
        )
    assert failed.value.result.broken == {"sent once": ["app.launch", "device.home"] * 2}
    assert "none found" not in failed.value.result.text


def test_an_invariant_is_broken_by_an_assertion_and_no_other_error(greenroom_client: Client) -> None:
    few: Any = {"inputs": {"only": ["app.launch", "device.home"]}, "interruptions": 0, "depth": 2, "transitions": 20}

    def has_a_file(world: World) -> None:
        if not world.disk.paths:
            raise AssertionError("the disk has\n\nnothing")

    with pytest.raises(ExplorationFailed) as failed:
        greenroom_client.explore(Syncs, invariants={"has a file": has_a_file}, **few)
    result = failed.value.result
    assert list(result.broken) == ["has a file"]
    assert result.text.endswith("\nnote  the invariant has a file is broken: the disk has\n      nothing\n")
    assert result.text.rstrip() in str(failed.value)
    misspelt: Any = {"has a file": lambda world: world.disk.path}
    with pytest.raises(AttributeError, match="path"):
        greenroom_client.explore(Syncs, invariants=misspelt, id="misspelt", **few)
    assert greenroom_client.exploration("misspelt")["status"] == "cancelled"


def test_different_exceptions_are_different_failures(greenroom_client: Client) -> None:
    class Two(AppCode):
        bundle_id = BUNDLE

        def prepare(self) -> None:
            self.writes = 0

        @on("sceneDidEnterBackground(_:)")
        def left(self, _: Callback) -> None:
            if self.writes == 1:
                raise ValueError("left with one")

        def write(self) -> None:
            self.writes += 1
            if self.writes == 2:
                raise TypeError("written twice")

    with pytest.raises(ExplorationFailed) as failed:
        greenroom_client.explore(Two, **{**FEW, "functions": {"write": Two.write}, "depth": 3})
    found = sorted([str(one.error), *one.inputs] for one in failed.value.result.raised)
    assert found == [
        ["left with one", "app.launch", "write", "device.home"],
        ["written twice", "app.launch", "write", "write"],
    ]
