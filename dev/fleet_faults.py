"""What goes wrong in a fleet during a test, and what must hold meanwhile."""

import collections
import http.client
import signal
import time

from crash_test import check
from fleet_checks import check_replay
from fleet_clients import DEVICES, Operation, Sender, persist
from fleet_database import HeldSteps, control
from fleet_servers import HOLD, LEASE, SERVERS, send

# Until others have what a server owned: the lease, its margin, and some time for a busy machine to load.
TAKEOVER = LEASE + 4


class Faults:
    """What goes wrong, one thing after another, each kind once before one happens again."""

    def __init__(self, fleet, database, random_numbers, only=None):
        self.fleet, self.database, self.random = fleet, database, random_numbers
        self.network = fleet.network
        self.counts = collections.Counter()
        # What became of requests that a stopped server got when others had taken over.
        self.late = collections.Counter()
        # What the faults themselves have sent.
        self.operations = []
        self.kinds = [
            self.kill, self.pause, self.end, self.end_connections, self.restart_database, self.kill_database,
            self.stop_database, self.hold_commits, self.wake_with_requests, self.stop_in_commit,
            self.stop_with_queue, self.replay,
        ]
        if self.network.can_be_cut:
            self.kinds += [self.cut_from_database, self.cut_from_peers, self.cut_from_all]
        if only:
            self.kinds = [kind for kind in self.kinds if kind.__name__ in only]
            check(self.kinds, f"none of {', '.join(only)} can happen here")
        self.left = []

    def happen(self):
        if not self.left:
            self.left = self.random.sample(self.kinds, len(self.kinds))
        fault = self.left.pop()
        began = time.monotonic()
        fault()
        self.counts[fault.__name__] += 1
        return f"{fault.__name__} ({time.monotonic() - began:.1f} s)"

    def name(self):
        return self.random.choice(SERVERS)

    # Servers

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

    def wake_with_requests(self):
        """Requests that wait in the sockets of a stopped server, when it goes on, get nothing old and are done once."""
        server, devices = self.server_with_devices()
        server.send(signal.SIGSTOP)
        early = self.send_all(server, devices, "early")
        self.database.wait_until_lost(server.name)
        for device in devices:
            self.write_elsewhere(server, Operation(device, self.token("meanwhile"), has_key=True))
        late = self.send_all(server, devices, "late")
        # What was sent to the stopped server is sent to others, too.
        for sender in early:
            if sender.operation.key:
                self.write_elsewhere(server, sender.operation)
        server.send(signal.SIGCONT)
        for sender in early + late:
            sender.finish()
        # What began when others had acknowledged more: those that are answered are compared with that in the end.
        self.late.update(sender.operation.outcome for sender in late)

    def stop_in_commit(self):
        """A server is stopped amidst a transaction, which is open until others have taken over: what a fence is for."""
        server, devices = self.server_with_devices()
        with HeldSteps(self.database):
            senders = self.write_in_waves(server, devices)
            server.send(signal.SIGSTOP)
            self.database.wait_until_lost(server.name)
        self.go_on_behind_others(server, devices, senders)

    def stop_with_queue(self):
        """A server is stopped while a commit waits and others stand behind it in memory."""
        server, devices = self.server_with_devices()
        self.database.hold_commits()
        senders = self.write_in_waves(server, devices)
        server.send(signal.SIGSTOP)
        self.database.release_commits()
        self.database.wait_until_lost(server.name)
        self.go_on_behind_others(server, devices, senders)

    def go_on_behind_others(self, server, devices, senders):
        for device in devices:
            self.write_elsewhere(server, Operation(device, self.token("meanwhile"), has_key=True))
        server.send(signal.SIGCONT)
        for sender in senders:
            sender.finish()

    def write_in_waves(self, server, devices):
        """Sends writes to a server whose commits wait: one, and those that must stand behind it."""
        senders = []
        for wave in ("first", "second", "third"):
            senders += [self.sender(server, Operation(device, self.token(wave))) for device in devices]
            time.sleep(0.15)
        return senders

    def server_with_devices(self):
        """A server that has some, as all know who has what; and the devices, a few."""
        state = self.fleet.wait_until_settled()
        name = self.name()
        devices = self.fleet.devices_of(name, DEVICES, state)
        return self.fleet.servers[name], self.random.sample(devices, min(4, len(devices)))

    def token(self, word):
        return f"{word}-{len(self.operations)}"

    def sender(self, server, operation):
        self.operations.append(operation)
        return Sender(operation, server.address)

    def send_all(self, server, devices, word):
        """Sends a read and two writes, one with a key, for each device."""
        senders = []
        for device in devices:
            senders.append(self.sender(server, Operation(device)))
            senders.append(self.sender(server, Operation(device, self.token(word), has_key=True)))
            senders.append(self.sender(server, Operation(device, self.token(word))))
        # Until they are in the sockets.
        time.sleep(0.3)
        return senders

    def write_elsewhere(self, server, operation):
        if operation not in self.operations:
            self.operations.append(operation)
        persist(operation, lambda: self.fleet.addresses(but=[server.name]), self.random)

    # The database

    def end_connections(self):
        self.database.end_connections()

    def restart_database(self):
        control("restart", "--mode", "fast")

    def kill_database(self):
        control("restart", "--mode", "immediate")

    def stop_database(self):
        """No server has a lease, none can take anything over, and all go on with what they have in memory."""
        before = self.fleet.wait_until_settled()
        epochs = self.database.epochs()
        control("stop", "--mode", self.random.choice(["fast", "immediate"]))
        time.sleep(LEASE + 3)
        self.check_refusals({name: self.fleet.devices_of(name, DEVICES, before) for name in SERVERS})
        control("start")
        self.check_unmoved(before, epochs)

    def hold_commits(self):
        """Answers wait, or say that nobody knows, and nothing moves: renewals wait for no commit."""
        before = self.fleet.wait_until_settled()
        epochs = self.database.epochs()
        self.database.hold_commits()
        time.sleep(self.random.uniform(2, 8))
        self.database.release_commits()
        self.check_unmoved(before, epochs)

    def replay(self):
        check_replay(self.fleet.binary, self.database.url)

    def check_unmoved(self, before, epochs):
        after = self.fleet.wait_until_settled()
        members = [sorted(member["number"] for member in state["members"]) for state in (before, after)]
        check(members[0] == members[1], f"servers have joined anew: {members[1]}, and were {members[0]}")
        moved = self.database.epochs() - epochs
        check(moved == 0, f"{moved} partitions have moved: {after['moves'][:moved]}")

    # The network

    def cut_from_database(self):
        """Servers whose leases have ended refuse what they hosted, and others answer for that."""
        names, seconds = self.names(), self.random.uniform(2, 10)
        before = self.fleet.wait_until_settled()
        for name in names:
            self.network.cut_from_database(name, self.directions())
        time.sleep(seconds)
        if seconds > TAKEOVER:
            self.check_was_taken_over(names)
            self.check_refusals({name: self.fleet.devices_of(name, DEVICES, before) for name in names})
        self.network.heal()
        self.wait_until_ready(names)

    def cut_from_all(self):
        names, seconds = self.names(), self.random.uniform(2, 10)
        self.fleet.wait_until_settled()
        for name in names:
            self.network.cut_from_all(name)
        time.sleep(seconds)
        if seconds > TAKEOVER:
            self.check_was_taken_over(names)
        self.network.heal()
        self.wait_until_ready(names)

    def names(self):
        """One server or two: there is no majority, what decides is the database."""
        return self.random.sample(SERVERS, self.random.choice([1, 1, 2]))

    def cut_from_peers(self):
        """A server answers for its own devices, refuses those of others after a while, and nothing moves."""
        name, seconds = self.name(), self.random.uniform(2, 10)
        before = self.fleet.wait_until_settled()
        epochs = self.database.epochs()
        self.network.cut_from_peers(name, self.directions())
        cut = time.monotonic()
        own = self.fleet.devices_of(name, DEVICES, before)
        foreign = [device for device in DEVICES if device not in own]
        address = self.fleet.servers[name].address
        # The requests that are under way at this moment may get through.
        time.sleep(0.2)
        senders = [Sender(Operation(device), address) for device in self.random.sample(foreign, 3)]
        for device in own:
            persist(Operation(device), lambda: [address], self.random)
            status, document = send(address, "GET", f"/v1/devices/{device}")
            check(status == 200, f"{name}, cut off from others, answers {status} for its own {device}: {document}")
        time.sleep(max(0, cut + seconds - time.monotonic()))
        healed = time.monotonic()
        self.network.heal()
        for sender in senders:
            sender.finish()
            operation = sender.operation
            said = f"{name}, cut off from others for {seconds:.1f} s, answered for {operation.device}"
            if operation.ended < healed:
                waited = operation.ended - operation.began
                check(operation.codes["owner-unavailable"] == 1, f"{said}: {operation.outcome} {dict(operation.codes)}")
                check(HOLD - 0.5 < waited < HOLD + 3, f"{said} after {waited:.1f} s")
        self.check_unmoved(before, epochs)

    def directions(self):
        """Cuts are not always symmetric: what is sent is lost, or what would be received, or both."""
        return self.random.choice([["in", "out"], ["in", "out"], ["in"], ["out"]])

    def check_refusals(self, hosted):
        """Servers without a lease live, say that they are not ready, and refuse the devices that they hosted."""
        senders = []
        for name, devices in hosted.items():
            address = self.fleet.servers[name].address
            status, document = send(address, "GET", "/readyz")
            check(status == 503 and document.get("state") == "noLease", f"/readyz of {name} gets {status}: {document}")
            status, _ = send(address, "GET", "/livez")
            check(status == 200, f"/livez of {name} answers {status} without the database")
            senders += [Sender(Operation(device), address) for device in devices]
        for sender in senders:
            sender.finish()
            codes = sender.operation.codes
            check(codes["not-ready"] + codes["owner-unavailable"] == 1, f"{sender.operation} without a lease: {codes}")

    def check_was_taken_over(self, names):
        """Others answer for all devices."""
        for name in names:
            found = self.database.partitions_of(name)
            check(found == 0, f"{name} still owns {found} partitions")
        for device in DEVICES:
            for address in self.fleet.addresses(but=names):
                status, document = send(address, "GET", f"/v1/devices/{device}")
                check(status == 200, f"{device} gets {status} while {names} are cut off: {document}")

    def wait_until_ready(self, names):
        end = time.monotonic() + 30
        left = [self.fleet.servers[name] for name in names]
        while left:
            try:
                if send(left[-1].address, "GET", "/readyz")[0] == 200:
                    left.pop()
            except (OSError, http.client.HTTPException):
                pass
            check(time.monotonic() < end, f"{[server.name for server in left]} are not ready 30 s after they were cut off")
            time.sleep(0.1)
