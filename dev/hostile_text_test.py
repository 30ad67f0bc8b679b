"""Sends a server texts that are expensive to compare, wherever a text can stand, and measures the processor time of each answer.

hostile_text_test.py PID URL TOKEN APPIUM WDA APNS DESCRIPTION [SEED]

A text is compared with plain text of the same length in the same place: it may cost a few times as much, and not a
thousand times, as a run of combining marks does where it is compared by canonical equivalence. Every answer is a refusal or
an ordinary one.
"""

import base64
import json
import random
import re
import socket
import ssl
import struct
import sys
import time
from urllib.parse import urlsplit

PID, URL, TOKEN, APPIUM, WDA, APNS, DESCRIPTION = sys.argv[1:8]
SEED = int(sys.argv[8]) if len(sys.argv) > 8 else random.randrange(1 << 32)
DRAW = random.Random(SEED)
PID = int(PID)

# The text that is expensive, beside which all others are ordinary ones of which a long run is unusual.
MARKS = "marks"
UNITS = {
    MARKS: "\u0301\u0316",
    "marks within the limit": "e" + "\u0301\u0316" * 15,
    "regional indicators": "\U0001f1e6\U0001f1e7",
    "Hangul in parts": "\u1100\u1161\u11a8",
    "Hangul vowels": "\u1161",
    "conjuncts": "\u0915\u094d",
    "a family": "\U0001f468\u200d",
    "vowels made of marks": "\u0f73",
    "letters with accents": "\u00e9\u1e69",
}
OTHERS = [kind for kind in UNITS if kind != MARKS]

# The bytes of a text in a body, in a head of HTTP/1, and in one of HTTP/2, of which at most 16 KiB are read.
BODY_BYTES, HEAD_BYTES, FIELD_BYTES = 32_000, 32_000, 12_000
# How many times the processor time of plain text a text may cost, and how much in any case.
FACTOR, FREE_SECONDS = 10, 0.02
# Measured again before it counts: other work of the machine and the server falls into it.
ATTEMPTS = 3

HOLE = "H0LE"


