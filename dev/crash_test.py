"""Kills a server with a data directory again and again and checks what it has lost. Run by dev/crash-test."""

import argparse
import http.client
import json
import pathlib
import random
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time

import random_devices

APP = random_devices.APPS[0]
CLIENTS = 6
# `idempotencyAnswerBytes`, less what the header fields may take.
LARGEST_KEPT_ANSWER = 1_048_576 - 1_024
# A data directory serves so many rounds, so that recoveries follow on recoveries; then a new one begins.
ROUNDS_A_STORE = 10
# Two of each, with rules, apps and a seed of their own.
DEVICES = {
    f"{name}-{number}": clock
    for name, clock in {
        "manual": {"mode": "manual"},
        "realtime": {"mode": "realtime"},
        "scaled": {"mode": "scaled", "rate": 60},
    }.items()
    for number in (1, 2)
}


class Lost(Exception):
    """Something is not as it has to be."""


def check(holds, what):
    if not holds:
        raise Lost(what)


class Server:
    """A greenroom server with a data directory, from its start to its end."""

    def __init__(self, binary, folder, *options):
        self.log = open(folder / "log", "ab")
        self.process = subprocess.Popen(
            [binary, "serve", "--port", "0", "--data-dir", str(folder / "data")]
            + ["--records-per-device", "300", "--stored-records-per-device", "10000000", *options],
            stdout=subprocess.PIPE,
            stderr=self.log,
            stdin=subprocess.DEVNULL,
        )
        self.port = None

    def wait_until_ready(self):
        line = self.process.stdout.readline().decode()
        found = re.search(r"ready on http://127\.0\.0\.1:(\d+)", line)
        check(found, f"the server did not start: {line!r}, see the log in {self.log.name}")
        self.port = int(found.group(1))
        return self

    def end(self, number):
        self.process.send_signal(number)
        code = self.process.wait(timeout=60)
        self.process.stdout.close()
        self.log.close()
        return code


