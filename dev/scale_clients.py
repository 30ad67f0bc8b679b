"""Clients of servers that share their devices, and what became of each of their requests."""

import collections
import http.client
import itertools
import json
import math
import random
import threading
import time

import random_devices
from scale_servers import BROKEN, Failure, break_off, check, request

APP = random_devices.APPS[0]
ALARM = 0.5
CLOCKS = [{"mode": "manual"}, {"mode": "realtime"}, {"mode": "scaled", "rate": 60}]
# They are there from the beginning to the end.
STABLE = {f"phone-{number}": CLOCKS[number % len(CLOCKS)] for number in range(1, 13)}
MANUAL = [device for device, clock in STABLE.items() if clock["mode"] == "manual"]
# Clients create and delete devices of these ids again and again.
BRIEF = [f"brief-{number}" for number in range(1, 5)]
# Nobody asks for them: they have deadlines, which some server has to handle.
DUE = {f"due-{number}": {"mode": "realtime"} for number in range(1, 5)}
# How long a request is sent again, at one server after the other. Longer than every fault lasts.
PATIENCE = 45
# With which codes a server may refuse what was right.
REFUSALS = {"store-unavailable", "overloaded", "not-ready"}
# What may not be possible at the moment.
IMPOSSIBLE = {"process-suspended", "process-not-running", "not-possible-now", "device-locked", "unknown-scene"}


def new_device(name, clock, life=None, **more):
    """A device that has an app, whose name says which of the devices of this id it is."""
    behavior = {"alarmHandler": [{"action": "setAlarm", "afterSeconds": ALARM}]} if name in DUE else {}
    app = {"bundleID": APP, "name": life or name, "behavior": behavior}
    return {"id": name, "clock": clock, "apps": [app], "labels": {"life": life or name}, **more}


def create_devices(address):
    for device, clock in (STABLE | DUE).items():
        answer = request(address, "POST", "/v1/devices", new_device(device, clock))
        check(answer.status == 201, f"{device} was not created: {answer.status} {answer.body}")
        launch(address, device)
    for device in DUE:
        body = {"action": "setAlarm", "afterSeconds": ALARM}
        answer = request(address, "POST", f"/v1/devices/{device}/apps/{APP}/actions", body)
        check(answer.status == 200, f"{device} has no alarm: {answer.status} {answer.body}")


def launch(address, device):
    body = {"type": "app.launch", "bundleID": APP}
    answer = request(address, "POST", f"/v1/devices/{device}/events", body)
    check(answer.status == 200, f"{APP} was not launched on {device}: {answer.status} {answer.body}")


class Attempt:
    """A request that was sent once."""

    def __init__(self, address):
        self.address, self.began, self.ended = address, time.monotonic(), None
        self.status = self.code = None
        # That the client has closed the connection.
        self.is_deliberate = False

    @property
    def outcome(self):
        if self.status is None or self.code == "outcome-unknown":
            return "unknown"
        return "acknowledged" if self.status < 300 or self.status == 304 else "refused"

    def __str__(self):
        took = f"{self.ended - self.began:.3f} s" if self.ended else "without an end"
        return f":{self.address[1]} at {self.began:.3f}, {took}: {self.status or 'broken off'} {self.code or ''}".rstrip()


