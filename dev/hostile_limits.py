"""Work and memory beyond their limits: requests that ask for much more than their size. What texts cost that are dear to
compare is measured by dev/check-hostile-text; connections and descriptors are those of dev/check-overload."""

import json
import socket
import threading
import time

from hostile_kit import MEGABYTE, Broken, Client, Server, Tally, ask

FINISHED = "application(_:didFinishLaunchingWithOptions:)"
REGISTERED = "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)"
REGISTER = {"action": "registerForRemoteNotifications"}
APP = "com.example.notes"


def log(length):
    return {"action": "log", "message": "x" * length}


def device(name, behavior=None, clock=None, **more):
    return {
        "id": name,
        "clock": clock or {"mode": "manual"},
        "apps": [{"bundleID": APP, **({"behavior": behavior} if behavior else {}), **more}],
    }


class Costs:
    """Asserts what single requests cost, and remembers it for the summary."""

    def __init__(self, server, tally):
        self.server = server
        self.tally = tally
        self.said = []

    def ask(self, what, method, path, body=None, *, cpu, answer, memory=600 * MEGABYTE, headers=None, repeat=1, data=None):
        """Sends a request so many times; each may use so many seconds of processor time and answer so many bytes."""
        if data is None and body is not None:
            data = json.dumps(body).encode()
        client = Client(self.server.address, self.tally, longest=60)
        started, most, statuses = self.server.cpu(), 0, set()
        for _ in range(repeat):
            status, content = client.send(method, path, data, headers)
            statuses.add(status)
            most = max(most, len(content))
        client.close()
        used = (self.server.cpu() - started) / repeat
        self.said.append(f"{what}: {used:.2f} s, {most / MEGABYTE:.1f} MB, {'/'.join(map(str, sorted(statuses)))}")
        self.server.check(what, memory)
        if used > cpu:
            raise Broken(f"{what}: {used:.2f} s of processor time, more than {cpu}")
        if most > answer:
            raise Broken(f"{what}: an answer of {most / MEGABYTE:.1f} MB, more than {answer / MEGABYTE:.1f}")
        return content

    def __str__(self):
        return f"{self.tally}; " + "; ".join(self.said)


def cascades(binary, seed, scale):
    """Handlers that trigger each other: in one input, one deadline, an explanation, a search, a scenario."""
    tally = Tally()
    with Server(binary) as server:
        costs = Costs(server, tally)
        for length in (1, 100, 900):
            cascade = {FINISHED: [REGISTER], REGISTERED: [REGISTER] + [log(length)] * 998}
            name = f"cascade-{length}"
            costs.ask(f"create {name}", "POST", "/v1/devices", device(name, cascade), cpu=1, answer=MEGABYTE)
            launch = {"type": "app.launch", "bundleID": APP}
            costs.ask(name, "POST", f"/v1/devices/{name}/events", launch, cpu=3, answer=40 * MEGABYTE)
            repeating = {FINISHED: [{"action": "setAlarm", "afterSeconds": 0.001}],
                         "alarmHandler": [{"action": "setAlarm", "afterSeconds": 0.001}] + [log(length)] * 998}
            for clock, kind in (({"mode": "manual"}, "manual"), ({"mode": "scaled", "rate": 1_000_000}, "fast")):
                name = f"alarm-{kind}-{length}"
                costs.ask(f"create {name}", "POST", "/v1/devices", device(name, repeating, clock), cpu=3, answer=MEGABYTE)
                costs.ask(f"launch {name}", "POST", f"/v1/devices/{name}/events", launch, cpu=6, answer=40 * MEGABYTE)
                time.sleep(0.5)
                for path in (f"apps/{APP}/explain", "clock", "timeline?limit=1000", "processes"):
                    costs.ask(f"{name} {path}", "GET", f"/v1/devices/{name}/{path}", cpu=6, answer=40 * MEGABYTE)
                advance = {"seconds": 3600}
                if kind == "manual":
                    costs.ask(f"{name} advance", "POST", f"/v1/devices/{name}/clock/advance", advance, cpu=6, answer=40 * MEGABYTE)
                # Its clock would go on with the work.
                costs.ask(f"delete {name}", "DELETE", f"/v1/devices/{name}", cpu=6, answer=MEGABYTE)
            crash_loop = {FINISHED: [REGISTER], REGISTERED: [REGISTER] + [log(length)] * 998}
            scenario = {"scenario": "cascade", "apps": [{"bundleID": APP, "behavior": crash_loop}],
                        "steps": [{"send": launch}, {"advance": 60}]}
            costs.ask(f"scenario {length}", "POST", "/v1/scenarios/run", scenario, cpu=6, answer=40 * MEGABYTE)
        exploration = {"file": {"bundleID": APP, "behavior": cascade}, "budgetSeconds": 2}
        costs.ask("exploration", "POST", "/v1/explorations", exploration, cpu=3, answer=MEGABYTE)
        time.sleep(4)
        server.check("an exploration", 1_000 * MEGABYTE)
        hundred = device("hundred")
        hundred["apps"] = [{"bundleID": f"com.example.a{n}", "behavior": {
            "applicationDidReceiveMemoryWarning(_:)": [REGISTER], REGISTERED: [REGISTER] + [log(100)] * 200}} for n in range(100)]
        costs.ask("create hundred", "POST", "/v1/devices", hundred, cpu=3, answer=10 * MEGABYTE)
        events = [{"type": "app.launch", "bundleID": f"com.example.a{n}"} for n in range(100)]
        costs.ask("launch hundred", "POST", "/v1/devices/hundred/events", events, cpu=10, answer=40 * MEGABYTE)
        costs.ask("warn hundred", "POST", "/v1/devices/hundred/events", {"type": "device.memoryWarning"}, cpu=10, answer=60 * MEGABYTE)
    return costs


