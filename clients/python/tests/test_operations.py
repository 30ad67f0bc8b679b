"""That every operation of the interface has a method, which asks for what docs/openapi.json describes."""

import inspect
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from greenroom_client.app_code import AppCode
from greenroom_client.calls import Call
from greenroom_client.clients import App, AsyncApp, AsyncClient, AsyncDevice, Client, Device
from greenroom_client.devices import AppOperations, AppSteps, DeviceOperations, DeviceSteps
from greenroom_client.performing import Operation
from greenroom_client.playing import Player
from greenroom_client.service import ServiceOperations, ServiceSteps
from greenroom_client.streams import stream_call

DESCRIPTION = json.loads((Path(__file__).parents[3] / "docs" / "openapi.json").read_text())
OPERATIONS = {
    operation["operationId"]: (method.upper(), path, operation)
    for path, methods in DESCRIPTION["paths"].items()
    for method, operation in methods.items()
}
# Pages and files for browsers, and what has moved.
FOR_BROWSERS = {"listProblems", "explainProblem"}
# Streams are methods of the clients themselves.
STREAMS = {"followTimelines": (Client, AsyncClient), "readTimeline": (Device, AsyncDevice)}

DEVICE = DeviceSteps("d")
APP = AppSteps(DEVICE, "a.b")
SERVICE = ServiceSteps()
CONDITION: Any = {"app": {"bundleID": "a.b", "state": "active"}}
# The steps of each operation with all that it can be given; the first of them is looked at.
EXAMPLES: dict[str, Callable[[], Any]] = {
    "createDevice": lambda: SERVICE._create_device(id="d", idempotency_key="k"),
    "listDevices": lambda: SERVICE.devices_page(label={"a": "b"}, cursor="c", limit=1),
    "deleteDevices": lambda: SERVICE.delete_devices(label={"a": "b"}),
    "readDevice": lambda: DEVICE.read(),
    "deleteDevice": lambda: DEVICE.delete(if_match="t"),
    "forkDevice": lambda: DEVICE._fork("e", at=1, idempotency_key="k"),
    "readClock": lambda: DEVICE.clock(),
    "changeClock": lambda: DEVICE.change_clock("scaled", rate=2, paused=False, if_match="t"),
    "advanceClock": lambda: DEVICE.advance(1, before=True, vocabulary="jsbox", if_match="t", idempotency_key="k"),
    "listApps": lambda: DEVICE.apps(),
    "installApp": lambda: APP.install(name="A", if_match="t"),
    "readApp": lambda: APP.read(),
    "uninstallApp": lambda: APP.uninstall(if_match="t"),
    "explainApp": lambda: APP.explain(),
    "readEnergy": lambda: APP.energy(),
    "auditApp": lambda: APP.audit(),
    "listPossibleEvents": lambda: DEVICE.possible_events("a.b"),
    "sendEvents": lambda: DEVICE.send("device.home", vocabulary="jsbox", if_match="t", idempotency_key="k"),
    "performActions": lambda: APP.act("edit", count=1, vocabulary="jsbox", if_match="t", idempotency_key="k"),
    "sendBatch": lambda: SERVICE.batch([{"device": "d", "event": {"type": "device.home"}}]),
    "listCallbacks": lambda: APP.callbacks(pending=True, wait_seconds=1, vocabulary="jsbox"),
    "completeCallback": lambda: APP.complete(
        1, [], returns=True, vocabulary="jsbox", if_match="t", idempotency_key="k"
    ),
    "readTimeline": lambda: DEVICE.timeline_page(
        after=1, limit=1, last=1, kind="exit", bundle_id="a.b", vocabulary="flutter"
    ),
    "followTimelines": lambda: stream_call("/v1/timeline", "1", device="d", label={}, kind="exit", bundleID="a.b"),
    "waitForCondition": lambda: DEVICE.wait(CONDITION, after=1, idempotency_key="k"),
    "listDeviceProcesses": lambda: DEVICE.processes(),
    "readProcess": lambda: DEVICE.process(101),
    "listProcesses": lambda: SERVICE.processes_page(
        state="active", bundle_id="a.b", device="d", label={"team": "a"}, cursor="c", limit=1
    ),
    "countProcesses": lambda: SERVICE.count_processes(label={"team": "a"}),
    "listWebDriverSessions": lambda: SERVICE.webdriver_sessions(device="d", limit=1),
    "listRequests": lambda: SERVICE.requests(
        device="d", listener="apns", method="GET", status=200, refused=True, after=1, limit=1
    ),
    "forgetRequests": lambda: SERVICE.forget_requests(),
    "listReports": lambda: APP.reports(),
    "readReport": lambda: APP.report("1"),
    "readMetricKitPayload": lambda: APP.metrickit(),
    "listPushes": lambda: DEVICE.pushes(
        bundle_id="a.b", apns_id="i", verdict="shown", user="shown", code="dropped", after=1, limit=1
    ),
    "readPush": lambda: SERVICE.push("i"),
    "readAPNs": lambda: SERVICE.apns(),
    "readAPNsAuthority": lambda: SERVICE.apns_authority(),
    "listProviderKeys": lambda: SERVICE.provider_keys(),
    "registerProviderKey": lambda: SERVICE.register_provider_key(keyID="k", pem="p"),
    "removeProviderKey": lambda: SERVICE.remove_provider_key("k"),
    "listPushFaults": lambda: SERVICE.push_faults(),
    "addPushFault": lambda: SERVICE.add_push_fault(reason="TooManyRequests"),
    "removePushFaults": lambda: SERVICE.remove_push_faults(device="d", topic="a.b", token="t"),
    "listWebhooks": lambda: SERVICE.webhooks(),
    "registerWebhook": lambda: SERVICE.register_webhook(url="https://hooks.example.com/"),
    "readWebhook": lambda: SERVICE.webhook("w"),
    "changeWebhook": lambda: SERVICE.change_webhook("w", enabled=True),
    "removeWebhook": lambda: SERVICE.remove_webhook("w"),
    "testWebhook": lambda: SERVICE.test_webhook("w"),
    "listWebhookDeliveries": lambda: SERVICE.webhook_deliveries("w"),
    "beginExploration": lambda: SERVICE.begin_exploration(file={"bundleID": "a.b"}, idempotency_key="k"),
    "listExplorations": lambda: SERVICE.explorations_page(status="queued", label={"a": "b"}, cursor="c", limit=1),
    "readExploration": lambda: SERVICE.exploration_text("e", coverage=True, wait_seconds=1),
    "changeExploration": lambda: SERVICE.change_exploration("e", known=["a.b/dataLoss"]),
    "readExplorationGraph": lambda: SERVICE.exploration_graph("e"),
    "deleteExploration": lambda: SERVICE.delete_exploration("e"),
    "cancelExploration": lambda: SERVICE.cancel_exploration("e", idempotency_key="k"),
    "nextRemoteRun": lambda: SERVICE.next_remote_run("e", run=1, abstract_state="s", idempotency_key="k"),
    "readFailureScenario": lambda: SERVICE.failure_scenario("e", 1, as_it_is=True),
    "createFailureDevice": lambda: SERVICE.create_failure_device("e", 1, id="d", idempotency_key="k"),
    "readRulebook": lambda: SERVICE.rulebook(),
    "readProfile": lambda: SERVICE.profile("ios18"),
    "runScenario": lambda: SERVICE.run_scenario("scenario: x", fail_on_findings="error", idempotency_key="k"),
    "recordScenario": lambda: DEVICE.record_scenario(after=1, as_it_should_be=True),
    "checkLife": lambda: SERVICE.live(),
    "checkReadiness": lambda: SERVICE.ready(),
    "readVersion": lambda: SERVICE.version(),
    "readMetrics": lambda: SERVICE.metrics(),
    "readDescription": lambda: SERVICE.description(),
}
HEADERS = {"if-match": "If-Match", "idempotency-key": "Idempotency-Key"}