class Connection:
    """Requests to a server, one after another."""

    def __init__(self, port):
        self.http = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def send(self, method, path, body=None, key=None):
        """Gives the status, the headers and the body; raises OSError or HTTPException when the server is gone."""
        headers = {"Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        self.http.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self.http.getresponse()
        return answer.status, answer.headers, answer.read()

    def get(self, path):
        status, _, body = self.send("GET", path)
        check(status == 200, f"GET {path} answers {status}: {body[:300]}")
        return json.loads(body)


class Request:
    """One request with an idempotency key, and its result."""

    def __init__(self, path, body, key, device, token=None):
        self.path, self.body, self.key, self.device, self.token = path, body, key, device, token
        self.status = None
        self.answer = None

    def send(self, connection):
        """Sends it; True when it was acknowledged."""
        status, _, answer = connection.send("POST", self.path, self.body, self.key)
        if status in (200, 201):
            check(self.answer in (None, answer), f"{self.key} has got another answer than before")
            self.status, self.answer = status, answer
            return True
        # A random limit of the payload of pushes may be less than the pushes here have.
        # A push that is too large, and a car for an iPad.
        cannot_be = status == 422 and (b"APNs accepts at most" in answer or b"CarPlay needs an iPhone" in answer)
        check(status in (409, 503) or cannot_be, f"{self.key} got {status}: {answer[:300]}")
        check(b"device-set-aside" not in answer, f"{self.key} got {status}: {answer[:600]}")
        self.status = status
        return False


class Client(threading.Thread):
    """Sends requests until the server is gone; the last one may then be done or not."""

    def __init__(self, port, name, seed):
        super().__init__(name=name)
        self.port = port
        self.random = random.Random(seed)
        self.requests = []
        self.unanswered = []
        self.failure = None

    def run(self):
        connection = Connection(self.port)
        number = 0
        while True:
            number += 1
            request = self.next_request(f"{self.name}-{number}")
            self.requests.append(request)
            try:
                request.send(connection)
            except (OSError, http.client.HTTPException):
                self.unanswered.append(request)
                return
            except Lost as failure:
                self.failure = failure
                return

    def next_request(self, key):
        device = self.random.choice(list(DEVICES))
        path = f"/v1/devices/{device}"
        launch = {"type": "app.launch", "bundleID": APP, "arguments": [key]}
        match self.random.randrange(20):
            case 0:
                name = f"{key}-device"
                return Request("/v1/devices", {"id": name, "clock": {"mode": "manual"}}, key, name)
            case 1:
                # Long enough now and then for what the system decides after hours.
                seconds = self.random.choice([self.random.randrange(1, 40), 300, 5_000, 100_000])
                return Request(f"{path}/clock/advance", {"seconds": seconds}, key, device)
            case 7 | 8 | 9 | 10:
                return Request(f"{path}/events", random_devices.event(self.random), key, device)
            case 11 | 12 | 13:
                app = self.random.choice(random_devices.APPS)
                return Request(f"{path}/apps/{app}/actions", random_devices.action(self.random), key, device)
            case 2 | 3:
                body = {"action": "log", "message": key}
                return Request(f"{path}/apps/{APP}/actions", body, key, device, key)
            case 4 | 5:
                return Request(f"{path}/events", [launch, {"type": "device.home"}], key, device, key)
            case 6:
                return Request(f"{path}/fork", {"id": f"{key}-fork"}, key, f"{key}-fork")
            case _:
                return Request(f"{path}/events", launch, key, device, key)


class Subscriber(threading.Thread):
    """Follows a device and keeps what it has seen, by sequence."""

    def __init__(self, port, device, after):
        super().__init__(name=f"subscriber of {device}")
        self.port, self.device, self.after = port, device, after
        self.seen = {}
        self.failure = None

    def run(self):
        try:
            http_connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            headers = {"Accept": "text/event-stream"}
            http_connection.request("GET", f"/v1/devices/{self.device}/timeline?after={self.after}", headers=headers)
            answer = http_connection.getresponse()
            event = None
            while line := answer.readline():
                if line.startswith(b"event:"):
                    event = line
                    if b"gap" in line:
                        self.failure = f"{self.name} was told of a gap"
                elif line.startswith(b"data:") and event is None:
                    self.see(json.loads(line[5:]))
                elif not line.strip():
                    event = None
        except (OSError, http.client.HTTPException, ValueError):
            # The server is gone, perhaps amidst a line.
            return

    def see(self, record):
        sequence = record["sequence"]
        expected = max(self.seen, default=self.after) + 1
        if sequence != expected:
            self.failure = f"{self.name} saw {sequence} and not {expected}"
        self.seen[sequence] = record


def timeline(connection, device):
    """All records of a device, oldest first; the store keeps them all."""
    records, after = [], 0
    while True:
        page = connection.get(f"/v1/devices/{device}/timeline?limit=1000&after={after}")
        check(page["oldest"] == 1, f"the timeline of {device} begins at {page['oldest']}")
        records += page["records"]
        if page.get("next") is None:
            return records
        after = page["next"]


def tokens(records):
    """How often each request was carried out, by its token."""
    counts = {}
    for record in records:
        if record["kind"] != "input":
            continue
        token = record.get("action", {}).get("message") or (record.get("event", {}).get("arguments") or [None])[0]
        if token:
            counts[token] = counts.get(token, 0) + 1
    return counts


class Store:
    """One data directory, and everything that was ever acknowledged or seen of it."""

    def __init__(self, binary, durability, random_numbers):
        self.binary = binary
        self.random = random_numbers
        self.durability = durability
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="greenroom-crash-"))
        self.acknowledged = []
        self.unanswered = []
        # The last ones of each client: of a device's many answers only the newest are kept.
        self.newest = []
        self.seen = {device: {} for device in DEVICES}
        self.rounds = 0

    def start(self):
        # Few steps from one snapshot to the next, so that there are many moments just before and behind one.
        steps = str(self.random.choice([1, 3, 10, 40, 256]))
        return Server(self.binary, self.folder, "--durability", self.durability, "--steps-per-snapshot", steps)

    def live(self):
        """One run of the server: it checks what was recovered, sends many requests, and kills it."""
        self.rounds += 1
        server = self.start().wait_until_ready()
        try:
            connection = Connection(server.port)
            if self.rounds == 1:
                self.create_devices(connection)
            self.look(connection)
            self.be_busy(server)
        finally:
            if server.process.poll() is None:
                server.end(signal.SIGKILL)
        self.replay()
        # Now and then one is killed while it starts, or ends in order: with a snapshot of each device.
        match self.random.randrange(6):
            case 0:
                unlucky = self.start()
                time.sleep(self.random.uniform(0, 0.15))
                unlucky.end(signal.SIGKILL)
            case 1 | 2 | 3:
                check(self.start().wait_until_ready().end(signal.SIGTERM) == 0, "it did not end in order")

    def create_devices(self, connection):
        rulebook = connection.get("/v1/rulebook")
        for device, clock in DEVICES.items():
            body = random_devices.device(self.random, device, clock, rulebook["rules"], rulebook["profiles"])
            request = Request("/v1/devices", body, f"create-{device}", device)
            check(request.send(connection), f"{device} was not created: {request.status}")
            self.acknowledged.append(request)

    def be_busy(self, server):
        before = len(self.acknowledged)
        subscribers = [Subscriber(server.port, device, max(self.seen[device], default=0)) for device in DEVICES]
        clients = [
            Client(server.port, f"c{self.rounds}-{number}", self.random.random()) for number in range(CLIENTS)
        ]
        for thread in subscribers + clients:
            thread.start()
        time.sleep(self.random.uniform(0.05, 1.5))
        server.end(signal.SIGKILL)
        for thread in subscribers + clients:
            thread.join()
            check(thread.failure is None, f"{thread.name}: {thread.failure}")
        for subscriber in subscribers:
            self.seen[subscriber.device] |= subscriber.seen
        self.newest = []
        for client in clients:
            answered = [request for request in client.requests if request.answer is not None]
            self.acknowledged += answered
            self.newest += answered[-5:]
            self.unanswered += client.unanswered
        check(len(self.acknowledged) > before or self.rounds > 1, "nothing was acknowledged: it tests too little")

    def look(self, connection):
        """Compares what is there with what was acknowledged and seen."""
        # The result of these is not known; the same request again gets the first answer, or is carried out now.
        for request in self.unanswered:
            if request.send(connection):
                self.acknowledged.append(request)
        self.unanswered = []
        for device in DEVICES:
            records = timeline(connection, device)
            sequences = [record["sequence"] for record in records]
            check(sequences == list(range(1, len(records) + 1)), f"the timeline of {device} has gaps")
            for sequence, record in self.seen[device].items():
                check(
                    sequence <= len(records) and records[sequence - 1] == record,
                    f"{device}: record {sequence} was seen, and is another one or gone: {record}",
                )
            self.look_for_inputs(device, records)
        known = set(self.device_names(connection))
        for request in self.acknowledged:
            check(request.device in known, f"{request.device} was created with {request.key}, and is gone")
        for request in self.newest:
            status, headers, answer = connection.send("POST", request.path, request.body, request.key)
            if len(request.answer) > LARGEST_KEPT_ANSWER:
                check(b"answer-not-kept" in answer, f"{request.key} again gets {status}: {answer[:300]}")
                continue
            check(
                (status, answer) == (request.status, request.answer) and headers.get("Idempotency-Replayed") == "true",
                f"{request.key} again gets {status}: {answer[:300]}",
            )

    def look_for_inputs(self, device, records):
        counts = tokens(records)
        expected = {}
        for request in self.acknowledged:
            if request.device != device or not request.path.startswith(f"/v1/devices/{device}/"):
                continue
            for record in json.loads(request.answer)["records"]:
                check(
                    record["sequence"] <= len(records) and records[record["sequence"] - 1] == record,
                    f"{device}: {request.key} was answered with a record that is another one or gone: {record}",
                )
            if request.token:
                expected[request.token] = 1
        check(counts == expected, f"{device}: inputs that are not there exactly once: {differences(counts, expected)}")

    def device_names(self, connection):
        cursor = ""
        while True:
            page = connection.get(f"/v1/devices?limit=1000{cursor}")
            yield from (device["id"] for device in page["devices"])
            if page.get("next") is None:
                return
            cursor = f"&cursor={page['next']}"

    def replay(self):
        done = subprocess.run(
            [self.binary, "replay", str(self.folder / "data")], capture_output=True, text=True, timeout=300, check=False
        )
        check(done.returncode == 0, f"the replay comes to something else: {done.stdout}{done.stderr}")
        return done.stdout.strip()

    def close(self):
        """Checks a last time, and removes the directory."""
        server = self.start().wait_until_ready()
        try:
            self.look(Connection(server.port))
        finally:
            check(server.end(signal.SIGTERM) == 0, "the server did not end in order")
        print(f"crash-test: {self.rounds} rounds, durability {self.durability}: {self.replay()}", flush=True)
        shutil.rmtree(self.folder)


