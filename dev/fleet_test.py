"""Has clients use three servers that share their devices while these fail, and checks what came of it. Run by dev/fleet-test."""

import argparse
import collections
import http.client
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from crash_test import Database, Lost, check, tokens

SERVERS = ["s1", "s2", "s3"]
CLIENTS = 8
LEASE = 3
APP = "com.example.notes"
CLOCKS = [{"mode": "manual"}, {"mode": "realtime"}, {"mode": "scaled", "rate": 60}]
DEVICES = {f"phone-{number}": CLOCKS[number % len(CLOCKS)] for number in range(1, 19)}
# How long a request is sent again, at one server after the other. Longer than every fault lasts.
PATIENCE = 40


class Server:
    """A server of the fleet, from one start to its end."""

    def __init__(self, binary, folder, name, url):
        self.name = name
        self.log = open(folder / f"{name}.log", "ab")
        options = ["--port", "0", "--server-name", name, "--lease", str(LEASE), "--drain", "1"]
        self.process = subprocess.Popen(
            [binary, "serve", *options, "--steps-per-snapshot", "20", "--journal-records-per-device", "10000000"],
            stdout=subprocess.PIPE,
            stderr=self.log,
            stdin=subprocess.DEVNULL,
            env=os.environ | {"GREENROOM_JOURNAL": url},
        )
        self.port = None

    def wait_until_ready(self):
        line = self.process.stdout.readline().decode()
        found = re.search(r"ready on http://127\.0\.0\.1:(\d+)", line)
        check(found, f"{self.name} did not start: {line!r}, see {self.log.name}")
        self.port = int(found.group(1))
        return self

    def send(self, number):
        self.process.send_signal(number)

    def wait(self):
        code = self.process.wait(timeout=90)
        self.process.stdout.close()
        self.log.close()
        return code


class Fleet:
    """The servers, which are started again by whoever ends one."""

    def __init__(self, binary, folder, url):
        self.binary, self.folder, self.url = binary, folder, url
        self.lock = threading.Lock()
        self.servers = {}

    def start(self, name):
        server = Server(self.binary, self.folder, name, self.url).wait_until_ready()
        with self.lock:
            self.servers[name] = server
        return server

    def ports(self):
        with self.lock:
            return [server.port for server in self.servers.values()]

    def end(self, name, number):
        """Ends a server, and says with which code."""
        with self.lock:
            server = self.servers.pop(name) if number == signal.SIGKILL else self.servers[name]
        server.send(number)
        code = server.wait()
        with self.lock:
            self.servers.pop(name, None)
        return code

    def kill_all(self):
        for server in self.servers.values():
            server.send(signal.SIGCONT)
            server.send(signal.SIGKILL)
            server.wait()


