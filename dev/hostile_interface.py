"""The interface: documents that are nearly right, files, agents, keys, tokens, queries, and many clients at once."""

import concurrent.futures
import json
import pathlib
import random
import socket
import struct
import subprocess
import tempfile
import time
import urllib.parse

from hostile_documents import EDGES, TEXTS, Documents, operations
from hostile_kit import MEGABYTE, Broken, Client, Server, Tally, ask, raw

APP = "com.example.notes"
DEVICES = ["phone", "pad", "car"]
# None of them is the one that may do everything.
TOKENS = [None, "wrong", "full-secre", "full-secretx", "Full-Secret", "", "read-secret"]


def description(server):
    return json.loads(ask(server.address, "GET", "/openapi.json")[2])


def names_of(server):
    """Names that exist, by the field that takes them."""
    return {"bundleID": [APP, "com.example.mail"], "device": DEVICES, "id": [*DEVICES, "new"], "sceneID": ["1", "2"]}


def make_devices(client):
    for name in DEVICES:
        client.send("POST", "/v1/devices", {
            "id": name, "clock": {"mode": "manual"}, "labels": {"suite": "hostile"},
            "apps": [{"bundleID": APP}, {"bundleID": "com.example.mail", "driver": "attached"}],
        })


def fuzz(server, tally, seed, count, kept=lambda path: True):
    """Sends so many requests made of the description to a server, and makes its devices anew now and then."""
    described = description(server)
    documents = Documents(described, seed, names_of(server))
    draw = documents.random
    known = [one for one in operations(described) if kept(one[1])]
    # Inputs most of all: they reach the kernel.
    weights = [6 if body is not None and "{device}" in path else 4 if path == "/v1/devices" else 1 for _, path, _, _, body in known]
    client = Client(server.address, tally)
    make_devices(client)
    for number in range(count):
        if number % 400 == 0:
            client.send("DELETE", "/v1/devices?label=suite%3Dhostile")
            make_devices(client)
        method, path, parameters, media, body = draw.choices(known, weights)[0]
        query, headers = {}, {}
        for parameter in parameters:
            name, value = parameter["name"], documents.value(parameter.get("schema", {}), parameter["name"])
            text = value if isinstance(value, str) else json.dumps(value)
            if parameter["in"] == "path":
                path = path.replace("{" + name + "}", urllib.parse.quote(text, safe="") or "x")
            elif draw.random() < 0.2 and parameter["in"] == "query":
                query[name] = text
            elif draw.random() < 0.1 and parameter["in"] == "header" and text.isascii() and text.isprintable():
                headers[name] = text.strip()
        for limited in ("waitSeconds", "timeoutSeconds"):
            query.pop(limited, None)
        if headers.get("Accept", "").startswith("text/event-stream"):
            del headers["Accept"]
        if path == "/v1/timeline":
            continue
        data = None
        if body is not None:
            value = documents.value(body)
            if isinstance(value, dict):
                if path.endswith("/wait"):
                    value["timeoutSeconds"] = 0.01
                for limited in ("timeoutSeconds", "budgetSeconds", "waitSeconds"):
                    if limited in value:
                        value[limited] = 0.01
            # What is spoilt may have lost its time, and would wait.
            may_be_spoilt = not path.endswith("/wait")
            data = documents.spoilt(value) if may_be_spoilt and draw.random() < 0.05 else json.dumps(value).encode()
            headers["Content-Type"] = media
        client.send(method, path + ("?" + urllib.parse.urlencode(query) if query else ""), data, headers)
    client.close()


