"""Reads what a server exports with opentelemetry-proto. otlp_test.py BINARY. Run by dev/check-otlp."""

import base64
import contextlib
import http.server
import json
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

from google.protobuf import json_format
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

BINARY = sys.argv[1]
SECRET = "Bearer open-sesame"
PUSH = "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
# 2026-01-01, where manual clocks begin.
START = 1_767_225_600_000_000_000
SECOND = 1_000_000_000
IDS = ("traceId", "spanId", "parentSpanId")
DEVICE = {
    "id": "phone",
    "clock": {"mode": "manual"},
    "apps": [{
        "bundleID": "com.example.notes", "lifecycle": "scenes",
        "infoPlist": {"UIBackgroundModes": ["remote-notification"]},
        "behavior": {
            "sceneDidEnterBackground(_:)": [
                {"action": "save", "takesSeconds": 0.5}, {"action": "beginBackgroundTask", "name": "upload"}],
            PUSH: [{"action": "completeFetch", "result": "newData", "takesSeconds": 2}],
        },
    }],
}
LAUNCH = {"type": "app.launch", "bundleID": "com.example.notes"}
SILENT = {"type": "push.deliver", "bundleID": "com.example.notes", "pushType": "background", "priority": 5,
          "payload": {"aps": {"content-available": 1}}}


def with_base64_ids(value):
    """OTLP's JSON has ids in hexadecimal, where the JSON of protobuf in general has bytes in base64."""
    if isinstance(value, list):
        return [with_base64_ids(each) for each in value]
    if not isinstance(value, dict):
        return value
    for name in IDS:
        # A parent is left out where there is none.
        assert name not in value or len(value[name]) == (32 if name == "traceId" else 16), value
    return {name: base64.b64encode(bytes.fromhex(each)).decode() if name in IDS else with_base64_ids(each)
            for name, each in value.items()}


class Receiver(http.server.ThreadingHTTPServer):
    """Takes requests as a collector does, and answers as a test wants."""

    daemon_threads = True

    def __init__(self, *replies, port=0):
        super().__init__(("127.0.0.1", port), Handler)
        self.replies, self.requests, self.failures = list(replies), 0, []
        self.events, self.spans, self.lock = [], [], threading.Lock()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def endpoint(self):
        return f"http://127.0.0.1:{self.server_address[1]}/otel"

    def reply(self):
        """The status, header fields and body of the next answer; None to never answer."""
        with self.lock:
            self.requests += 1
            return self.replies.pop(0) if self.replies else (200, {}, b"{}")

    def take(self, path, body):
        """Reads a body as the message that belongs to a path. Nothing in it may be unknown."""
        message = {"/otel/v1/logs": ExportLogsServiceRequest, "/otel/v1/traces": ExportTraceServiceRequest}[path]()
        json_format.Parse(json.dumps(with_base64_ids(json.loads(body))), message, ignore_unknown_fields=False)
        with self.lock:
            for resource in getattr(message, "resource_logs", []):
                self.check_sender(resource.resource, resource.scope_logs)
                self.events += [record for scope in resource.scope_logs for record in scope.log_records]
            for resource in getattr(message, "resource_spans", []):
                self.check_sender(resource.resource, resource.scope_spans)
                self.spans += [span for scope in resource.scope_spans for span in scope.spans]

    def check_sender(self, resource, scopes):
        facts = attributes(resource)
        assert facts["service.name"] == "greenroom" and facts["os.name"] == "iOS", facts
        assert facts["service.version"] and facts["telemetry.sdk.language"] == "swift", facts
        assert all(scope.scope.name == "greenroom" for scope in scopes)

    def stop(self):
        self.shutdown()
        self.server_close()
        assert not self.failures, self.failures


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        try:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            assert self.headers["Content-Type"] == "application/json", self.headers.items()
            assert self.headers["Authorization"] == SECRET, "the header of the file is missing"
            reply = self.server.reply()
            if reply is None:
                time.sleep(60)
                return
            status, headers, answer = reply
            if status == 200:
                self.server.take(self.path, body)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            if "Content-Length" not in headers:
                self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)
            if "Content-Length" in headers:
                time.sleep(60)  # The rest never comes.
        except OSError:
            pass  # The server has closed the connection.
        except Exception as error:
            self.server.failures.append(repr(error))
            raise

    def log_message(self, *arguments):
        pass


