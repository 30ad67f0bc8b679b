"""Steers what schemathesis sends: most requests go to a device and an app that exist, none waits for long, and what a
schema cannot say about a right request is put right (see `put_right`)."""

import datetime
import hashlib
import json
import os
import urllib.request

import schemathesis

DEVICE = "phone"
APPS = ["com.example.notes", "com.example.mail"]
LONGEST_WAIT = 0.05
MOST_PARTS = 100
DEEPEST = 8
MOST_APPS = 100
MOST_LABELS = 32
# Texts that are no longer than this are no longer than they may be in bytes, either.
SHORT = 60
PUBLIC_KEY = """-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE5KLWPyCyaYri4RcVXfpOP3e6kM7u
SdkpgHIzsgpcZhZW+3NEKUeGD7dJy7bxgXPpSmhm1DxsTQdRcaLcgQsVYA==
-----END PUBLIC KEY-----
"""


def chosen(text, share):
    """Whether a made-up text is kept: so many of a hundred are, and always the same ones."""
    return sum(str(text).encode()) % 100 < share


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    if not path_parameters:
        return path_parameters
    # What is deleted is made up, so that the device and its apps stay.
    if context.operation.method.upper() == "DELETE" and context.operation.path.endswith("}"):
        kept = "bundleID" if "bundleID" in path_parameters else "device"
    else:
        kept = None
    steered = dict(path_parameters)
    if "device" in steered and kept != "device" and not chosen(steered["device"], 10):
        steered["device"] = DEVICE
    if "bundleID" in steered and kept != "bundleID" and not chosen(steered["bundleID"], 20):
        steered["bundleID"] = APPS[len(str(steered["bundleID"])) % 2]
    return steered


@schemathesis.hook
def before_call(context, case, **kwargs):
    case.query = limited(case.query, "waitSeconds")
    case.body = limited(case.body, "timeoutSeconds")
    if case.meta is None:
        return
    if case.meta.generation.mode.is_positive:
        put_right(case)
    elif (getattr(case.meta.phase.data, "description", None) or "").lower() == "positive test case":
        # A body that may be left out, and is, is taken for a wrong one: it becomes one.
        case.body = []
        case.media_type = "application/json"


SCENARIO = b"scenario: checks\nsteps: [{check: }]\n"
EXPLORATION = b"bundleID: com.example.notes\n"
LINES = b'{"device": "phone", "event": {"type": "device.home"}}\n'


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    return value if isinstance(value, bytes) else json.dumps(value, default=str).encode() + b"\n"


def limited(values, name):
    """The values, with a wait cut short, and in decimals."""
    try:
        wait = float(values[name])
    except (TypeError, KeyError, ValueError):
        return values
    return {**values, name: round(min(wait, LONGEST_WAIT), 3)} if 0 <= wait <= 300 else values


def put_right(case):
    """What the description says in words only, since a schema cannot: each line has its reason in schemathesis.toml."""
    path = case.operation.path
    if case.media_type == "application/x-ndjson":
        case.body = LINES
    if "yaml" in (case.media_type or ""):
        case.body = EXPLORATION if path == "/v1/explorations" else SCENARIO
    if path.endswith("/timeline") and {"limit", "last"} <= set(case.query or {}):
        case.query = {name: value for name, value in case.query.items() if name != "limit"}
    if isinstance(case.body, dict):
        body = righted(case.body)
        if path != "/v1/batch":
            body = with_right_patterns(body)
        if path.endswith("/apps/{bundleID}"):
            body["bundleID"] = case.path_parameters["bundleID"]
        if path == "/v1/devices":
            body = right_device(body)
        if path == "/v1/apns/keys":
            body["pem"] = PUBLIC_KEY
        if path == "/v1/apns/faults" and body.get("reason") == "none":
            body = {**{name: value for name, value in body.items() if name != "status"}, "goAway": True}
        if path == "/v1/explorations":
            body = right_exploration(body)
        if path.endswith("/remote-runs") and body.get("run") is None:
            body.pop("abstractState", None)
        if path.startswith("/v1/webhooks"):
            body = right_webhook(body)
        if path.endswith("/clock/advance") and "to" in body:
            body["to"] = soon(device_of(case).get("clock")) or body["to"]
        if path.endswith("/fork") and body.get("at") is not None:
            body["at"] = min(body["at"], device_of(case).get("sequence", 0))
        if is_complex(body.get("until")):
            body["until"] = {"record": {}}
        case.body = body
    if case.headers and "Idempotency-Key" in case.headers:
        case.headers["Idempotency-Key"] = key_of(case)


