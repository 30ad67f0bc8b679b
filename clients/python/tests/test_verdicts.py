"""What the system decides about what the code of an attached app does."""

import pickle
from typing import Any

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
        self.known_in_the_handler: list[str | None] = []

    @on("sceneDidEnterBackground(_:)")
    def ask(self, _: Callback) -> ActionResult:
        task = self.begin_background_task("other")
        assert task.is_valid
        self.results = [
            task.result,
            self.submit_task_request(REFRESH),
            self.submit_task_request("other"),
            self.act("edit"),
            self.submit_task_request(REFRESH, earliest_begin_after=60),
            self.act("cancelTaskRequest", identifier=REFRESH),
            self.submit_task_request(REFRESH, earliest_begin_after=60),
            self.end_background_task(task),
            self.end_background_task(task),
            self.complete_fetch(7),
        ]
        self.known_in_the_handler = verdicts(self.results)
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
    assert app.code.known_in_the_handler == verdicts(results)
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


def test_what_an_extension_does_has_its_result_at_once(attached_app: AttachApp) -> None:
    app = attached_app("com.example.chat", notificationService={})
    results: list[ActionResult] = []

    @app.on("didReceive(_:withContentHandler:)")
    def change(code: AppCode, _: Callback) -> dict[str, Any]:
        results.append(code.act("log", message="decrypted"))
        results[0].raise_for_refusal()
        return {"aps": {"alert": "Ann is here"}}

    app.send("push.deliver", payload={"aps": {"alert": "encrypted", "mutable-content": 1}})
    assert results[0].known


def test_what_a_test_does_itself_can_be_required(device: Device) -> None:
    app = device.app("com.example.app")
    app.install(infoPlist=PERMITTED["infoPlist"])
    app.send("app.launch")
    accepted = require(app.act("submitTaskRequest", identifier=REFRESH, kind="appRefresh"))
    assert refusals(accepted) == []
    with pytest.raises(SystemRefusal, match=r"com\.example\.app: taskRequest other was refused \(notPermitted"):
        require(app.act("submitTaskRequest", identifier="other", kind="appRefresh"))


def test_what_is_done_before_main_has_its_result_when_the_handler_has_returned(attached_app: AttachApp) -> None:
    results: list[ActionResult] = []

    class Early(AppCode):
        bundle_id = "com.example.early"

        @on("preMain")
        def load(self, _: Callback) -> None:
            results.append(self.act("log", message="loaded"))
            assert not results[0].known
            assert "not known yet" in repr(results[0])
            with pytest.raises(AttachedAppError, match=r"log.* is known once .*load has returned"):
                results[0].raise_for_refusal()

    attached_app(Early).send("app.launch")
    assert results[0].known
