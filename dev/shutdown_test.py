"""Stops a server while clients keep their connections open. Run by dev/check-shutdown."""

import argparse
import json
import pathlib
import signal
import socket
import subprocess
import tempfile
import threading
import time

DEVICE = {"id": "busy", "clock": {"mode": "manual"}, "apps": [{"bundleID": "com.example.notes"}]}
LINE = json.dumps({"device": "busy", "event": {"type": "device.rotate", "orientation": "landscapeLeft"}}).encode() + b"\n"


class Server:
    """A server with a data directory."""

    def __init__(self, binary, folder, *options):
        self.process = subprocess.Popen(
            [binary, "serve", "--port", "0", "--data-dir", str(folder), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
        )
        self.port = int(self.process.stdout.readline().decode().rsplit(":", 1)[1])
        answer = self.request(b"POST", b"/v1/devices", json.dumps(DEVICE).encode())
        assert b" 201 " in answer, answer

    def connect(self, receive_buffer=None):
        connection = socket.socket()
        if receive_buffer:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        connection.settimeout(60)
        connection.connect(("127.0.0.1", self.port))
        return connection

    def request(self, method, path, body):
        with self.connect() as connection:
            head = b"%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
            connection.sendall(head % (method, path, len(body)) + body)
            return connection.recv(65_536)

    def stop(self):
        """Sends SIGTERM. Returns the exit code and how long it took."""
        started = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise SystemExit("check-shutdown: the server did not end within a minute after SIGTERM")
        return code, time.monotonic() - started, self.process.stderr.read().decode()


def upload_without_end(server, counts):
    """Sends lines of a batch, and reads verdicts, until the server cuts it off."""
    connection = server.connect()
    head = b"POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
    connection.sendall(head + b"Transfer-Encoding: chunked\r\n\r\n")

    def read():
        try:
            while data := connection.recv(65_536):
                counts.append(data.count(b'"status":200'))
        except OSError:
            return

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    chunk = LINE * 20
    try:
        while True:
            connection.sendall(b"%x\r\n%s\r\n" % (len(chunk), chunk))
    except OSError:
        return


def check(what, server, seconds):
    code, took, log = server.stop()
    if code != 0 or took > seconds or "Fatal error" in log:
        lines = [line for line in log.splitlines() if "rror" in line]
        raise SystemExit("\n".join([f"check-shutdown: {what}: exit code {code} after {took:.1f} s", *lines[:10]]))
    print(f"check-shutdown: {what}: the server ended with {code} after {took:.1f} s", flush=True)


def check_uploads(binary, folder, uploads):
    server = Server(binary, folder / f"uploads-{uploads}", "--shutdown-timeout", "1")
    counts = []
    for _ in range(uploads):
        threading.Thread(target=upload_without_end, args=(server, counts), daemon=True).start()
    deadline = time.monotonic() + 30
    while sum(counts) < 200 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert sum(counts) >= 200, "the batches got no verdicts"
    # A second for requests in progress, five for services, and some for a busy machine.
    check(f"{uploads} uploads without end", server, 10)


def check_stalled_stream(binary, folder):
    """A client that asks for a stream and then reads nothing of it."""
    server = Server(binary, folder / "stalled", "--shutdown-timeout", "30")
    connection = server.connect(receive_buffer=4_096)
    connection.sendall(
        b"GET /v1/timeline HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
    )
    connection.recv(100)
    events = [{"type": "device.rotate", "orientation": name} for name in ("landscapeLeft", "portrait")] * 200
    # More than the sockets' buffers hold.
    for _ in range(120):
        assert b" 200 " in server.request(b"POST", b"/v1/devices/busy/events", json.dumps(events).encode())
    check("a stream that nobody reads", server, 10)
    connection.close()


def main():
    parser = argparse.ArgumentParser(prog="shutdown-test")
    parser.add_argument("binary")
    binary = parser.parse_args().binary
    with tempfile.TemporaryDirectory(prefix="greenroom-shutdown-") as folder:
        for uploads in (1, 8):
            check_uploads(binary, pathlib.Path(folder), uploads)
        check_stalled_stream(binary, pathlib.Path(folder))


main()