def righted(value):
    """The value, with the apps, clocks and long texts anywhere in it put right."""
    if isinstance(value, str) and len(value) > SHORT:
        return value.encode("ascii", "replace").decode()
    if isinstance(value, list):
        return [righted(element) for element in value]
    if not isinstance(value, dict):
        return value
    value = {name: righted(member) for name, member in value.items()}
    if "rate" in value or value.get("mode") == "scaled":
        value = right_clock(value)
    return right_app(value) if {"responders", "purgeableBytes", "behavior"} & set(value) else value


def with_right_patterns(value):
    """The value, with no fields of an event or an action in a record's pattern but the one that says which it is."""
    if isinstance(value, list):
        return [with_right_patterns(element) for element in value]
    if not isinstance(value, dict):
        return value
    value = {name: with_right_patterns(member) for name, member in value.items()}
    for name, kind in (("event", "type"), ("action", "action")):
        if isinstance(value.get(name), dict):
            value[name] = {kind: value[name][kind]} if kind in value[name] else {}
    return value


def right_device(device):
    """A device with each app once, and no more of anything than its limits say."""
    if device.get("apps"):
        device["apps"] = list({app["bundleID"]: app for app in device["apps"]}.values())[:MOST_APPS]
    if device.get("labels"):
        device["labels"] = dict(list(device["labels"].items())[:MOST_LABELS])
    return device


def right_webhook(webhook):
    """A webhook with a URL and a secret that can be read, and one way to change the secret."""
    if webhook.get("url"):
        webhook["url"] = "https://hooks.example.com/greenroom"
    if webhook.get("secret"):
        webhook["secret"] = None if webhook.get("rotateSecret") else "whsec_" + "QUJD" * 8
    if (webhook.get("filter") or {}).get("labels"):
        webhook["filter"]["labels"] = dict(list(webhook["filter"]["labels"].items())[:MOST_LABELS])
    return webhook


def right_exploration(exploration):
    """A short exploration of an app, whose file says what is tried in it."""
    of_file = ("from", "target", "attached", "inputs", "properties", "known", "limits")
    kept = {name: value for name, value in exploration.items() if name not in of_file}
    if kept.get("labels"):
        kept["labels"] = dict(list(kept["labels"].items())[:MOST_LABELS])
    return {**kept, "file": {"bundleID": APPS[0]}, "budgetSeconds": 0.1}


def right_clock(clock):
    """A clock that has a rate if it is scaled, and only then."""
    if clock.get("rate") is None and clock.get("mode") != "scaled":
        return clock
    return {**clock, "mode": "scaled", "rate": clock.get("rate") or 60}


def right_app(app):
    """An app whose parts go together."""
    app = {**app, "responders": []}
    if app.get("lifecycle") == "appDelegate":
        app["lifecycle"] = None
    if app.get("purgeableBytes") is not None:
        app["purgeableBytes"] = min(app["purgeableBytes"], app.get("footprintBytes") or 0)
    for name, entries in (app.get("behavior") or {}).items():
        app["behavior"][name] = [entry for entry in entries[:-1] if "returns" not in entry] + entries[-1:]
    return app


def key_of(case):
    """A key that goes with this request and no other."""
    text = json.dumps([case.method, case.path, case.path_parameters, case.query, case.body], default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def device_of(case):
    """The device that a request is for; empty when there is none."""
    url = f"{os.environ['SERVER_URL']}/v1/devices/{case.path_parameters['device']}"
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return json.load(answer)
    except OSError:
        return {}


def soon(clock):
    """An instant that a clock comes to within a minute; None without a clock."""
    if not clock:
        return None
    now = datetime.datetime.fromisoformat(clock["now"].replace("Z", "+00:00"))
    later = now + datetime.timedelta(minutes=clock.get("rate") or 1)
    return later.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def is_complex(condition):
    """Whether a condition has too many parts, or too many within each other."""
    parts, depth = measured(condition)
    return parts > MOST_PARTS or depth > DEEPEST


def measured(condition):
    """How many conditions a condition is made of, itself among them, and how deep they are."""
    inner = (condition.get("all") or []) + (condition.get("any") or []) if isinstance(condition, dict) else []
    sizes = [measured(part) for part in inner]
    return 1 + sum(parts for parts, _ in sizes), 1 + max((depth for _, depth in sizes), default=0)