class Operation:
    """What a client wants to be done or to know, with all requests that it sends for that."""

    def __init__(self, kind, device, method, path, body=None, marker=None, key=None, headers=None):
        self.kind, self.device, self.method, self.path, self.body = kind, device, method, path, body
        # What is in the record of its input, once.
        self.marker, self.key = marker, key
        self.headers = (headers or {}) | ({"Idempotency-Key": key} if key else {})
        self.lock = threading.Lock()
        self.attempts = []
        self.answer = None
        # What was wrong with its answers, by kind.
        self.wrong = []

    def __str__(self):
        what = f"{self.kind} {self.marker or ''} of {self.device}".replace("  ", " ")
        key = f", key {self.key}" if self.key else ""
        return f"[{what}{key}; {'; '.join(map(str, self.attempts))}]"

    @property
    def is_read(self):
        return self.method == "GET" or self.kind == "look"

    @property
    def began(self):
        return self.attempts[0].began

    @property
    def acknowledged(self):
        """When it was first; `math.inf` if it never was."""
        return min((a.ended for a in self.attempts if a.outcome == "acknowledged"), default=math.inf)

    @property
    def last_end(self):
        """When it was known to have no effect any more; `math.inf` if that is not known."""
        return max((a.ended if a.outcome != "unknown" else math.inf for a in self.attempts), default=math.inf)

    @property
    def outcome(self):
        """acknowledged, refused, or unknown: then it may have been done."""
        outcomes = {attempt.outcome for attempt in self.attempts}
        return next(one for one in ("acknowledged", "unknown", "refused") if one in outcomes)

    def expect(self, holds, kind, what=b""):
        """Notes what is wrong: clients go on, so that more of it is seen."""
        if not holds:
            self.wrong.append((kind, f"{self}: {what[:1000]}"))

    def attempt(self, address, timeout=None):
        """Sends it once, and notes what came of it: whether that is the end of it."""
        attempt = Attempt(address)
        with self.lock:
            self.attempts.append(attempt)
        limit = {"timeout": timeout} if timeout else {}
        try:
            answer = request(address, self.method, self.path, self.body, self.headers, **limit)
        except BROKEN:
            attempt.ended = time.monotonic()
            return False
        # In this order: others look at `ended` and expect the outcome.
        attempt.code, attempt.status = answer.code, answer.status
        attempt.ended = time.monotonic()
        if answer.status == 503:
            known = REFUSALS if self.is_read else REFUSALS | {"outcome-unknown"}
            self.expect(answer.code in known, "refusals that may not be", answer.body)
            self.expect(answer.code != "store-unavailable" or answer.headers.get("Retry-After"), "refusals without Retry-After")
            return False
        with self.lock:
            if answer.status < 300 or answer.status == 304:
                # A device of the same id that came later has keys of its own.
                if self.answer is not None and self.key and (self.device not in BRIEF or self.kind == "create"):
                    same = (self.answer.status, self.answer.body) == (answer.status, answer.body)
                    is_again = answer.headers.get("Idempotency-Replayed") == "true" or self.is_parallel
                    both = b"%s and %s" % (self.answer.body[:500], answer.body[:500])
                    self.expect(same, "keys with two answers", both)
                    self.expect(is_again, "keys that were answered again as if for the first time")
                self.answer = self.answer or answer
        self.check_status(answer)
        return True

    @property
    def is_parallel(self):
        """Whether requests were in progress at the same time."""
        return any(a.ended is None or a.ended > b.began for a, b in itertools.pairwise(self.attempts))

    def check_status(self, answer):
        """An answer has to be one that the request can get."""
        status, code = answer.status, answer.code
        fits = (
            status in (200, 201, 204, 304)
            or (status == 404 and code == "unknown-device" and self.device in BRIEF)
            or (status == 409 and (code in IMPOSSIBLE or code == "device-exists" and self.device in BRIEF))
            or (status == 412 and "If-Match" in self.headers)
            # A wait looks at what the server has in memory.
            or (status == 410 and self.path.endswith("/wait"))
        )
        self.expect(fits, f"answers {status} {code or ''} that may not be", answer.body)

    @property
    def can_be_repeated(self):
        """Whether it may be sent again without being done twice."""
        return self.is_read or self.key is not None or self.outcome != "unknown"

    # What its answer says

    @property
    def document(self):
        return self.answer.document if self.answer else {}

    @property
    def records(self):
        """The records that it was answered with."""
        return self.document.get("records", []) if not self.is_read else []


class Batch(Operation):
    """Some inputs in one request. There may be fewer verdicts than lines."""

    def __init__(self, lines):
        text = "".join(json.dumps({"device": o.device, "event": o.body}) + "\n" for o in lines)
        fields = {"Content-Type": "application/x-ndjson"}
        super().__init__("batch", "several devices", "POST", "/v1/batch", text.encode(), headers=fields)
        self.lines = lines

    def attempt(self, address, timeout=None):
        before = [Attempt(address) for _ in self.lines]
        for line, attempt in zip(self.lines, before, strict=True):
            line.attempts.append(attempt)
        is_over = super().attempt(address, timeout)
        own = self.attempts[-1]
        verdicts = {}
        if own.status == 200:
            verdicts = {one["line"]: one for one in map(json.loads, self.answer.body.splitlines())}
        for number, (line, attempt) in enumerate(zip(self.lines, before, strict=True), 1):
            attempt.ended = own.ended
            verdict = verdicts.get(number)
            if own.status == 503:
                attempt.status, attempt.code = own.status, own.code
            elif verdict is not None:
                attempt.code = verdict.get("problem", {}).get("code")
                attempt.status = verdict["status"]
                if attempt.status == 200:
                    line.verdict = verdict
                known = IMPOSSIBLE | REFUSALS | {"outcome-unknown"}
                line.expect(attempt.status == 200 or attempt.code in known, "verdicts that may not be", json.dumps(verdict).encode())
        self.answer = None
        return is_over