def sizes(binary, seed, scale):
    """Pages, streams, waits, manifests and touches that multiply what was sent."""
    tally = Tally()
    with Server(binary) as server:
        costs = Costs(server, tally)
        costs.ask("a device", "POST", "/v1/devices", device("large"), cpu=1, answer=MEGABYTE)
        before = server.memory()
        for number in range(200):
            app = {"bundleID": APP, "version": f"1.{number}", "behavior": {FINISHED: [log(8_000)] * 118}}
            costs.ask("install", "PUT", f"/v1/devices/large/apps/{APP}", app, cpu=1, answer=3 * MEGABYTE, memory=1_000 * MEGABYTE)
        costs.said = costs.said[-1:]
        grown = (server.memory() - before) / MEGABYTE
        costs.said.append(f"200 apps, each in place of the last: {grown:.0f} MB")
        # What is kept of their records is bounded, and nothing else has them.
        if grown > 35:
            raise Broken(f"200 apps, each in place of the last, take {grown:.0f} MB")
        costs.ask("page", "GET", "/v1/devices/large/timeline?limit=1000", cpu=2, answer=5 * MEGABYTE, memory=1_000 * MEGABYTE)
        before = server.memory()
        readers = []
        for _ in range(30):
            reader = socket.create_connection(server.address)
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            reader.sendall(b"GET /v1/devices/large/timeline?after=0 HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
            readers.append(reader)
            tally.add("stream")
        time.sleep(4)
        grown = (server.memory() - before) / MEGABYTE
        costs.said.append(f"30 stalled readers: {grown:.0f} MB")
        server.check("stalled readers")
        for reader in readers:
            reader.close()
        if grown > 300:
            raise Broken(f"30 stalled readers take {grown:.0f} MB")
        # Manifests that differ in their last key only, and large ones that nobody uses any more.
        before = server.memory()
        for number in range(int(40 * scale) + 8):
            plist = {f"key{n:06}": 0 for n in range(9_990)} | {"last": number}
            data = {"bundleID": "com.example.plist", "infoPlist": plist}
            costs.ask("plist", "PUT", "/v1/devices/large/apps/com.example.plist", data, cpu=1, answer=3 * MEGABYTE, memory=2_000 * MEGABYTE)
        costs.said = costs.said[:4] + costs.said[-1:]
        chain = [{"name": "r0", "handles": []}] + [{"name": f"r{n}", "parent": f"r{n - 1}", "handles": []} for n in range(1, 1_000)]
        many = {"bundleID": "com.example.chain", "responders": chain}
        costs.ask("chain", "PUT", "/v1/devices/large/apps/com.example.chain", many, cpu=1, answer=3 * MEGABYTE, memory=2_000 * MEGABYTE)
        costs.ask("open it", "POST", "/v1/devices/large/events", {"type": "app.launch", "bundleID": "com.example.chain"}, cpu=1, answer=MEGABYTE,
                  memory=2_000 * MEGABYTE)
        touches = [{"type": "input.touch", "bundleID": "com.example.chain", "target": "r999"}] * 1_000
        costs.ask("touches", "POST", "/v1/devices/large/events", touches, cpu=0.8, answer=40 * MEGABYTE, memory=2_000 * MEGABYTE)
        waits(server, tally, costs)
    return costs


def waits(server, tally, costs):
    """Patterns against many records, and objects against each other."""
    logs = {FINISHED: [{"action": "setAlarm", "afterSeconds": 1}],
            "alarmHandler": [{"action": "setAlarm", "afterSeconds": 1}] + [log(10)] * 90}
    costs.ask("a talker", "POST", "/v1/devices", device("talker", logs), cpu=1, answer=MEGABYTE, memory=2_000 * MEGABYTE)
    costs.ask("launch", "POST", "/v1/devices/talker/events", {"type": "app.launch", "bundleID": APP}, cpu=1, answer=MEGABYTE, memory=2_000 * MEGABYTE)
    condition = {"any": [{"record": {"message": f"nope{n}"}} for n in range(98)]}
    waiting = {"until": condition, "timeoutSeconds": 20}
    threads = []

    def wait():
        try:
            ask(server.address, "POST", "/v1/devices/talker/wait", json.dumps(waiting).encode(), {"Content-Type": "application/json"})
        except OSError:
            pass

    for _ in range(30):
        threads.append(threading.Thread(target=wait, daemon=True))
        threads[-1].start()
    time.sleep(1)
    costs.ask("an advance with 30 waits", "POST", "/v1/devices/talker/clock/advance", {"seconds": 100}, cpu=5, answer=40 * MEGABYTE,
              memory=2_000 * MEGABYTE)
    costs.ask("a wait over what is kept", "POST", "/v1/devices/talker/wait", {"until": condition, "after": 0, "timeoutSeconds": 0}, cpu=3,
              answer=MEGABYTE, memory=2_000 * MEGABYTE)


PARTS = [cascades, sizes]
