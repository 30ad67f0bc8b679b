"""Shows that several servers on one PostgreSQL keep their promises while they and the database fail. Run by dev/scale-test."""

import argparse
import itertools
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from scale_checks import Checks, check_replay, seconds, summary
from scale_clients import (
    APP, DUE, PATIENCE, STABLE, Client, Expiring, Follower, Operation, Waiting, create_devices, launch, new_device, persist,
)
from scale_database import Cluster
from scale_failover import Clock, Failover, Restored, Standby, check_noticed, shown, wait_for_readiness, write
from scale_faults import GRACE, Faults, Trap
from scale_measurements import Measurements
from scale_network import Network
from scale_servers import Balancer, Failure, Servers, check, request

# The devices that are followed one by one.
FOLLOWED = ["phone-1", "phone-2", "phone-3"]


class Surroundings:
    """A database, servers, and a balancer, in a folder that goes with them."""

    def __init__(self, options, seed, network=None):
        self.options, self.seed, self.network = options, seed, network
        self.random = random.Random(seed)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="greenroom-scale-"))
        # PostgreSQL's user enters it.
        self.folder.chmod(0o711)
        self.host = network.database if network else "127.0.0.1"
        self.cluster = Cluster(self.folder / "postgres", self.host)
        # A PostgreSQL that takes over.
        self.successor = None
        self.url = self.cluster.url()
        self.servers = Servers(options.binary, self.folder, self.server_options, options.servers, self.random, network)
        self.balancer = Balancer(self.folder, self.servers.places.values())

    def server_options(self):
        if self.options.measure is not None:
            return ["--database", self.url]
        return self.random_options()

    def random_options(self):
        """Each server has little in memory, now and then, so that it reads what it has evicted."""
        return [
            "--database", self.url, "--stored-records-per-device", "10000000", "--stream-heartbeat", "1", "--shutdown-delay", "1",
            "--records-per-device", self.random.choice(["20", "300"]), "--stream-buffer", self.random.choice(["50", "10000"]),
            "--devices-in-memory", self.random.choice(["5", "100000"]), "--database-connections", self.random.choice(["2", "4"]),
            *(["--host", "0.0.0.0", "--insecure"] if self.network else []),
        ]

    def make(self):
        self.cluster.make()
        subprocess.run([self.options.binary, "migrate", self.url], check=True, stdout=subprocess.DEVNULL)

    def formats(self):
        """How many states have which format."""
        counts = self.cluster.ask("SELECT format, count(*) FROM greenroom.state GROUP BY format ORDER BY format")
        return dict(tuple(map(int, line.split("|"))) for line in counts.splitlines())

    def end(self):
        self.balancer.close()
        self.servers.kill_all()
        if self.network:
            self.network.heal()
        for cluster in (self.cluster, self.successor):
            if cluster:
                cluster.remove()


def pause_all(servers, numbers):
    """Ends what happens by itself."""
    for device in [*STABLE, *DUE]:
        pause = Operation("pause", device, "PATCH", f"/v1/devices/{device}/clock", {"paused": True})
        persist(pause, servers.one, numbers)


