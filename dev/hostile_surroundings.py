"""What is around a server: its settings, its disk, receivers that it connects to, and clients that meet a hostile server."""

import http.server
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

from hostile_kit import MEGABYTE, Broken, Client, Server, Tally, ask

APP = "com.example.notes"
FINISHED = "application(_:didFinishLaunchingWithOptions:)"


def settings(binary, seed, scale):
    """Restarts on a data directory with lower limits, other shards and other durability, after SIGTERM and after a kill."""
    tally, draw = Tally(), random.Random(seed)
    changes = [["--max-devices", "1"], ["--records-per-device", "0"], ["--records-per-device", "1"], ["--inputs-per-device", "0"], ["--shards", "1"], ["--shards", "64"],
               ["--durability", "power"], ["--steps-per-snapshot", "1"], ["--steps-per-snapshot", "10000"], ["--max-body-bytes", "1024"], ["--stream-buffer", "1"],
               ["--deadlines-per-advance", "1"], ["--records-per-advance", "1"], ["--max-kept-answer-bytes", "0"], ["--stored-records-per-device", "1"],
               ["--max-apps-per-device", "1"], ["--max-kept-requests", "0"], ["--tick-interval", "1"]]
    with tempfile.TemporaryDirectory(prefix="greenroom-hostile-") as folder:
        kept = {}
        with Server(binary, "--data-dir", folder) as server:
            client = Client(server.address, tally)
            for number in range(20):
                client.send("POST", "/v1/devices", {"id": f"d{number}", "clock": {"mode": "manual"}, "apps": [{"bundleID": APP}, {"bundleID": "com.example.mail"}]})
                for event in ({"type": "app.launch", "bundleID": APP}, {"type": "device.home"}):
                    client.send("POST", f"/v1/devices/d{number}/events", event)
                _, data = client.send("GET", f"/v1/devices/d{number}")
                kept[number] = json.loads(data)["sequence"]
        for change in changes:
            for how in (signal.SIGTERM, signal.SIGKILL):
                try:
                    server = Server(binary, "--data-dir", folder, *change)
                except Broken as error:
                    raise Broken(f"with {' '.join(change)}: {error}") from error
                with server:
                    client = Client(server.address, tally)
                    for number, sequence in kept.items():
                        status, data = client.send("GET", f"/v1/devices/d{number}")
                        if status != 200 or json.loads(data)["sequence"] < sequence:
                            raise Broken(f"with {' '.join(change)}: d{number} answers {status} {data[:300]!r}")
                        kept[number] = json.loads(data)["sequence"]
                    number = draw.choice(list(kept))
                    status, _ = client.send("POST", f"/v1/devices/d{number}/events", {"type": draw.choice(["device.lock", "device.unlock", "device.home"])})
                    if status == 200:
                        kept[number] = json.loads(client.send("GET", f"/v1/devices/d{number}")[1])["sequence"]
                    server.check(f"with {' '.join(change)}")
                    server.stop(how)
    return f"{tally}; {len(changes)} settings, twice each"


def readonly(binary, seed, scale):
    """A data directory on a file system that is or becomes read-only. Left out without root."""
    if os.geteuid() != 0:
        return "left out: not root"
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="greenroom-hostile-") as folder:
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", folder], capture_output=True).returncode != 0:
            return "left out: nothing can be mounted"
        try:
            with Server(binary, "--data-dir", folder) as server:
                client = Client(server.address, tally)
                client.send("POST", "/v1/devices", {"id": "phone", "clock": {"mode": "manual"}, "apps": [{"bundleID": APP}]})
                for _ in range(20):
                    client.send("POST", "/v1/devices/phone/events", {"type": "device.home"})
                sequence = json.loads(client.send("GET", "/v1/devices/phone")[1])["sequence"]
                # A tmpfs with open files cannot be remounted read-only; one without room is as good.
                pathlib.Path(folder, "filler").write_bytes(b"")
                filler = open(f"{folder}/filler", "wb")
                try:
                    while True:
                        filler.write(b"x" * 65536)
                        filler.flush()
                except OSError:
                    pass
                refused = {client.send("POST", "/v1/devices/phone/events", {"type": "device.home"})[0] for _ in range(200)}
                if not refused <= {200, 503, 507}:
                    raise Broken(f"inputs without room get {refused}")
                server.check("without room")
                server.kill()
                filler.close()
                os.remove(f"{folder}/filler")
            subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
            done = subprocess.run([binary, "serve", "--port", "0", "--data-dir", folder], capture_output=True, text=True, timeout=30)
            tally.add("start")
            if done.returncode == 0 or done.returncode < 0 or not done.stderr.strip():
                raise Broken(f"on a read-only file system serve ends with {done.returncode}: {done.stderr[-500:]}")
            for command in ("check", "replay"):
                done = subprocess.run([binary, command, folder], capture_output=True, text=True, timeout=60)
                tally.add(command)
                if done.returncode < 0 or done.returncode >= 128:
                    raise Broken(f"greenroom {command} on a read-only file system ends with {done.returncode}: {done.stderr[-500:]}")
            subprocess.run(["mount", "-o", "remount,rw", folder], check=True)
            with Server(binary, "--data-dir", folder) as server:
                after = json.loads(ask(server.address, "GET", "/v1/devices/phone")[2])["sequence"]
                if after < sequence:
                    raise Broken(f"of {sequence} acknowledged records {after} are left")
        finally:
            subprocess.run(["umount", "-l", folder], capture_output=True)
    return tally