class Line(Operation):
    """An input in a batch."""

    verdict = None

    @property
    def document(self):
        return self.verdict or {}


def persist(operation, address_of, random_numbers, patience=PATIENCE):
    """Sends a request until it is answered, to one server after the other, unless that could do it twice."""
    began = time.monotonic()
    while time.monotonic() - began < patience:
        address = address_of()
        if address and (operation.attempt(address) or not operation.can_be_repeated):
            return operation
        time.sleep(random_numbers.uniform(0.01, 0.2))
    raise Failure(f"no server has answered for {patience} s: {operation}")


class Worker(threading.Thread):
    """A thread that may fail, and runs until it is told to stop."""

    def __init__(self, name, seed):
        super().__init__(name=name, daemon=True)
        self.random = random.Random(seed)
        self.is_over = threading.Event()
        self.failure = None

    def run(self):
        try:
            while not self.is_over.is_set():
                self.act()
        except Failure as failure:
            self.failure = failure

    def act(self):
        raise NotImplementedError

    def finish(self, limit):
        self.is_over.set()
        if self.is_alive():
            self.join(limit)
        if self.is_alive():
            self.failure = self.failure or Failure(f"{self.name} has not ended within {limit} s")


class Client(Worker):
    """Does whatever comes to its mind, at whichever server."""

    KINDS = {
        "write": 30, "write_with_key": 20, "write_if_unchanged": 6, "write_noise": 5, "write_batch": 8, "advance": 8,
        "look": 26, "look_if_changed": 4, "list": 4, "create": 8, "delete": 5, "fork": 0.4,
    }

    def __init__(self, name, seed, servers, balancer, with_brief=True):
        super().__init__(name, seed)
        self.servers, self.balancer = servers, balancer
        self.devices = [*STABLE, *BRIEF] if with_brief else [*STABLE]
        # Where commits are lost, an input of which there is an answer may be gone.
        self.copies_earlier_states = with_brief
        self.kinds = {kind: weight for kind, weight in self.KINDS.items() if with_brief or kind not in ("create", "delete")}
        self.numbers = itertools.count(1)
        self.operations = []
        # The tags of devices that it has read.
        self.tags = {}
        self.only_reads = False

    def act(self):
        kinds = {"look": 1} if self.only_reads else self.kinds
        kind = self.random.choices(list(kinds), list(kinds.values()))[0]
        getattr(self, kind)()

    def address(self):
        """That of a server, or of the balancer."""
        return self.balancer.address if self.random.random() < 0.2 else self.servers.one()

    def marker(self):
        return f"{self.name}-{next(self.numbers)}"

    def note(self, operation):
        self.operations.append(operation)
        return operation

    def do(self, operation):
        return persist(self.note(operation), self.address, self.random)

    def device(self):
        return self.random.choice(self.devices)

    # Inputs

    def input(self, device=None, **more):
        """An input whose record has a marker."""
        device, marker = device or self.device(), self.marker()
        path = f"/v1/devices/{device}"
        if self.random.random() < 0.6:
            body = {"action": "log", "message": marker}
            return Operation("log", device, "POST", f"{path}/apps/{APP}/actions", body, marker, **more)
        body = {"type": "app.launch", "bundleID": APP, "arguments": [marker]}
        if self.random.random() < 0.2:
            body = [body, {"type": "device.home"}, {"type": "app.launch", "bundleID": APP}]
        return Operation("launch", device, "POST", f"{path}/events", body, marker, **more)

    def write(self):
        operation = self.note(self.input())
        if self.random.random() < 0.05:
            self.break_off(operation)
        else:
            persist(operation, self.address, self.random)

    def write_with_key(self):
        """Sends the same input to several servers, at once or one after another."""
        operation = self.note(self.input(key=self.marker()))
        match self.random.randrange(4):
            case 0:
                self.send_at_once(operation)
            case 1:
                for _ in range(self.random.randrange(1, 3)):
                    self.break_off(operation)
        persist(operation, self.address, self.random)
        if operation.device not in BRIEF and self.random.random() < 0.4:
            # What was answered is answered again, wherever.
            persist(operation, self.address, self.random)

    def send_at_once(self, operation):
        addresses = self.servers.addresses()
        senders = [Sender(operation, address) for address in self.random.sample(addresses, min(3, len(addresses)))]
        for sender in senders:
            sender.finish()

    def break_off(self, operation):
        """Loses the connection before the answer."""
        address = self.servers.one()
        if address is None:
            return
        attempt = Attempt(address)
        attempt.is_deliberate = True
        with operation.lock:
            operation.attempts.append(attempt)
        try:
            pause = self.random.choice([0, 0.001, 0.005, 0.02])
            break_off(address, operation.method, operation.path, operation.body, operation.headers, pause)
        except OSError:
            pass
        attempt.ended = time.monotonic()

    def write_if_unchanged(self):
        """Writes only if the device stands where it was seen last."""
        device = self.random.choice(list(STABLE))
        read = self.do(Operation("read", device, "GET", f"/v1/devices/{device}"))
        self.tags[device] = read.answer.headers["ETag"]
        self.do(self.input(device, headers={"If-Match": f'"{read.document["sequence"]}"'}))

    def write_noise(self):
        """Something that has no marker, after which other inputs may not be possible."""
        device = self.random.choice(list(STABLE))
        body = self.random.choice(
            [
                {"type": "device.home"}, {"type": "device.rotate", "orientation": "landscapeLeft"},
                {"type": "device.setNetwork", "network": self.random.choice(["wifi", "cellular", "none"])},
                {"type": "push.deliver", "bundleID": APP, "payload": {"aps": {"alert": "x"}}, "pushType": "alert", "priority": 10},
                {"type": "app.terminate", "bundleID": APP, "cause": "jetsam"},
                {"type": "device.setBattery", "level": self.random.random(), "charging": True},
            ]
        )
        key = self.marker() if self.random.random() < 0.5 else None
        self.do(Operation("noise", device, "POST", f"/v1/devices/{device}/events", body, key=key))

    def write_batch(self):
        lines = []
        for device in self.random.choices(list(STABLE), k=self.random.randrange(1, 9)):
            marker = self.marker()
            body = {"type": "app.launch", "bundleID": APP, "arguments": [marker]}
            lines.append(Line("line", device, "POST", "/v1/batch", body, marker))
        batch = Batch(lines)
        self.operations += lines
        self.do(batch)
        # Its lines tell what became of them.
        lines[0].wrong += batch.wrong
        self.operations.remove(batch)

    def advance(self):
        """Moves a manual clock by so many milliseconds as nobody else does: that is the marker."""
        device = self.random.choice(MANUAL)
        # The name of a client ends with its number.
        milliseconds = next(self.numbers) * 100 + int(self.name[1:])
        key = self.marker() if self.random.random() < 0.5 else None
        body = {"seconds": milliseconds / 1000}
        path = f"/v1/devices/{device}/clock/advance"
        self.do(Operation("advance", device, "POST", path, body, f"advance-{milliseconds}", key))

    # Reads

    def look(self):
        device = self.device()
        path = f"/v1/devices/{device}"
        operation = self.random.choices(
            [
                Operation("read", device, "GET", path),
                Operation("look", device, "GET", f"{path}/timeline?last=5"),
                Operation("look", device, "POST", f"{path}/wait", {"until": {"app": {"bundleID": APP, "state": "active"}}, "timeoutSeconds": 0}),
            ],
            [6, 2, 1],
        )[0]
        self.do(operation)
        if operation.kind == "read" and operation.answer:
            self.tags[device] = operation.answer.headers["ETag"]

    def look_if_changed(self):
        device = self.random.choice(list(STABLE))
        if device in self.tags:
            headers = {"If-None-Match": self.tags[device]}
            operation = self.do(Operation("read", device, "GET", f"/v1/devices/{device}", headers=headers))
            self.tags[device] = operation.answer.headers["ETag"]

    def list(self):
        # Not longer than a page.
        self.do(Operation("list", "all", "GET", "/v1/devices?limit=1000"))

    # Devices

    def create(self):
        device, life = self.random.choice(BRIEF), self.marker()
        key = self.marker() if self.random.random() < 0.6 else None
        operation = self.note(
            Operation("create", device, "POST", "/v1/devices", new_device(device, {"mode": "manual"}, life), life, key)
        )
        if key and self.random.random() < 0.3:
            self.send_at_once(operation)
        persist(operation, self.address, self.random)

    def delete(self):
        device = self.random.choice(BRIEF)
        operation = self.note(Operation("delete", device, "DELETE", f"/v1/devices/{device}"))
        persist(operation, self.address, self.random)

    def fork(self):
        """Copies a device as it is, or as it was after one of its inputs."""
        device, copy = self.random.choice(MANUAL), f"fork-{self.name}-{next(self.numbers)}"
        body = {"id": copy}
        acknowledged = [o for o in self.operations if o.device == device and o.document.get("sequence")]
        if self.copies_earlier_states and acknowledged and self.random.random() < 0.5:
            body["at"] = self.random.choice(acknowledged[-20:]).document["sequence"]
        self.do(Operation("fork", device, "POST", f"/v1/devices/{device}/fork", body, copy, self.marker()))