class Crowd:
    """All who use the servers."""

    def __init__(self, surroundings, clients, with_brief=True, balancer=None):
        numbers = surroundings.random
        self.servers, self.random = surroundings.servers, numbers
        # What clients send their requests to.
        servers = balancer or surroundings.servers
        self.followers_of_all = [Follower(f"follower of all {n}", numbers.random(), servers, "/v1/timeline") for n in (1, 2)]
        self.followers = [
            Follower(f"follower of {device}", numbers.random(), servers, f"/v1/devices/{device}/timeline?after=0") for device in FOLLOWED
        ]
        self.clients = [Client(f"c{n}", numbers.random(), servers, balancer or surroundings.balancer, with_brief) for n in range(clients)]
        # Who waits for what is lost waits for long.
        self.waiting = [Waiting(f"w{n}", numbers.random(), servers) for n in range(2)] if with_brief else []
        self.expiring = [Expiring(f"x{n}", numbers.random(), servers) for n in range(2)] if with_brief else []

    @property
    def actors(self):
        return [*self.clients, *self.waiting, *self.expiring]

    @property
    def everybody(self):
        return [*self.actors, *self.followers_of_all, *self.followers]

    @property
    def operations(self):
        return [operation for worker in [*self.clients, *self.waiting] for operation in worker.operations]

    def begin(self):
        for follower in self.followers_of_all:
            follower.start()
        end = time.monotonic() + 20
        while not all(any(name == "open" for _, name, _, _ in one.events) for one in self.followers_of_all):
            self.check()
            check(time.monotonic() < end, "the stream of all devices does not begin")
            time.sleep(0.05)
        create_devices(self.servers.one())
        for worker in [*self.followers, *self.actors]:
            worker.start()

    def stop(self):
        """Ends those who change anything."""
        for worker in self.actors:
            worker.is_over.set()
        for worker in self.actors:
            worker.finish(PATIENCE + 20)
        self.check()

    def check(self):
        for worker in self.everybody:
            if worker.failure:
                raise Failure(f"{worker.name}: {worker.failure}")
        ends = self.servers.unexpected_ends()
        check(not ends, "; ".join(ends))

    def catch_up(self, limit=20):
        """Waits until followers have what is there: nothing more is written then."""
        pause_all(self.servers, self.random)
        last = f"last-{self.random.randrange(1 << 32):x}"
        persist(Operation("create", last, "POST", "/v1/devices", {"id": last, "apps": [{"bundleID": APP}]}, key=last), self.servers.one, self.random)
        newest = {device: request(self.servers.one(), "GET", f"/v1/devices/{device}/timeline?last=1").document["records"][0] for device in FOLLOWED}
        end = time.monotonic() + limit
        while True:
            late = [one.name for one in self.followers_of_all if not one.has_got(lambda record: record["device"] == last)]
            late += [
                one.name for one, record in zip(self.followers, newest.values(), strict=True)
                if not one.has_got(lambda other, record=record: other == record)
            ]
            if not late:
                break
            self.check()
            if time.monotonic() > end:
                return [f"{late} have not got everything after {limit} s: {[(one.name, one.last, one.log[-3:]) for one in self.everybody if one.name in late]}"]
            time.sleep(0.1)
        for follower in [*self.followers_of_all, *self.followers]:
            follower.finish(20)
        self.check()
        return []


def try_work(options, surroundings):
    """Lets faults happen while clients are busy, and says what happened; raises `Failure` with all that is wrong."""
    numbers, servers = surroundings.random, surroundings.servers
    if numbers.random() < 0.5:
        surroundings.cluster.slow_down()
    servers.start_all()
    crowd = Crowd(surroundings, options.clients)
    surroundings.crowd = crowd
    only = [name for name in options.only if name not in PARTS]
    faults = surroundings.faults = Faults(servers, surroundings.cluster, numbers, only, has_time=options.seconds >= LONG_RUN)
    crowd.begin()
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        # For a while nothing is wrong.
        time.sleep(numbers.uniform(1, GRACE + 3))
        said = faults.happen()
        if options.verbose:
            print(f"scale-test: {said}", flush=True)
        crowd.check()
    if surroundings.network:
        surroundings.network.heal()
    servers.wait_until_ready()
    crowd.stop()
    late = crowd.catch_up()
    checks = look(surroundings, crowd, faults, late)
    servers.end_all()
    return f"{dict(faults.counts)}; {summary(checks.operations)}; {checks.said}"


