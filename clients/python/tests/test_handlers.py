"""Handlers of attached apps: which are called, and what is said of those that are not or that do what is refused."""

import asyncio
import pickle
from typing import Any, Final

import pytest

from greenroom_client import AppCode, AsyncClient, AttachedAppError, Callback, CodeRefused, Device, Refused, on
from greenroom_client.pytest_plugin import AttachApp

ENTERED: Final = "UIApplication.didEnterBackgroundNotification"
LAUNCH_STEPS = ["main", "UIApplicationMain", "mainInterface"]
PUSH: Final = "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"


class Starting(AppCode):
    """Notes the steps of its launches."""

    bundle_id = "com.example.starting"

    @on("main", "UIApplicationMain", "mainInterface", "application(_:didFinishLaunchingWithOptions:)")
    def note(self, callback: Callback) -> None:
        self.disk.write("steps", [*self.disk.read("steps", []), callback["name"]])


@pytest.mark.parametrize("behavior", [{}, {"main": []}, {"sceneDidEnterBackground(_:)": [{"action": "save"}]}])
def test_the_steps_of_a_launch_are_handled_where_a_method_handles_them(attached_app: AttachApp, behavior: Any) -> None:
    app = attached_app(Starting, behavior=behavior)
    app.send("app.launch")
    assert app.world.disk.read("steps") == [*LAUNCH_STEPS, "application(_:didFinishLaunchingWithOptions:)"]
    assert app.read()["behavior"].keys() >= {*LAUNCH_STEPS, *behavior}


def test_a_function_handles_a_step_of_a_launch_that_the_app_was_installed_with(attached_app: AttachApp) -> None:
    app = attached_app("com.example.declared", behavior={"mainInterface": []})

    @app.on("mainInterface")
    def load(code: AppCode, _: Callback) -> None:
        code.disk.write("loaded", True)

    app.send("app.launch")
    assert app.world.disk.read("loaded")


@pytest.mark.parametrize("step", LAUNCH_STEPS[1:])
def test_a_step_of_a_launch_that_the_app_was_installed_without_cannot_be_handled(
    attached_app: AttachApp, step: Any
) -> None:
    app = attached_app("com.example.undeclared")
    with pytest.raises(AttachedAppError, match=rf'was installed without {step}.*behavior={{"{step}": \[\]}}'):
        app.on(step)(lambda code, callback: None)


@pytest.mark.parametrize(
    ("name", "manifest", "said"),
    [
        (ENTERED, {"observes": ["UIApplication.willTerminateNotification"]}, "observes"),
        ("didReceive(_:withContentHandler:)", {}, "lacks a notificationService"),
        ("sceneDidEnterBackground(_:)", {"behavior": {"sceneDidEnterBackground(_:)": [{"action": "save"}]}}, "plays"),
    ],
)
def test_a_handler_that_nothing_would_call_is_a_mistake(
    device: Device, attached_app: AttachApp, name: Any, manifest: Any, said: str
) -> None:
    class Deaf(AppCode):
        bundle_id = "com.example.deaf"

        @on(name)
        def handle(self, _: Callback) -> None: ...

    with pytest.raises(AttachedAppError, match=f"Deaf has a handler .*{said}"):
        attached_app(Deaf, **manifest)
    assert device.apps() == []
    assert device.players == {}
    app = attached_app("com.example.deaf", **manifest)
    with pytest.raises(AttachedAppError, match=said):
        app.on(name)(lambda code, callback: None)


def test_an_app_observes_what_its_manifest_says_or_else_what_it_handles(
    device: Device, attached_app: AttachApp
) -> None:
    class Listening(AppCode):
        bundle_id = "com.example.listening"

        @on(ENTERED)
        def hear(self, callback: Callback) -> None:
            self.disk.write("heard", callback["receiver"])

    more = [ENTERED, "UIApplication.willTerminateNotification"]
    for manifest, observed in (({}, [ENTERED]), ({"observes": None}, [ENTERED]), ({"observes": more}, more)):
        app = attached_app(Listening, **manifest)
        assert app.read()["observes"] == observed
        app.send("app.launch")
        device.send("device.home")
        assert app.world.disk.read("heard") == "observer"
        app.world.disk.delete("heard")


class Leaving(AppCode):
    """Has handlers of both life cycles, and one that its Info.plist does not suffice for."""

    bundle_id = "com.example.leaving"

    @on("applicationDidEnterBackground(_:)", "sceneDidEnterBackground(_:)")
    def left(self, callback: Callback) -> None:
        self.disk.write("left", callback["name"])

    @on("application(_:performFetchWithCompletionHandler:)")
    def fetch(self, _: Callback) -> None: ...


