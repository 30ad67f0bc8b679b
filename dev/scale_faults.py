"""What goes wrong while clients use several servers, and what must hold meanwhile."""

import collections
import math
import re
import signal
import subprocess
import threading
import time

from scale_checks import check_replay
from scale_clients import STABLE, Operation, Sender, persist
from scale_servers import BROKEN, Failure, check, request

# For how long after a fault servers may still be busy with it.
GRACE = 4


class Faults:
    """What goes wrong, one thing after another, each kind once before one happens again."""

    OF_SERVERS = ["kill", "pause", "end"]
    OF_THE_DATABASE = ["end_connections", "restart_database", "kill_database", "stop_database", "hold_commits"]
    OF_BOTH = ["wake_with_requests", "stop_in_commit", "stop_with_queue", "replay"]
    OF_THE_NETWORK = ["cut_from_database"]

    def __init__(self, servers, cluster, random_numbers, only=(), has_time=False):
        # In seconds.
        self.pauses = [0.5, 3, 8, 60] if has_time else [0.5, 3, 8]
        self.servers, self.cluster, self.random, self.network = servers, cluster, random_numbers, servers.network
        self.counts = collections.Counter()
        # What the faults themselves have sent.
        self.operations = []
        # When something was wrong, and what.
        self.windows = []
        names = [*self.OF_SERVERS, *self.OF_THE_DATABASE, *self.OF_BOTH]
        names += self.OF_THE_NETWORK if self.network else []
        names = [name for name in names if not only or name in only]
        check(names, f"none of {', '.join(only)} can happen here")
        self.kinds = [getattr(self, name) for name in names]
        self.left = []
        # Of servers that others have waited for: how long it took until all were ready again.
        self.recoveries = []

    def happen(self):
        if not self.left:
            self.left = self.random.sample(self.kinds, len(self.kinds))
        fault = self.left.pop()
        window = [time.monotonic(), math.inf, fault.__name__]
        self.windows.append(window)
        try:
            fault()
        finally:
            window[1] = time.monotonic()
        self.counts[fault.__name__] += 1
        return f"{fault.__name__} ({window[1] - window[0]:.1f} s)"

    def name(self):
        return self.random.choice(self.servers.names)

    def token(self, word):
        return f"{word}-{id(self) % 1000}-{len(self.operations)}"

    # Servers

    def kill(self):
        name = self.name()
        self.servers.end(name, signal.SIGKILL)
        self.check_all_answer(but=[name])
        time.sleep(self.random.uniform(0, 3))
        self.servers.start(name)

    def check_all_answer(self, but, limit=3):
        """Every device answers at once at every other server: nothing has to be taken over."""
        for device in STABLE:
            address = self.random.choice(self.servers.addresses(but=but))
            read = Operation("read", device, "GET", f"/v1/devices/{device}")
            self.operations.append(read)
            read.attempt(address)
            took = read.attempts[0].ended - read.began
            check(read.outcome == "acknowledged" and took < limit, f"after the end of {but}: {read}")

    def pause(self):
        name = self.name()
        server = self.servers.running[name]
        server.send(signal.SIGSTOP)
        time.sleep(self.random.choice(self.pauses))
        self.check_all_answer(but=[name])
        server.send(signal.SIGCONT)

    def end(self):
        """A server that is to end says so, and accepts requests for a while."""
        name = self.name()
        server = self.servers.running[name]
        ended = []
        thread = threading.Thread(target=lambda: ended.append(self.servers.end(name, signal.SIGTERM)), daemon=True)
        thread.start()
        try:
            time.sleep(0.3)
            self.check_ending(server)
        finally:
            thread.join(90)
        check(ended and ended[0] == 0, f"{name} ended with {ended} after SIGTERM")
        self.servers.start(name)

    def check_ending(self, server):
        try:
            ready = request(server.address, "GET", "/readyz")
            answer = request(server.address, "GET", f"/v1/devices/{self.random.choice(list(STABLE))}")
        except BROKEN as reason:
            raise Failure(f"{server.name} accepts no requests 0.3 s after SIGTERM: {reason!r}") from None
        check(ready.status == 503, f"/readyz of {server.name} answers {ready.status} after SIGTERM")
        check(answer.status == 200, f"{server.name} answers {answer.status} after SIGTERM: {answer.body}")
        check(answer.headers.get("Connection") == "close", f"{server.name} keeps connections after SIGTERM: {answer.headers}")

    def wake_with_requests(self):
        """Requests that wait in the sockets of a stopped server are done once when it runs again, and see nothing old."""
        server, devices = self.server_and_devices()
        server.send(signal.SIGSTOP)
        early = self.send_all(server, devices, "early")
        time.sleep(self.random.uniform(0, 6))
        for device in devices:
            self.write_elsewhere(server, self.log(device, "meanwhile", has_key=True))
        late = self.send_all(server, devices, "late")
        # What the stopped server has got is sent to others, too.
        for sender in early:
            if sender.operation.key:
                self.write_elsewhere(server, sender.operation)
        server.send(signal.SIGCONT)
        for sender in early + late:
            sender.finish()

    def stop_in_commit(self):
        """A server is stopped in the middle of a commit, when the database has locked the rows of the device."""
        server, devices = self.server_and_devices()
        with self.cluster.hold_steps():
            senders = self.write_in_waves(server, devices)
            server.send(signal.SIGSTOP)
        self.go_on_behind_others(server, devices, senders)

    def stop_with_queue(self):
        """A server is stopped while a commit waits, and others behind it in memory."""
        server, devices = self.server_and_devices()
        self.cluster.hold_commits()
        senders = self.write_in_waves(server, devices)
        server.send(signal.SIGSTOP)
        self.cluster.release_commits()
        self.go_on_behind_others(server, devices, senders)

    def go_on_behind_others(self, server, devices, senders):
        began = time.monotonic()
        for device in devices:
            self.write_elsewhere(server, self.log(device, "meanwhile", has_key=True))
        took = time.monotonic() - began
        # Its rows are free at once: the database ends the transaction, not the server.
        check(took < 5, f"others could not write {devices} for {took:.1f} s after {server.name} was stopped")
        time.sleep(self.random.choice([0, 6]))
        server.send(signal.SIGCONT)
        for sender in senders:
            sender.finish()

    def write_in_waves(self, server, devices):
        """Sends writes to a server whose commits wait: one, and those that stand behind it."""
        senders = []
        for wave in ("first", "second", "third"):
            senders += [self.sender(server, self.log(device, wave)) for device in devices]
            time.sleep(0.1)
        return senders

    def server_and_devices(self):
        return self.servers.running[self.name()], self.random.sample(list(STABLE), 4)

    def log(self, device, word, has_key=False):
        marker = self.token(word)
        operation = Operation(
            "launch", device, "POST", f"/v1/devices/{device}/events",
            {"type": "app.launch", "bundleID": "com.example.notes", "arguments": [marker]}, marker, marker if has_key else None,
        )
        self.operations.append(operation)
        return operation

    def sender(self, server, operation):
        return Sender(operation, server.address)

    def send_all(self, server, devices, word):
        """Sends a read and two writes, one with a key, for each device."""
        senders = []
        for device in devices:
            read = Operation("read", device, "GET", f"/v1/devices/{device}")
            self.operations.append(read)
            senders += [self.sender(server, one) for one in (read, self.log(device, word, has_key=True), self.log(device, word))]
        # Until they are in the sockets.
        time.sleep(0.3)
        return senders

    def write_elsewhere(self, server, operation):
        persist(operation, lambda: self.servers.one(but=server.address), self.random)

    # The database

    def end_connections(self):
        self.cluster.end_connections()

    def restart_database(self):
        self.cluster.restart("fast")
        self.wait_until_ready()

    def kill_database(self):
        self.cluster.restart("immediate")
        self.wait_until_ready()

    def stop_database(self):
        """Servers without the database live, say that they are not ready, and refuse what they are asked."""
        self.cluster.stop(self.random.choice(["fast", "immediate"]))
        time.sleep(self.random.uniform(3, 5))
        try:
            for server in self.servers.running.values():
                self.check_refusal(server)
        finally:
            self.cluster.start()
        self.wait_until_ready()

    def check_refusal(self, server):
        alive = request(server.address, "GET", "/livez", timeout=3)
        check(alive.status == 200, f"/livez of {server.name} answers {alive.status} without the database")
        # It stays so.
        ready = []
        for _ in range(8):
            ready.append(request(server.address, "GET", "/readyz", timeout=3).status)
            time.sleep(0.3)
        check(set(ready) == {503}, f"/readyz of {server.name} answers {ready} without the database")
        operations = [
            Operation("read", "phone-1", "GET", "/v1/devices/phone-1"), self.log("phone-2", "without"),
            Operation("list", "all", "GET", "/v1/devices?limit=1000"),
        ]
        # At once: clients are not patient for as long as one after another takes, at two servers.
        for sender in [Sender(operation, server.address, timeout=25) for operation in operations]:
            sender.finish()
        for operation in operations:
            codes = [attempt.code for attempt in operation.attempts]
            took = operation.attempts[0].ended - operation.began
            check(codes == ["store-unavailable"] and took < 20, f"without the database, after {took:.1f} s: {operation}")
            check(operation.is_read or operation.outcome == "refused", f"done without the database: {operation}")

    def wait_until_ready(self):
        took = self.servers.wait_until_ready()
        self.recoveries.append(took)
        check(took < 10, f"servers were ready only {took:.1f} s after the database was back")

    def hold_commits(self):
        """Answers wait, or say that nobody knows."""
        self.cluster.hold_commits()
        time.sleep(self.random.uniform(1, 7))
        self.cluster.release_commits()

    def replay(self):
        check_replay(self.servers.binary, self.cluster.url())

    # The network

    def cut_from_database(self):
        """Servers that do not reach the database refuse; the others go on."""
        names = self.random.sample(self.servers.names, self.random.choice([1, 1, len(self.servers.names) - 1]))
        seconds = self.random.choice([2, 16])
        for name in names:
            self.network.cut_from_database(name, self.random.choice([["in", "out"], ["in"], ["out"]]))
        try:
            self.check_all_answer(but=names, limit=6)
            time.sleep(seconds)
            if seconds > 10:
                for name in names:
                    self.check_refusal(self.servers.running[name])
        finally:
            self.network.heal()
        self.wait_until_ready()