def look(surroundings, crowd, faults, late):
    """Compares everything with what clients were told."""

    def is_quiet(begin, end):
        return not any(a - 0.5 < end and begin < b + GRACE for a, b, _ in faults.windows)

    checks = Checks(surroundings.servers, crowd.operations + faults.operations)
    for what in late:
        checks.expect(False, "streams that are late", what)
    checks.check_answers()
    checks.check_timelines([*STABLE, *DUE])
    checks.check_streams(crowd.followers_of_all, crowd.followers)
    checks.check_inputs()
    checks.check_deletions()
    checks.check_forks()
    checks.check_order()
    checks.check_states()
    clock = time.time() - time.monotonic()
    latest = checks.check_deadlines(crowd.followers_of_all[0], [(a + clock, b + clock) for a, b, _ in faults.windows], GRACE)
    longest = checks.check_waits([end for one in crowd.waiting for end in one.ends], is_quiet)
    checks.check_expiry(crowd.expiring, is_quiet)
    checks.check_availability(is_quiet)
    check_left_alone(surroundings, crowd, checks)
    check_logs(surroundings, checks)
    replay = checks.check_replay(surroundings.servers.binary, surroundings.url)
    surroundings.checks = checks
    check(not checks.wrong, f"\n{checks.report}")
    kept = sum((one.kept for one in crowd.expiring), start=type(crowd.expiring[0].kept)())
    streamed = [len(one.events) for one in crowd.followers_of_all]
    connections = sum(one.connections for one in [*crowd.followers_of_all, *crowd.followers])
    checks.said = (
        f"deadlines at most {latest:.2f} s late and waits {longest:.2f} s while nothing was wrong, {streamed} events in {connections} streams,"
        f" {sum(len(one.ends) for one in crowd.waiting)} waits, {dict(kept)} devices that expire,"
        f" ready {max(faults.recoveries, default=0):.1f} s after the database at most; {replay}"
    )
    return checks


def check_left_alone(surroundings, crowd, checks):
    """Devices that nobody has asked for are gone."""
    # A list does not use them.
    now = time.monotonic()
    there = {one["id"] for one in request(surroundings.servers.one(), "GET", "/v1/devices?limit=1000").document["devices"]}
    for worker in crowd.expiring:
        for device, created in worker.left_alone:
            if now > created + 1.1 * worker.LIFE + 5:
                checks.expect(device not in there, "devices that do not expire", f"{device}, created {now - created:.1f} s ago")


def check_logs(surroundings, checks):
    for path in sorted(surroundings.folder.glob("*.log")):
        for line in path.read_text(errors="replace").splitlines():
            if "Fatal error" in line or "database has lost" in line or "has lost commits" in line:
                checks.expect(False, "what servers say", f"{path}: {line}")


def try_conformance(options, surroundings):
    """Runs the conformance scenarios, each request at another server."""
    surroundings.servers.start_all()
    folder = pathlib.Path(__file__).parent.parent / "conformance"
    host, port = surroundings.balancer.address
    done = subprocess.run(
        [options.binary, "test", "--server", f"http://{host}:{port}", folder], capture_output=True, text=True, timeout=900, check=False,
    )
    check(done.returncode == 0, f"conformance through a balancer: {done.stdout[-3000:]}{done.stderr[-2000:]}")
    surroundings.servers.end_all()
    return f"conformance through a balancer: {done.stdout.strip().splitlines()[-1]}"


def try_update(options, surroundings):
    """Replaces one server after the other by one of another build: no request fails, and nothing is lost."""
    servers, numbers = surroundings.servers, surroundings.random
    servers.start_all()
    surroundings.balancer.close()
    # It takes them for ready from the beginning.
    surroundings.balancer = Balancer(surroundings.folder, servers.places.values(), asks_for_readiness=True)
    crowd = surroundings.crowd = Crowd(surroundings, options.clients, balancer=surroundings.balancer)
    crowd.begin()
    servers.binary = options.next or options.binary
    subprocess.run([servers.binary, "migrate", surroundings.url], check=True, stdout=subprocess.DEVNULL)
    formats = [surroundings.formats()]
    for name in servers.names:
        time.sleep(numbers.uniform(2, 4))
        code = servers.end(name, signal.SIGTERM)
        check(code == 0, f"{name} ended with {code} after SIGTERM")
        servers.start(name)
        servers.wait_until_ready()
        formats.append(surroundings.formats())
        crowd.check()
    # Servers write a newer format when those that do not know it have been gone for ten seconds.
    time.sleep(15)
    formats.append(surroundings.formats())
    crowd.stop()
    # Nothing is wrong meanwhile: no request may be refused or broken off.
    checks = look(surroundings, crowd, Faults(servers, surroundings.cluster, numbers), crowd.catch_up())
    servers.end_all()
    return f"states by their format, before, after each server, and later: {formats}; {summary(checks.operations)}; {checks.said}"