def text(kind, length):
    """A text of about so many bytes; plain for no kind."""
    if kind is None:
        return b"a" * length
    unit = UNITS[kind].encode()
    return b"a" + unit * (length // len(unit))


def processor_seconds():
    """The processor time that the server has used, in the precision of the scheduler (clock_getcpuclockid)."""
    return time.clock_gettime((~PID << 3) | 2)


# MARK: HTTP/1


class Connection:
    """A connection that is opened again when the server has closed it."""

    def __init__(self, address):
        host, _, port = address.rpartition(":")
        self.address = (host.strip("[]"), int(port))
        self.socket = None

    def ask(self, request):
        """The status and the body of the answer."""
        for attempt in (1, 2):
            if self.socket is None:
                self.socket = socket.create_connection(self.address, timeout=10)
                self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            try:
                try:
                    self.socket.sendall(request)
                except (BrokenPipeError, ConnectionResetError):
                    # The answer may have come before all was sent.
                    pass
                return self.answer()
            except (EOFError, ConnectionResetError, BrokenPipeError):
                self.close()
                if attempt == 2:
                    raise
        raise AssertionError

    def close(self):
        if self.socket is not None:
            self.socket.close()
            self.socket = None

    def answer(self):
        data = b""
        while b"\r\n\r\n" not in data:
            data += self.more()
        head, _, body = data.partition(b"\r\n\r\n")
        status = int(head.split(b" ", 2)[1])
        lower = head.lower()
        length = re.search(rb"\r\ncontent-length: (\d+)", lower)
        if length:
            while len(body) < int(length[1]):
                body += self.more()
        elif b"transfer-encoding: chunked" in lower and b"text/event-stream" not in lower:
            while not body.endswith(b"0\r\n\r\n"):
                body += self.more()
        if length is None or b"\r\nconnection: close" in lower:
            self.close()
        return status, body

    def more(self):
        data = self.socket.recv(1 << 20)
        if not data:
            raise EOFError
        return data


def request(method, path, headers=(), body=None, host=b"localhost"):
    """The bytes of a request; names and values are bytes."""
    lines = [method.encode() + b" " + path + b" HTTP/1.1", b"Host: " + host]
    lines += [name + b": " + value for name, value in headers]
    if body is not None:
        lines.append(b"Content-Length: %d" % len(body))
    return b"\r\n".join(lines) + b"\r\n\r\n" + (body or b"")


# MARK: Measuring


class Tally:
    """What was sent and what it cost."""

    def __init__(self):
        self.requests = self.bytes = 0
        self.cost = self.plain = 0.0
        self.worst = (0.0, "")
        self.failures = []
        # What plain text costs, by the first word or two of what is compared.
        self.usual = {}

    def compare(self, what, make, send, check, length):
        """Sends a request with each kind of text and with plain text.

        make(kind, text) gives the request, send(request) the answer; check(answer, kind) says what is wrong with it.
        """
        group = what.split(" ", 2)[:2] + [str(length)]
        plain = self.usual.get(tuple(group))
        if plain is None:
            plain = self.usual[tuple(group)] = self.measure(make(None, text(None, length)), send)[0]
        for kind in [MARKS] + ([DRAW.choice(OTHERS)] if DRAW.random() < 0.25 else []):
            message = make(kind, text(kind, length))
            for attempt in range(ATTEMPTS):
                if attempt:
                    plain = max(plain, self.measure(make(None, text(None, length)), send)[0])
                seconds, answer = self.measure(message, send)
                limit = FACTOR * plain + FREE_SECONDS
                if seconds <= limit:
                    break
            self.requests += 1
            self.bytes += len(message)
            self.cost += seconds
            self.plain += plain
            self.worst = max(self.worst, (seconds, f"{what}, {kind}"))
            wrong = check(answer, kind)
            if seconds > limit:
                wrong = f"{seconds * 1000:.1f} ms of processor time, and plain text {plain * 1000:.1f} ms"
            if wrong:
                self.failures.append(f"{what}, {kind}: {wrong}")
                if len(self.failures) >= 8:
                    self.end()

    def measure(self, message, send):
        before = processor_seconds()
        try:
            answer = send(message)
        except (OSError, EOFError) as error:
            answer = error
        return processor_seconds() - before, answer

    def end(self):
        print(
            f"hostile text: seed {SEED}, {self.requests} requests, {self.bytes / 1e6:.0f} MB,"
            f" {self.cost * 1000 / max(1, self.requests):.2f} ms of processor time each (plain text"
            f" {self.plain * 1000 / max(1, self.requests):.2f} ms), at most {self.worst[0] * 1000:.1f} ms ({self.worst[1]})")
        for failure in self.failures:
            print(f"  {failure}", file=sys.stderr)
        sys.exit(1 if self.failures else 0)


def checked(answer, kind, in_body=False):
    """What is wrong with an answer of the interface; None if it is a refusal that says why, or an ordinary answer."""
    if isinstance(answer, Exception):
        return f"no answer: {answer!r}"
    status, body = answer
    # 501 is a transfer coding that is not read.
    if status >= 500 and status not in (501, 503):
        return f"{status}: {body[:200]!r}"
    if status >= 400 and b'"code":"' not in body:
        return f"{status} without a problem: {body[:200]!r}"
    if kind == MARKS and in_body and status < 400:
        return f"accepted: {status}"
    return None


def driver_checked(answer, _):
    """As `checked`, of a listener for WebDriver: its errors have a status of their own, and a value."""
    if isinstance(answer, Exception):
        return f"no answer: {answer!r}"
    status, body = answer
    if b'"value"' not in body and status != 200:
        return f"{status} without a value: {body[:200]!r}"
    return None


# MARK: Fields


class Fields:
    """Documents that fit schemas of the description, with a hole in each place where a text or a name can stand."""

    def __init__(self, schemas):
        self.schemas = schemas
        self.expanded = set()

    def resolve(self, schema):
        while "$ref" in schema:
            schema = self.schemas[schema["$ref"].rsplit("/", 1)[1]]
        return schema

    def sample(self, schema, depth=0):
        """A small document that fits a schema, or nearly."""
        schema = self.resolve(schema)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return schema["enum"][0]
        for key in ("oneOf", "anyOf"):
            if key in schema:
                return self.sample(schema[key][0], depth)
        kind = schema.get("type", "object" if "properties" in schema else "string")
        if isinstance(kind, list):
            kind = kind[0]
        if kind == "object":
            if depth > 12:
                return {}
            properties = schema.get("properties", {})
            return {name: self.sample(properties.get(name, {}), depth + 1) for name in schema.get("required", [])}
        if kind == "array":
            return [self.sample(schema.get("items", {}), depth + 1)] if schema.get("minItems") else []
        if kind == "string":
            return (schema.get("examples") or ["com.example.notes"])[0]
        return {"boolean": True, "null": None}.get(kind, schema.get("minimum", 1))

    def holes(self, schema, path=""):
        """A path and a document for each hole. What a reference names is looked into once."""
        if "$ref" in schema:
            if schema["$ref"] in self.expanded:
                return
            self.expanded.add(schema["$ref"])
            schema = self.resolve(schema)
        alternatives = schema.get("oneOf", []) + schema.get("anyOf", [])
        if alternatives:
            for alternative in alternatives:
                if alternative.get("type") != "null":
                    yield from self.holes(alternative, path)
            return
        kind = schema.get("type", "object" if "properties" in schema else "string")
        kinds = kind if isinstance(kind, list) else [kind]
        if "object" in kinds:
            base = self.sample(schema)
            yield f"{path}{{name}}", {**base, HOLE: 0}
            for name, inner in schema.get("properties", {}).items():
                for below, document in self.holes(inner, f"{path}.{name}"):
                    yield below, {**base, name: document}
            if isinstance(schema.get("additionalProperties"), dict):
                inner = schema["additionalProperties"]
                yield f"{path}.*{{name}}", {**base, HOLE: self.sample(inner)}
                for below, document in self.holes(inner, f"{path}.*"):
                    yield below, {**base, "com.example.notes": document}
        elif "array" in kinds:
            for below, document in self.holes(schema.get("items", {}), f"{path}[]"):
                yield below, [document]
        else:
            yield path, HOLE


# MARK: The interface

DEVICE, APP = "hostile-text", "com.example.notes"
MAIN = Connection(urlsplit(URL).netloc)
JSON = (b"Content-Type", b"application/json")
BEARER = (b"Authorization", b"Bearer " + TOKEN.encode())
HEADERS = [
    b"Accept", b"Accept-Language", b"Access-Control-Request-Method", b"Authorization", b"Connection", b"Content-Type", b"Cookie",
    b"Expect", b"Host", b"Idempotency-Key", b"If-Match", b"If-None-Match", b"Last-Event-ID",
    b"MCP-Protocol-Version", b"Mcp-Method", b"Mcp-Name", b"Origin", b"Sec-Fetch-Site", b"TE", b"Transfer-Encoding", b"User-Agent",
    b"X-Anything", b"X-Idempotency-Key", b"X-Request-Id",
]
TALLY = Tally()


def call(method, path, document=None):
    body = None if document is None else json.dumps(document).encode()
    return MAIN.ask(request(method, path.encode(), [BEARER, JSON], body))


def encoded(value):
    """The bytes percent-encoded, at the length that they had."""
    return b"".join(b"%%%02X" % byte for byte in value[: len(value) // 3])


def filled(template, values):
    return re.sub(r"\{(\w+)\}", lambda match: values.get(match[1], "1"), template).encode()


def bodies(description, method, path, operation):
    """Each field of each body of an operation, and each name in it."""
    target = filled(path, VALUES)
    for media, content in operation.get("requestBody", {}).get("content", {}).items():
        fields = Fields(description["components"]["schemas"])
        schema = content.get("x-itemSchema", content["schema"])
        if schema.get("format") == "binary":
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
        holes = list(fields.holes(schema))
        # The same fields, read by another parser, which makes the same values.
        for place, document in DRAW.sample(holes, min(len(holes), 40)) if "yaml" in media else holes:
            if path.endswith("/wait") and isinstance(document, dict):
                document = {"timeoutSeconds": 0, **document}
            template = json.dumps(document).encode() + (b"\n" if "ndjson" in media else b"")

            def make(kind, value, template=template, media=media):
                body = template.replace(HOLE.encode(), value)
                return request(method.upper(), target, [BEARER, (b"Content-Type", media.encode())], body)

            def check(answer, kind, media=media):
                # A batch is answered line by line.
                return checked(answer, kind, in_body="ndjson" not in media)

            TALLY.compare(f"{method.upper()} {path} {media} {place}", make, MAIN.ask, check, BODY_BYTES)


def heads(description, method, path, operation):
    """Each header, each parameter of the path and the query of an operation, with and without a token."""
    target = filled(path, VALUES)
    body = b"{}" if operation.get("requestBody") else None
    parameters = [
        description["components"]["parameters"][one["$ref"].rsplit("/", 1)[1]] if "$ref" in one else one
        for one in operation.get("parameters", [])
    ]
    for headers in ([BEARER], []):
        token = "with a token" if headers else "without a token"

        def compare(what, make):
            TALLY.compare(f"{method.upper()} {path} {what} {token}", make, MAIN.ask, checked, HEAD_BYTES)

        described = {one["name"].encode() for one in parameters if one["in"] == "header"}
        for name in sorted(described | set(DRAW.sample(HEADERS, 5) if path != "/v1/devices" else HEADERS)):
            if name == b"Host":
                compare("Host", lambda kind, value: request(method.upper(), target, headers + [JSON], body, host=value))
            else:
                others = [one for one in headers + [JSON] if one[0] != name]
                compare(name.decode(), lambda kind, value, name=name, others=others: request(
                    method.upper(), target, others + [(name, value)], body))
        for one in parameters:
            for form in (bytes, encoded):
                how = "" if form is bytes else " encoded"
                if one["in"] == "path":
                    template = filled(path, {**VALUES, one["name"]: HOLE})
                    compare(one["name"] + how, lambda kind, value, form=form, template=template: request(
                        method.upper(), template.replace(HOLE.encode(), form(value)), headers + [JSON], body))
                elif one["in"] == "query":
                    name = one["name"].encode()
                    compare(one["name"] + how, lambda kind, value, form=form, name=name: request(
                        method.upper(), target + b"?" + name + b"=" + form(value), headers + [JSON], body))
        compare("name in the query", lambda kind, value: request(
            method.upper(), target + b"?" + DRAW.choice([bytes, encoded])(value) + b"=1", headers + [JSON], body))
        compare("path", lambda kind, value: request(
            method.upper(), target + b"/" + DRAW.choice([bytes, encoded])(value), headers + [JSON], body))


def protocol():
    """Messages of the Model Context Protocol."""
    messages = [
        {"method": HOLE}, {"method": "tools/call", "params": {"name": HOLE}}, {HOLE: 1, "method": "ping"},
        {"method": "tools/call", "params": {"name": "create_device", "arguments": {HOLE: 1}}},
        {"method": "tools/call", "params": {"name": "create_device", "arguments": {"id": HOLE}}},
        {"method": "tools/call", "params": {"name": "read_timeline", "arguments": {"device": HOLE}}},
        {"method": "resources/read", "params": {"uri": HOLE}}, {"method": "initialize", "params": {"protocolVersion": HOLE}},
        {"method": "tools/list", "params": {"cursor": HOLE}}, {"method": "tools/list", "params": {HOLE: {}}},
    ]

    def check(answer, _):
        return f"{answer!r:.200}" if isinstance(answer, Exception) or answer[0] >= 500 else None

    for message in messages:
        template = json.dumps({"jsonrpc": "2.0", "id": 1, **message}).encode()
        headers = [BEARER, JSON, (b"Accept", b"application/json, text/event-stream"), (b"MCP-Protocol-Version", b"2025-11-25")]
        TALLY.compare(f"MCP {message}", lambda kind, value: request(
            "POST", b"/mcp", headers, template.replace(HOLE.encode(), value)), MAIN.ask, check, BODY_BYTES)
    named = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "x", "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}},
    }}).encode()
    TALLY.compare("MCP Mcp-Name in Base64", lambda kind, value: request("POST", b"/mcp", [
        BEARER, JSON, (b"Accept", b"application/json, text/event-stream"), (b"MCP-Protocol-Version", b"2026-07-28"),
        (b"Mcp-Method", b"tools/call"), (b"Mcp-Name", b"=?base64?" + base64.b64encode(value) + b"?="),
    ], named), MAIN.ask, check, HEAD_BYTES // 2)


# MARK: Other listeners


def driver(name, address):
    """A listener for WebDriver: paths, queries, headers, and fields of bodies."""
    connection = Connection(urlsplit(address).netloc if "//" in address else address)
    token = (b"Authorization", b"Basic " + base64.b64encode(b"x:" + TOKEN.encode()))
    session = b"/session/1"
    if name == "Appium":
        opened = connection.ask(request("POST", b"/session", [token, JSON], json.dumps({
            "capabilities": {"alwaysMatch": {"platformName": "iOS", "appium:automationName": "XCUITest"}}}).encode()))
        session = b"/session/" + json.loads(opened[1])["value"]["sessionId"].encode()
    posts = [
        (b"/session", {"capabilities": {"alwaysMatch": {HOLE: 1}}}), (b"/session", {HOLE: 1}),
        (b"/session", {"capabilities": {"alwaysMatch": {"platformName": HOLE}}}),
        (b"/session", {"capabilities": {"alwaysMatch": {"platformName": "iOS", "appium:bundleId": HOLE, "bundleId": HOLE}}}),
        (b"/session", {"capabilities": {"alwaysMatch": {"platformName": "iOS", "appium:udid": HOLE}}}),
        (session + b"/execute/sync", {"script": HOLE, "args": []}),
        (session + b"/execute/sync", {"script": "mobile: launchApp", "args": [{"bundleId": HOLE}]}),
        (session + b"/execute/sync", {"script": "mobile: launchApp", "args": [{HOLE: 1}]}),
        (session + b"/element", {"using": HOLE, "value": "x"}), (session + b"/elements", {"using": "name", "value": HOLE}),
        (session + b"/wda/apps/launch", {"bundleId": HOLE}), (session + b"/wda/apps/state", {"bundleId": HOLE}),
        (session + b"/appium/settings", {"settings": {HOLE: 1}}), (session + b"/appium/log_event", {"vendor": HOLE, "event": "x"}),
        (session + b"/wda/pressButton", {"name": HOLE}), (session + b"/timeouts", {HOLE: 1}),
        (b"/wda/apps/launch", {"bundleId": HOLE}), (b"/wda/siri/activate", {"text": HOLE}),
    ]
    for path, document in posts:
        template = json.dumps(document).encode()
        TALLY.compare(f"{name} POST {path.decode()} {document}", lambda kind, value: request(
            "POST", path, [token, JSON], template.replace(HOLE.encode(), value)), connection.ask, driver_checked, BODY_BYTES)
    for headers in ([token], []):
        for path in (b"/" + HOLE.encode(), b"/session/" + HOLE.encode(), session + b"/element/" + HOLE.encode() + b"/text",
                     b"/devices/" + HOLE.encode() + b"/status", b"/wd/hub/" + HOLE.encode(), b"/status?" + HOLE.encode() + b"=1",
                     session + b"/log/types?x=" + HOLE.encode()):
            for form in (bytes, encoded):
                TALLY.compare(f"{name} GET {path.decode()}", lambda kind, value: request(
                    "GET", path.replace(HOLE.encode(), form(value)), headers), connection.ask, driver_checked, HEAD_BYTES)
        for field in HEADERS:
            if field != b"Host":
                others = [one for one in headers + [JSON] if one[0] != field]
                TALLY.compare(f"{name} {field.decode()}", lambda kind, value: request(
                    "POST", b"/session", others + [(field, value)], b"{}"), connection.ask, driver_checked, HEAD_BYTES)
    hexadecimal = session + b"/element/" + HOLE.encode() + b"/text"
    TALLY.compare(f"{name} id of an element", lambda kind, value: request(
        "GET", hexadecimal.replace(HOLE.encode(), (b"a\0b\0" + value)[:2_000].hex().encode()), [token]),
        connection.ask, driver_checked, HEAD_BYTES)
    connection.close()


class Pushes:
    """A connection of HTTP/2 on TLS, with headers written out as they are (RFC 7541, 6.2.2)."""

    def __init__(self, address):
        self.host, _, port = address.rpartition(":")
        self.host, self.port = self.host.split("//")[-1].strip("[]"), int(port)
        self.socket = None

    def open(self):
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_alpn_protocols(["h2"])
        plain = socket.create_connection((self.host, self.port), timeout=10)
        self.socket = context.wrap_socket(plain, server_hostname="localhost")
        self.socket.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + self.frame(4, 0, 0, b""))
        self.stream = -1

    @staticmethod
    def frame(kind, flags, stream, payload):
        return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload

    @staticmethod
    def text(value):
        length = len(value)
        if length < 127:
            return bytes([length]) + value
        encoded, length = b"\x7f", length - 127
        while length >= 128:
            encoded, length = encoded + bytes([length % 128 + 128]), length // 128
        return encoded + bytes([length]) + value

    def ask(self, message):
        """The kinds of the frames with which the server ends the stream or the connection, and the body."""
        headers, body = message
        if self.socket is None:
            self.open()
        self.stream += 2
        block = b"".join(b"\0" + self.text(name) + self.text(value) for name, value in headers)
        frames = self.frame(1, 4, self.stream, block) + self.frame(0, 1, self.stream, body)
        self.socket.sendall(frames)
        seen, data, rest = [], b"", b""
        while True:
            part = self.socket.recv(1 << 16)
            rest += part
            while len(rest) >= 9 and len(rest) >= 9 + int.from_bytes(rest[:3], "big"):
                length, kind, flags = int.from_bytes(rest[:3], "big"), rest[3], rest[4]
                stream, payload, rest = int.from_bytes(rest[5:9], "big"), rest[9:9 + length], rest[9 + length:]
                if kind == 4 and not flags & 1:
                    self.socket.sendall(self.frame(4, 1, 0, b""))
                if stream == self.stream and kind in (0, 1, 3):
                    seen.append(kind)
                    data += payload if kind == 0 else b""
                    if kind == 3 or flags & 1:
                        return seen, data
                if kind == 7:
                    self.close()
                    return [7], payload
            if not part:
                self.close()
                return [], b""

    def close(self):
        if self.socket is not None:
            self.socket.close()
        self.socket = None


