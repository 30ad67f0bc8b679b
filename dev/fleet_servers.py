"""Servers of a fleet for tests: their networks, their starts and ends, and requests to them."""

import http.client
import json
import os
import re
import signal
import subprocess
import threading
import time

from crash_test import Lost, check

SERVERS = ["s1", "s2", "s3"]
# Seconds.
LEASE = 3
# How long a request waits for a server that nobody reaches.
HOLD = 3
# A peer that can be reached connects at once. What is held is answered after `HOLD`, or after 10 s of a silent peer.
CONNECT_TIMEOUT = 3
ANSWER_TIMEOUT = 15


def ip(*arguments):
    done = subprocess.run(["ip", *arguments], capture_output=True, text=True, check=False)
    check(done.returncode == 0, f"ip {' '.join(arguments)}: {done.stderr}")


class Loopback:
    """All servers on 127.0.0.1: nothing can be cut."""

    can_be_cut = False
    database = "127.0.0.1"

    def command(self, name):
        return []

    def host(self, name):
        return "127.0.0.1"

    def options(self):
        return []

    def heal(self):
        pass


class Bridge:
    """Each server in a network namespace of its own, on a bridge with the clients and the database.

    dev/fleet-test makes the bridge, in a namespace with which all of this ends.
    """

    can_be_cut = True

    def __init__(self, prefix):
        self.prefix = prefix
        self.database = f"{prefix}.2"
        self.rules = []
        self.downs = []
        self.look_at_cuts_first()
        for name in SERVERS:
            ip("netns", "add", name)
            ip("link", "add", f"to-{name}", "type", "veth", "peer", "name", "eth0", "netns", name)
            ip("link", "set", f"to-{name}", "master", "servers", "up")
            ip("-netns", name, "link", "set", "lo", "up")
            ip("-netns", name, "address", "add", f"{self.host(name)}/24", "dev", "eth0")
            ip("-netns", name, "link", "set", "eth0", "up")
            self.look_at_cuts_first("-netns", name)

    def look_at_cuts_first(self, *namespace):
        """Moves the rule of local addresses behind the ones that cuts add: those have to see what arrives here."""
        ip(*namespace, "rule", "add", "preference", "100", "lookup", "local")
        ip(*namespace, "rule", "delete", "preference", "0")

    def command(self, name):
        return ["ip", "netns", "exec", name]

    def host(self, name):
        return f"{self.prefix}.{11 + SERVERS.index(name)}"

    def options(self):
        return ["--host", "0.0.0.0", "--insecure"]

    def drop(self, namespace, source, destination):
        """Drops what arrives in a namespace, without a word to the sender."""
        where = ["-netns", namespace] if namespace else []
        rule = ["preference", "1", "from", source, "to", destination, "blackhole"]
        delete = [*where, "rule", "delete", *rule]
        # Where two servers are cut off, what one does not send is what the other does not receive.
        if delete not in self.rules:
            ip(*where, "rule", "add", *rule)
            self.rules.append(delete)

    def cut_from_database(self, name, directions):
        if "out" in directions:
            self.drop(None, self.host(name), self.database)
        if "in" in directions:
            self.drop(name, self.database, self.host(name))

    def cut_from_peers(self, name, directions):
        for peer in SERVERS:
            if peer != name and "out" in directions:
                self.drop(peer, self.host(name), self.host(peer))
            if peer != name and "in" in directions:
                self.drop(name, self.host(peer), self.host(name))

    def cut_from_all(self, name):
        ip("link", "set", f"to-{name}", "down")
        self.downs.append(f"to-{name}")

    def heal(self):
        for rule in self.rules:
            ip(*rule)
        for link in self.downs:
            ip("link", "set", link, "up")
        self.rules, self.downs = [], []