class Server:
    """A server that exports."""

    def __init__(self, endpoint, folder):
        headers = pathlib.Path(folder, "headers")
        headers.write_text(f"# for the receiver\nAuthorization: {SECRET}\n")
        self.log = pathlib.Path(folder, "log")
        command = [BINARY, "serve", "--port", "0", "--otlp-endpoint", endpoint, "--otlp-headers-file", str(headers)]
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, stdin=subprocess.DEVNULL)
        line = self.process.stdout.readline().decode()
        assert line.startswith("greenroom ready on "), (line, self.log.read_text())
        self.url = line.split()[3]

    def post(self, path, body):
        """Posts a body. No input is slower for what the receiver does."""
        started = time.monotonic()
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            document = json.load(answer)
        assert time.monotonic() - started < 2, f"{path} took {time.monotonic() - started:.1f} s"
        return document

    def metric(self, name, **labels):
        """The value of a series."""
        text = urllib.request.urlopen(self.url + "/metrics", timeout=30).read().decode()
        wanted = {f'{key}="{value}"' for key, value in labels.items()}
        for line in text.splitlines():
            series, _, value = line.rpartition(" ")
            if series.partition("{")[0] == name and all(label in series for label in wanted):
                return float(value)
        raise AssertionError(f"there is no {name} with {labels}")

    def stop(self):
        """Ends the server. Returns how long that took."""
        started = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(timeout=60) == 0, self.log.read_text()
        assert "open-sesame" not in self.log.read_text(), "the log tells the secret"
        return time.monotonic() - started


@contextlib.contextmanager
def server(endpoint):
    with tempfile.TemporaryDirectory() as folder:
        running = Server(endpoint, folder)
        try:
            yield running
        finally:
            running.process.kill()
            running.process.wait()


def live(running, device="phone"):
    """A life of an app: in front, left, killed for its background task, woken by a push, killed again."""
    running.post("/v1/devices", DEVICE | {"id": device})
    running.post(f"/v1/devices/{device}/events", [LAUNCH, {"type": "device.home"}])
    running.post(f"/v1/devices/{device}/clock/advance", {"seconds": 60})
    running.post(f"/v1/devices/{device}/events", SILENT)
    running.post(f"/v1/devices/{device}/clock/advance", {"seconds": 10})
    running.post(f"/v1/devices/{device}/events",
                 {"type": "app.terminate", "bundleID": "com.example.notes", "cause": "jetsam"})


def attributes(item):
    """The attributes of an item, by name."""
    facts = {}
    for each in item.attributes:
        kind = each.value.WhichOneof("value")
        assert each.key not in facts and kind in ("string_value", "int_value"), item
        facts[each.key] = getattr(each.value, kind)
    return facts


def same_each_time(items):
    """The items as text, without what the wall's clock shows."""
    texts = []
    for item in items:
        copy = type(item)()
        copy.CopyFrom(item)
        if hasattr(copy, "observed_time_unix_nano"):
            copy.observed_time_unix_nano = 0
        for each in copy.attributes:
            if each.key == "greenroom.observed_time":
                each.value.string_value = ""
        texts.append(json_format.MessageToJson(copy, sort_keys=True))
    return texts


def until(holds, what):
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline, f"{what}: not within a minute"
        time.sleep(0.05)


def check_events(events):
    """The life cycle, in the names of the convention and at the device's time."""
    states = [attributes(each)["ios.app.state"] for each in events if each.event_name == "device.app.lifecycle"]
    assert states == ["foreground", "active", "inactive", "background"], states
    exits = [attributes(each) for each in events if each.event_name == "greenroom.process.exit"]
    assert [each["greenroom.exit.reason"] for each in exits] == ["backgroundTaskAssertionTimeout", "memoryPressure"], exits
    assert len(events) == 6, events
    for each in events:
        facts = attributes(each)
        assert facts["device.id"] == "phone" and facts["greenroom.app.bundle_id"] == "com.example.notes", facts
        assert facts["process.pid"] in (101, 102) and facts["greenroom.record"] > 0, facts
        assert START <= each.time_unix_nano <= START + 70 * SECOND, each
        assert abs(each.observed_time_unix_nano / SECOND - time.time()) < 600, each
        assert len(each.trace_id) == 16 and len(each.span_id) == 8, each
    assert [each.severity_number for each in events] == [9, 9, 9, 9, 17, 17], events


