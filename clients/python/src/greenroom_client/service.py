"""What can be asked of a server."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Unpack

from . import exploring, models
from .calls import NDJSON, YAML, Call, Flow, get, given, path, query_of, read_json, read_lines, read_text, send
from .devices import TEXT, field_of
from .performing import Perform, Stepping, operation, require_performer

# pytest shows no frames of this module.
__tracebackhide__ = True

# How long the server waits until there is a remote run, in seconds.
SECONDS_UNTIL_RUN = 20.0


class ServiceOperations:
    """A server."""

    # Waits so many seconds.
    _pause: Callable[[float], Any] = staticmethod(time.sleep)

    # Performs what the code of attached apps asks for while it runs.
    perform: Perform = staticmethod(require_performer)

    @property
    def steps(self) -> ServiceSteps:
        """The same server for flows."""
        return ServiceSteps(self.perform)

    @operation("createDevice")
    def _create_device(
        self, *, idempotency_key: str | None = None, **settings: Unpack[models.NewDevice]
    ) -> Call[models.Device]:
        return send("POST", path("devices"), settings, idempotency_key=idempotency_key)

    @operation()
    def devices(self, *, label: Mapping[str, str] | None = None) -> Flow[list[models.Device]]:
        """All devices, or those with a label."""
        devices: list[models.Device] = []
        cursor: str | None = None
        while True:
            page = yield from self.steps.devices_page(label=label, cursor=cursor, limit=1000)
            devices += page["devices"]
            cursor = page["next"]
            if cursor is None:
                return devices

    @operation("listDevices")
    def devices_page(
        self, *, label: Mapping[str, str] | None = None, cursor: str | None = None, limit: int | None = None
    ) -> Call[models.DeviceList]:
        """A page of devices; `next` in it is the cursor of the next page."""
        return get(path("devices"), label=label, cursor=cursor, limit=limit)

    @operation("deleteDevices")
    def delete_devices(self, *, label: Mapping[str, str]) -> Call[int]:
        """Deletes the devices with a label, and says how many they were."""
        return Call("DELETE", path("devices"), field_of("deleted"), {"label": [f"{k}:{v}" for k, v in label.items()]})

    @operation()
    def processes(
        self,
        *,
        state: models.AppState | None = None,
        bundle_id: str | None = None,
        device: str | None = None,
        label: Mapping[str, str] | None = None,
    ) -> Flow[list[models.HostedProcess]]:
        """The processes of all devices, or of those with a label: the living ones, unless the state is `terminated`."""
        processes: list[models.HostedProcess] = []
        cursor: str | None = None
        while True:
            page = yield from self.steps.processes_page(
                state=state, bundle_id=bundle_id, device=device, label=label, cursor=cursor, limit=1000
            )
            processes += page["processes"]
            cursor = page["next"]
            if cursor is None:
                return processes

    @operation("listProcesses")
    def processes_page(
        self,
        *,
        state: models.AppState | None = None,
        bundle_id: str | None = None,
        device: str | None = None,
        label: Mapping[str, str] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Call[models.HostedProcessList]:
        """A page of the processes of all devices."""
        return get(
            path("processes"),
            state=state,
            bundleID=bundle_id,
            device=device,
            label=label,
            cursor=cursor,
            limit=limit,
        )

    @operation("countProcesses")
    def count_processes(self, *, label: Mapping[str, str] | None = None) -> Call[models.StateSummary]:
        """How many apps are in each state, on all devices or on those with a label."""
        return get(path("processes", "summary"), label=label)

    @operation("listWebDriverSessions")
    def webdriver_sessions(
        self, *, device: str | None = None, limit: int | None = None
    ) -> Call[models.WebDriverSessionList]:
        """The newest sessions of clients of Appium and WebDriverAgent, and how many there are."""
        return get(path("webdriver", "sessions"), device=device, limit=limit)

    @operation("listRequests")
    def requests(
        self,
        *,
        device: str | None = None,
        listener: str | None = None,
        method: str | None = None,
        status: int | None = None,
        refused: bool | None = None,
        after: int | None = None,
        limit: int | None = None,
    ) -> Call[models.LoggedRequestList]:
        """The newest requests that the server got, with what they carried and why they were refused."""
        return get(
            path("requests"),
            device=device,
            listener=listener,
            method=method,
            status=status,
            refused=refused,
            after=after,
            limit=limit,
        )

    @operation("forgetRequests")
    def forget_requests(self) -> Call[None]:
        """Forgets all requests."""
        return send("DELETE", path("requests"))

    @operation("sendBatch")
    def batch(self, lines: Iterable[models.BatchLine]) -> Call[list[models.BatchVerdict]]:
        """Sends an event to each of many devices, and says of each line what came of it."""
        content = "".join(json.dumps(line) + "\n" for line in lines).encode()
        headers = {"Content-Type": NDJSON}
        return Call("POST", path("batch"), read_lines, content=content, headers=headers, patience=600)

    @operation("runScenario")
    def run_scenario(
        self,
        scenario: str | bytes | models.Scenario,
        *,
        fail_on_findings: models.Severity | None = None,
        idempotency_key: str | None = None,
    ) -> Call[models.ScenarioVerdict]:
        """Runs a scenario, given as YAML or as an object, and says of each step what was expected and seen."""
        text = scenario if isinstance(scenario, (str, bytes)) else json.dumps(scenario)
        headers = {"Content-Type": YAML} | ({"Idempotency-Key": idempotency_key} if idempotency_key else {})
        content = text.encode() if isinstance(text, str) else text
        query = {"failOnFindings": fail_on_findings} if fail_on_findings else {}
        return Call("POST", path("scenarios", "run"), read_json, query, content, headers, patience=600)

    @operation("readPush")
    def push(self, apns_id: str) -> Call[models.Push]:
        """The newest push with an apns-id, however it came, and what became of it."""
        return get(path("pushes", apns_id))

    @operation("readAPNs")
    def apns(self) -> Call[models.APNs]:
        """The state of the listener for clients of APNs."""
        return get(path("apns"))

    @operation("readAPNsAuthority")
    def apns_authority(self) -> Call[str]:
        """The certificate, in PEM, by which clients of APNs trust the listener."""
        return get(path("apns", "ca.pem"), read=read_text)

    @operation("listProviderKeys")
    def provider_keys(self) -> Call[list[models.ProviderKey]]:
        """The registered keys of push providers."""
        return get(path("apns", "keys"), read=field_of("keys"))

    @operation("registerProviderKey")
    def register_provider_key(self, **key: Unpack[models.NewProviderKey]) -> Call[models.ProviderKey]:
        """Registers a key of a push provider; only its public part is kept."""
        return send("POST", path("apns", "keys"), key)

    @operation("removeProviderKey")
    def remove_provider_key(self, key_id: str) -> Call[None]:
        """Removes a registered key."""
        return send("DELETE", path("apns", "keys", key_id))

    @operation("listPushFaults")
    def push_faults(self) -> Call[list[models.PushFault]]:
        """The faults that requests of APNs will get."""
        return get(path("apns", "faults"), read=field_of("faults"))

    @operation("addPushFault")
    def add_push_fault(self, **fault: Unpack[models.PushFault]) -> Call[models.PushFault]:
        """Has the next requests of APNs that would be accepted be refused or delayed."""
        return send("POST", path("apns", "faults"), fault)

    @operation("removePushFaults")
    def remove_push_faults(
        self, *, device: str | None = None, topic: str | None = None, token: str | None = None
    ) -> Call[None]:
        """Removes the faults with these conditions, or all."""
        query = given(device=device, topic=topic, token=token)
        return Call("DELETE", path("apns", "faults"), read_json, query)

    @operation("listWebhooks")
    def webhooks(self) -> Call[list[models.Webhook]]:
        """The webhooks, and what became of their messages."""
        return get(path("webhooks"), read=field_of("webhooks"))

    @operation("registerWebhook")
    def register_webhook(self, **webhook: Unpack[models.NewWebhook]) -> Call[models.RegisteredWebhook]:
        """Registers a webhook. The answer has its secret, and no other answer has it again."""
        return send("POST", path("webhooks"), webhook)

    @operation("readWebhook")
    def webhook(self, id: str) -> Call[models.Webhook]:
        """A webhook, without its secret."""
        return get(path("webhooks", id))

    @operation("changeWebhook")
    def change_webhook(self, id: str, **change: Unpack[models.WebhookChange]) -> Call[models.ChangedWebhook]:
        """Changes a webhook, enables it again, or gives it another secret."""
        return send("PATCH", path("webhooks", id), change)

    @operation("removeWebhook")
    def remove_webhook(self, id: str) -> Call[None]:
        """Removes a webhook, with the messages that wait."""
        return send("DELETE", path("webhooks", id))

    @operation("testWebhook")
    def test_webhook(self, id: str) -> Call[models.WebhookTest]:
        """Has a message sent that tries the receiver: at once, and once."""
        return send("POST", path("webhooks", id, "test"))

    @operation("listWebhookDeliveries")
    def webhook_deliveries(self, id: str) -> Call[list[models.WebhookDelivery]]:
        """The newest attempts to deliver messages of a webhook, the newest first."""
        return get(path("webhooks", id, "deliveries"), read=field_of("deliveries"))

    @operation("beginExploration")
    def begin_exploration(
        self, *, idempotency_key: str | None = None, **exploration: Unpack[models.NewExploration]
    ) -> Call[models.Exploration]:
        """Begins a search for the sequences in which an app fails: one of a file, or one from a device."""
        return send("POST", path("explorations"), exploration, idempotency_key=idempotency_key)

    @operation("listExplorations")
    def explorations_page(
        self,
        *,
        status: str | None = None,
        label: Mapping[str, str] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Call[models.ExplorationList]:
        """A page of the explorations, without their reports."""
        return get(path("explorations"), status=status, label=label, cursor=cursor, limit=limit)

    @operation("readExploration")
    def exploration(self, id: str, *, wait_seconds: float | None = None) -> Call[models.Exploration]:
        """How far an exploration has come, and in the end its report. It waits for the end, at most so long."""
        query = query_of({"waitSeconds": wait_seconds})
        return Call("GET", path("explorations", id), read_json, query, patience=wait_seconds or 0)

    @operation("readExploration")
    def exploration_text(self, id: str, *, coverage: bool = False, wait_seconds: float | None = None) -> Call[str]:
        """The report of an exploration for people; with `coverage`, also what was tried in which abstract states."""
        query = query_of({"coverage": coverage or None, "waitSeconds": wait_seconds})
        return Call("GET", path("explorations", id), read_text, query, headers=TEXT, patience=wait_seconds or 0)

    @operation("changeExploration")
    def change_exploration(self, id: str, **change: Unpack[models.ExplorationChange]) -> Call[models.Exploration]:
        """Changes which signatures are known, and so no failures any more."""
        return send("PATCH", path("explorations", id), change)

    @operation("readExplorationGraph")
    def exploration_graph(self, id: str) -> Call[models.ExplorationGraph]:
        """The state graph of an exploration, as it is now."""
        return get(path("explorations", id, "graph"))

    @operation("deleteExploration")
    def delete_exploration(self, id: str) -> Call[None]:
        """Stops an exploration and forgets it."""
        return send("DELETE", path("explorations", id))

    @operation("cancelExploration")
    def cancel_exploration(self, id: str, *, idempotency_key: str | None = None) -> Call[models.Exploration]:
        """Stops an exploration, which keeps what it has found."""
        return send("POST", path("explorations", id, "cancel"), {}, idempotency_key=idempotency_key)

    @operation("nextRemoteRun")
    def next_remote_run(
        self,
        id: str,
        *,
        run: int | None = None,
        abstract_state: str | None = None,
        invariants: Sequence[Mapping[str, Any]] | None = None,
        idempotency_key: str | None = None,
    ) -> Call[models.RemoteRun]:
        """Reports a remote run, and waits up to 20 seconds for the next one; `explore` does this."""
        where = path("explorations", id, "remote-runs")
        report = given(run=run, abstractState=abstract_state, invariants=invariants)
        return send("POST", where, report, patience=SECONDS_UNTIL_RUN, idempotency_key=idempotency_key)

    @operation()
    def explore(
        self, app: exploring.Explored, **options: Unpack[exploring.ExplorationOptions]
    ) -> Flow[exploring.ExplorationResult]:
        """Searches for the shortest sequences in which an app fails, and raises `ExplorationFailed` with the report.

        `app` is an app as a document, a scenario or an exploration; or a function that makes the app under test, whose
        code is here, anew for each sequence: it gives a subclass of `AppCode`. A class that keeps nothing outside of
        its instances and their `storage` may stand for the function.

        An exception of the app's code is a crash of the app. Whatever else is raised cancels the search.
        """
        return (yield from exploring.explore(self.steps, app, self._pause, options))

    @operation("readFailureScenario")
    def failure_scenario(self, id: str, number: int, *, as_it_is: bool | None = None) -> Call[str]:
        """A failure as a scenario in YAML, which fails until the app is mended."""
        return get(path("explorations", id, "failures", str(number), "scenario"), read=read_text, asItIs=as_it_is)

    @operation("createFailureDevice")
    def create_failure_device(
        self,
        exploration: str,
        number: int,
        *,
        idempotency_key: str | None = None,
        **device: Unpack[models.NewFailureDevice],
    ) -> Call[models.Device]:
        """Makes a device on which the inputs of a failure have happened, or the first of them."""
        where = path("explorations", exploration, "failures", str(number), "device")
        return send("POST", where, device, idempotency_key=idempotency_key)

    @operation("readRulebook")
    def rulebook(self) -> Call[models.RuleTable]:
        """Every rule, with its value in each profile and where it is known from."""
        return get(path("rulebook"))

    @operation("readProfile")
    def profile(self, name: models.Profile) -> Call[models.Rulebook]:
        """The rules of one profile."""
        return get(path("rulebook", name))

    @operation("checkLife")
    def live(self) -> Call[models.Health]:
        """Whether the server runs."""
        return get("/livez")

    @operation("checkReadiness")
    def ready(self) -> Call[models.Health]:
        """Whether the server accepts requests."""
        return get("/readyz")

    @operation("readVersion")
    def version(self) -> Call[models.Version]:
        """The versions of the server and of its kernel."""
        return get("/version")

    @operation("readMetrics")
    def metrics(self) -> Call[str]:
        """The metrics, in Prometheus' text format."""
        return get("/metrics", read=read_text)

    @operation("readDescription")
    def description(self) -> Call[dict[str, Any]]:
        """The description of the interface in OpenAPI 3.1."""
        return get("/openapi.json")


class ServiceSteps(ServiceOperations, Stepping):
    """A server for flows: its methods give steps."""

    def __init__(self, perform: Perform = require_performer) -> None:
        self.perform = perform
