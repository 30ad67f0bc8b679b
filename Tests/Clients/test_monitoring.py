"""What a team reads of a server that others use, too: metrics as Prometheus parses them, lists and streams by label."""

import json
import re
import signal
import uuid
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from greenroom_client import Client, Refused
from greenroom_client.server import LocalServer
from httpx_sse import connect_sse
from phones import ALERT, MAIL, NOTES, PLAIN, PUSHED, QUIET
from prometheus_client.parser import text_string_to_metric_families

ALERTS = Path(__file__).parents[2] / "examples/prometheus/alerts.yml"

pytestmark = pytest.mark.greenroom(rules="ios18", apps=[PUSHED, PLAIN])


# Metrics


def families(server):
    return list(text_string_to_metric_families(httpx.get(f"{server}/metrics").text))


def counters(servers):
    """The values of all counters, by name and labels: the sum of all servers."""
    values = Counter()
    for server in servers:
        for family in families(server):
            for sample in family.samples:
                if family.type == "counter":
                    values[sample.name, tuple(sorted(sample.labels.items()))] += sample.value
    return values


class Counted:
    """What was counted since the last look, of the metrics whose names begin in a way."""

    def __init__(self, listeners):
        self.servers = listeners.servers
        self.before = counters(self.servers)

    def __call__(self, name):
        now = counters(self.servers)
        grown = {key: value - self.before[key] for key, value in now.items() if value != self.before[key]}
        self.before = now
        return {
            ",".join(value for _, value in labels): int(count) for (of, labels), count in grown.items() if of == name
        }


@pytest.fixture
def counted(listeners):
    return Counted(listeners)


def lose_changes(device, bundle_id=NOTES):
    """The app crashes with a change that is not saved."""
    app = device.app(bundle_id)
    app.send("app.launch")
    app.act("edit")
    return app.send("app.crash", exception="abort")