def check_spans(spans):
    """Lives of processes, with what they were woken for and what their handlers did."""
    lives = {span.span_id: span for span in spans if span.name == "process"}
    assert len(lives) == 2 and len({span.trace_id for span in lives.values()}) == 2, lives
    for span in spans:
        assert span.kind == Span.SPAN_KIND_INTERNAL and span.start_time_unix_nano <= span.end_time_unix_nano, span
        assert START <= span.start_time_unix_nano, span
        if span.span_id in lives:
            assert not span.parent_span_id, span
        else:
            assert lives[span.parent_span_id].trace_id == span.trace_id, span
    assert len({span.span_id for span in spans}) == len(spans)
    seconds = {}
    for span in spans:
        length = (span.end_time_unix_nano - span.start_time_unix_nano) / SECOND
        seconds.setdefault(span.name, []).append((length, attributes(span).get("error.type")))
        assert (span.status.code == Status.STATUS_CODE_ERROR) == ("error.type" in attributes(span)), span
    assert seconds["sceneDidEnterBackground(_:)"] == [(0.5, None)], seconds
    assert seconds["backgroundTask"] == [(30.0, "expired")], seconds
    assert seconds["remoteNotification"] == [(2.0, None)] and seconds[PUSH] == [(2.0, None)], seconds
    assert seconds["process"] == [(30.5, "backgroundTaskAssertionTimeout"), (10.0, "memoryPressure")], seconds
    task = next(span for span in spans if span.name == "backgroundTask")
    assert [each.name for each in task.events] == ["warned"] and attributes(task)["greenroom.task.name"] == "upload"
    assert task.status.message, task


def exported(running):
    return running.metric("greenroom_otlp_items_total", outcome="exported", signal="logs") == 6


def check_export():
    """Everything arrives while the server runs, once."""
    receiver = Receiver()
    with server(receiver.endpoint) as running:
        live(running)
        until(lambda: exported(running), "an export")
        running.stop()
    receiver.stop()
    check_events(receiver.events)
    check_spans(receiver.spans)
    return receiver


def unused_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def check_late_receiver(before):
    """A receiver that is down at first and then busy gets the same; the ids are those of the other run."""
    port = unused_port()
    with server(f"http://127.0.0.1:{port}/otel") as running:
        live(running)
        until(lambda: "does not accept it" in running.log.read_text(), "the log line about a receiver that is down")
        assert running.metric("greenroom_otlp_queue_length", signal="logs") == 6
        receiver = Receiver((503, {"Retry-After": "1"}, b"busy"), (429, {}, b""), port=port)
        until(lambda: exported(running), "an export after the receiver is up")
        assert running.metric("greenroom_otlp_items_total", outcome="failed", signal="logs") == 0
        running.stop()
    receiver.stop()
    assert receiver.requests >= 4, receiver.requests
    assert same_each_time(receiver.events) == same_each_time(before.events)
    assert same_each_time(receiver.spans) == same_each_time(before.spans)


def check_shutdown():
    """What waits is sent before the server ends; one that never answers does not keep it."""
    receiver = Receiver()
    with server(receiver.endpoint) as running:
        live(running)
        assert running.stop() < 5
    receiver.stop()
    check_events(receiver.events)
    check_spans(receiver.spans)
    silent = Receiver(None, None)
    with server(silent.endpoint) as running:
        live(running)
        until(lambda: silent.requests == 2, "requests")
        live(running, "tablet")
        took = running.stop()
        assert took < 12, f"a receiver that never answers kept the server for {took:.1f} s"
        assert "lost at the shutdown" in running.log.read_text()
    silent.shutdown()


def check_hostile():
    """A redirect is not followed, an answer that is huge or never ends is not read, and what is refused is counted."""
    other = Receiver()
    redirect = (307, {"Location": f"http://127.0.0.1:{other.server_address[1]}/otel/v1/logs"}, b"")
    receiver = Receiver(redirect, redirect)
    with server(receiver.endpoint) as running:
        live(running)
        until(lambda: running.metric("greenroom_otlp_items_total", outcome="failed", signal="logs") == 6, "failures")
        running.stop()
    receiver.stop()
    other.stop()
    assert other.requests == 0, "a redirect was followed"
    rejection = json.dumps({"partialSuccess": {"rejectedLogRecords": "2", "rejectedSpans": "2"}}).encode()
    stalled = {"Content-Length": "100"}
    for headers, answer, rejected in [({}, rejection, 2), ({}, b"x" * 10_000_000, 0), (stalled, b"{", 0)]:
        receiver = Receiver((200, headers, answer), (200, headers, answer))
        with server(receiver.endpoint) as running:
            live(running)
            items = "greenroom_otlp_items_total"
            until(lambda: running.metric(items, outcome="exported", signal="logs") == 6 - rejected, "an export")
            assert running.metric(items, outcome="rejected", signal="logs") == rejected
            running.stop()
        receiver.stop()


first = check_export()
check_late_receiver(first)
check_shutdown()
check_hostile()
print(f"check-otlp: {len(first.events)} events and {len(first.spans)} spans, the same in two runs; a receiver that is down,"
      " busy, silent or hostile neither delays inputs nor gets anything that it was not to get")