class Trap:
    """A device that ends every server which handles a deadline of it: at the commit, of which nothing is kept."""

    DEVICE = "trap"

    def __init__(self, servers, cluster):
        self.servers, self.cluster = servers, cluster
        # The connections that have tried, a line each.
        self.file = cluster.folder / "trapped"
        self.seen = 0
        # When a server was ended, and when it was there again.
        self.windows = []

    def set(self):
        """Makes a trap of a device that is there."""
        number = self.cluster.ask(f"SELECT number FROM greenroom.device WHERE id = '{self.DEVICE}'")
        self.cluster.ask(
            "CREATE FUNCTION greenroom.trap() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            f" COPY (SELECT host(inet_client_addr()), inet_client_port()) TO PROGRAM 'cat >> {self.file}';"
            " PERFORM pg_sleep(2); RAISE 'the server was trapped'; END $$",
            "CREATE TRIGGER trap BEFORE INSERT ON greenroom.step FOR EACH ROW"
            f" WHEN (NEW.device = {int(number)}) EXECUTE FUNCTION greenroom.trap()",
        )

    def spring(self):
        """Ends the servers that have tried since it was last asked, and starts them again."""
        lines = self.file.read_text().splitlines() if self.file.exists() else []
        for line in lines[self.seen :]:
            began = time.monotonic()
            name = self.name(*line.split("\t"))
            self.servers.end(name, signal.SIGKILL)
            self.servers.start(name)
            self.servers.wait_until_ready()
            self.windows.append([began, time.monotonic(), "trap"])
        self.seen = len(lines)

    def name(self, host, port):
        """Which server has a connection."""
        if self.servers.network:
            return next(name for name in self.servers.names if self.servers.network.host(name) == host)
        found = subprocess.run(["ss", "-Htnp", f"sport = :{port}"], capture_output=True, text=True, check=True).stdout
        process = int(re.search(r"pid=(\d+)", found)[1])
        return next(name for name, server in self.servers.running.items() if server.process.pid == process)
