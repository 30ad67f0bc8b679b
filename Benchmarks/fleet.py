"""Servers that share their devices through PostgreSQL, beside one server on SQLite."""
import collections
import contextlib
import json
import os
import pathlib
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

import quota
import servers

# Devices of the servers that are killed.
DEVICES = 20_000


def stage(options, figure):
    """The figures; none without a database, or where the binary cannot use one."""
    if "GREENROOM_TEST_POSTGRES" not in os.environ or servers.missing("wrk", "psql"):
        print("bench: fleet needs a database: dev/with-postgres dev/bench fleet", file=sys.stderr)
        return []
    # Each part in a database of its own.
    parts = [beside_sqlite, forwarded, quotas, failures]
    return [figure(*row) for number, part in enumerate(parts) for row in part(options.greenroom, database(number))]


def sql(url, statement):
    """What a statement answers, as text."""
    command = ["psql", "--no-psqlrc", "--tuples-only", "--no-align", "--quiet", "--command", statement, url]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def database(number):
    """A new database of the server of dev/with-postgres."""
    given = os.environ["GREENROOM_TEST_POSTGRES"]
    sql(given, f"CREATE DATABASE bench_{number}")
    return given[: given.rindex("/") + 1] + f"bench_{number}"


class Member(servers.Server):
    """A server of a fleet."""

    def __init__(self, binary, url, name, *options):
        os.environ["GREENROOM_JOURNAL"] = url
        try:
            command = [binary, "serve", "--port", "0", "--server-name", name, "--drain", "0", *servers.STEADY, *options]
            super().__init__(command, "greenroom ready on")
        finally:
            del os.environ["GREENROOM_JOURNAL"]
        self.name = name

    def fleet(self):
        with urllib.request.urlopen(self.url + "/v1/fleet", timeout=10) as answer:
            return json.load(answer)


def settle(members):
    """Waits until every partition has an owner and the members know it."""
    for _ in range(600):
        fleets = [member.fleet() for member in members]
        if all(fleet["settled"] and len(fleet["members"]) == len(members) for fleet in fleets):
            return fleets[0]
        time.sleep(0.1)
    raise SystemExit("bench: the fleet does not settle")


def partition(device, count):
    """The partition of a device."""
    number = 0xCBF29CE484222325
    for byte in device.encode():
        number = (number ^ byte) * 0x100000001B3 % (1 << 64)
    return number * 0x9E3779B97F4A7C15 % (1 << 64) >> (65 - count.bit_length())


