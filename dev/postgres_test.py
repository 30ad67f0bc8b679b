"""Stops and kills the PostgreSQL of a running server, and looks at what the server says. Run by dev/check-postgres."""

import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

BINARY = sys.argv[1]
URL = os.environ["GREENROOM_TEST_POSTGRES"]
DATA = os.environ["GREENROOM_TEST_POSTGRES_DATA"]
LAUNCH = {"type": "app.launch", "bundleID": "com.example.notes"}


def check(holds, what):
    if not holds:
        raise SystemExit(f"check-postgres: {what}")


def pg_ctl(*arguments):
    """Runs pg_ctl as the owner of the database."""
    programs = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
    command = [str(programs[-1] / "pg_ctl") if programs else "pg_ctl", "--pgdata", DATA, "--silent", *arguments]
    if os.getuid() == 0:
        command = ["runuser", "-u", "postgres", "--", *command]
    output = subprocess.DEVNULL
    subprocess.run(command, check=True, cwd="/", stdout=output, stderr=output, stdin=output)


def start_database():
    pg_ctl("start", "--wait", "--log", DATA + "/../log")


class Server:
    """A server whose journal is in the database."""

    def __init__(self, folder, *options, url=URL):
        self.log = folder / "log"
        self.process = subprocess.Popen(
            [BINARY, "serve", "--port", "0", *options],
            stdout=subprocess.PIPE,
            stderr=open(self.log, "ab"),
            stdin=subprocess.DEVNULL,
            env=os.environ | {"GREENROOM_JOURNAL": url},
        )

    def wait_until_ready(self):
        line = self.process.stdout.readline().decode()
        found = re.search(r"ready on http://127\.0\.0\.1:(\d+)", line)
        check(found, f"the server did not start: {line!r} {self.log.read_text()}")
        self.port = int(found.group(1))
        return self

    def send(self, method, path, body=None, key=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Content-Type": "application/json"} | ({"Idempotency-Key": key} if key else {})
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text.startswith((b"{", b"[")) else text

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(timeout=60)


def launches(server):
    status, page = server.send("GET", "/v1/devices/phone/timeline?limit=1000")
    check(status == 200, f"the timeline answers {status}: {page}")
    return sum(record["kind"] == "input" and record.get("event", {}).get("type") == "app.launch" for record in page["records"])


def refuse(code, pattern, *options, url=None):
    """The command must end with this code, say this, and nothing of the URL's password."""
    environment = os.environ | ({"GREENROOM_JOURNAL": url} if url else {})
    done = subprocess.run(
        [BINARY, "serve", "--port", "0", *options],
        capture_output=True, text=True, timeout=60, check=False, env=environment, stdin=subprocess.DEVNULL,
    )
    check(done.returncode == code, f"{options} ends with {done.returncode}: {done.stderr}")
    check(re.search(pattern, done.stderr), f"{options} says {done.stderr}")
    check("secret-word" not in done.stderr + done.stdout, f"{options} tells the password: {done.stderr}")


def check_refusals(folder):
    refuse(64, "--data-dir exclude each other", "--data-dir", str(folder / "data"), url=URL)
    refuse(64, "--max-journal-bytes exclude each other", "--max-journal-bytes", "1000000", url=URL)
    refuse(64, "GREENROOM_JOURNAL: its value is not accepted", url="mysql://a:secret-word@b/c")
    refuse(64, "GREENROOM_JOURNAL: its value is not accepted", url="postgres://a:secret-word@b/c?colour=secret-word")
    refuse(1, 'database "nowhere" does not exist', url=URL[: URL.rindex("/") + 1] + "nowhere")
    refuse(1, "role \"nobody\" does not exist", url=URL.replace("postgres@", "nobody:secret-word@"))
    done = Server(folder, "--journal", URL.replace("postgres@", "postgres:secret-word@"), "--log-level", "trace")
    done.wait_until_ready()
    check(done.end() == 0, "it did not end in order")
    said = done.log.read_text()
    check("password of the database among the arguments" in said, f"it warns of nothing: {said}")
    check("secret-word" not in said, f"the log has the password: {said}")


def check_outages(folder):
    """Inputs are refused while the database is away, what was acknowledged stays, and the server goes on by itself."""
    server = Server(folder).wait_until_ready()
    device = {"id": "phone", "clock": {"mode": "manual"}, "apps": [{"bundleID": "com.example.notes"}]}
    status, answer = server.send("POST", "/v1/devices", device)
    check(status == 201, f"the device was not created: {answer}")
    done = 0
    for mode in ("fast", "immediate"):
        status, answer = server.send("POST", "/v1/devices/phone/events", LAUNCH)
        check(status == 200, f"an input before the outage got {status}: {answer}")
        done += 1
        pg_ctl("stop", "--mode", mode)
        key = f"key-{mode}"
        status, answer = server.send("POST", "/v1/devices/phone/events", LAUNCH, key)
        check(
            (status, answer["code"]) == (503, "journal-unavailable"), f"an input in the outage got {status}: {answer}"
        )
        status, answer = server.send("GET", "/readyz")
        check(status == 503, f"readyz answers {status} without a database: {answer}")
        check(server.send("GET", "/livez")[0] == 200, "livez is not well without a database")
        start_database()
        started = time.monotonic()
        while (status := server.send("POST", "/v1/devices/phone/events", LAUNCH, key)[0]) != 200:
            check(status == 503 and time.monotonic() - started < 30, f"inputs get {status} after the outage")
            time.sleep(0.05)
        print(f"check-postgres: inputs were taken {time.monotonic() - started:.1f} s after the end of a {mode} stop")
        done += 1
        check(launches(server) == done, f"{launches(server)} launches of {done}")
    check(server.end(signal.SIGKILL) == -signal.SIGKILL, "it was not killed")
    # A server that is started first waits for the database.
    pg_ctl("stop", "--mode", "fast")
    server = Server(folder)
    time.sleep(1)
    check(server.process.poll() is None, "a server without its database does not wait")
    start_database()
    server.wait_until_ready()
    check(launches(server) == done, f"{launches(server)} launches of {done} after the restart")
    check(server.end() == 0, "it did not end in order")
    replay = subprocess.run([BINARY, "replay", URL], capture_output=True, text=True, timeout=60, check=False)
    check(replay.returncode == 0, f"the replay differs: {replay.stdout}{replay.stderr}")
    print(f"check-postgres: {replay.stdout.strip()}")


with tempfile.TemporaryDirectory() as name:
    check_refusals(pathlib.Path(name))
    check_outages(pathlib.Path(name))
