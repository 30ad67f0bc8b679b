"""Has clients use three servers that share their devices while these fail, and checks what came of it. Run by dev/fleet-test."""

import argparse
import collections
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from crash_test import Lost, check
from fleet_checks import check_database, check_records, check_replay
from fleet_clients import PATIENCE, Client, create_devices
from fleet_database import FleetDatabase
from fleet_faults import Faults
from fleet_servers import LEASE, SERVERS, Bridge, Fleet, Loopback
from fleet_standby import Failover, Standby, check_memory, check_noticed, count_lost
from fleet_storm import AROUND_THEM, OF_SERVERS, Storm, Surroundings

CLIENTS = 8
# Snapshots are frequent, and nothing of a timeline is forgotten.
OPTIONS = ["--steps-per-snapshot", "20", "--journal-records-per-device", "10000000"]


class Clients:
    """Clients that are busy from the beginning of a block to its end."""

    def __init__(self, fleet, random_numbers):
        self.stop = threading.Event()
        self.clients = [
            Client(fleet, f"c{number}", random_numbers.random(), self.stop) for number in range(CLIENTS)
        ]

    def __enter__(self):
        for client in self.clients:
            client.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        for client in self.clients:
            client.join(PATIENCE + 20)

    def only_read(self):
        for client in self.clients:
            client.reads = 1

    def check(self):
        for client in self.clients:
            check(client.failure is None, f"{client.name}: {client.failure}")

    @property
    def operations(self):
        return [operation for client in self.clients for operation in client.operations]


def end_in_order(fleet):
    for name in SERVERS:
        check(fleet.end(name, signal.SIGTERM) == 0, f"{name} did not end in order")


def summary(operations):
    waits = sorted(operation.ended - operation.began for operation in operations)
    outcomes = collections.Counter(operation.outcome for operation in operations)
    codes = sum((operation.codes for operation in operations), collections.Counter())
    return (
        f"{len(operations)} operations {dict(outcomes)}, refused with {dict(codes)}, the longest {waits[-1]:.1f} s,"
        f" 99 % within {waits[len(waits) * 99 // 100]:.2f} s"
    )


def prepare(fleet, random_numbers):
    for name in SERVERS:
        fleet.start(name)
    fleet.wait_until_settled()
    create_devices(fleet.addresses(), random_numbers)


def try_faults(options, fleet, database, random_numbers, only):
    """Lets faults happen while clients are busy, checks what came of it, and says what happened."""
    faults = Faults(fleet, database, random_numbers, only)
    with Clients(fleet, random_numbers) as clients:
        end = time.monotonic() + options.seconds
        while time.monotonic() < end:
            time.sleep(random_numbers.uniform(0.5, 3))
            said = faults.happen()
            if options.verbose:
                print(f"fleet-test: {said}", flush=True)
            clients.check()
    clients.check()
    fleet.wait_until_settled()
    operations = clients.operations + faults.operations
    check_records(fleet, operations)
    check_database(database)
    end_in_order(fleet)
    late = f"; sent to stopped servers: {dict(faults.late)}" if faults.late else ""
    replay = check_replay(options.binary, database.url)
    return f"{dict(faults.counts)}{late}; {summary(operations)}; {replay}"


def try_storm(options, fleet, database, random_numbers):
    """Has servers fail while the database and the network fail, too."""
    seeds = [random.Random(random_numbers.random()) for _ in range(2)]
    storm = [Faults(fleet, database, seeds[0], OF_SERVERS), Surroundings(fleet, database, seeds[1], AROUND_THEM)]
    with Clients(fleet, random_numbers) as clients:
        end = time.monotonic() + options.seconds
        threads = [Storm(faults, seed, end) for faults, seed in zip(storm, seeds, strict=True)]
        for thread in threads:
            thread.join(options.seconds + 120)
            check(thread.failure is None and not thread.is_alive(), f"the faults: {thread.failure or 'do not end'}")
    clients.check()
    fleet.wait_until_settled()
    check_records(fleet, clients.operations)
    check_database(database)
    end_in_order(fleet)
    replay = check_replay(options.binary, database.url)
    return f"{dict(storm[0].counts)} while {dict(storm[1].counts)}; {summary(clients.operations)}; {replay}"


