"""Fixtures for tests against Greenroom: a device for each test, and time moved by hand.

The server is the one that GREENROOM_SERVER names, or the one on this machine; GREENROOM_TOKEN is its token, if it has one.
"""

import json
import os
import urllib.error
import urllib.request

import pytest

SERVER = os.environ.get("GREENROOM_SERVER", "http://127.0.0.1:8080")
HEADERS = {"Content-Type": "application/json"}
if "GREENROOM_TOKEN" in os.environ:
    HEADERS["Authorization"] = f"Bearer {os.environ['GREENROOM_TOKEN']}"


class Refused(Exception):
    """The server refused a request; `code` says why in one word."""

    def __init__(self, problem):
        super().__init__(problem.get("detail"))
        self.code = problem.get("code")
        self.problem = problem


def ask(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(SERVER + path, data=data, method=method, headers=HEADERS)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            content = answer.read()
    except urllib.error.HTTPError as error:
        raise Refused(json.load(error)) from None
    return json.loads(content) if content else None


class Device:
    """A simulated iPhone. What an input caused is what its method returns: a list of records."""

    def __init__(self, identifier):
        self.path = f"/v1/devices/{identifier}"

    def install(self, bundle_id, **manifest):
        return ask("PUT", f"{self.path}/apps/{bundle_id}", manifest)

    def send(self, event_type, **fields):
        return ask("POST", f"{self.path}/events", {"type": event_type, **fields})["records"]

    def act(self, bundle_id, action, **fields):
        return ask("POST", f"{self.path}/apps/{bundle_id}/actions", {"action": action, **fields})["records"]

    def advance(self, seconds):
        return ask("POST", f"{self.path}/clock/advance", {"seconds": seconds})["records"]

    def app(self, bundle_id):
        return ask("GET", f"{self.path}/apps/{bundle_id}")

    def audit(self, bundle_id):
        return [finding["code"] for finding in ask("GET", f"{self.path}/apps/{bundle_id}/audit")["findings"]]


def callbacks(records):
    """The names of the callbacks among records."""
    return [record["name"] for record in records if record["kind"] == "callback"]


@pytest.fixture(scope="session", autouse=True)
def server():
    """Without a server every test would fail for a reason that is not its own."""
    try:
        ask("GET", "/readyz")
    except urllib.error.URLError as error:
        pytest.exit(f"no Greenroom at {SERVER} ({error.reason}): make run, or set GREENROOM_SERVER", returncode=3)


@pytest.fixture
def device():
    """A device of the test's own. Its clock stands still until the test moves it, so no test waits for another."""
    made = ask("POST", "/v1/devices", {"clock": {"mode": "manual"}, "expiresAfterSeconds": 600})
    yield Device(made["id"])
    ask("DELETE", f"/v1/devices/{made['id']}")