def try_trap(options, surroundings):
    """Has a device end every server that handles a deadline of it: after three of them, servers leave it alone for a minute."""
    servers, numbers = surroundings.servers, surroundings.random
    servers.start_all()
    crowd = surroundings.crowd = Crowd(surroundings, options.clients)
    crowd.begin()
    trap = Trap(servers, surroundings.cluster)
    persist(Operation("create", Trap.DEVICE, "POST", "/v1/devices", new_device(Trap.DEVICE, {"mode": "realtime"})), servers.one, numbers)
    launch(servers.one(), Trap.DEVICE)
    alarm = {"action": "setAlarm", "afterSeconds": 4}
    answer = request(servers.one(), "POST", f"/v1/devices/{Trap.DEVICE}/apps/{APP}/actions", alarm)
    check(answer.status == 200, f"{Trap.DEVICE} has no alarm: {answer.status} {answer.body}")
    trap.set()
    end = time.monotonic() + 40
    while time.monotonic() < end:
        trap.spring()
        crowd.check()
        time.sleep(0.02)
    crowd.stop()
    check(len(trap.windows) == 3, f"a device that ends servers has ended {len(trap.windows)} within 40 s, not 3")
    late = crowd.catch_up()
    faults = Faults(servers, surroundings.cluster, numbers)
    faults.windows = trap.windows
    checks = look(surroundings, crowd, faults, late)
    servers.end_all()
    return f"3 servers were ended, and no more; {summary(checks.operations)}; {checks.said}"


def try_failover(options, surroundings, kind=Standby):
    """Has a database take over that has not got the newest commits: what it has is the truth then."""
    servers, numbers = surroundings.servers, surroundings.random
    successor = surroundings.successor = kind(surroundings.cluster, surroundings.host)
    surroundings.url = surroundings.cluster.url(successor)
    servers.start_all()
    crowd = surroundings.crowd = Crowd(surroundings, options.clients, with_brief=False)
    crowd.begin()
    time.sleep(numbers.uniform(2, 4))
    failover = Failover(successor, surroundings.cluster, crowd, numbers)
    servers.wait_until_ready()
    time.sleep(numbers.uniform(2, 4))
    crowd.stop()
    late = crowd.catch_up()
    checks = Checks(servers, crowd.operations, failover.may_have_lost)
    surroundings.checks = checks
    for what in late:
        checks.expect(False, "streams that are late", what)
    checks.check_answers()
    checks.check_timelines([*STABLE, *DUE])
    checks.check_gaps(crowd.followers_of_all, crowd.followers)
    checks.check_inputs()
    checks.check_order()
    check(not checks.wrong, f"\n{checks.report}")
    check_noticed(surroundings)
    lost = sum(o.outcome == "acknowledged" and bool(o.marker) and not checks.found[o.device].get(o.marker) for o in crowd.operations if o.attempts)
    check(lost > 0, "no commit was lost: it tests too little")
    servers.end_all()
    replay = check_replay(options.binary, successor.url())
    behind = "reads only" if failover.is_quiet else "more inputs"
    return f"{lost} acknowledged inputs are gone, {behind} behind it; {summary(crowd.operations)}; {replay}"


def try_dump(options, surroundings):
    """The same with a new database, into which a dump was restored."""
    return try_failover(options, surroundings, Restored)


def try_clock(options, surroundings):
    """Has the database's clock jump by an hour, and back: servers are not ready for a minute, and believe it then."""
    servers, numbers = surroundings.servers, surroundings.random
    clock = Clock(surroundings.cluster)
    servers.start_all()
    create_devices(servers.one())
    said, checks = [], Checks(servers, [])
    for by, jump in (("1 hour", 3600), ("0", 0)):
        before = max(map(seconds, shown(servers, "phone-1")))
        clock.shift(by)
        jumped = time.monotonic()
        red = wait_for_readiness(servers, 503, 10)
        for number in itertools.count():
            write(servers, "phone-1", numbers, f"doubtful-{jump}-{number}")
            now = list(map(seconds, shown(servers, "phone-1")))
            took = time.monotonic() - jumped
            if took > 55 and (min(now) > before + 3000 if jump else took > 75):
                break
            # Servers do not believe it at the same instant. After the clock was set back the device stands still.
            fits = all(before <= one < before + took + 3 for one in now) or (jump and took > 55)
            check(fits, f"phone-1 shows {now} {took:.1f} s after it showed {before} and the clock has jumped by {by}")
            check(took < 100, f"the clock of the database is not believed {took:.0f} s after it has jumped by {by}")
            time.sleep(1)
        wait_for_readiness(servers, 200, 30)
        said.append(f"{red:.1f} s until red, {took:.0f} s until believed")
        write(servers, "phone-1", numbers, f"after-{jump}")
    pause_all(servers, numbers)
    checks.check_timelines([*STABLE, *DUE])
    check(not checks.wrong, f"\n{checks.report}")
    servers.end_all()
    return "the clock of the database: " + "; ".join(said)


