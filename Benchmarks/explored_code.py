"""An exploration of a small app whose code is in the client for Python, and the requests that this client sends in a second.

explored_code.py URL
"""
import json
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "clients", "python", "src"))

from greenroom_client import AppCode, Client, on  # noqa: E402

TRANSITIONS = 1_000
REQUESTS = 2_000


class Notes(AppCode):
    """Keeps three notes, which it writes as the user leaves."""

    bundle_id = "com.example.notes"

    def prepare(self):
        self.notes = self.disk.read("notes", [])
        self.unsaved = 0

    def write(self):
        self.notes = [*self.notes, "a note"][-3:]
        self.unsaved += 1
        self.edited("notes")

    @on("sceneDidEnterBackground(_:)")
    def left(self, _):
        if self.unsaved:
            self.disk.write("notes", self.notes)
            self.unsaved = 0


def searched(client):
    """How many inputs a search tries in a second."""
    began = time.perf_counter()
    result = client.explore(Notes, functions={"write": Notes.write}, transitions=TRANSITIONS, depth=8, fail_on=None)
    return result.document["progress"]["transitions"] / (time.perf_counter() - began)


def asked(client):
    """How many events the client posts in a second, one after the other."""
    device = client.create_device(clock={"mode": "manual"})
    began = time.perf_counter()
    for number in range(REQUESTS):
        device.send("device.setBattery", level=number % 100 / 100)
    return REQUESTS / (time.perf_counter() - began)


with Client(sys.argv[1]) as client:
    for name, value in (("explorer.code.inputs", searched(client)), ("pythonClient.requests", asked(client))):
        print(json.dumps({"name": name, "value": value, "unit": "/s"}))
