"""Clients of a fleet for tests, and what became of each of their requests."""

import collections
import http.client
import random
import threading
import time

from crash_test import Lost, check
from fleet_servers import send

APP = "com.example.notes"
CLOCKS = [{"mode": "manual"}, {"mode": "realtime"}, {"mode": "scaled", "rate": 60}]
DEVICES = {f"phone-{number}": CLOCKS[number % len(CLOCKS)] for number in range(1, 19)}
# How long a request is sent again, at one server after the other. Longer than every fault lasts.
PATIENCE = 40
# With which codes a server may refuse.
REFUSALS = {"not-ready", "owner-unavailable", "journal-unavailable", "outcome-unknown", "overloaded"}


def create_devices(addresses, random_numbers):
    for device, clock in DEVICES.items():
        body = {"id": device, "clock": clock, "apps": [{"bundleID": APP}]}
        status, document = send(random_numbers.choice(addresses), "POST", "/v1/devices", body)
        check(status == 201, f"{device} was not created: {status} {document}")
        launch = {"type": "app.launch", "bundleID": APP}
        status, document = send(random_numbers.choice(addresses), "POST", f"/v1/devices/{device}/events", launch)
        check(status == 200, f"{APP} was not launched on {device}: {status} {document}")


class Operation:
    """A request of a client, and what became of it."""

    def __init__(self, device, token=None, has_key=False):
        self.device, self.token = device, token
        self.kind = "write" if token else "read"
        self.key = token if has_key else None
        self.began = self.ended = None
        # acknowledged, refused, or unknown: then it may have been done.
        self.outcome = None
        self.answer = None
        # How often it was sent.
        self.attempts = 0
        # How often it was refused with which code.
        self.codes = collections.Counter()

    def __str__(self):
        return f"{self.token or 'a read'} on {self.device}"

    @property
    def request(self):
        if self.kind == "read":
            return "GET", f"/v1/devices/{self.device}"
        body = {"action": "log", "message": self.token}
        return "POST", f"/v1/devices/{self.device}/apps/{APP}/actions", body, self.key

    def attempt(self, address, timeout=None):
        """Sends it once, and notes what came of it: whether that is the end of it."""
        self.attempts += 1
        if self.began is None:
            self.began = time.monotonic()
        limit = {"timeout": timeout} if timeout else {}
        try:
            status, document = send(address, *self.request, **limit)
        except (OSError, http.client.HTTPException, ValueError):
            status, document = None, None
        self.ended = time.monotonic()
        if status == 503:
            code = document["code"]
            self.codes[code] += 1
            check(code in REFUSALS, f"{self} got {document}")
        if status == 200:
            check(self.answer in (None, document) or self.kind == "read", f"{self} got another answer than before")
            self.outcome, self.answer = "acknowledged", document
        elif self.kind == "write" and status == 409:
            self.outcome = "refused"
        else:
            check(status in (None, 503), f"{self} got {status}: {document}")
            if status is None or code == "outcome-unknown":
                self.outcome = "unknown"
            elif self.outcome is None:
                # Nothing was done.
                self.outcome = "refused"
        return status in (200, 409)

    @property
    def can_be_repeated(self):
        """Whether it may be sent again without being done twice."""
        return self.kind == "read" or self.key is not None or self.outcome != "unknown"


class Client(threading.Thread):
    """Uses whichever server comes up, until it is told to stop."""

    def __init__(self, fleet, name, seed, stop):
        super().__init__(name=name, daemon=True)
        self.fleet, self.stop, self.random = fleet, stop, random.Random(seed)
        # The share of reads.
        self.reads = 0.35
        self.operations = []
        self.failure = None

    def run(self):
        number = 0
        try:
            while not self.stop.is_set():
                number += 1
                self.act(f"{self.name}-{number}")
        except Lost as failure:
            self.failure = failure

    def act(self, token):
        device = self.random.choice(list(DEVICES))
        if self.random.random() < self.reads:
            token = None
        operation = Operation(device, token, has_key=self.random.random() < 0.7)
        self.operations.append(operation)
        persist(operation, self.fleet.addresses, self.random)


def persist(operation, addresses, random_numbers):
    """Sends a request until it is answered, to one server after the other, unless that could do it twice."""
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE:
        there = addresses()
        if there and (operation.attempt(random_numbers.choice(there)) or not operation.can_be_repeated):
            return operation
        time.sleep(random_numbers.uniform(0.01, 0.2))
    raise Lost(f"{operation} found no server for {PATIENCE} seconds: {dict(operation.codes)}")


class Sender(threading.Thread):
    """Sends a request once, and waits long for the answer: the server may be stopped."""

    def __init__(self, operation, address):
        super().__init__(daemon=True)
        self.operation, self.address = operation, address
        self.failure = None
        self.start()

    def run(self):
        try:
            self.operation.attempt(self.address, timeout=60)
        except Lost as failure:
            self.failure = failure

    def finish(self):
        self.join(90)
        check(self.failure is None, str(self.failure))
        check(not self.is_alive(), f"{self.operation} was not answered for 90 s")
