"""Receives what a server's webhooks send, as friends and as enemies. webhooks_test.py PART URL LOG STATE

`receivers` is everything but what survives a restart of the server, which `restart` looks at."""

import contextlib
import http.server
import json
import socket
import sys
import threading
import time
import urllib.error
import urllib.request

from standardwebhooks import Webhook, WebhookVerificationError

PART, URL, LOG, STATE = sys.argv[1:]
NOTES = "com.example.notes"


def ask(method, path, body=None):
    """The status and the document of an answer."""
    headers = {"Content-Type": "application/json"} if body is not None else {}
    content = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(URL + path, content, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            text = answer.read()
            return answer.status, json.loads(text) if text[:1] in b"{[" and text else text.decode()
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read() or b"null")


def done(method, path, body=None):
    """The document of an answer that is a success."""
    status, document = ask(method, path, body)
    assert 200 <= status < 300, (method, path, status, document)
    return document


def until(condition, seconds=30):
    """What a condition gives once that is not false."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.02)
    raise AssertionError(f"{condition} did not come true within {seconds} seconds")


class Receiver:
    """A receiver that keeps what it gets. `answer` is given the handler of a request."""

    def __init__(self, answer=lambda handler: handler.reply(204), port=0):
        self.messages, self.closed = [], 0
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                receiver.messages.append(({name.lower(): value for name, value in self.headers.items()}, body))
                with contextlib.suppress(OSError):
                    answer(self)
                receiver.closed += 1

            def reply(self, status, **headers):
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name.replace("_", "-"), value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def url(self, host="127.0.0.1"):
        return f"http://{host}:{self.port}/hook"

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def verified(self, *secrets):
        """The documents of all messages, each of which every one of these secrets verifies."""
        for headers, body in self.messages:
            for secret in secrets:
                assert Webhook(secret).verify(body, headers) == json.loads(body)
        return [json.loads(body) for _, body in self.messages]


class Trap:
    """A port that nobody must connect to."""

    def __init__(self, address="127.0.0.1"):
        self.socket = socket.create_server((address, 0))
        self.socket.setblocking(False)
        self.port = self.socket.getsockname()[1]

    def check(self):
        try:
            self.socket.accept()
        except BlockingIOError:
            return
        raise AssertionError("somebody connected to a port that nobody was to connect to")


def register(url, **fields):
    webhook = done("POST", "/v1/webhooks", {"url": url, **fields})
    return webhook["id"], webhook["secret"]


def read(webhook):
    return done("GET", f"/v1/webhooks/{webhook}")


def deliveries(webhook):
    return done("GET", f"/v1/webhooks/{webhook}/deliveries")["deliveries"]


def kill(device="phone"):
    """Has the app killed, which is one exit."""
    done("POST", f"/v1/devices/{device}/events", [
        {"type": "app.launch", "bundleID": NOTES}, {"type": "app.terminate", "bundleID": NOTES, "cause": "system"}])


def check_messages():
    """Messages are signed as Standard Webhooks says, and say what the timeline says."""
    receiver = Receiver()
    webhook, secret = register(receiver.url(), filter={"kinds": ["exit"], "labels": {"run": "4711"}})
    kill("phone")
    kill("tablet")
    kill("phone")
    until(lambda: read(webhook)["delivered"] == 2)
    messages = receiver.verified(secret)
    exits = done("GET", "/v1/devices/phone/timeline?kind=exit")["records"]
    assert [message["data"]["record"] for message in messages] == exits, messages
    assert {message["type"] for message in messages} == {"greenroom.exit"}
    assert all(message["data"]["labels"] == {"run": "4711"} for message in messages)
    headers, body = receiver.messages[0]
    for wrong in [body.replace(b"phone", b"tablet"), body + b" "]:
        try:
            Webhook(secret).verify(wrong, headers)
            raise AssertionError("a message that was changed is verified")
        except WebhookVerificationError:
            pass
    assert abs(int(headers["webhook-timestamp"]) - time.time()) < 60
    # For a day both secrets verify.
    new = done("PATCH", f"/v1/webhooks/{webhook}", {"rotateSecret": True})["secret"]
    receiver.messages.clear()
    kill("phone")
    until(lambda: len(receiver.messages) == 1)
    receiver.verified(secret, new)
    test = done("POST", f"/v1/webhooks/{webhook}/test")["id"]
    until(lambda: receiver.messages[-1][0]["webhook-id"] == test)
    assert receiver.verified(secret, new)[-1]["type"] == "greenroom.test"
    return receiver, webhook, [secret, new]


def check_other_hosts():
    """Nothing is registered for a host that is not named, and nothing sent to an address that is not."""
    trap = Trap()
    for host in ["[::1]", "127.0.0.2", "0.0.0.0", "127.1", "0x7f000001", "[::ffff:127.0.0.1]", "169.254.169.254",
                 "example.com", "localhost.example.com", "127.0.0.1.example.com"]:
        status, problem = ask("POST", "/v1/webhooks", {"url": f"http://{host}:{trap.port}/"})
        assert (status, problem["field"]) == (422, "url"), (host, problem)
        assert problem["accepted"] == ["127.0.0.1", "localhost", "2130706434"]
    for url in [f"http://user@127.0.0.1:{trap.port}/", "file:///etc/passwd", f"gopher://127.0.0.1:{trap.port}/"]:
        assert ask("POST", "/v1/webhooks", {"url": url})[0] == 422, url
    trap.check()
    trap = Trap("127.0.0.2")
    webhook, _ = register(f"http://2130706434:{trap.port}/")
    done("POST", f"/v1/webhooks/{webhook}/test")
    assert until(lambda: deliveries(webhook))[0]["error"] == "addressNotAllowed"
    done("DELETE", f"/v1/webhooks/{webhook}")
    trap.check()


def check_redirect():
    """A redirect is a failure, and is not followed."""
    trap = Trap()
    receiver = Receiver(lambda handler: handler.reply(307, Location=f"http://127.0.0.1:{trap.port}/"))
    webhook, _ = register(receiver.url(), filter={"kinds": ["exit"]})
    kill()
    delivery = until(lambda: deliveries(webhook))[0]
    assert (delivery["status"], delivery["outcome"], delivery["error"]) == (307, "retrying", None), delivery
    assert delivery["nextAttempt"] > delivery["time"]
    trap.check()
    done("DELETE", f"/v1/webhooks/{webhook}")
    receiver.close()


def memory():
    text = urllib.request.urlopen(f"{URL}/metrics", timeout=30).read().decode()
    return next(float(line.split()[1]) for line in text.splitlines() if line.startswith("process_resident_memory_bytes "))


def check_endless_answer():
    """Of an answer without end a little is read. Its status counts."""
    def answer(handler):
        handler.send_response(200)
        handler.end_headers()
        while True:
            handler.wfile.write(bytes(65536))

    receiver = Receiver(answer)
    webhook, _ = register(receiver.url(), filter={"kinds": ["exit"]})
    before = memory()
    for _ in range(5):
        kill()
    until(lambda: read(webhook)["delivered"] == 5)
    until(lambda: receiver.closed == 5)
    assert memory() - before < 64 * 1024 * 1024, f"{before} bytes have become {memory()}"
    done("DELETE", f"/v1/webhooks/{webhook}")
    receiver.close()


def check_down_then_up():
    """What cannot be delivered comes when the receiver is there again: the same message, with a signature of its own."""
    receiver = Receiver()
    receiver.close()
    webhook, secret = register(receiver.url("localhost"), filter={"kinds": ["exit"]})
    kill()
    first = until(lambda: deliveries(webhook))[0]
    assert (first["error"], first["attempt"], first["outcome"]) == ("notReachable", 1, "retrying"), first
    receiver = Receiver(port=receiver.port)
    until(lambda: read(webhook)["delivered"] == 1)
    assert receiver.verified(secret)[0]["type"] == "greenroom.exit"
    assert receiver.messages[0][0]["webhook-id"] == first["id"] and deliveries(webhook)[0]["attempt"] == 2
    done("DELETE", f"/v1/webhooks/{webhook}")
    receiver.close()


def check_silent(others):
    """A receiver that never answers keeps nobody up: not those who send inputs, and not the other receivers."""
    end = threading.Event()
    receiver = Receiver(lambda handler: end.wait())
    webhook, _ = register(receiver.url(), filter={"kinds": ["exit"]})
    known = len(others.messages)
    for _ in range(50):
        kill()
    until(lambda: len(others.messages) >= known + 50)
    status = read(webhook)
    assert len(receiver.messages) == 1 and status["waiting"] == 50 and status["delivered"] == 0, status
    delivery = until(lambda: deliveries(webhook), 20)[0]
    assert delivery["error"] == "timeout" and 15 <= delivery["tookSeconds"] < 17, delivery
    # It is left as it is, so that the server stops while a message is being sent.
    until(lambda: len(receiver.messages) == 2)


def check_gone():
    """410 disables a webhook."""
    receiver = Receiver(lambda handler: handler.reply(410))
    webhook, _ = register(receiver.url(), filter={"kinds": ["exit"]})
    kill()
    until(lambda: read(webhook)["why"] == "gone")
    kill()
    assert read(webhook)["enabled"] is False and len(receiver.messages) == 1
    receiver.close()
    return webhook


def check_secrecy(secrets):
    """Secrets are in no answer, metric or line of the log."""
    shown = [json.dumps(done("GET", path)) for path in ["/v1/webhooks", "/metrics", "/v1/requests"]]
    shown += [json.dumps(read(one["id"])) for one in done("GET", "/v1/webhooks")["webhooks"]]
    with open(LOG) as log:
        shown.append(log.read())
    for secret in secrets:
        assert not any(secret.removeprefix("whsec_") in text for text in shown)
    assert not any("/hook" in text for text in shown[-1:]), "the log has a URL"


def check_receivers():
    for device, run in [("phone", "4711"), ("tablet", "4712")]:
        done("POST", "/v1/devices", {"id": device, "clock": {"mode": "manual"}, "labels": {"run": run},
                                     "apps": [{"bundleID": NOTES}]})
    receiver, webhook, secrets = check_messages()
    check_other_hosts()
    check_redirect()
    check_endless_answer()
    check_down_then_up()
    gone = check_gone()
    check_silent(receiver)
    check_secrecy(secrets)
    with open(STATE, "w") as file:
        json.dump({"port": receiver.port, "webhook": webhook, "secrets": secrets, "gone": gone}, file)


def check_restart():
    """Webhooks are there again, with their secrets, and hear what happens then."""
    with open(STATE) as file:
        state = json.load(file)
    assert read(state["gone"])["why"] == "gone"
    receiver = Receiver(port=state["port"])
    kill()
    until(lambda: read(state["webhook"])["delivered"] == 1)
    receiver.verified(*state["secrets"])
    check_secrecy(state["secrets"])


{"receivers": check_receivers, "restart": check_restart}[PART]()
