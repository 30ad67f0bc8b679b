"""A database that is replaced by one which lacks the newest commits, or whose clock is wrong."""

import time

from scale_clients import Operation, persist
from scale_database import NAME, Cluster, as_owner, programs
from scale_servers import BROKEN, check, request

METRIC = "greenroom_devices_lost_total"
MESSAGE = "the database has lost acknowledged changes of a device"


class Standby(Cluster):
    """A copy of a PostgreSQL that follows it until told not to, and is then promoted."""

    def __init__(self, primary, host):
        super().__init__(primary.folder.parent / "standby", host)
        self.primary = primary

    def begin(self):
        source = ["-h", self.primary.folder, "-p", self.primary.port, "-U", "postgres"]
        as_owner(programs() / "pg_basebackup", *source, "-D", self.data, "-R", "-X", "stream", "-c", "fast")
        self.configure()
        self.start()

    def stop_following(self):
        """Waits until it has what is committed by now; it does not get what comes later."""
        position = self.primary.ask("SELECT pg_current_wal_flush_lsn()")
        end = time.monotonic() + 30
        while self.ask(f"SELECT pg_last_wal_receive_lsn() >= '{position}'") != "t":
            check(time.monotonic() < end, "the standby does not follow")
            time.sleep(0.02)
        self.ask("ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()")
        while self.ask("SELECT count(*) FROM pg_stat_wal_receiver") != "0":
            check(time.monotonic() < end, "the standby does not stop to follow")
            time.sleep(0.02)

    def take_over(self):
        self.control("promote")


class Restored(Cluster):
    """A new PostgreSQL, into which a dump of another one is restored."""

    def __init__(self, primary, host):
        super().__init__(primary.folder.parent / "restored", host)
        self.primary = primary
        self.dump = self.folder / "dump"

    def begin(self):
        self.make()

    def stop_following(self):
        source = ["-h", self.primary.folder, "-p", self.primary.port, "-U", "postgres", "-d", NAME]
        as_owner(programs() / "pg_dump", *source, "-f", self.dump)
        self.stop()

    def take_over(self):
        # Servers do not find it half restored.
        address = self.settings["listen_addresses"]
        with open(self.data / "postgresql.conf", "a") as file:
            file.write("listen_addresses = ''\n")
        self.start()
        as_owner(programs() / "psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-f", self.dump, self.socket_url(NAME))
        with open(self.data / "postgresql.conf", "a") as file:
            file.write(f"listen_addresses = {address}\n")
        self.restart()


class Failover:
    """A failover that loses commits: what was acknowledged after `first` may be gone."""

    def __init__(self, successor, primary, crowd, numbers):
        # Whether nobody changes anything behind it: servers have to notice all the same.
        self.is_quiet = numbers.random() < 0.5
        successor.begin()
        time.sleep(numbers.uniform(1, 3))
        self.first = time.monotonic()
        successor.stop_following()
        time.sleep(numbers.uniform(2, 4))
        primary.stop("immediate")
        self.last = time.monotonic()
        if self.is_quiet:
            for client in crowd.clients:
                client.only_reads = True
        time.sleep(numbers.choice([0, 5]))
        successor.take_over()
        self.noticed = time.monotonic()

    def may_have_lost(self, operation):
        """Whether an operation need not be found, or saw what is gone."""
        return operation.last_end > self.first and operation.began < self.noticed


def lost_devices(servers):
    texts = [request(address, "GET", "/metrics").body.decode() for address in servers.addresses()]
    return sum(float(line.split()[-1]) for text in texts for line in text.splitlines() if line.startswith(METRIC))


def check_noticed(surroundings):
    logs = "".join(path.read_text(errors="replace") for path in surroundings.folder.glob("*.log"))
    check(MESSAGE in logs, "no server has said that commits are lost")
    check(lost_devices(surroundings.servers) > 0, f"{METRIC} is 0 though commits are lost")


class Clock:
    """The clock of a database, which can be wrong: PostgreSQL's own function gets another name, and one that uses it has its name."""

    def __init__(self, cluster):
        self.cluster = cluster
        cluster.ask(
            "SET allow_system_table_mods = on; CREATE TABLE public.shift (by interval NOT NULL); INSERT INTO public.shift VALUES ('0');"
            " ALTER FUNCTION pg_catalog.clock_timestamp() RENAME TO own_clock_timestamp;"
            " CREATE FUNCTION pg_catalog.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE"
            " AS 'SELECT pg_catalog.own_clock_timestamp() + (SELECT by FROM public.shift)'"
        )

    def shift(self, by):
        self.cluster.ask(f"UPDATE public.shift SET by = '{by}'")


def readiness(server):
    try:
        return request(server.address, "GET", "/readyz", timeout=3).status
    except BROKEN:
        return None


def wait_for_readiness(servers, status, limit):
    """Waits until all servers say that they are, or are not; says how long it took."""
    began = time.monotonic()
    while True:
        found = {server.name: readiness(server) for server in servers.running.values()}
        if set(found.values()) == {status}:
            return time.monotonic() - began
        check(time.monotonic() - began < limit, f"/readyz answers {found} after {limit} s, and should {status}")
        time.sleep(0.2)


def write(servers, device, numbers, marker):
    body = {"type": "app.launch", "bundleID": "com.example.notes", "arguments": [marker]}
    return persist(Operation("launch", device, "POST", f"/v1/devices/{device}/events", body, marker, marker), servers.one, numbers)


def shown(servers, device):
    """What the clock of a device shows at each server."""
    return [request(address, "GET", f"/v1/devices/{device}/clock").document["now"] for address in servers.addresses()]