def documents(binary, seed, scale):
    """Documents made of the description, for every operation, with values at and beyond their edges."""
    tally = Tally()
    with Server(binary) as server:
        for part in range(4):
            fuzz(server, tally, seed * 1_000 + part, int(6_000 * scale))
            server.check("documents", 1_500 * MEGABYTE)
        client = Client(server.address, tally)
        for opening in (b"[", b'{"a":', b'[{"all":'):
            for method, path, _, media, body in operations(description(server)):
                if body is not None:
                    client.send(method, path.replace("{", "").replace("}", ""), opening * (900_000 // len(opening)), {"Content-Type": media})
        server.check("depth", 1_500 * MEGABYTE)
    return tally


def store(binary, seed, scale):
    """The same with a data directory, killed at the end: the store is whole, and a replay agrees."""
    tally, said = Tally(), []
    with tempfile.TemporaryDirectory(prefix="greenroom-hostile-") as folder:
        for part in range(2):
            with Server(binary, "--data-dir", folder) as server:
                fuzz(server, tally, seed * 1_000 + 500 + part, int(3_000 * scale), lambda path: "/devices" in path)
                server.check("with a data directory", 1_500 * MEGABYTE)
                server.kill()
        for command in ("check", "replay"):
            done = subprocess.run([binary, command, folder], capture_output=True, text=True, timeout=600)
            said.append((done.stdout or done.stderr).strip().splitlines()[-1][:160])
            if done.returncode != 0:
                raise Broken(f"greenroom {command} ends with {done.returncode}: {(done.stdout + done.stderr)[-1500:]}")
    return f"{tally}; {'; '.join(said)}"


def numbers(binary, seed, scale):
    """Numbers at the edges of what is read, in every field that takes one, and then time."""
    tally = Tally()
    draw = random.Random(seed)
    with Server(binary) as server:
        client = Client(server.address, tally)
        described = description(server)
        made = Documents(described, seed, names_of(server))
        actions = described["components"]["schemas"]["Action"]
        choices = [one for several in ("oneOf", "anyOf") for one in actions.get(several, [])]
        for number in range(int(400 * scale)):
            if number % 40 == 0:
                client.send("DELETE", "/v1/devices?label=suite%3Dhostile")
                rate = draw.choice([5e-324, 1e-6, 1, 1e6])
                client.send("POST", "/v1/devices", {
                    "id": "phone", "labels": {"suite": "hostile"}, "clock": {"mode": "scaled", "rate": rate}
                    if draw.random() < 0.3 else {"mode": "manual"},
                    "apps": [{"bundleID": APP, "footprintBytes": draw.choice([0, 1, 2**50, 2**62]), "infoPlist": {"UIBackgroundModes": ["audio", "fetch"]}}],
                })
                client.send("POST", "/v1/devices/phone/events", {"type": "app.launch", "bundleID": APP})
            action = made.value(draw.choice(choices))
            if isinstance(action, dict):
                for field, value in action.items():
                    if isinstance(value, (int, float)) and not isinstance(value, bool):
                        action[field] = draw.choice(EDGES)
            client.send("POST", f"/v1/devices/phone/apps/{APP}/actions", [action] * draw.choice([1, 1, 25, 1_000]))
            client.send("POST", "/v1/devices/phone/clock/advance", {"seconds": draw.choice([0, 0.001, 1, 3_153_600_000, 1e15])})
        server.check("numbers", 1_000 * MEGABYTE)
    return tally


def files(binary, seed, scale):
    """Scenario and exploration files, spoilt: by bytes, and by lines that are repeated, moved or left out."""
    tally = Tally()
    draw = random.Random(seed)
    texts = [path.read_bytes() for folder in ("conformance", "examples") for path in sorted(pathlib.Path(folder).rglob("*.yaml"))]
    bombs = [
        b"a: &a [1,1]\nb: &b [*a,*a,*a]\n" + b"".join(b"k%d: &k%d [*%s,*%s,*%s]\n" % (n, n, p, p, p) for n, p in
                                                     enumerate([b"b"] + [b"k%d" % m for m in range(30)])),
        b"[" * 20_000, b"{a: " * 20_000, b"- " * 50_000, b"? " * 20_000, b"%YAML 9.9\n---\n", b"!!python/object:os.system x", b"--- |\n" + b" x\n" * 50_000,
        b"\xff\xfe" + "scenario: x".encode("utf-16-le"), b"scenario: &a x\nsteps: *a\n", b"<<: {a: 1}\nscenario: x\nsteps: []", b"scenario: x\nscenario: y\nsteps: []",
        b"include: /etc/passwd\n", b"scenario: x\nsteps: [{include: ../../etc/passwd}]\n", b"\x00" * 1_000, b"a: " + b"'" * 10_001, b"x" * 900_000,
    ]
    with Server(binary) as server:
        client = Client(server.address, tally, longest=30)
        made = Documents(description(server), seed, {})
        for bomb in bombs:
            for path in ("/v1/scenarios/run", "/v1/explorations"):
                client.send("POST", path, bomb, {"Content-Type": "application/yaml"})
        for _ in range(int(1_500 * scale)):
            text = draw.choice(texts)
            if draw.random() < 0.5:
                text = made.spoilt(text)
            lines = text.split(b"\n")
            for _ in range(draw.randint(0, 3)):
                at = draw.randrange(len(lines))
                match draw.randrange(3):
                    case 0:
                        lines[at:at] = lines[at : at + draw.randint(1, 4)] * draw.choice([1, 1, 30])
                    case 1:
                        del lines[at]
                    case 2:
                        lines.insert(draw.randrange(len(lines)), lines.pop(at))
                if not lines:
                    lines = [b""]
            path = draw.choice(["/v1/scenarios/run", "/v1/scenarios/run", "/v1/explorations"])
            status, data = client.send("POST", path, b"\n".join(lines), {"Content-Type": "application/yaml"})
            if path == "/v1/explorations" and status in (201, 202):
                client.send("DELETE", "/v1/explorations/" + str(json.loads(data).get("id")))
        server.check("files", 1_500 * MEGABYTE)
    return tally


def agents(binary, seed, scale):
    """The Model Context Protocol with messages that are nearly right, and every tool with junk."""
    tally = Tally()
    draw = random.Random(seed)
    junk = [None, True, 0, -1, 2**63, 1e308, "", "x", [], {}, [1], {"a": 1}, "\u0000", TEXTS[3]]
    with Server(binary) as server:
        client = Client(server.address, tally, {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"})
        status, data = client.send("POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
        tools = json.loads(data).get("result", {}).get("tools", []) if status == 200 else []
        if not tools:
            raise Broken(f"no tools: {status} {data[:300]!r}")
        methods = ["initialize", "ping", "tools/list", "tools/call", "resources/list", "resources/read", "prompts/list", "notifications/initialized", "x", ""]
        made = Documents({"components": {"schemas": {}}}, seed, {"device": ["phone"], "bundleID": [APP]})
        make_devices(client)
        for _ in range(int(8_000 * scale)):
            if draw.random() < 0.7:
                tool = draw.choice(tools)
                arguments = made.value(tool["inputSchema"])
                if isinstance(arguments, dict):
                    for limited in ("timeoutSeconds", "waitSeconds", "budgetSeconds"):
                        if limited in arguments:
                            arguments[limited] = 0
                message = {"jsonrpc": "2.0", "id": draw.choice([1, "a", None]), "method": "tools/call", "params": {"name": tool["name"], "arguments": arguments}}
            else:
                message = {"jsonrpc": draw.choice(["2.0", "1.0", 2]), "id": draw.choice(junk), "method": draw.choice([*methods, *junk]), "params": draw.choice(junk)}
                for name in list(message):
                    if draw.random() < 0.1:
                        del message[name]
            if draw.random() < 0.03:
                message = draw.choice([[message], [message] * 50, "x", 1, None])
            data = made.spoilt(message) if draw.random() < 0.05 else json.dumps(message).encode()
            client.send("POST", "/mcp", data, {"MCP-Protocol-Version": draw.choice(["2026-07-28", "x", ""])} if draw.random() < 0.05 else None)
        server.check("agents", 1_000 * MEGABYTE)
    return tally


def doors(binary, seed, scale):
    """Every path and method without a token, with a wrong one and with the one that only reads; hosts, origins, tricks of paths."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "full").write_text("full-secret\n")
        pathlib.Path(folder, "read").write_text("read-secret\n")
        with Server(binary, "--token-file", f"{folder}/full", "--read-only-token-file", f"{folder}/read") as server:
            described = json.loads(ask(server.address, "GET", "/openapi.json", headers={"Authorization": "Bearer full-secret"})[2])
            free = {"/livez", "/readyz", "/version", "/v1/apns/ca.pem"}
            client = Client(server.address, tally)
            refused = {401, 404, 405}
            known = {(method, path) for method, path, *_ in operations(described)}
            for path in sorted({path for _, path in known}):
                target = path.replace("{", "").replace("}", "")
                # It never ends for those who may read it.
                tokens = [one for one in TOKENS if one != "read-secret" or path != "/v1/timeline"]
                for method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"):
                    for token in tokens:
                        headers = {"Authorization": f"Bearer {token}"} if token is not None else {}
                        status, _ = client.send(method, target, b"{}" if method in ("POST", "PUT", "PATCH") else None, headers)
                        open_to_all = path in free or path.startswith(("/problems", "/openapi"))
                        if token != "read-secret" and status not in refused and not open_to_all and not (method == "OPTIONS" and status in (204, 403)):
                            if (method, path) in known and status not in (403, 415, 421):
                                raise Broken(f"{method} {target} with the token {token!r} answers {status}")
                        if token == "read-secret" and method in ("POST", "PUT", "PATCH", "DELETE") and status in (200, 201, 204) and path not in free:
                            if not path.endswith(("/wait", "/scenarios/run")):
                                raise Broken(f"{method} {target} with the token that only reads answers {status}")
            for target in ("//v1/devices", "/v1//devices", "/v1/./devices", "/v1/../v1/devices", "/v1/devices/", "/v1/devices%2f", "/V1/devices",
                           "/v1/devices;x", "/livez/../v1/devices", "/livez%2f..%2fv1/devices", "http://localhost/v1/devices", "*", "/v1/devices#x", "/v1/devices%00"):
                answer = raw(server.address, f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
                tally.add(int(answer.split(b" ")[1]) if answer.startswith(b"HTTP/1.1 ") else 0)
                if answer.startswith(b"HTTP/1.1 200"):
                    raise Broken(f"GET {target} without a token answers 200")
            for name in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "a b", "[::1", "localhost:99999", "\xff", "localhost, evil.example"):
                answer = raw(server.address, f"GET /v1/devices HTTP/1.1\r\nHost: {name}\r\nAuthorization: Bearer full-secret\r\nConnection: close\r\n\r\n".encode("latin-1"))
                tally.add(int(answer.split(b" ")[1]) if answer.startswith(b"HTTP/1.1 ") else 0)
                if answer.startswith(b"HTTP/1.1 200"):
                    raise Broken(f"the host {name!r} is accepted")
            for name in ("https://evil.example", "null", "http://localhost.evil.example", "http://localhost:1", "file://", "x"):
                status, _ = client.send("POST", "/v1/devices", b"{}", {"Origin": name, "Authorization": "Bearer full-secret"})
                if status != 403:
                    raise Broken(f"the origin {name!r} gets {status}")
            server.check("doors")
    return tally


def queries(binary, seed, scale):
    """Queries, cursors, sequences, entity tags and Last-Event-IDs out of range, of wrong kinds, and twice."""
    tally = Tally()
    values = ["", "0", "-1", "1", "abc", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1e3", "0x1", "%00", "%ff", "1&limit=2", "null", "1.5", "+1", "01"]
    with Server(binary) as server:
        client = Client(server.address, tally)
        make_devices(client)
        for path, names in {
            "/v1/devices/phone/timeline": ("after", "limit", "last", "kind", "bundleID", "as", "wait"), "/v1/devices": ("cursor", "limit", "label", "fields"),
            "/v1/processes": ("cursor", "limit", "state"), "/v1/requests": ("after", "limit", "device", "status"), "/v1/devices/phone/pushes": ("after", "limit"),
            "/v1/explorations": ("after", "limit", "cursor"), f"/v1/devices/phone/apps/{APP}/explain": ("state",), "/v1/rulebook": ("profile",),
            "/v1/devices/phone/scenario": ("from", "to", "format"), f"/v1/devices/phone/apps/{APP}/reports": ("limit", "after"),
        }.items():
            for name in names:
                for value in values:
                    client.send("GET", f"{path}?{name}={value}")
                    client.send("GET", f"{path}?{name}={value}&{name}={value}")
        for value in values:
            text = urllib.parse.unquote(value)
            if text.isprintable() and text.isascii():
                for header in ("Last-Event-ID", "If-Match", "If-None-Match", "Idempotency-Key", "Range", "Accept", "Accept-Language", "Content-Encoding", "Prefer"):
                    client.send("GET", "/v1/devices/phone", None, {header: text})
                    client.send("POST", "/v1/devices/phone/events", {"type": "device.home"}, {header: text})
        server.check("queries")
    return tally


def keys(binary, seed, scale):
    """Idempotency keys and If-Match by eight clients at once: once each, in one order."""
    tally = Tally()
    with Server(binary) as server:
        client = Client(server.address, tally)
        make_devices(client)

        def race(number):
            own = Client(server.address, Tally())
            seen = set()
            for turn in range(int(60 * scale) + 10):
                status, data = own.send("POST", "/v1/devices/phone/events", {"type": "device.home"}, {"Idempotency-Key": f"key-{turn}"})
                seen.add((turn, status, data))
            own.close()
            tally.count += own.tally.count
            return seen

        with concurrent.futures.ThreadPoolExecutor(8) as threads:
            answers = set().union(*threads.map(race, range(8)))
        turns = {turn for turn, _, _ in answers}
        if len(answers) != len(turns):
            raise Broken(f"{len(answers)} different answers to {len(turns)} keys")
        for body, headers in (({"type": "device.lock"}, {}), ({"type": "device.home"}, {"X": "1"})):
            status, _ = client.send("POST", "/v1/devices/phone/events", body, {"Idempotency-Key": "key-1"} | headers)
            if (status == 422) != (body["type"] == "device.lock"):
                raise Broken(f"a key that was used for another body answers {status}")

        def linear(number):
            own, done = Client(server.address, Tally()), []
            while len(done) < int(20 * scale) + 5:
                _, data = own.send("GET", "/v1/devices/pad")
                sequence = json.loads(data)["sequence"]
                status, _ = own.send("POST", "/v1/devices/pad/events", {"type": "device.home"}, {"If-Match": f'"{sequence}"'})
                if status not in (200, 412):
                    raise Broken(f"If-Match gets {status}")
                if status == 200:
                    done.append(sequence)
            tally.count += own.tally.count
            return done

        with concurrent.futures.ThreadPoolExecutor(8) as threads:
            met = [sequence for done in threads.map(linear, range(8)) for sequence in done]
        done = len(met)
        if len(set(met)) != done:
            raise Broken(f"two inputs were applied at one sequence: {sorted(one for one in set(met) if met.count(one) > 1)[:5]}")
        status, _ = client.send("POST", "/v1/devices/pad/events", {"type": "device.home"}, {"If-Match": f'"{met[0]}"'})
        if status != 412:
            raise Broken(f"If-Match with a sequence that is over gets {status}")
        _, data = client.send("GET", "/v1/devices/pad/timeline?limit=1000")
        page = json.loads(data)
        inputs = [record for record in page["records"] if record["kind"] == "input" and "event" in record]
        if not page.get("truncated") and len(inputs) < min(done, 100):
            raise Broken(f"{done} inputs were acknowledged, and the timeline has {len(inputs)}")
        server.check("keys")
    return f"{tally.count} requests, {done} inputs by If-Match"


def chaos(binary, seed, scale):
    """Creations, deletions, forks, advances, waits, streams and batches against each other, with connections reset amid them."""
    seconds, tallies = max(5, 12 * scale), []
    with Server(binary, "--max-requests", "200") as server:
        before = server.descriptors()

        def life(number):
            draw, tally = random.Random(seed * 100 + number), Tally()
            tallies.append(tally)
            client = Client(server.address, tally, longest=30)
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                name = f"d{draw.randrange(12)}"
                match draw.randrange(12):
                    case 0 | 1:
                        client.send("POST", "/v1/devices", {"id": name, "clock": {"mode": draw.choice(["manual", "realtime"])}, "apps": [{"bundleID": APP}]})
                    case 2:
                        client.send("DELETE", f"/v1/devices/{name}")
                    case 3:
                        client.send("POST", f"/v1/devices/{name}/fork", {"id": f"d{draw.randrange(12)}"})
                    case 4 | 5 | 6:
                        client.send("POST", f"/v1/devices/{name}/events", {"type": draw.choice(["device.home", "device.lock", "device.unlock", "app.launch"]), "bundleID": APP}
                                    if draw.random() < 0.5 else {"type": "device.home"})
                    case 7:
                        client.send("POST", f"/v1/devices/{name}/clock/advance", {"seconds": draw.choice([1, 60, 3600])})
                    case 8:
                        client.send("POST", f"/v1/devices/{name}/wait", {"until": {"record": {"kind": "exit"}}, "timeoutSeconds": 0.05})
                    case 9:
                        lines = "".join(json.dumps({"device": f"d{draw.randrange(12)}", "event": {"type": "device.home"}}) + "\n" for _ in range(20))
                        client.send("POST", "/v1/batch", lines.encode(), {"Content-Type": "application/x-ndjson"})
                    case 10:
                        client.send("POST", "/v1/explorations", {"device": name, "bundleID": APP, "budgetSeconds": 0.1})
                    case 11:
                        path = draw.choice([f"/v1/devices/{name}/timeline", "/v1/timeline", f"/v1/devices/{name}/wait"])
                        with socket.create_connection(server.address, timeout=5) as connection:
                            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n".encode()[: draw.choice([20, 500])])
                            tally.add("reset")

        with concurrent.futures.ThreadPoolExecutor(8) as threads:
            list(threads.map(life, range(8)))
        time.sleep(2)
        server.check("chaos", 1_000 * MEGABYTE)
        if server.descriptors() > before + 20:
            raise Broken(f"{server.descriptors() - before} descriptors are left open")
        statuses = {}
        for tally in tallies:
            for status, count in tally.statuses.items():
                statuses[status] = statuses.get(status, 0) + count
    return f"{sum(statuses.values())} ({statuses})"


def twice(binary, seed, scale):
    """The same requests on two servers with different shards: all timelines are the same bytes."""
    tally, timelines = Tally(), []
    for shards in ("1", "16"):
        with Server(binary, "--shards", shards) as server:
            fuzz(server, tally, seed * 1_000 + 900, int(1_500 * scale), lambda path: path.endswith(("/events", "/actions", "/advance", "/complete")))
            pages = []
            for name in DEVICES:
                status, data = Client(server.address, tally).send("GET", f"/v1/devices/{name}/timeline?limit=1000")
                pages.append(data)
            timelines.append(pages)
    if timelines[0] != timelines[1]:
        raise Broken("the timelines differ")
    return tally


PARTS = [documents, store, numbers, files, agents, doors, queries, keys, chaos, twice]
