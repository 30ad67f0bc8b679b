"""Calls a server with a client that openapi-python-client has generated: each kind of body, of answer and of union of schemas.
generators_test.py OPENAPI FOLDER URL"""

import importlib
import io
import json
import pathlib
import re
import sys

from generated import Client, models
from generated.types import File

OPENAPI, FOLDER, URL = sys.argv[1:]
NOTES = "com.example.notes"


def functions():
    """The functions of the generated client, by the path and the method that they call."""
    found = {}
    for path in pathlib.Path(FOLDER, "api").glob("*/[a-z]*.py"):
        text = path.read_text()
        method, url = (re.search(rf'"{key}": "([^"]+)"', text) for key in ("method", "url"))
        parameters = re.sub(r"\{[^}]*\}", "{}", url[1])
        found[method[1], parameters] = importlib.import_module(f"generated.api.{path.parent.name}.{path.stem}")
    return found


def operations():
    """The functions by the ids of the operations; an operation without one is an error."""
    generated, named = functions(), {}
    for path, methods in json.loads(pathlib.Path(OPENAPI).read_text())["paths"].items():
        for method, operation in methods.items():
            key = method, re.sub(r"\{[^}]*\}", "{}", path)
            assert key in generated, f"{operation['operationId']} was left out"
            named[operation["operationId"]] = generated[key]
    return named


def lines(*objects):
    """A file with a JSON object on each line."""
    return File(io.BytesIO(b"".join(json.dumps(one.to_dict()).encode() + b"\n" for one in objects)))


CLIENT = Client(base_url=URL)
API = operations()


def call(operation, *arguments, **options):
    """What the operation answers; an answer that is not described is an error."""
    answer = API[operation].sync_detailed(*arguments, client=CLIENT, **options)
    assert answer.parsed is not None, f"{operation} answered {answer.status_code}: {answer.content[:200]}"
    return answer.parsed


def try_all():
    device = models.NewDevice.from_dict({"id": "phone", "clock": {"mode": "manual"}, "apps": [{"bundleID": NOTES}]})
    assert call("createDevice", body=device).id == "phone"

    # Unions of schemas: an event, its records, and what is foreseen.
    outcome = call("sendEvents", "phone", body=models.AppLaunchEvent(type_="app.launch", bundle_id=NOTES))
    assert isinstance(outcome.records[0], models.InputRecord), outcome.records[0]
    assert any(isinstance(one, models.CallbackRecord) for one in outcome.records), outcome
    call("sendEvents", "phone", body=models.DeviceHomeEvent(type_="device.home"))
    foreseen = call("explainApp", "phone", NOTES).next_
    assert any(isinstance(one, models.ProcessForeseenRecord) for one in foreseen), foreseen
    advanced = call("advanceClock", "phone", body=models.AdvanceType0.from_dict({"seconds": 30}))
    assert advanced.stopped is not None

    # Lines of JSON, in both directions.
    home = models.BatchLine(device="phone", event=models.DeviceHomeEvent(type_="device.home"))
    other = models.BatchLine(device="nobody", event=models.DeviceHomeEvent(type_="device.home"))
    verdicts = call("sendBatch", body=lines(home, other)).payload.read().splitlines()
    assert [json.loads(one)["status"] for one in verdicts] == [200, 404], verdicts

    # YAML, in both directions, and JSON that is a tree of components.
    recorded = call("recordScenario", "phone").payload.read()
    assert b"scenario: phone" in recorded, recorded
    assert call("runScenario", body=File(io.BytesIO(recorded))).passed
    scenario = models.Scenario(scenario="x", steps=[models.AdvanceStep(advance=5.0), models.CheckStep.from_dict({"check": {}})])
    assert call("runScenario", body=scenario).passed

    # Text, lists, and refusals.
    assert "greenroom_devices 1" in call("readMetrics")
    assert call("readTimeline", "phone", last=3).records
    assert call("readRulebook").rules
    refusal = call("readDevice", "nobody")
    assert isinstance(refusal, models.Problem) and refusal.code == "unknown-device", refusal


try_all()
print(f"generators_test: {len(API)} operations")