# What is tried. --only chooses some, or some faults of `work`.
PARTS = {"work": try_work, "update": try_update, "trap": try_trap, "failover": try_failover, "dump": try_dump, "conformance": try_conformance, "clock": try_clock}
# The clock takes four minutes whatever else does.
SHORT_PARTS = ["work", "update", "trap", "failover", "dump", "conformance"]
LONG_RUN = 300


def keep(surroundings):
    """Writes what clients were told, after a failure."""
    crowd = getattr(surroundings, "crowd", None)
    if crowd is None:
        return
    faults = getattr(surroundings, "faults", None)
    operations = crowd.operations + (faults.operations if faults else [])
    with open(surroundings.folder / "operations", "w") as file:
        for operation in sorted((o for o in operations if o.attempts), key=lambda o: o.began):
            body = operation.answer.body.decode()[:4000] if operation.answer else ""
            file.write(f"{operation.began:.3f} {operation} {operation.body} -> {body}\n")
    with open(surroundings.folder / "faults", "w") as file:
        file.writelines(f"{begin:.3f} {end:.3f} {name}\n" for begin, end, name in (faults.windows if faults else []))
    for follower in [*crowd.followers_of_all, *crowd.followers]:
        with open(surroundings.folder / follower.name.replace(" ", "-"), "w") as file:
            file.writelines(f"{came:.3f} {id} {name} {data}\n" for id, name, data, came in follower.events)
            file.writelines(f"{line}\n" for line in follower.log)


def run(options, part, what, seed):
    """Has something done with a database and servers of its own."""
    surroundings = Surroundings(options, seed, options.network)
    failed = True
    try:
        surroundings.make()
        said = what(options, surroundings)
        print(f"scale-test: {part}, seed {seed}: {said}", flush=True)
        failed = False
    except (Failure, OSError, subprocess.SubprocessError) as failure:
        keep(surroundings)
        said = getattr(failure, "stderr", None) or ""
        raise SystemExit(f"scale-test: {part}, seed {seed}: {failure} {said}\n(see {surroundings.folder})") from None
    finally:
        surroundings.end()
        if not failed:
            shutil.rmtree(surroundings.folder)


def main():
    parser = argparse.ArgumentParser(prog="scale-test")
    parser.add_argument("--binary", default=".build/release/greenroom")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--rounds", type=int, default=1, help="with a seed that is one larger each")
    parser.add_argument("--seconds", type=float, default=60, help="for how long clients are busy")
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help=f"one of {', '.join(PARTS)}, or a fault")
    parser.add_argument("--next", type=pathlib.Path, metavar="BINARY", help="of another version, which `update` updates to")
    parser.add_argument("--measure", nargs="*", metavar="NAME", help=f"measures {', '.join(Measurements.NAMES)}, or one of these")
    parser.add_argument("--devices", type=int, default=1_000_000, help="how many many_devices makes")
    parser.add_argument("--verbose", action="store_true", help="prints each fault")
    options = parser.parse_args()
    options.binary = str(pathlib.Path(options.binary).resolve())
    options.next = options.next and str(options.next.resolve())
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    prefix = os.environ.get("GREENROOM_SCALE_NETWORK")
    options.network = Network(prefix, [f"s{number}" for number in range(1, options.servers + 1)]) if prefix else None
    if options.measure is not None:
        for name in options.measure or Measurements.NAMES:
            run(options, name, lambda _, surroundings, name=name: getattr(Measurements(surroundings), name)(), options.seed)
        return
    parts = [name for name in options.only if name in PARTS]
    if not parts:
        parts = ["work"] if options.only else [*PARTS] if options.seconds >= LONG_RUN else SHORT_PARTS
    for number in range(options.rounds):
        for part in parts:
            run(options, part, PARTS[part], options.seed + number)


if __name__ == "__main__":
    main()