class Sender(threading.Thread):
    """Sends a request once, and waits long for the answer: the server may be stopped."""

    def __init__(self, operation, address, timeout=60):
        super().__init__(daemon=True)
        self.operation, self.address, self.timeout = operation, address, timeout
        self.failure = None
        self.start()

    def run(self):
        try:
            self.operation.attempt(self.address, self.timeout)
        except Failure as failure:
            self.failure = failure

    def finish(self):
        self.join(90)
        if self.failure:
            raise self.failure
        check(not self.is_alive(), f"not answered for 90 s: {self.operation}")


class Waiting(Worker):
    """Waits at one server for what it does at another."""

    def __init__(self, name, seed, servers):
        super().__init__(name, seed)
        self.servers = servers
        self.numbers = itertools.count(1)
        self.operations = []
        # When a wait came true, when it was answered, and what it was.
        self.ends = []

    def act(self):
        device, marker = self.random.choice(list(STABLE)), f"{self.name}-{next(self.numbers)}"
        path = f"/v1/devices/{device}"
        launch = Operation("launch", device, "POST", f"{path}/events", {"type": "app.launch", "bundleID": APP}, key=f"{marker}-launch")
        persist(launch, self.servers.one, self.random)
        at = self.servers.one()
        if at is None:
            return
        body = {"until": {"record": {"kind": "log", "message": marker}}, "timeoutSeconds": 20}
        if launch.answer:
            body["after"] = launch.document["sequence"]
        wait = Operation("look", device, "POST", f"{path}/wait", body)
        sender = Sender(wait, at)
        time.sleep(self.random.uniform(0.05, 0.5))
        log = {"action": "log", "message": marker}
        write = Operation("log", device, "POST", f"{path}/apps/{APP}/actions", log, marker, marker)
        self.operations += [launch, wait, write]
        persist(write, lambda: self.servers.one(but=at), self.random)
        sender.finish()
        if write.outcome != "acknowledged":
            # Somebody has suspended the app.
            return
        came_true = write.acknowledged
        if wait.outcome != "acknowledged":
            # Its server is gone, or had too much to do. What has happened is found at every other one.
            wait.body = {"after": 0} | body
            persist(wait, self.servers.one, self.random)
        if wait.attempts[-1].status == 410:
            return
        if not wait.document["met"] and came_true > wait.acknowledged:
            # The write was sent to a server that was stopped, for as long as the wait takes.
            return
        check(wait.document["met"], f"{wait} was not met, though this was acknowledged: {write}")
        self.ends.append((came_true, wait.acknowledged, wait))