def send(port, method, path, body=None, key=None, timeout=15):
    """Gives the status and the document; raises OSError or HTTPException when the server is gone."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        headers = {"Content-Type": "application/json"} | ({"Idempotency-Key": key} if key else {})
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text else None
    finally:
        connection.close()


class Operation:
    """A request of a client, and what became of it."""

    def __init__(self, device, kind, token=None):
        self.device, self.kind, self.token = device, kind, token
        self.began = self.ended = None
        # acknowledged, refused, or unknown: then it may have been done.
        self.outcome = None
        self.answer = None
        # How often it was sent.
        self.attempts = 0


class Client(threading.Thread):
    """Uses whichever server comes up, until it is told to stop."""

    def __init__(self, fleet, name, seed, stop):
        super().__init__(name=name, daemon=True)
        self.fleet, self.stop, self.random = fleet, stop, random.Random(seed)
        self.operations = []
        self.failure = None
        # The longest time for which a request that can be repeated found nobody.
        self.longest_wait = 0

    def run(self):
        number = 0
        try:
            while not self.stop.is_set():
                number += 1
                self.operations.append(self.act(f"{self.name}-{number}"))
        except Lost as failure:
            self.failure = failure

    def act(self, token):
        device = self.random.choice(list(DEVICES))
        if self.random.random() < 0.35:
            return self.read(Operation(device, "read"))
        return self.write(Operation(device, "write", token), has_key=self.random.random() < 0.7)

    def write(self, operation, has_key):
        path = f"/v1/devices/{operation.device}/apps/{APP}/actions"
        body = {"action": "log", "message": operation.token}
        key = operation.token if has_key else None
        for status, document in self.attempts(operation, "POST", path, body, key):
            if status == 200:
                operation.outcome, operation.answer = "acknowledged", document
            elif status == 503 and document["code"] != "outcome-unknown":
                # Nothing was done, so it can be sent again even without a key.
                continue
            elif status is None or status == 503:
                if has_key:
                    continue
                operation.outcome = "unknown"
            else:
                check(status == 409, f"{token(operation)} got {status}: {document}")
                operation.outcome = "refused"
            return operation
        operation.outcome = "unknown"
        return operation

    def read(self, operation):
        for status, document in self.attempts(operation, "GET", f"/v1/devices/{operation.device}"):
            if status == 200:
                operation.outcome, operation.answer = "acknowledged", document
                return operation
            check(status in (None, 503), f"a read of {operation.device} got {status}: {document}")
        return operation

    def attempts(self, operation, *request):
        """Sends a request until the caller is content, and gives each answer; None for a server that is gone."""
        operation.began = time.monotonic()
        while time.monotonic() - operation.began < PATIENCE:
            operation.attempts += 1
            ports = self.fleet.ports()
            try:
                answer = send(self.random.choice(ports), *request) if ports else (None, None)
            except (OSError, http.client.HTTPException, ValueError):
                answer = (None, None)
            operation.ended = time.monotonic()
            yield answer
            time.sleep(self.random.uniform(0.01, 0.2))
        raise Lost(f"{operation.kind} of {operation.device} found no server for {PATIENCE} seconds")


def token(operation):
    return f"{operation.token} on {operation.device}"


class Faults:
    """What goes wrong, one thing after another."""

    def __init__(self, fleet, database, random_numbers, only=None):
        self.fleet, self.database, self.random = fleet, database, random_numbers
        self.counts = collections.Counter()
        kinds = [self.kill, self.kill, self.pause, self.pause, self.end, self.end, self.end_connections]
        self.kinds = [getattr(self, only)] if only else kinds + [self.restart_database, self.kill_database]

    def happen(self):
        fault = self.random.choice(self.kinds)
        self.counts[fault.__name__] += 1
        fault()

    def name(self):
        return self.random.choice(SERVERS)

    def kill(self):
        name = self.name()
        self.fleet.end(name, signal.SIGKILL)
        time.sleep(self.random.uniform(0, 4))
        self.fleet.start(name)

    def pause(self):
        server = self.fleet.servers[self.name()]
        server.send(signal.SIGSTOP)
        time.sleep(self.random.choice([1, 8]))
        server.send(signal.SIGCONT)

    def end(self):
        name = self.name()
        code = self.fleet.end(name, signal.SIGTERM)
        check(code == 0, f"{name} ended with {code} after SIGTERM")
        self.fleet.start(name)

    def end_connections(self):
        self.database.end_connections()

    def restart_database(self):
        control("restart", "fast")

    def kill_database(self):
        control("restart", "immediate")


def control(*arguments):
    """pg_ctl for the PostgreSQL of dev/with-postgres."""
    data = os.environ["GREENROOM_TEST_POSTGRES_DATA"]
    action, mode = arguments
    programs = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))[-1]
    command = [programs / "pg_ctl", action, "--pgdata", data, "--mode", mode, "--wait", "--silent", "--log", f"{data}/../log"]
    as_owner = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    subprocess.run(as_owner + command, check=True, cwd="/tmp", stdout=subprocess.DEVNULL)


def timeline(port, device):
    records, after = [], 0
    while True:
        status, page = send(port, "GET", f"/v1/devices/{device}/timeline?limit=1000&after={after}")
        check(status == 200, f"the timeline of {device} answers {status}: {page}")
        records += page["records"]
        if page.get("next") is None:
            return records
        after = page["next"]


def wait_until_settled(fleet):
    """Waits until every partition has a server, as all servers say."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        answers = [send(port, "GET", "/v1/fleet") for port in fleet.ports()]
        if all(status == 200 and fleet["settled"] and len(fleet["members"]) == len(SERVERS) for status, fleet in answers):
            return
        time.sleep(0.2)
    raise Lost(f"the fleet does not settle: {[(s, f and f.get('members')) for s, f in answers]}")