@pytest.mark.parametrize(
    ("lifecycle", "called", "never"),
    [
        ("scenes", "sceneDidEnterBackground(_:)", "applicationDidEnterBackground(_:)"),
        ("appDelegate", "applicationDidEnterBackground(_:)", "sceneDidEnterBackground(_:)"),
    ],
)
def test_handlers_that_are_never_called_are_found_and_reported(
    device: Device, attached_app: AttachApp, lifecycle: str, called: str, never: str
) -> None:
    app = attached_app(Leaving, lifecycle=lifecycle)
    app.send("app.launch")
    device.send("device.home")
    assert app.world.disk.read("left") == called
    lacking = "application(_:performFetchWithCompletionHandler:)"
    assert sorted(app.read()["behaviorNeverCalled"]) == sorted([lacking, never])
    (finding,) = app.audit()
    assert finding["code"] == "delegateMethodNeverCalled"
    # Its counterpart is called.
    assert never not in finding["detail"]
    assert f"without fetch in UIBackgroundModes: {lacking}" in finding["detail"]
    (line,) = [line for line in device.diagnosis().splitlines() if line.startswith("  handlers")]
    assert line.startswith("  handlers that are never called as the app is installed: ")
    assert never in line
    assert called not in line


def test_a_report_names_functions_that_were_not_called(device: Device, attached_app: AttachApp) -> None:
    app = attached_app("com.example.functions")
    app.on("sceneDidDisconnect(_:)", "sceneDidEnterBackground(_:)")(lambda code, callback: None)
    app.send("app.launch")
    device.send("device.home")
    assert "  handlers that were not called: sceneDidDisconnect(_:)\n" in device.diagnosis()


def test_a_fetch_is_completed_with_its_callback(device: Device, attached_app: AttachApp) -> None:
    class Pushed(AppCode):
        bundle_id = "com.example.pushed"
        manifest = {"infoPlist": {"UIBackgroundModes": ["remote-notification"]}}

        @on(PUSH)
        def pushed(self, callback: Callback) -> None:
            self.after(3, self.complete_fetch, callback, "noData")

    app = attached_app(Pushed)
    app.send("app.launch")
    device.send("device.home")
    device.advance(60)
    push: dict[str, Any] = {"pushType": "background", "priority": 5, "payload": {"aps": {"content-available": 1}}}
    app.send("push.deliver", **push)
    device.advance(60)
    assert app.audit() == []
    assert app.explain()["because"] == ["no assertion has held it since 2026-01-01T00:01:03.000Z"]


def test_a_refused_action_of_a_handler_names_handler_callback_and_action(
    device: Device, attached_app: AttachApp
) -> None:
    class Saver(AppCode):
        bundle_id = "com.example.saver"

        @on("sceneDidEnterBackground(_:)")
        def save(self, _: Callback) -> None:
            self.act("edit")
            self.act("save", takeSeconds=3)

    attached_app(Saver).send("app.launch")
    with pytest.raises(CodeRefused) as raised:
        device.send("device.home")
    assert str(raised.value) == (
        "422 unknown-field: test_a_refused_action_of_a_handler_names_handler_callback_and_action.<locals>.Saver.save,"
        " called for sceneDidEnterBackground(_:), did save(takeSeconds=3): There is no field"
        ' "takeSeconds" here. (field actions[1].takeSeconds); accepted: action, count'
    )
    again = pickle.loads(pickle.dumps(raised.value))
    assert (type(again), str(again)) == (CodeRefused, str(raised.value))


def test_of_several_timers_the_one_whose_action_is_refused_is_named(device: Device, attached_app: AttachApp) -> None:
    app = attached_app("com.example.timers")

    def good() -> None:
        app.code.act("edit")

    def bad() -> None:
        app.code.act("completeFetch", identifier=3, result="newDatta")

    app.send("app.launch")
    app.run(lambda: [app.code.after(2, good), app.code.after(2, bad)])
    with pytest.raises(CodeRefused, match=r"\.bad, called for alarmHandler, did completeFetch\(identifier=3, result='"):
        device.advance(5)


def test_a_refused_action_between_callbacks_names_the_function(attached_app: AttachApp) -> None:
    app = attached_app("com.example.functions")

    def edit() -> None:
        app.code.act("edit")
        app.code.act("work")

    app.send("app.launch")
    with pytest.raises(CodeRefused, match=r"missing-field: .*\.edit did work\(\): The field cpuSeconds"):
        app.run(edit)


def test_an_asynchronous_client_names_what_was_refused_as_well(greenroom_server: str) -> None:
    async def main() -> None:
        async with AsyncClient(greenroom_server) as client:
            device = await client.create_device(clock={"mode": "manual"}, expiresAfterSeconds=600)
            app = await device.attach(AppCode, "com.example.starting")

            @app.on("sceneDidEnterBackground(_:)")
            async def leave(code: AppCode, _: Callback) -> None:
                code.act("work")

            await app.send("app.launch")
            with pytest.raises(Refused, match=r"\.leave, called for sceneDidEnterBackground\(_:\), did work\(\)"):
                await device.send("device.home")
            await device.delete()

    asyncio.run(main())