class Expiring(Worker):
    """Devices that expire: one is asked for, one is waited for, one is followed, and one is left alone."""

    LIFE = 3

    def __init__(self, name, seed, servers):
        super().__init__(name, seed)
        self.servers = servers
        self.numbers = itertools.count(1)
        # When a device could be deleted at the earliest, and when it was seen to be there; and what for those that were gone.
        self.faults = []
        self.left_alone = []
        self.kept = collections.Counter()

    def act(self):
        number = next(self.numbers)
        created = self.create(f"left-{self.name}-{number}")
        self.left_alone.append((f"left-{self.name}-{number}", created))
        asked = f"asked-{self.name}-{number}"
        self.create(asked)
        waited = f"waited-{self.name}-{number}"
        self.create(waited)
        body = {"until": {"record": {"kind": "log", "message": "never"}}, "timeoutSeconds": 3 * self.LIFE}
        wait = Operation("look", waited, "POST", f"/v1/devices/{waited}/wait", body)
        at = self.servers.one()
        sender = Sender(wait, at) if at else None
        end = time.monotonic() + 3 * self.LIFE
        used = None
        while time.monotonic() < end and not self.is_over.is_set():
            read = Operation("read", asked, "GET", f"/v1/devices/{asked}")
            used = self.ask(read, used)
            if used is None:
                break
            time.sleep(self.random.uniform(0.2, 0.5 * self.LIFE))
        if sender:
            sender.join(90)
            if wait.attempts and wait.attempts[0].status == 404:
                self.faults.append((wait.began, wait.attempts[0].ended, f"{waited} was deleted while it was waited for: {wait}"))
            self.kept["waited for"] += wait.outcome == "acknowledged"
        for device in (asked, waited):
            address = self.servers.one()
            try:
                if address:
                    request(address, "DELETE", f"/v1/devices/{device}")
            except BROKEN:
                pass

    def create(self, device):
        """Says when it was created, at the latest."""
        body = new_device(device, {"mode": "manual"}, expiresAfterSeconds=self.LIFE)
        operation = Operation("create", device, "POST", "/v1/devices", body, key=device)
        persist(operation, self.servers.one, self.random)
        return operation.acknowledged

    def ask(self, read, used):
        """Says when it was used for certain; nil when it is gone."""
        address = self.servers.one()
        if address is None:
            return used or time.monotonic()
        attempt = Attempt(address)
        read.attempts.append(attempt)
        try:
            answer = request(address, read.method, read.path)
        except BROKEN:
            return used or attempt.began
        attempt.status, attempt.code, attempt.ended = answer.status, answer.code, time.monotonic()
        if answer.status == 200:
            self.kept["asked for"] += 1
            return attempt.began
        if answer.status == 404:
            if used is not None and attempt.ended < used + self.LIFE:
                took = attempt.ended - used
                self.faults.append((used, attempt.ended, f"{read} is gone {took:.2f} s after it was used, and lives for {self.LIFE} s"))
            return None
        check(answer.code in REFUSALS, f"{read} got {answer.body}")
        return used or attempt.began