def pushes(address):
    """The listener for APNs: each header, and the names and values of a payload."""
    connection = Pushes(address)
    usual = {
        b":method": b"POST", b":scheme": b"https", b":path": b"/3/device/" + b"ab" * 32, b":authority": b"localhost",
        b"authorization": b"bearer x", b"apns-topic": APP.encode(), b"apns-push-type": b"alert", b"apns-priority": b"10",
        b"apns-expiration": b"0", b"apns-collapse-id": b"x", b"apns-id": b"123e4567-e89b-12d3-a456-426614174000",
        b"content-type": b"application/json", b"user-agent": b"x", b"x-anything": b"x", b"te": b"trailers",
    }

    def check(answer, _):
        if isinstance(answer, Exception):
            return f"no answer: {answer!r}"
        return None if answer[0] else "the connection is closed without a word"

    for name in usual:
        TALLY.compare(f"APNs {name.decode()}", lambda kind, value: (
            [(one, value if one == name else usual[one]) for one in usual], b"{}"), connection.ask, check, FIELD_BYTES)
    TALLY.compare("APNs :path of a token", lambda kind, value: (
        [(one, b"/3/device/" + value if one == b":path" else usual[one]) for one in usual], b"{}"),
        connection.ask, check, FIELD_BYTES)
    for payload in (b'{"%s":1}', b'{"aps":{"alert":"%s"}}', b'{"aps":{"%s":1}}'):
        TALLY.compare(f"APNs {payload.decode()}", lambda kind, value: (
            list(usual.items()), payload % value), connection.ask, check, 4_000)
    connection.close()