def offered() -> set[str]:
    """The operations that methods offer."""
    members = [vars(part).values() for part in (ServiceOperations, DeviceOperations, AppOperations)]
    ids = {id for part in members for member in part if isinstance(member, Operation) for id in member.ids}
    return ids | {id for id, clients in STREAMS.items() if all(hasattr(client, "stream") for client in clients)}


def test_every_operation_has_a_method() -> None:
    """A group of operations of which the client has none is left out of it."""
    tags = {id: operation["tags"][0] for id, (_, _, operation) in OPERATIONS.items()}
    covered = {tags[id] for id in offered() if id in tags}
    wanted = {id for id in OPERATIONS if tags[id] in covered} - FOR_BROWSERS
    assert wanted - offered() == set(), "operations of docs/openapi.json without a method"
    assert offered() - wanted == set(), "methods for operations that docs/openapi.json does not have"
    assert set(EXAMPLES) == wanted, "every operation has an example in this test"


@pytest.mark.parametrize("id", EXAMPLES)
def test_a_method_asks_for_its_operation(id: str) -> None:
    call = next(iter(EXAMPLES[id]()))
    assert isinstance(call, Call)
    method, path, operation = OPERATIONS[id]
    assert call.method == method
    assert re.fullmatch(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)), call.path), f"{call.path} is not {path}"
    parameters = [resolved(one) for one in operation.get("parameters", [])]
    queries = {one["name"] for one in parameters if one["in"] == "query"}
    assert set(call.query) == queries
    headers = {one["name"] for one in parameters if one["in"] == "header"} & set(HEADERS.values())
    assert headers == set(call.headers) & set(HEADERS.values())
    bodies = operation.get("requestBody", {}).get("content", {})
    assert (call.content is not None) == bool(bodies)
    assert not bodies or call.headers["Content-Type"] in bodies


def resolved(parameter: dict[str, Any]) -> dict[str, Any]:
    """A parameter that may be described elsewhere."""
    if "$ref" not in parameter:
        return parameter
    found: dict[str, Any] = DESCRIPTION["components"]["parameters"][parameter["$ref"].rpartition("/")[2]]
    return found


@pytest.mark.parametrize(("blocking", "awaiting"), [(Client, AsyncClient), (Device, AsyncDevice), (App, AsyncApp)])
def test_both_clients_have_the_same_methods(blocking: type, awaiting: type) -> None:
    own = {"__enter__", "__exit__", "__aenter__", "__aexit__"}
    assert {*dir(blocking)} - own == {*dir(awaiting)} - own


@pytest.mark.parametrize("part", [Client, Device, App, AsyncClient, AsyncDevice, AsyncApp, AppCode, Player])
def test_every_method_says_what_it_does(part: type) -> None:
    for name, member in inspect.getmembers(part):
        if not name.startswith("_") and callable(getattr(member, "build", member)):
            assert inspect.getdoc(member), f"{part.__name__}.{name}"