class Follower(Worker):
    """Follows one device, or all; begins anew where it was, at another server, whenever its connection ends."""

    def __init__(self, name, seed, servers, path):
        super().__init__(name, seed)
        self.servers, self.path = servers, path
        self.last = None
        # Of each event: its id, its name, its data, and when it came.
        self.events = []
        self.gaps = []
        self.connections = 0
        self.log = []

    def act(self):
        address = self.servers.one()
        if address is None:
            time.sleep(0.1)
            return
        fields = {"Accept": "text/event-stream"} | ({"Last-Event-ID": self.last} if self.last else {})
        leaves = time.monotonic() + self.random.choice([0.2, 1, 3, 10])
        try:
            self.follow(address, fields, leaves)
        except BROKEN as reason:
            self.log.append((time.monotonic(), address, self.last, repr(reason)))
            time.sleep(0.05)

    def follow(self, address, fields, leaves):
        connection = http.client.HTTPConnection(*address, timeout=3)
        try:
            connection.request("GET", self.path, headers=fields)
            answer = connection.getresponse()
            if answer.status != 200:
                text = answer.read()
                code = json.loads(text).get("code") if text.startswith(b"{") else None
                check(answer.status == 503 and code in REFUSALS, f"{self.name} got {answer.status}: {text}")
                time.sleep(0.1)
                return
            self.connections += 1
            self.log.append((time.monotonic(), address, self.last, "connected"))
            event = {}
            while line := answer.readline():
                if line == b"\n":
                    self.take(event)
                    event = {}
                elif line.startswith(b":"):
                    # A heartbeat.
                    pass
                else:
                    name, _, value = line.rstrip(b"\n").partition(b":")
                    event[name] = value.removeprefix(b" ").decode()
                # It leaves in the middle of an event, too.
                if self.is_over.is_set() or time.monotonic() > leaves:
                    return
        finally:
            connection.close()

    def take(self, event):
        if b"id" in event:
            self.last = event[b"id"]
        if b"data" not in event:
            return
        name = event.get(b"event", "")
        if name == "gap":
            self.gaps.append(f"{self.name} was told of a gap: {event}, as it went on after {self.events[-1][0] if self.events else None}")
        self.events.append((self.last, name, event[b"data"], time.time()))

    def has_got(self, is_wanted):
        """Whether it has got a record lately."""
        return any(is_wanted(json.loads(data)) for _, name, data, _ in self.events[-200:] if name == "")

    @property
    def records(self):
        """The records that it has got since it was told of a gap."""
        gap = max((number for number, event in enumerate(self.events) if event[1] == "gap"), default=-1)
        return [json.loads(data) for _, name, data, _ in self.events[gap + 1 :] if name == ""]