def differences(counts, expected):
    return {
        token: (counts.get(token, 0), expected.get(token, 0))
        for token in counts.keys() | expected.keys()
        if counts.get(token, 0) != expected.get(token, 0)
    }


def fill_disk(binary, random_numbers):
    """Fills the store: changes fail, reads succeed, and nothing is lost."""
    store = Store(binary, "process", random_numbers)
    server = Server(binary, store.folder, "--max-store-bytes", "400000").wait_until_ready()
    try:
        connection = Connection(server.port)
        store.create_devices(connection)
        number, refused = 0, 0
        while refused < 20:
            number += 1
            check(number < 20_000, "the store never became full")
            request = Client(server.port, "full", 1).next_request(f"full-{number}")
            if request.send(connection):
                # Whatever finds room is done, and kept.
                store.acknowledged.append(request)
            elif request.status == 503:
                refused += 1
                status, _, _ = connection.send("GET", "/readyz")
                check(status == 503, f"readyz answers {status} though nothing can be written")
        for device in DEVICES:
            connection.get(f"/v1/devices/{device}")
    finally:
        server.end(signal.SIGKILL)
    check(len(store.acknowledged) > 10, "the store was full too soon to test anything")
    store.close()


def main():
    parser = argparse.ArgumentParser(prog="crash-test")
    parser.add_argument("binary")
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    print(f"crash-test: {options.rounds} rounds with seed {options.seed}", flush=True)
    random_numbers = random.Random(options.seed)
    store = None
    try:
        for number in range(options.rounds):
            if number % ROUNDS_A_STORE == 0:
                if store:
                    store.close()
                durability = ["process", "power"][number // ROUNDS_A_STORE % 2]
                store = Store(options.binary, durability, random_numbers)
            store.live()
        store.close()
        fill_disk(options.binary, random_numbers)
    except Lost as failure:
        raise SystemExit(f"crash-test: seed {options.seed}, round {number + 1}: {failure} (kept in {store.folder})")
    print("crash-test: nothing was lost")


if __name__ == "__main__":
    main()
