"""A standby of a fleet's database that is promoted, though it has not got the newest commits."""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

from crash_test import check
from fleet_checks import timeline
from fleet_clients import DEVICES
from fleet_database import as_owner, control, programs
from fleet_servers import LEASE, SERVERS, send

METRIC = "greenroom_fleet_lost_commits_total"
MESSAGE = "the database has lost"


class Standby:
    """A copy of the PostgreSQL of dev/with-postgres that follows it until told not to."""

    def __init__(self, database, network):
        self.database = database
        self.primary_url = database.url
        self.folder = pathlib.Path(os.environ["GREENROOM_TEST_POSTGRES_DATA"]).parent
        self.data = self.folder / "standby" / "data"
        self.port = self.free_port()
        self.primary_port = int(database.server.rpartition(":")[2].split("/")[0])
        hosts = ",".join(f"{network.database}:{port}" for port in (self.primary_port, self.port))
        # What servers are given.
        self.fleet_url = f"postgres://postgres@{hosts}/{database.name}"

    @staticmethod
    def free_port():
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            return one.getsockname()[1]

    def start(self):
        """Copies the running database, and follows it."""
        as_owner("mkdir", "-p", self.data.parent)
        source = ["--host", self.folder, "--port", str(self.primary_port), "--username", "postgres"]
        as_owner(
            programs() / "pg_basebackup", *source, "--pgdata", self.data, "--write-recovery-conf", "--wal-method", "stream",
            "--checkpoint", "fast",
        )
        with open(self.data / "postgresql.conf", "a") as settings:
            settings.write(f"port = {self.port}\n")
        control("start", data=self.data)

    def ask(self, query):
        url = self.primary_url.replace(f":{self.primary_port}/", f":{self.port}/")
        command = ["psql", "--no-psqlrc", "--tuples-only", "--no-align", "--command", query, url]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def stop_following(self):
        """Waits until it has what was committed by now; it does not get what comes later."""
        position = self.database.ask("SELECT pg_current_wal_flush_lsn()")
        end = time.monotonic() + 30
        while self.ask(f"SELECT pg_last_wal_receive_lsn() >= '{position}'") != "t":
            check(time.monotonic() < end, "the standby does not follow")
            time.sleep(0.02)
        self.ask("ALTER SYSTEM SET primary_conninfo = ''")
        self.ask("SELECT pg_reload_conf()")
        while self.ask("SELECT count(*) FROM pg_stat_wal_receiver") != "0":
            check(time.monotonic() < end, "the standby does not stop to follow")
            time.sleep(0.02)

    def promote(self):
        control("promote", data=self.data)
        self.database.url = self.primary_url.replace(f":{self.primary_port}/", f":{self.port}/")

    def remove(self):
        """Ends it, and lets the old primary be the database again."""
        if (self.data / "postmaster.pid").exists():
            control("stop", "--mode", "immediate", data=self.data)
        shutil.rmtree(self.data.parent, ignore_errors=True)
        self.database.url = self.primary_url
        if not (self.folder / "data" / "postmaster.pid").exists():
            control("start")


class Failover:
    """A failover that loses commits, and when it did: what was acknowledged from `first` to `last` may be gone."""

    def __init__(self, standby, fleet, clients, random_numbers):
        self.moved = random_numbers.choice(["nobody", "a killed server", "an ended server"])
        # Whether nobody changes anything behind it: servers have to notice all the same.
        self.is_quiet = random_numbers.random() < 0.5
        self.first = time.monotonic()
        standby.stop_following()
        time.sleep(random_numbers.uniform(1, 2))
        # Who has come, left or changed owners since then is not known to the standby.
        if self.moved != "nobody":
            name = random_numbers.choice(SERVERS)
            fleet.end(name, signal.SIGKILL if "killed" in self.moved else signal.SIGTERM)
            fleet.start(name)
            fleet.wait_until_settled()
        time.sleep(random_numbers.uniform(0.5, 1.5))
        control("stop", "--mode", "immediate")
        self.last = time.monotonic()
        if self.is_quiet:
            clients.only_read()
        time.sleep(random_numbers.choice([0, LEASE + 2]))
        standby.promote()
        promoted = time.monotonic()
        fleet.wait_until_settled()
        # Until then a server may answer from memory without having looked at the database.
        time.sleep(max(0, promoted + LEASE - time.monotonic()))
        self.noticed = time.monotonic()

    def may_have_lost(self, operation):
        """Whether an operation need not be found, or saw what is gone."""
        end = self.last if operation.kind == "write" else self.noticed
        return operation.ended > self.first and operation.began < end

    def __str__(self):
        return f"with {self.moved} before it and {'reads only' if self.is_quiet else 'more inputs'} behind it"


def check_memory(fleet, database, limit):
    """Waits until all servers have what the database has, as no client asks for anything that changes it."""
    query = "SELECT d.id, max(s.last) FROM greenroom.device d JOIN greenroom.step s ON s.device = d.number GROUP BY 1"
    paused = [device for device, clock in DEVICES.items() if clock["mode"] == "manual"]
    end = time.monotonic() + limit
    while True:
        kept = dict(line.split("|") for line in database.ask(query).splitlines())
        kept = {device: int(kept[device]) for device in paused}
        differences = []
        for address in fleet.addresses():
            for device in paused:
                status, document = send(address, "GET", f"/v1/devices/{device}")
                if status != 200 or document["sequence"] != kept[device]:
                    differences.append((address, device, status, document.get("sequence"), kept[device]))
        if not differences:
            return
        check(time.monotonic() < end, f"servers have what the database has not, {limit} s later: {differences[:5]}")
        time.sleep(0.2)


def lost_commits(fleet):
    """What the servers count, or None where they do not count it."""
    texts = [send(address, "GET", "/metrics")[1] for address in fleet.addresses()]
    lines = [line for text in texts for line in text.splitlines() if line.startswith(METRIC)]
    return sum(float(line.split()[-1]) for line in lines) if lines else None


def check_noticed(fleet, has_metric):
    check(MESSAGE in fleet.said(), "no server has said that commits are lost")
    count = lost_commits(fleet)
    if count is None and not has_metric:
        print(f"fleet-test: the servers do not have {METRIC}, so it was not looked at", flush=True)
    else:
        check(count, f"{METRIC} is {count} though commits are lost")


def count_lost(fleet, operations):
    """How many inputs were acknowledged, and are not there."""
    there = {
        record["action"]["message"]
        for device in DEVICES
        for record in timeline(fleet.addresses()[0], device)
        if record["kind"] == "input" and record.get("action", {}).get("message")
    }
    return sum(o.kind == "write" and o.outcome == "acknowledged" and o.token not in there for o in operations)