def check_records(fleet, operations):
    """Compares what every server has of a device in the end with what clients were told."""
    by_device = collections.defaultdict(list)
    for operation in operations:
        by_device[operation.device].append(operation)
    for device in DEVICES:
        # All records but those of time that goes on while the servers are asked.
        timelines = [timeline(port, device) for port in fleet.ports()]
        shortest = min(map(len, timelines))
        check(all(one[:shortest] == timelines[0][:shortest] for one in timelines), f"{device} differs between servers")
        records = max(timelines, key=len)
        sequences = [record["sequence"] for record in records]
        check(sequences == list(range(1, len(records) + 1)), f"the timeline of {device} has gaps")
        check_inputs(device, records, by_device[device])
        check_order(device, by_device[device])


def check_inputs(device, records, operations):
    counts = tokens(records)
    for operation in operations:
        if operation.kind == "read":
            continue
        times = counts.pop(operation.token, 0)
        allowed = {"acknowledged": {1}, "refused": {0}, "unknown": {0, 1}}[operation.outcome]
        check(times in allowed, f"{token(operation)} was {operation.outcome}, and is there {times} times")
        for record in operation.answer["records"] if operation.answer else []:
            there = records[record["sequence"] - 1] if record["sequence"] <= len(records) else None
            check(there == record, f"{token(operation)} was answered with {record}, and there is {there}")
    check(not counts, f"{device} has inputs that nobody sent: {counts}")


def check_order(device, operations):
    """An operation that began after another one had ended saw what that had done: nobody reads or writes in the past."""
    done = sorted((o for o in operations if o.outcome == "acknowledged"), key=lambda o: o.ended)
    begun = sorted((o for o in operations if o.outcome == "acknowledged"), key=lambda o: o.began)
    highest, index = 0, 0
    for operation in begun:
        while done[index].ended < operation.began:
            highest = max(highest, done[index].answer["sequence"])
            index += 1
        # A repeated key gets the first answer, which may be older than what others did meanwhile.
        if operation.kind == "write" and operation.attempts == 1:
            sequence = operation.answer["sequence"]
            check(sequence > highest, f"{token(operation)} stands at {sequence}, and {highest} was acknowledged before it")
        if operation.kind == "read":
            sequence = operation.answer["sequence"]
            check(sequence >= highest, f"a read of {device} saw {sequence}, and {highest} was acknowledged before it")


OWNERSHIP = """
SELECT count(*) FROM greenroom.step s JOIN greenroom.device d ON d.number = s.device
WHERE NOT EXISTS (
    SELECT FROM greenroom.tenure t WHERE t.partition = d.partition AND t.member = s.member
    AND s.position >= t.since AND s.position <= coalesce(t.until, s.position))
"""
CHAINS = """
SELECT count(*) FROM (
    SELECT before, lag(last) OVER (PARTITION BY device ORDER BY position) AS previous FROM greenroom.step
) AS chain WHERE previous IS NOT NULL AND before <> previous
"""
OVERLAPS = """
SELECT count(*) FROM (
    SELECT since, lag(until) OVER (PARTITION BY partition ORDER BY epoch) AS previous FROM greenroom.tenure
) AS tenures WHERE previous IS NOT NULL AND since < previous
"""


def check_database(database):
    """Looks at who wrote what: the ledger of owners against the steps."""
    for query, what in [
        (OWNERSHIP, "steps were written by a server that did not own the device"),
        (CHAINS, "steps do not follow the one before"),
        (OVERLAPS, "tenures overlap"),
    ]:
        found = int(database.ask(query))
        check(found == 0, f"{found} {what}")