def try_without_fence(options, fleet, database, random_numbers):
    """Servers write whatever they want: the checks have to notice."""
    database.remove_fence()
    try:
        try_faults(options, fleet, database, random_numbers, ["stop_in_commit"])
    except Lost as noticed:
        return f"without a fence, and it was noticed: {noticed}"
    raise Lost("without a fence, and nothing was noticed")


def try_standby(options, fleet, database, standby, random_numbers):
    """Promotes a standby that has not got the newest commits: the database is the truth then."""
    with Clients(fleet, random_numbers) as clients:
        standby.start()
        time.sleep(random_numbers.uniform(2, 4))
        failover = Failover(standby, fleet, clients, random_numbers)
        clients.check()
        time.sleep(random_numbers.uniform(2, 4))
    clients.check()
    fleet.wait_until_settled()
    check_memory(fleet, database, limit=LEASE + 5)
    check_noticed(fleet, has_metric=not options.allow_missing_metric)
    check_records(fleet, clients.operations, failover.may_have_lost)
    check_database(database)
    lost = count_lost(fleet, clients.operations)
    check(lost > 0, "no commit was lost: it tests too little")
    end_in_order(fleet)
    replay = check_replay(options.binary, database.url)
    return f"a failover {failover}: {lost} acknowledged inputs are gone; {summary(clients.operations)}; {replay}"


def keep_state(folder, fleet, database):
    """Writes what servers and the database say after a failure."""
    (folder / "fleet.json").write_text(json.dumps(fleet.state(), indent=1))
    with open(folder / "database.txt", "w") as file:
        for table, order in [("member", "number"), ("partition", "number"), ("tenure", "since DESC LIMIT 500")]:
            command = ["psql", "--no-psqlrc", "--command", f"SELECT * FROM greenroom.{table} ORDER BY {order}", database.url]
            subprocess.run(command, check=False, stdout=file, stderr=file)


def run(options, network, seed):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="greenroom-fleet-"))
    random_numbers = random.Random(seed)
    database = FleetDatabase(network.database)
    standby = Standby(database, network) if options.standby else None
    url = standby.fleet_url if standby else database.fleet_url
    fleet = Fleet(options.binary, folder, url, network, OPTIONS)
    try:
        prepare(fleet, random_numbers)
        if standby:
            said = try_standby(options, fleet, database, standby, random_numbers)
        elif options.storm:
            said = try_storm(options, fleet, database, random_numbers)
        elif options.without_fence:
            said = try_without_fence(options, fleet, database, random_numbers)
        else:
            said = try_faults(options, fleet, database, random_numbers, options.only)
        print(f"fleet-test: seed {seed}: {said}", flush=True)
    except (Lost, OSError, subprocess.SubprocessError) as failure:
        keep_state(folder, fleet, database)
        raise SystemExit(f"fleet-test: seed {seed}: {failure} (kept in {folder})") from None
    finally:
        fleet.kill_all()
        network.heal()
        if standby:
            standby.remove()
    database.drop()
    shutil.rmtree(folder)


def main():
    parser = argparse.ArgumentParser(prog="fleet-test")
    parser.add_argument("binary")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=40, help="how long faults happen, in each round")
    parser.add_argument("--only", action="append", help="a fault, by its name: no others happen")
    parser.add_argument("--verbose", action="store_true", help="prints each fault")
    parser.add_argument("--without-fence", action="store_true", help="lets every server write: that must be noticed")
    parser.add_argument("--storm", action="store_true", help="lets faults happen while others last")
    parser.add_argument("--standby", action="store_true", help="promotes a standby that lacks the newest commits")
    parser.add_argument("--allow-missing-metric", action="store_true", help="of lost commits, with --standby")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    prefix = os.environ.get("GREENROOM_FLEET_NETWORK")
    network = Bridge(prefix) if prefix else Loopback()
    for number in range(options.rounds):
        run(options, network, options.seed + number)


if __name__ == "__main__":
    main()