class Server:
    """A server of the fleet, from one start to its end."""

    def __init__(self, binary, folder, name, url, network, options=()):
        self.name, self.host = name, network.host(name)
        self.log = open(folder / f"{name}.log", "ab")
        common = ["--port", "0", "--server-name", name, "--lease", str(LEASE), "--hold", str(HOLD), "--drain", "1"]
        self.process = subprocess.Popen(
            [*network.command(name), binary, "serve", *common, *network.options(), *options],
            stdout=subprocess.PIPE,
            stderr=self.log,
            stdin=subprocess.DEVNULL,
            # The test's own variables are no settings, and a server would warn of them.
            env={name: value for name, value in os.environ.items() if not name.startswith("GREENROOM_")}
            | {"GREENROOM_JOURNAL": url},
        )
        self.ready = self.port = None

    def wait_until_ready(self):
        self.ready = self.process.stdout.readline().decode()
        found = re.search(r"ready on http://[0-9.]+:(\d+)", self.ready)
        check(found, f"{self.name} did not start: {self.ready!r}, see {self.log.name}")
        self.port = int(found.group(1))
        return self

    @property
    def address(self):
        return self.host, self.port

    def send(self, number):
        self.process.send_signal(number)

    def wait(self):
        code = self.process.wait(timeout=90)
        self.process.stdout.close()
        self.log.close()
        return code


class Fleet:
    """The servers, which are started again by whoever ends one."""

    def __init__(self, binary, folder, url, network, options=()):
        self.binary, self.folder, self.url, self.network, self.options = binary, folder, url, network, options
        self.lock = threading.Lock()
        self.servers = {}
        self.started = []

    def start(self, name):
        server = Server(self.binary, self.folder, name, self.url, self.network, self.options)
        self.started.append(server)
        server.wait_until_ready()
        with self.lock:
            self.servers[name] = server
        return server

    def addresses(self, but=()):
        """Where the servers are that run, without those of these names."""
        with self.lock:
            return [server.address for server in self.servers.values() if server.name not in but]

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
        for server in self.started:
            if server.process.poll() is None:
                server.send(signal.SIGKILL)
                server.wait()

    def said(self):
        """What the servers have logged."""
        return "".join(path.read_text(errors="replace") for path in sorted(self.folder.glob("*.log")))

    def state(self):
        """What `GET /v1/fleet` answers at each server; None where it fails."""
        states = []
        for address in self.addresses():
            try:
                status, document = send(address, "GET", "/v1/fleet")
            except (OSError, http.client.HTTPException, ValueError):
                status = None
            states.append(document if status == 200 else None)
        return states

    def wait_until_settled(self, members=len(SERVERS), limit=60):
        """Waits until all servers say that every partition has a server, each its share, and give that answer."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            states = self.state()
            if len(states) == members and all(
                state and state["settled"] and len(state["members"]) == members for state in states
            ):
                return states[0]
            time.sleep(0.2)
        raise Lost(f"the fleet does not settle: {[state and state['members'] for state in states]}")

    def devices_of(self, name, devices, state):
        """Those of the devices that this server hosts."""
        owned = {row["partition"] for row in state["partitions"] if row["server"] == name}
        return [device for device in devices if partition(device, state["partitionCount"]) in owned]


def partition(device, count):
    """The number of the partition that a device is in, as servers compute it."""
    value = 0xCBF29CE484222325
    for byte in device.encode():
        value = ((value ^ byte) * 0x100000001B3) % 2**64
    return (value * 0x9E3779B97F4A7C15 % 2**64) * count >> 64


def send(address, method, path, body=None, key=None, timeout=ANSWER_TIMEOUT):
    """Gives the status and the document; raises OSError or HTTPException when the server is gone."""
    connection = http.client.HTTPConnection(*address, timeout=CONNECT_TIMEOUT)
    try:
        connection.connect()
        connection.sock.settimeout(timeout)
        headers = {"Content-Type": "application/json"} | ({"Idempotency-Key": key} if key else {})
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text.startswith((b"{", b"[")) else text.decode()
    finally:
        connection.close()
