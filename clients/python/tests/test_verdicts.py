"""What the system decides about what the code of an attached app does."""

import pickle

import pytest

from greenroom_client import ActionResult, AppCode, AttachedAppError, Callback, Device, SystemRefusal, on
from greenroom_client import raise_for_refusal as require
from greenroom_client.pytest_plugin import AttachApp
from greenroom_client.verdicts import refusals

REFRESH = "com.example.app.refresh"
PERMITTED = {"infoPlist": {"UIBackgroundModes": ["fetch"], "BGTaskSchedulerPermittedIdentifiers": [REFRESH]}}


class Asks(AppCode):
    """Asks for a task that its Info.plist permits, and for one that it does not."""

    bundle_id = "com.example.app"
    manifest = PERMITTED

    def prepare(self) -> None:
        self.results: list[ActionResult] = []

    @on("sceneDidEnterBackground(_:)")
    def ask(self, _: Callback) -> ActionResult:
        self.results = [
            self.begin_background_task("other"),
            self.submit_task_request(REFRESH),
            self.submit_task_request("other"),
            self.act("edit"),
            self.submit_task_request(REFRESH, earliest_begin_after=60),
            self.act("cancelTaskRequest", identifier=REFRESH),
            self.submit_task_request(REFRESH, earliest_begin_after=60),
            self.end_background_task("other"),
            self.end_background_task("other"),
            self.complete_fetch(7),
        ]
        with pytest.raises(AttachedAppError, match=r"submitTaskRequest.* is known once Asks\.ask has returned"):
            self.results[1].raise_for_refusal()
        return self.results[0]


def verdicts(results: list[ActionResult]) -> list[str | None]:
    return [None if one.verdict is None else one.verdict.get("why", one.verdict["verdict"]) for one in results]


def test_each_action_of_a_handler_gets_its_verdict(device: Device, attached_app: AttachApp) -> None:
    app = attached_app(Asks)
    app.send("app.launch")
    device.send("device.home")
    results = app.code.results
    assert verdicts(results) == [
        *(None, "accepted", "notPermitted", None),
        *("accepted", "byTheApp", "accepted"),
        *(None, "unknownTask", "unknownTask"),
    ]
    assert [at for at, one in enumerate(results) if one.refused] == [2, 8, 9]
    assert results[1].raise_for_refusal() is results[1]
    with pytest.raises(
        SystemRefusal, match=r"Asks\.ask did submitTaskRequest\(identifier='other'.*notPermitted"
    ) as error:
        results[2].raise_for_refusal()
    assert error.value.verdict["identifier"] == "other"
    assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)
    assert app.refusals == device.refusals == [results[2], *results[8:]]
    with pytest.raises(SystemRefusal, match="notPermitted"):
        app.raise_for_refusal()


def test_code_between_callbacks_returns_its_result(device: Device, attached_app: AttachApp) -> None:
    app = attached_app("com.example.app", **PERMITTED)
    app.send("app.launch")
    results = [app.run(app.code.submit_task_request, identifier) for identifier in (REFRESH, "other")]
    assert verdicts(results) == ["accepted", "notPermitted"]
    assert app.refusals == results[1:]
    other = attached_app("com.example.other")
    assert other.refusals == []
    other.raise_for_refusal()


def test_an_action_of_a_process_that_was_killed_has_no_result(device: Device, attached_app: AttachApp) -> None:
    app = attached_app("com.example.slow")
    results: list[ActionResult] = []

    @app.on("sceneDidEnterBackground(_:)")
    def save(code: AppCode, _: Callback) -> None:
        code.takes(15)
        results.append(code.act("save"))

    app.send("app.launch")
    device.send("device.home")
    assert not results[0].known
    assert "not known yet" in repr(results[0])


def test_what_a_test_does_itself_can_be_required(device: Device) -> None:
    app = device.app("com.example.app")
    app.install(infoPlist=PERMITTED["infoPlist"])
    app.send("app.launch")
    accepted = require(app.act("submitTaskRequest", identifier=REFRESH, kind="appRefresh"))
    assert refusals(accepted) == []
    with pytest.raises(SystemRefusal, match=r"com\.example\.app: taskRequest other was refused \(notPermitted"):
        require(app.act("submitTaskRequest", identifier="other", kind="appRefresh"))