class FleetDatabase(Database):
    def __init__(self):
        super().__init__()
        # As on a slow disk: something is always on its way when a server is stopped.
        for setting in ("commit_delay = 30000", "commit_siblings = 0"):
            self.run(f"ALTER DATABASE {self.name} SET {setting}")

    def ask(self, query):
        done = subprocess.run(
            ["psql", "--no-psqlrc", "--tuples-only", "--no-align", "--command", query, self.url],
            check=True, capture_output=True, text=True,
        )
        return done.stdout.strip()

    def remove_fence(self):
        """Has the database let everybody write: what the test must notice."""
        kind = self.ask("SELECT oid::regprocedure FROM pg_proc WHERE proname = 'fence' AND pronamespace = 'greenroom'::regnamespace")
        body = self.ask(f"SELECT pg_get_functiondef('{kind}'::regprocedure)")
        head = body[: body.index("AS $")]
        self.ask(head.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION") + "AS $$ BEGIN RETURN; END $$;")


def run(options, seed):
    random_numbers = random.Random(seed)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="greenroom-fleet-"))
    database = FleetDatabase()
    fleet = Fleet(options.binary, folder, database.url)
    try:
        for name in SERVERS:
            fleet.start(name)
        wait_until_settled(fleet)
        if options.without_fence:
            database.remove_fence()
        for device, clock in DEVICES.items():
            body = {"id": device, "clock": clock, "apps": [{"bundleID": APP}]}
            status, document = send(random_numbers.choice(fleet.ports()), "POST", "/v1/devices", body)
            check(status == 201, f"{device} was not created: {status} {document}")
            launch = {"type": "app.launch", "bundleID": APP}
            status, document = send(random_numbers.choice(fleet.ports()), "POST", f"/v1/devices/{device}/events", launch)
            check(status == 200, f"{APP} was not launched on {device}: {status} {document}")
        stop = threading.Event()
        clients = [Client(fleet, f"c{number}", random_numbers.random(), stop) for number in range(CLIENTS)]
        for client in clients:
            client.start()
        # What a server still has in its memory when it is stopped, and writes when it goes on: that is what a fence is for.
        faults = Faults(fleet, database, random_numbers, only="pause" if options.without_fence else None)
        end = time.monotonic() + options.seconds
        while time.monotonic() < end and not any(client.failure for client in clients):
            time.sleep(random_numbers.uniform(0.5, 3))
            faults.happen()
        stop.set()
        for client in clients:
            client.join(PATIENCE + 20)
            check(client.failure is None, f"{client.name}: {client.failure}")
        wait_until_settled(fleet)
        operations = [operation for client in clients for operation in client.operations]
        check_records(fleet, operations)
        check_database(database)
        waits = sorted(operation.ended - operation.began for operation in operations)
        outcomes = collections.Counter(operation.outcome for operation in operations)
        for name in SERVERS:
            check(fleet.end(name, signal.SIGTERM) == 0, f"{name} did not end in order")
        done = subprocess.run([options.binary, "replay", database.url], capture_output=True, text=True, timeout=600)
        check(done.returncode == 0, f"the replay comes to something else: {done.stdout}{done.stderr}")
        print(
            f"fleet-test: seed {seed}: {dict(faults.counts)}; {len(operations)} operations {dict(outcomes)},"
            f" the longest {waits[-1]:.1f} s, 99 % within {waits[len(waits) * 99 // 100]:.2f} s; {done.stdout.strip()}",
            flush=True,
        )
    except (Lost, subprocess.CalledProcessError) as failure:
        fleet.kill_all()
        raise SystemExit(f"fleet-test: seed {seed}: {failure} (kept in {folder})")
    database.drop()
    shutil.rmtree(folder)


def main():
    parser = argparse.ArgumentParser(prog="fleet-test")
    parser.add_argument("binary")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=40, help="how long faults happen, in each round")
    parser.add_argument("--without-fence", action="store_true", help="lets every server write: the test must fail")
    options = parser.parse_args()
    for number in range(options.rounds):
        run(options, options.seed + number)


if __name__ == "__main__":
    main()