class Hostile(http.server.BaseHTTPRequestHandler):
    """Answers each request in another bad way."""

    protocol_version = "HTTP/1.1"
    ways = ["garbage", "endless", "slow", "redirect", "headers", "retry", "empty", "close", "huge-length", "gzip", "json", "marks"]
    count = 0

    def answer(self):
        Hostile.count += 1
        way = self.ways[Hostile.count % len(self.ways)]
        length = int(self.headers.get("Content-Length") or 0)
        try:
            self.rfile.read(min(length, 1_000_000))
            write = self.wfile.write
            match way:
                case "garbage":
                    write(os.urandom(500))
                case "endless":
                    write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
                    for _ in range(2_000):
                        write(b"10000\r\n" + b"x" * 65536 + b"\r\n")
                case "slow":
                    for byte in b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello":
                        write(bytes([byte]))
                        time.sleep(0.05)
                case "redirect":
                    write(b"HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n")
                case "headers":
                    write(b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 50_000 + b"Content-Length: 0\r\n\r\n")
                case "retry":
                    write(b"HTTP/1.1 503 Busy\r\nRetry-After: 99999999999999999999\r\nContent-Length: 0\r\n\r\n")
                case "empty" | "close":
                    pass
                case "huge-length":
                    write(b"HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n{}")
                case "gzip":
                    write(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nxxxx")
                case "json":
                    body = b'{"partialSuccess":{"rejectedLogRecords":"99999999999999999999","errorMessage":"' + b"x" * 100_000 + b'"}}'
                    write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
                case "marks":
                    body = b'{"a' + ("\u0301\u0316" * 20_000).encode() + b'":1}'
                    write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        except OSError:
            pass
        self.close_connection = True

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

    def log_message(self, *_):
        pass


def hostile_server():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hostile)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def receivers(binary, seed, scale):
    """Receivers of OpenTelemetry and of webhooks that answer with garbage, without an end, slowly, or not at all."""
    tally = Tally()
    receiver = hostile_server()
    address = f"127.0.0.1:{receiver.server_address[1]}"
    with Server(binary, "--otlp-endpoint", f"http://{address}", "--webhook-hosts", "127.0.0.1") as server:
        client = Client(server.address, tally)
        for number in range(12):
            client.send("POST", "/v1/webhooks", {"url": f"http://{address}/hook-{number}", "secret": "whsec_" + "QUJD" * 8})
        client.send("POST", "/v1/devices", {"id": "phone", "clock": {"mode": "manual"}, "apps": [{"bundleID": APP}]})
        before, until = server.cpu(), time.monotonic() + 6 + 6 * scale
        while time.monotonic() < until:
            for event in ({"type": "app.launch", "bundleID": APP}, {"type": "device.home"}, {"type": "app.terminate", "bundleID": APP, "cause": "jetsam"}):
                client.send("POST", "/v1/devices/phone/events", event)
            time.sleep(0.05)
        server.check("receivers", 600 * MEGABYTE)
        used = server.cpu() - before
        if used > 0.8 * (6 + 6 * scale):
            raise Broken(f"{used:.1f} s of processor time for receivers that are hostile")
        said = f"{Hostile.count} bad answers, {used:.1f} s of processor time"
    receiver.shutdown()
    if Hostile.count < 20:
        raise Broken(f"the receiver was asked {Hostile.count} times")
    return f"{tally}; {said}"