# MARK: Objects


def growth(what, make, limit):
    """Compares the processor time of one work with that of one four times as large: it must not grow much faster."""
    for attempt in range(ATTEMPTS):
        small, large = (min(TALLY.measure(make(size), MAIN.ask)[0] for _ in range(2)) for size in (1, 4))
        TALLY.requests += 4
        if large <= limit * small + FREE_SECONDS:
            return
    TALLY.failures.append(f"{what}: {small * 1000:.0f} ms, and {large * 1000:.0f} ms for four times as much")


def objects():
    """Objects with thousands of members, in another order or nearly alike, and responders in a long chain."""
    def post(path, document):
        return request("POST", path.encode(), [BEARER, JSON], json.dumps(document).encode())

    def install(members, last):
        plist = {f"key{index:06}": 0 for index in range(members)}
        return request("PUT", f"/v1/devices/{DEVICE}/apps/a.b".encode(), [BEARER, JSON],
                       json.dumps({"infoPlist": {**plist, "last": last}}).encode())

    for last in range(8):
        MAIN.ask(install(9_900, last))
    few = min(TALLY.measure(install(9_900, 100 + again), MAIN.ask)[0] for again in range(3))
    for last in range(8, 24):
        MAIN.ask(install(9_900, last))
    many = min(TALLY.measure(install(9_900, 200 + again), MAIN.ask)[0] for again in range(3))
    if many > 2 * few + FREE_SECONDS:
        TALLY.failures.append(f"one app more like 24 others: {many * 1000:.0f} ms, like 8 others {few * 1000:.0f} ms")

    def matching(size):
        count = 2_400 * size
        members = {f"key{index}": 0 for index in range(count)}
        call("DELETE", f"/v1/devices/{DEVICE}/apps/a.c")
        call("PUT", f"/v1/devices/{DEVICE}/apps/a.c", {"behavior": {
            "applicationDidEnterBackground(_:)": [{"returns": {**members, "last": 1}}]}})
        call("POST", f"/v1/devices/{DEVICE}/events", [{"type": "app.launch", "bundleID": "a.c"}, {"type": "device.home"}])
        pattern = {"kind": "returned", "result": {**dict(reversed(members.items())), "last": 2}}
        return post(f"/v1/devices/{DEVICE}/wait", {"until": {"record": pattern}, "after": 0, "timeoutSeconds": 0})

    growth("an object of 9,600 members, matched in another order", matching, 8)

    def chain(size):
        count = 250 * size
        responders = [{"name": f"r{index}", "parent": f"r{index + 1}"} for index in range(count - 1)] + [{"name": f"r{count - 1}"}]
        call("PUT", f"/v1/devices/{DEVICE}/apps/a.d", {"responders": responders})
        call("POST", f"/v1/devices/{DEVICE}/events", {"type": "app.launch", "bundleID": "a.d"})
        touch = {"type": "input.touch", "bundleID": "a.d", "target": "r0"}
        return post(f"/v1/devices/{DEVICE}/events", [touch] * 250)

    growth("250 touches on a chain of 1,000 responders", chain, 8)