def make_devices(server, count):
    """Devices with one app that has been opened, made through a batch of connections."""
    server.devices = [f"bench-{number}" for number in range(count)]
    turns = iter(server.devices)
    lock = threading.Lock()

    def work():
        while True:
            with lock:
                name = next(turns, None)
            if name is None:
                return
            device = {"id": name, "clock": {"mode": "manual"}, "apps": [{"bundleID": "com.example.notes"}]}
            server.post("/v1/devices", json.dumps(device).encode())
            server.post(f"/v1/devices/{name}/events", servers.LAUNCH.encode())

    threads = [threading.Thread(target=work) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def postgres_time():
    """How long processors have worked for PostgreSQL, in seconds, ended processes included."""
    ticks = 0
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            head, _, rest = stat.read_text().rpartition(")")
        except OSError:
            continue
        if not head.endswith("(postgres"):
            continue
        fields = rest.split()
        ticks += int(fields[11]) + int(fields[12]) + int(fields[13]) + int(fields[14])
    return ticks / os.sysconf("SC_CLK_TCK")


def batch_lines(server, pieces=30, piece=2_000):
    """Lines a second of long requests."""
    event = json.loads(servers.BATTERY)
    rows = [json.dumps({"device": f"bench-{turn % servers.DEVICES}", "event": event}) for turn in range(piece)]
    body = ("\n".join(rows) + "\n").encode()
    began = time.perf_counter()
    for _ in range(pieces):
        verdicts = server.post("/v1/batch", body, "application/x-ndjson")
        assert verdicts.count(b'"status":200') == piece, verdicts[:500]
    return pieces * piece / (time.perf_counter() - began)


def beside_sqlite(binary, url):
    """Durable inputs of one server, asked at the owner, by turns with SQLite."""
    with tempfile.TemporaryDirectory() as folder:
        sqlite = servers.greenroom(binary, "--data-dir", folder, "--durability", "power", *servers.STEADY)
        member = Member(binary, url, "s1")
        with sqlite, member:
            memory = member.memory()
            settle([member])
            # An idle connection reports what it did ten seconds later.
            time.sleep(12)
            before = int(sql(url, "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()"))
            time.sleep(10)
            after = int(sql(url, "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()"))
            yield "fleet.idleStatements", (after - before) / 10, "1/s"
            yield "fleet.idleMemory", memory, "MiB"
            for server in (sqlite, member):
                server.make_devices()
            rates = {"sqlite": [], "postgres": []}
            times = {"sqlite": [], "postgres": []}
            for _ in range(5):
                rate, taken = servers.requests(sqlite, "event", servers.BATTERY)
                rates["sqlite"].append(rate)
                times["sqlite"].append(taken)
                began = postgres_time()
                rate, taken = servers.requests(member, "event", servers.BATTERY)
                rates["postgres"].append(rate)
                times["postgres"].append(taken + (postgres_time() - began) / (rate * 3) * 1e6)
            for kind, seen in rates.items():
                yield f"fleet.postEvent.{kind}", statistics.median(seen), "1/s"
                yield f"fleet.postEvent.{kind}.processorTime", statistics.median(times[kind]), "us"
            lines = [(batch_lines(sqlite), batch_lines(member)) for _ in range(3)]
            yield "fleet.batchLines.sqlite", statistics.median(pair[0] for pair in lines), "1/s"
            yield "fleet.batchLines.postgres", statistics.median(pair[1] for pair in lines), "1/s"


def begin_wrk(server, devices, connections, seconds, method="GET", body="-"):
    """Begins to send requests for devices to a server."""
    command = ["wrk", "-t2", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", "wrk/owned.lua", server.url]
    return subprocess.Popen(
        servers.pinned(servers.CLIENT_CORES, [*command, "--", method, body, *devices]),
        stdout=subprocess.PIPE, text=True, cwd=servers.HERE,
    )


def end_wrk(process):
    """How many requests were answered, and the median latency in ms."""
    said, _ = process.communicate()
    if process.returncode != 0 or "Non-2xx" in said or "Socket errors" in said:
        raise SystemExit(f"bench: {said}")
    count = int(re.search(r"(\d+) requests in", said)[1])
    value, unit = re.search(r"50%\s+([\d.]+)(us|ms|s)", said).groups()
    return count, float(value) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def wrk(server, devices, connections, seconds=3):
    """Reads a second, the median latency in ms, and the processor time of the server for one in us."""
    before = server.processor_time()
    count, latency = end_wrk(begin_wrk(server, devices, connections, seconds))
    return count / seconds, latency, (server.processor_time() - before) / count * 1e6


def forwarded(binary, url):
    """Reads at the owner and at another server, by turns."""
    with Member(binary, url, "s1") as front, Member(binary, url, "s2") as owner:
        settled = settle([front, owner])
        make_devices(front, 400)
        theirs = {row["partition"] for row in settled["partitions"] if row["server"] == "s2"}
        devices = [name for name in front.devices if partition(name, settled["partitionCount"]) in theirs]
        local, remote = [], []
        for _ in range(5):
            local.append(wrk(owner, devices, 16))
            remote.append(wrk(front, devices, 16))
        for kind, seen in (("local", local), ("forwarded", remote)):
            rate, latency, taken = (statistics.median(column) for column in zip(*seen))
            yield f"fleet.get.{kind}", rate, "1/s"
            yield f"fleet.get.{kind}.latency", latency, "ms"
            yield f"fleet.get.{kind}.processorTime", taken, "us"
        added = (far[1] - near[1] for near, far in zip(local, remote))
        yield "fleet.get.addedLatency", statistics.median(added), "ms"


def quotas(binary, url):
    """Durable inputs of one server and of three that have a quarter of a core each, at the owner and anywhere, by turns."""
    if not quota.is_possible():
        print("bench: processor time cannot be limited here; three servers are not compared with one", file=sys.stderr)
        return
    base, name = url.rsplit("/", 1)
    sql(url, f"CREATE DATABASE {name}_one")
    groups = [quota.Quota(number, 0.25) for number in range(4)]
    members = []
    with contextlib.ExitStack() as stack:
        try:
            members = [Member(binary, f"{base}/{name}_one", "one"), *(Member(binary, url, f"s{n}") for n in (1, 2, 3))]
            settle(members[:1])
            settled = settle(members[1:])
            make_devices(members[0], 400)
            make_devices(members[1], 400)
            for group, member in zip(groups, members):
                stack.enter_context(group).add(member.process.pid)
            owners = {row["partition"]: row["server"] for row in settled["partitions"]}
            count = settled["partitionCount"]
            devices = members[1].devices
            owned = {m: [name for name in devices if owners[partition(name, count)] == m.name] for m in members[1:]}
            seen = collections.defaultdict(list)
            for _ in range(5):
                seen["one"].append(together([(members[0], devices, 96)]))
                seen["owner"].append(together([(member, owned[member], 32) for member in members[1:]]))
                seen["anywhere"].append(together([(member, devices, 32) for member in members[1:]]))
            yield "fleet.quarterCore.one", statistics.median(seen["one"]), "1/s"
            yield "fleet.quarterCore.threeAtOwner", statistics.median(seen["owner"]), "1/s"
            yield "fleet.quarterCore.threeAnywhere", statistics.median(seen["anywhere"]), "1/s"
        finally:
            for member in members:
                member.end(signal.SIGKILL)


def together(loads, seconds=4):
    """Inputs a second of servers that are asked at the same time: of each a server, its devices and connections."""
    running = [begin_wrk(server, devices, connections, seconds, "POST", servers.BATTERY) for server, devices, connections in loads]
    return sum(end_wrk(process)[0] for process in running) / seconds


def until_all_answer(server, devices):
    """Seconds until every device answers at a server; devices that do not are asked again."""
    began = time.monotonic()
    left = list(devices)
    while left:
        again = []
        for name in left:
            try:
                with urllib.request.urlopen(f"{server.url}/v1/devices/{name}", timeout=30):
                    pass
            except (urllib.error.URLError, OSError):
                again.append(name)
        left = again
        assert time.monotonic() - began < 120, f"{len(left)} devices never answer"
    return time.monotonic() - began


def failures(binary, url):
    """A server that is killed, one that ends in order, and a database that is restarted."""
    members = [Member(binary, url, f"s{number}") for number in (1, 2, 3)]
    try:
        settled = settle(members)
        make_devices(members[0], DEVICES)
        # One device of each partition of the server that is killed: loading is by partition.
        theirs = {row["partition"] for row in settled["partitions"] if row["server"] == "s3"}
        chosen = {partition(name, settled["partitionCount"]): name for name in members[0].devices}
        members[2].end(signal.SIGKILL)
        yield "fleet.failover", until_all_answer(members[0], [chosen[number] for number in theirs if number in chosen]), "s"
        members[2] = Member(binary, url, "s3")
        settle(members)
        seen = sql(url, "SELECT coalesce(max(since), 0) FROM greenroom.tenure")
        members[2].end(signal.SIGTERM)
        settle(members[:2])
        unowned = sql(url, f"SELECT percentile_disc(0.99) WITHIN GROUP (ORDER BY unowned) FROM greenroom.tenure WHERE since > {seen}")
        yield "fleet.plannedMove.unowned", int(unowned) / 1e6, "s"
        yield "fleet.databaseRestart", restart_database(members[0]), "s"
    finally:
        for member in members:
            if member.process.poll() is None:
                member.end(signal.SIGKILL)


def restart_database(server):
    """Seconds from the database's start until an input is taken."""
    data = os.environ["GREENROOM_TEST_POSTGRES_DATA"]
    programs = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))[-1]
    as_owner = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    command = [*as_owner, programs / "pg_ctl", "restart", "--pgdata", data, "--mode", "fast", "--wait", "--silent"]
    subprocess.run([*command, "--log", f"{data}/../log"], check=True, cwd="/", stdout=subprocess.DEVNULL)
    began = time.monotonic()
    while time.monotonic() - began < 60:
        try:
            server.post("/v1/devices/bench-1/events", servers.BATTERY.encode())
            return time.monotonic() - began
        except (urllib.error.URLError, OSError):
            time.sleep(0.01)
    raise SystemExit("bench: no input is taken after the database was restarted")