def clients(binary, seed, scale):
    """The commands that ask a server, and the client for Python, against a server that is hostile: a message, no trap, no hang."""
    tally = Tally()
    receiver = hostile_server()
    url = f"http://127.0.0.1:{receiver.server_address[1]}"
    commands = [["test", "--server", url, "conformance/lifecycle"], ["health", "--server", url], ["explore", "--server", url, "examples/explore"],
                ["event", "--server", url, "phone", "device.home"], ["devices", "--server", url], ["timeline", "--server", url, "phone"], ["mcp", "--server", url]]
    script = ("import sys\nsys.path.insert(0, 'clients/python/src')\nfrom greenroom_client import Client\n"
              f"client = Client({url!r})\ntry:\n    client.devices()\nexcept Exception as error:\n    print(type(error).__name__)\n")
    for number in range(int(3 * len(Hostile.ways) * min(scale, 2)) + 12):
        is_python = number % 3 == 0
        command = [sys.executable, "-c", script] if is_python else [binary, *commands[number % len(commands)]]
        started = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            _, errors = process.communicate(timeout=40)
        except subprocess.TimeoutExpired as error:
            process.kill()
            raise Broken(f"{' '.join(command[:4])} hangs") from error
        tally.add(process.returncode, time.monotonic() - started, command[1])
        # The script catches what the client raises, and ends well; a command may say what is wrong.
        if process.returncode < 0 or process.returncode >= (1 if is_python else 128):
            raise Broken(f"{' '.join(command[:4])} ends with {process.returncode}: {errors[-500:]!r}")
    receiver.shutdown()
    return tally


def commands(binary, seed, scale):
    """Commands on files that are none: pipes, devices, folders, random bytes, and files without an end."""
    tally, draw = Tally(), random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="greenroom-hostile-") as folder:
        junk, fifo, deep = f"{folder}/junk.yaml", f"{folder}/fifo.yaml", f"{folder}/deep.yaml"
        pathlib.Path(junk).write_bytes(draw.randbytes(100_000))
        pathlib.Path(deep).write_bytes(b"[" * 200_000)
        pathlib.Path(f"{folder}/marks.yaml").write_text("scenario: a" + "\u0301\u0316" * 100_000 + "\nsteps: []\n")
        os.mkfifo(fifo)
        pathlib.Path(f"{folder}/greenroom.sqlite").write_bytes(draw.randbytes(50_000))
        files = [junk, deep, f"{folder}/marks.yaml", folder, "/dev/null", "/dev/zero", f"{folder}/none", "/proc/self/mem", ""]
        known = [["test", "*"], ["explore", "*"], ["serve", "--port", "0", "--seed", "*"], ["serve", "--port", "0", "--token-file", "*"], ["check", "*"], ["replay", "*"],
                 ["serve", "--port", "0", "--data-dir", "*"], ["backup", "*", f"{folder}/copy"]]
        # Names of one character, and such that end in a slash, where the commands run.
        names = ["d", "e/", "./f", "g/h/", "file:i", ":memory:"]
        os.mkdir(f"{folder}/empty")
        for command in known:
            for file in [*files, *names]:
                if command[0] == "serve" and file == folder and "--data-dir" not in command:
                    continue
                if command[-1] == "*" and "--data-dir" in command and file == "":
                    continue
                line = [os.path.abspath(binary), *[file if word == "*" else word for word in command]]
                process = subprocess.Popen(["bash", "-c", 'ulimit -v 6000000; exec "$@"', "bash", *line], cwd=f"{folder}/empty", stdin=subprocess.DEVNULL,
                                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                try:
                    _, errors = process.communicate(timeout=2 if command[0] == "serve" and file in names else 20)
                except subprocess.TimeoutExpired as error:
                    process.kill()
                    if command[0] == "serve":
                        tally.add("serves")
                        continue
                    raise Broken(f"{' '.join(line[1:])} hangs") from error
                tally.add(process.returncode)
                if process.returncode < 0 or process.returncode >= 128:
                    raise Broken(f"{' '.join(line[1:])} ends with {process.returncode}: {errors[-500:]!r}")
    return tally


PARTS = [settings, readonly, receivers, clients, commands]