def test_every_family_has_a_type_and_a_help(listeners):
    answer = httpx.get(f"{listeners.servers[0]}/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    found = list(text_string_to_metric_families(answer.text))
    assert len(found) > 50
    for family in found:
        assert family.type in ("counter", "gauge", "histogram"), family.name
        assert family.documentation.endswith("."), family.name


def test_series_are_there_before_anything_happens(listeners):
    values = counters(listeners.servers[:1])
    for code in ("dataLoss", "slowLaunch", "wakeNotHeard"):
        assert ("greenroom_findings_total", (("code", code),)) in values
    verdicts = {dict(labels)["verdict"] for name, labels in values if name == "greenroom_push_verdicts_total"}
    assert verdicts == {"shown", "delivered", "held", "replaced", "throttled", "dropped", "accepted"}
    # The audit alone finds this, so it is never counted.
    assert ("greenroom_findings_total", (("code", "backgroundModeUnused"),)) not in values


def test_no_label_has_an_id(listeners, device):
    lose_changes(device)
    for server in listeners.servers:
        text = httpx.get(f"{server}/metrics").text
        assert device.id not in text
        assert NOTES not in text


def test_findings_and_exits_are_counted(device, counted):
    lose_changes(device)
    assert counted("greenroom_findings_total") == {"dataLoss": 1}
    device.app(MAIL).send("app.launch")
    device.app(MAIL).send("app.forceQuit")
    assert counted("greenroom_exits_total") == {"userForceQuit": 1}


def test_each_finding_is_one_of_the_timeline(device, counted):
    for _ in range(3):
        lose_changes(device)
    told = Counter(record["code"] for record in device.timeline(kind="finding"))
    assert told["dataLoss"] == 3
    assert counted("greenroom_findings_total") == told


def test_verdicts_of_pushes_are_counted(device, counted):
    device.app(NOTES).send("push.deliver", payload=ALERT)
    assert counted("greenroom_push_verdicts_total") == {"shown": 1}
    device.app(NOTES).send("push.deliver", payload=QUIET)
    assert counted("greenroom_push_verdicts_total") == {"delivered": 1}
    # It declares no background mode.
    device.app(MAIL).send("push.deliver", payload=QUIET)
    assert counted("greenroom_push_verdicts_total") == {"dropped": 1}
    device.send("device.setNetwork", network="none")
    device.app(NOTES).send("push.deliver", payload=ALERT)
    assert counted("greenroom_push_verdicts_total") == {"held": 1}
    device.send("device.setNetwork", network="wifi")
    assert counted("greenroom_push_verdicts_total") == {"shown": 1}


def test_a_request_that_is_sent_again_is_counted_once(device, counted):
    app = device.app(NOTES)
    app.send("app.launch")
    app.act("edit")
    key = str(uuid.uuid4())
    outcomes = [device.send("app.crash", bundleID=NOTES, exception="abort", idempotency_key=key) for _ in range(2)]
    assert outcomes[0]["sequence"] == outcomes[1]["sequence"]
    assert counted("greenroom_findings_total") == {"dataLoss": 1}


def test_a_refused_list_of_events_is_not_counted(device, counted):
    app = device.app(NOTES)
    app.send("app.launch")
    app.act("edit")
    with pytest.raises(Refused):
        device.send(
            [
                {"type": "app.crash", "bundleID": NOTES, "exception": "abort"},
                {"type": "device.dismissSystemAlert"},
            ]
        )
    assert counted("greenroom_findings_total") == {}


def test_a_copy_of_a_device_is_not_counted_again(device, counted):
    lose_changes(device)
    assert counted("greenroom_findings_total") == {"dataLoss": 1}
    copy = device.fork()
    try:
        assert any(record["kind"] == "finding" for record in copy.timeline())
        assert counted("greenroom_findings_total") == {}
        lose_changes(copy)
        assert counted("greenroom_findings_total") == {"dataLoss": 1}
    finally:
        copy.delete()


def test_the_alerts_ask_for_series_that_there_are(listeners):
    expressions = "".join(re.findall("expr: .*", ALERTS.read_text()))
    # The metrics of requests begin with the first one.
    assert httpx.get(f"{listeners.servers[0]}/readyz").status_code == 200
    samples = [sample for family in families(listeners.servers[0]) for sample in family.samples]
    # Without a receiver of OpenTelemetry data there are no metrics of the export.
    asked = {name for name in re.findall(r"greenroom_\w+", expressions) if "otlp" not in name}
    assert asked <= {sample.name for sample in samples}
    codes = re.findall(r'greenroom_findings_total\{code="(\w+)"\}', expressions)
    assert codes
    assert set(codes) <= {sample.labels.get("code") for sample in samples}


# One team of several


@pytest.fixture
def teams(make_device):
    """Labels that no other test has, and devices: two of one team, the first with a run, and one of another team."""
    own, other = ({"team": str(uuid.uuid4())} for _ in range(2))
    devices = [make_device(labels=labels) for labels in (own | {"run": "1"}, own, other)]
    for device in devices:
        device.app(NOTES).send("app.launch")
    return own, other, devices


def states(summary):
    return {state: count for state, count in summary["states"].items() if count}


def test_a_team_counts_its_own_apps(greenroom_client, teams):
    own, other, devices = teams
    devices[1].send("device.home")
    mine = greenroom_client.count_processes(label=own)
    assert (mine["devices"], states(mine)) == (2, {"active": 1, "background": 1, "notRunning": 2})
    assert states(greenroom_client.count_processes(label=own | {"run": "1"})) == {"active": 1, "notRunning": 1}
    assert greenroom_client.count_processes(label=other)["devices"] == 1
    assert greenroom_client.count_processes(label={"team": "nobody"})["devices"] == 0
    assert greenroom_client.count_processes()["devices"] >= 3


def test_a_team_lists_its_own_processes(greenroom_client, teams):
    own, other, devices = teams
    listed = greenroom_client.processes(label=own)
    assert sorted(process["device"] for process in listed) == sorted(device.id for device in devices[:2])
    assert [process["device"] for process in greenroom_client.processes(label=other)] == [devices[2].id]
    assert greenroom_client.processes(label=own, device=devices[2].id) == []
    assert greenroom_client.processes(label=own, bundle_id=MAIL) == []


def test_pages_of_a_team_have_every_process_once(greenroom_client, teams):
    own, _, devices = teams
    found, cursor = [], None
    while True:
        page = greenroom_client.processes_page(label=own, cursor=cursor, limit=1)
        found += [process["device"] for process in page["processes"]]
        cursor = page["next"]
        if cursor is None:
            break
    assert found == sorted(device.id for device in devices[:2])


def test_a_deleted_device_is_not_counted(greenroom_client, teams):
    own, _, devices = teams
    devices[0].delete()
    assert greenroom_client.count_processes(label=own)["devices"] == 1


@pytest.mark.parametrize("path", ["/v1/processes", "/v1/processes/summary"])
def test_what_is_no_label_is_refused(listeners, path):
    answer = httpx.get(listeners.api + path, params={"label": "team"})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-value")
    answer = httpx.get(listeners.api + path, params={"labels": "team:one"})
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown-field")
    assert "label" in answer.json()["accepted"]


# The stream of all devices


@contextmanager
def stream(server, last=None, **query):
    """The events of the stream of all devices."""
    headers = {"Last-Event-ID": last} if last else {}
    # Shorter than the heartbeat: a test that waits in vain fails.
    with (
        httpx.Client(timeout=10) as http,
        connect_sse(http, "GET", f"{server}/v1/timeline", params=query, headers=headers) as source,
    ):
        assert source.response.status_code == 200, source.response.read()
        yield source.iter_sse()


def test_an_alerting_team_hears_its_own_findings_only(listeners, teams):
    own, _, devices = teams
    (label,) = (f"{name}:{value}" for name, value in own.items())
    with stream(listeners.api, kind="finding", label=label) as events:
        assert next(events).event == "open"
        lose_changes(devices[2])
        lose_changes(devices[1])
        found = json.loads(next(events).data)
    assert (found["device"], found["code"]) == (devices[1].id, "dataLoss")


class Server:
    """A server of one test, with its devices in a folder."""

    def __init__(self, binary, folder):
        self.binary, self.folder, self.local = binary, folder, None

    def start(self):
        self.local = LocalServer(self.binary, ["--data-dir", str(self.folder)])
        with Client(self.local.url) as client:
            client.ready()
        return self.local.url

    def end(self, how):
        self.local.process.send_signal(how)
        self.local.process.wait(20)
        self.local.stop()


@pytest.fixture
def server(pytestconfig, tmp_path):
    made = Server(pytestconfig.getoption("--greenroom-binary"), tmp_path / "data")
    yield made
    if made.local is not None:
        made.local.stop()


def crash(url, name):
    """Another finding on a device."""
    with Client(url) as client:
        lose_changes(client.device(name))


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_the_stream_continues_after_a_restart(server, how):
    url = server.start()
    with Client(url) as client:
        client.create_device(id="a", clock={"mode": "manual"}, apps=[PUSHED])
    with stream(url, kind="finding") as events:
        last = next(events).id
        crash(url, "a")
        seen = [event for event in [next(events)] if event.event == "message"]
        last = seen[-1].id
    # Nobody listens, and then nobody is there.
    crash(url, "a")
    server.end(how)
    url = server.start()
    crash(url, "a")
    with stream(url, last, kind="finding") as events:
        assert next(events).event == "open"
        seen += [next(events) for _ in range(2)]
    assert [event.event for event in seen] == ["message"] * 3
    with Client(url) as client:
        told = [record["sequence"] for record in client.device("a").timeline(kind="finding")]
    assert [json.loads(event.data)["sequence"] for event in seen] == told
    assert len({event.id for event in seen}) == 3


def test_the_stream_continues_over_restarts_in_which_nothing_happened(server):
    url = server.start()
    with Client(url) as client:
        client.create_device(id="a", clock={"mode": "manual"}, apps=[PUSHED])
    last = None
    for _ in range(3):
        with stream(url, last, kind="finding") as events:
            opened = next(events)
            assert opened.event == "open"
            last = opened.id
        server.end(signal.SIGKILL)
        url = server.start()
    crash(url, "a")
    with stream(url, last, kind="finding") as events:
        assert [next(events).event for _ in range(2)] == ["open", "message"]


def test_counters_begin_at_zero_with_a_recovered_device(server):
    url = server.start()
    with Client(url) as client:
        client.create_device(id="a", clock={"mode": "manual"}, apps=[PUSHED])
    crash(url, "a")
    assert counters([url])["greenroom_findings_total", (("code", "dataLoss"),)] == 1
    server.end(signal.SIGKILL)
    url = server.start()
    with Client(url) as client:
        assert client.device("a").app(NOTES).audit()
        assert client.count_processes()["devices"] == 1
    after = counters([url])
    assert after["greenroom_findings_total", (("code", "dataLoss"),)] == 0
    assert after["greenroom_exits_total", (("reason", "abnormal"),)] == 0