# MARK: The run

with open(DESCRIPTION, encoding="utf-8") as file:
    OPENAPI = json.load(file)
VALUES = {"device": DEVICE, "bundleID": APP, "sequence": "1", "pid": "100", "profile": "ios18", "code": "unknown-path"}
assert call("POST", "/v1/devices", {
    "id": DEVICE, "clock": {"mode": "manual"}, "apps": [{"bundleID": APP}]})[0] == 201, "no device was created"
BEGAN = time.monotonic()

for template, operations in OPENAPI["paths"].items():
    for verb, described in operations.items():
        if verb in ("get", "put", "post", "patch", "delete"):
            bodies(OPENAPI, verb, template, described)
            heads(OPENAPI, verb, template, described)
protocol()
driver("Appium", APPIUM)
driver("WebDriverAgent", WDA)
pushes(APNS)
call("POST", "/v1/devices", {"id": DEVICE, "clock": {"mode": "manual"}})
objects()
started = time.monotonic()
alive = MAIN.ask(request("GET", b"/livez"))[0]
if alive != 200 or time.monotonic() - started > 5:
    TALLY.failures.append(f"/livez: {alive} after {time.monotonic() - started:.1f} s")
print(f"{time.monotonic() - BEGAN:.0f} s")
TALLY.end()
