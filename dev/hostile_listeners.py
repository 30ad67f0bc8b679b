"""What listens beside the interface, and HTTP itself: raw requests, Appium and WebDriverAgent, APNs over HTTP/2."""

import base64
import json
import random
import re
import socket
import ssl
import struct
import time

from hostile_documents import EDGES, TEXTS, Documents
from hostile_kit import MEGABYTE, Broken, Client, Server, Tally, raw

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
APP = "com.example.notes"
# Nobody has the private part of it.
PUBLIC_KEY = """-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEbfpW+s+LR74Qx8LMZxmhLaHbsvMh
iDtfnirLEh/We2fYKrf3sbLS398eUqQXKZC18QSOdTzqzM+8RB0QKw+k1w==
-----END PUBLIC KEY-----
"""


def http(binary, seed, scale):
    """Raw HTTP/1: lengths and codings that contradict each other, smuggling, pipelines, heads without an end, TLS on the port."""
    host = b"Host: localhost\r\n"
    # A request, and what must not be answered to it.
    cases = [
        (b"GET /livez HTTP/1.1\r\n" + host + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello", b"200"),
        (b"POST /v1/devices HTTP/1.1\r\n" + host + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"201"),
        (b"POST /v1/devices HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", b"201"),
        (b"POST /v1/devices HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\nTransfer-Encoding: identity\r\n\r\n{}", b"201"),
        (b"POST /v1/devices HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\nTransfer-Encoding: chunked, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", b"201"),
        (b"POST /v1/devices HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\nContent-Length: -1\r\n\r\n{}", b"201"),
        (b"POST /v1/devices HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\nContent-Length: +2\r\n\r\n{}", b"201"),
        (b"POST /v1/devices HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\nContent-Length: 99999999999999999999\r\n\r\n{}", b"201"),
        (b"POST /v1/devices HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}", b"201"),
        (b"POST /v1/devices HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n{}", b"201"),
        (b"POST /v1/devices HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\nExpect: 200-ok\r\nContent-Length: 2\r\n\r\n{}", b"201"),
        (b"GET /livez HTTP/1.1\r\n\r\n", None), (b"GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", None),
        (b"GET  /livez HTTP/1.1\r\n" + host + b"\r\n", None), (b"GET /v1/devices HTTP/9.9\r\n" + host + b"\r\n", b"200"),
        (b"GET /v1/devices HTTP/1.1\r\n" + host + b" folded: x\r\n\r\n", b"200"), (b"GET /v1/devices HTTP/1.1\r\n" + host + b"bad name: x\r\n\r\n", b"200"),
        (b"GET /v1/devices HTTP/1.1\r\n" + host + b"x\r\n\r\n", b"200"), (b"GET /v1/devices\x00 HTTP/1.1\r\n" + host + b"\r\n", b"200"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 200, None), (PREFACE + b"\x00" * 9, None), (b"\r\n" * 5_000, None),
        (b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n" + host + b"\r\n", b"200"), (b"GET /livez HTTP/1.1\r\n" + host + b"X: " + b"a" * 200_000 + b"\r\n\r\n", b"200"),
        (b"GET /livez HTTP/1.1\r\n" + host + b"X: a\r\n" * 20_000 + b"\r\n", b"200"), (b"GET /livez HTTP/1.1\r\n" + host + b"\r\n" * 1 + b"GET /livez", None),
        (b"A" * 500_000, None), (b"GET", None), (b"", None), (b"CONNECT evil.example:80 HTTP/1.1\r\n" + host + b"\r\n", b"200"),
        (b"GET http://evil.example/v1/devices HTTP/1.1\r\n" + host + b"\r\n", None), (b"OPTIONS * HTTP/1.1\r\n" + host + b"\r\n", None),
        (b"POST /v1/devices HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2;" + b"x" * 100_000 + b"\r\n{}\r\n0\r\n\r\n", None),
        (b"POST /v1/devices HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n" + b"X: y\r\n" * 10_000 + b"\r\n", None),
        ((b"GET /livez HTTP/1.1\r\n" + host + b"\r\n") * 2_000, None),
    ]
    tally, draw = Tally(), random.Random(seed)
    with Server(binary) as server:
        for request, never in cases:
            answer = raw(server.address, request, seconds=1.5)
            status = re.match(rb"HTTP/1\.[01] (\d+)", answer)
            tally.add(int(status[1]) if status else 0)
            if never and status and status[1] == never:
                raise Broken(f"{request[:200]!r} gets {status[1].decode()}")
            if status and status[1] == b"500":
                raise Broken(f"{request[:200]!r} gets 500")
        for request in (b"GET /livez HTTP/1.1\r\n" + host + b"\r\n", b"GET /livez HTTP/1.0\r\n\r\n"):
            if b"200" not in raw(server.address, request, seconds=3, half_close=True)[:20]:
                raise Broken("a client that closes its half gets no answer")
        trickle(server, tally)
        spoilt = Documents({"components": {"schemas": {}}}, seed, {})
        for _ in range(int(150 * scale)):
            request, _ = draw.choice(cases)
            raw(server.address, spoilt.spoilt(request[:5_000] or b"x"), seconds=0.05)
            tally.add("spoilt")
        server.check("raw requests", 600 * MEGABYTE)
    return tally


def trickle(server, tally):
    """Refused requests whose bodies go on byte by byte, or without an end: their connections are closed."""
    for chunk, pause, most in ((b"x", 0.5, 20), (b"x" * 65_536, 0, 2_000)):
        head = b"POST /v1/none HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999\r\n\r\n"
        with socket.create_connection(server.address, timeout=5) as connection:
            connection.sendall(head)
            tally.add("trickle")
            for _ in range(most):
                try:
                    connection.sendall(chunk)
                except OSError:
                    break
                time.sleep(pause)
            else:
                raise Broken(f"{most} pieces of {len(chunk)} bytes of a refused body are read")


def drivers(binary, seed, scale):
    """Appium and WebDriverAgent: every route and script with junk, sessions that are gone, sizes."""
    tally, draw = Tally(), random.Random(seed)
    with Server(binary, "--appium-port", "0", "--wda-port", "0") as server:
        junk = [None, True, 0, -1, 2**63, 1e308, "", "x", [], {}, [1], {"a": 1}, *EDGES, *TEXTS]
        paths = ["status", "sessions", "session", "appium/sessions", "execute/sync", "execute/async", "element", "elements", "element/1/click", "element/1/text", "url",
                 "source", "screenshot", "window", "window/rect", "context", "contexts", "log", "log/types", "se/log", "actions", "timeouts", "orientation", "back",
                 "appium/device/lock", "appium/device/unlock", "appium/device/is_locked", "appium/device/app_state", "appium/device/activate_app", "appium/app/launch",
                 "appium/device/terminate_app", "appium/app/background", "appium/events", "appium/log_event", "appium/settings", "wda/homescreen", "wda/lock", "wda/unlock", "wda/apps/launch",
                 "wda/apps/activate", "wda/apps/terminate", "wda/apps/state", "wda/apps/list", "wda/activeAppInfo", "wda/screen", "wda/device/info", "wda/locked", "wda/pressButton",
                 "wda/deactivateApp", "wda/siri/activate", "alert/text", "alert/accept", "wda/shutdown", "wda/healthcheck"]
        scripts = ["mobile: activateApp", "mobile: terminateApp", "mobile: backgroundApp", "mobile: queryAppState", "mobile: launchApp", "mobile: lock", "mobile: unlock",
                   "mobile: isLocked", "mobile: pressButton", "mobile: deepLink", "mobile: pushNotification", "mobile: siriCommand", "mobile: setPermission",
                   "greenroom: advance", "greenroom: event", "greenroom: timeline", "greenroom: action", "mobile: x", "greenroom:", ""]
        for name, prefix in (("appium", ""), ("wda", "")):
            client = Client(server.addresses[name], tally)
            capabilities = {"capabilities": {"alwaysMatch": {"platformName": "iOS", "appium:automationName": "XCUITest", "appium:app": f"/builds/{APP}.ipa",
                                                             "greenroom:clock": "manual"}}}
            session = None
            for number in range(int(5_000 * scale)):
                if session is None or number % 300 == 0:
                    status, data = client.send("POST", "/session", capabilities if draw.random() < 0.8 else {"capabilities": draw.choice(junk)})
                    value = json.loads(data).get("value") if data else None
                    session = value.get("sessionId") if isinstance(value, dict) else None
                within = f"/session/{session}" if session and draw.random() < 0.9 else draw.choice(["", "/session/gone", "/session/%00"])
                path = f"{within}/{draw.choice(paths)}" if draw.random() < 0.9 else within or "/"
                body = {name: draw.choice(junk) for name in draw.sample(["bundleId", "appId", "seconds", "duration", "name", "type", "text", "using", "value", "url", "id", "args"], 3)}
                if path.endswith("execute/sync"):
                    body = {"script": draw.choice(scripts), "args": draw.choice([[], [body], [draw.choice(junk)], {"a": 1}, None])}
                if isinstance(body.get("seconds"), float):
                    body["seconds"] = 1
                method = draw.choice(["GET", "POST", "POST", "POST", "DELETE"])
                data = draw.choice([b"", b"[", b"x" * 70_000]) if draw.random() < 0.02 else json.dumps(body).encode() if method == "POST" else None
                client.send(method, path, data, may_break_off=path.endswith("wda/shutdown"))
            client.close()
        server.check("drivers", 800 * MEGABYTE)
    return tally


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def length(count):
    """The length of a text in HPACK, which is not compressed (RFC 7541, 5.1)."""
    if count < 127:
        return bytes([count])
    coded, count = b"\x7f", count - 127
    while count > 127:
        coded, count = coded + bytes([count % 128 + 128]), count // 128
    return coded + bytes([count])


def field(name, value):
    return b"\x00" + length(len(name)) + name.encode() + length(len(value.encode())) + value.encode()


def push_headers(**changes):
    fields = {":method": "POST", ":scheme": "https", ":path": "/3/device/" + "a" * 64, ":authority": "localhost", "apns-topic": APP, "apns-push-type": "alert"} | changes
    return b"".join(field(name.replace("_", "-"), value) for name, value in fields.items() if value is not None)


def pushes(binary, seed, scale):
    """APNs: frames that flood, contradict each other or never end, headers and payloads that are nearly right, tokens that are not."""
    tally, draw = Tally(), random.Random(seed)
    settings = PREFACE + frame(4, 0, 0)
    head = frame(1, 4, 1, push_headers())
    attacks = [
        settings + frame(4, 0, 0) * 20_000, settings + frame(6, 0, 0, b"x" * 8) * 20_000, settings + frame(0, 0, 1, b"x"), settings + frame(1, 0, 1, push_headers()) + frame(9, 0, 1, b"") * 10_000,
        settings + b"".join(frame(1, 4, 1 + 2 * n, push_headers()) + frame(3, 0, 1 + 2 * n, struct.pack(">I", 8)) for n in range(5_000)),
        settings + b"".join(frame(1, 4, 1 + 2 * n, push_headers()) for n in range(1_500)), settings + frame(8, 0, 0, struct.pack(">I", 0)), settings + frame(8, 0, 0, struct.pack(">I", 2**31 - 1)) * 3,
        settings + head + frame(0, 0, 1, b"") * 20_000, settings + frame(2, 0, 1, b"\x00\x00\x00\x01\x10"), settings + frame(2, 0, 3, b"\x00\x00\x00\x01\x10") * 20_000, settings + frame(1, 4, 2, push_headers()),
        settings + frame(1, 4, 1, b"\xff" * 500), settings + frame(1, 4, 1, b"\x3f\xe1\xff\xff\x7f"), settings + frame(1, 4, 1, (b"\x40\x01a" + b"\x7e" + b"x" * 126) + b"\xbe" * 15_000),
        settings + frame(5, 4, 1, b"\x00" * 4), settings + frame(7, 0, 0, b"\x00" * 8) * 2, settings + frame(99, 0xff, 1, b"x" * 100) * 5_000, settings + b"\xff" * 100_000,
        settings + frame(4, 0, 0, struct.pack(">HI", 4, 2**31)), settings + frame(4, 0, 0, struct.pack(">HI", 5, 1)), settings + frame(4, 1, 0) * 10_000, b"GET / HTTP/1.1\r\n\r\n", b"\x00" * 1_000, PREFACE[:10],
    ]
    with Server(binary, "--apns-port", "0", "--apns-auth", "verify", "--idle-timeout", "5") as server:
        client = Client(server.address, tally)
        client.send("POST", "/v1/devices", {"id": "phone", "clock": {"mode": "manual"}, "apps": [{"bundleID": APP}]})
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_alpn_protocols(["h2"])

        def send(data, seconds):
            answer = b""
            try:
                with socket.create_connection(server.addresses["apns"], timeout=5) as plain, context.wrap_socket(plain, server_hostname="localhost") as secure:
                    secure.settimeout(seconds)
                    for start in range(0, len(data), 16_384):
                        secure.sendall(data[start : start + 16_384])
                    until = time.monotonic() + seconds
                    while time.monotonic() < until and (piece := secure.recv(65536)):
                        answer += piece
            except (OSError, ValueError):
                pass
            return answer

        for attack in attacks:
            before, memory = server.cpu(), server.memory()
            send(attack, 1.0)
            tally.add("attack")
            server.check("frames", 600 * MEGABYTE)
            if server.cpu() - before > 4 or server.memory() - memory > 150 * MEGABYTE:
                raise Broken(f"{attack[24:90]!r}: {server.cpu() - before:.1f} s, {(server.memory() - memory) / MEGABYTE:.0f} MB")
        def token(header, claims, signature=b"x" * 64):
            parts = [base64.urlsafe_b64encode(json.dumps(part).encode() if not isinstance(part, bytes) else part).rstrip(b"=").decode() for part in (header, claims, signature)]
            return "bearer " + ".".join(parts)
        tokens = [token({"alg": alg, "kid": kid, **more}, {"iss": "TEAM", "iat": iat}) for alg in ("ES256", "none", "HS256") for kid in ("ABC", "", 1)
                  for iat in (0, int(time.time()), 2**63, -1, "x") for more in ({}, {"crit": ["b64"]})]
        tokens += ["bearer", "bearer x.y.z", "bearer ..", "basic x", "", "bearer " + "a" * 60, token(b"{", b"}"), token({"alg": "ES256"}, {})]
        # What is sent is right but for the token: the key is known, and so is the device.
        client.send("POST", "/v1/apns/keys", {"keyID": "ABC", "teamID": "TEAM", "pem": PUBLIC_KEY})
        client.send("POST", "/v1/devices/phone/events", {"type": "app.launch", "bundleID": APP})
        client.send("POST", f"/v1/devices/phone/apps/{APP}/actions", {"action": "registerForRemoteNotifications"})
        address = json.loads(client.send("GET", f"/v1/devices/phone/apps/{APP}")[1])["pushToken"]
        sequence = json.loads(client.send("GET", "/v1/devices/phone")[1])["sequence"]
        for text in tokens:
            head = push_headers(authorization=text, **{":path": f"/3/device/{address}"})
            answer = send(settings + frame(1, 4, 1, head) + frame(0, 1, 1, b'{"aps":{"alert":"x"}}'), 0.15)
            tally.add("token")
            if json.loads(client.send("GET", "/v1/devices/phone")[1])["sequence"] != sequence:
                raise Broken(f"the token {text[:200]} is accepted: {answer[-200:]!r}")
        if b"ProviderToken" not in answer:
            raise Broken(f"the last token is not refused for itself: {answer[-200:]!r}")
        junk = ["", "x", "0", "-1", "11", "99999999999999999999", "9223372036854775807", "alert", "background", "voip", "2147483648", "\u00e9", "a" * 126]
        names = [":path", ":method", ":scheme", "apns-topic", "apns-push-type", "apns-priority", "apns-expiration", "apns-collapse-id", "apns-id", "content-length", "te", "connection"]
        for _ in range(int(200 * scale)):
            changes = {name: draw.choice([None, *junk]) for name in draw.sample(names, draw.randint(1, 4))}
            payload = draw.choice([b"", b"{}", b"[", b'{"aps":1}', b"x" * 5_000, b"\xff\xfe", b'{"a":' * 500, json.dumps({"aps": {"alert": "x" * 4_000}}).encode()])
            flags = draw.choice([4, 4, 5, 0])
            send(settings + frame(1, flags, 1, push_headers(**changes)) + frame(0, 1, 1, payload), 0.05)
            tally.add("push")
        server.check("pushes", 600 * MEGABYTE)
    return tally


PARTS = [http, drivers, pushes]
