"""A database that comes after its server, and a data directory that is copied into it. Run by dev/check-import."""

import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from scale_database import Cluster, free_port

BINARY = sys.argv[1]
NOTES = "com.example.notes"
HOST = "127.0.0.1"


class Server:
    """A server on a port of its own."""

    def __init__(self, *options):
        self.url = f"http://{HOST}:{free_port(HOST)}"
        command = [BINARY, "serve", "--port", self.url.rpartition(":")[2], *map(str, options)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def ask(self, path, body=None, **headers):
        """The status of an answer, and its document; None while nobody listens."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json", **headers})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)
        except OSError:
            return None, None

    def wait_for(self, path, status):
        deadline = time.monotonic() + 30
        while self.ask(path)[0] != status:
            assert self.process.poll() is None, "the server has ended"
            assert time.monotonic() < deadline, f"{path}: {self.ask(path)} instead of {status}"
            time.sleep(0.1)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(60) == 0


def run(*words, code=0):
    done = subprocess.run([BINARY, *map(str, words)], capture_output=True, text=True, timeout=120)
    assert done.returncode == code, f"{words}: {done.returncode} {done.stdout} {done.stderr}"
    return done.stdout + done.stderr


def fill(server):
    """Makes devices with a past, one of which was asked with a key, and other things."""
    for number in range(20):
        device = {"id": f"d{number}", "labels": {"number": str(number)}, "clock": {"mode": "manual"}, "apps": [{"bundleID": NOTES}]}
        assert server.ask("/v1/devices", device)[0] == 201
        for _ in range(number):
            events = [{"type": "app.launch", "bundleID": NOTES}, {"type": "device.home"}]
            assert server.ask(f"/v1/devices/d{number}/events", events)[0] == 200
            assert server.ask(f"/v1/devices/d{number}/clock/advance", {"seconds": 60})[0] == 200
    key = {"Idempotency-Key": "once"}
    return server.ask("/v1/devices/d1/events", {"type": "device.lock"}, **key)


def look(server):
    devices = server.ask("/v1/devices?limit=100")[1]["devices"]
    return [(device, server.ask(f"/v1/devices/{device['id']}/timeline?limit=1000")) for device in devices]


def main(folder):
    data, cluster = folder / "data", Cluster(folder / "postgres", HOST)
    own = Server("--data-dir", data)
    own.wait_for("/readyz", 200)
    answer, before = fill(own), look(own)
    own.stop()

    cluster.make()
    assert "migrate" in run("import", data, cluster.url(), code=1)
    run("migrate", cluster.url())
    print(run("import", data, cluster.url()).strip())
    said = run("import", data, cluster.url(), code=1)
    assert "has a device d" in said, said
    print(run("replay", cluster.url()).strip())

    cluster.stop()
    shared = Server("--database", cluster.url())
    shared.wait_for("/livez", 200)
    status, problem = shared.ask("/readyz")
    assert status == 503 and "database" in problem["detail"], problem
    cluster.start()
    shared.wait_for("/readyz", 200)
    after = look(shared)
    assert after == before, f"{after} instead of {before}"
    assert shared.ask("/v1/devices/d1/events", {"type": "device.lock"}, **{"Idempotency-Key": "once"}) == answer
    assert shared.ask("/v1/devices/d1/events", {"type": "device.unlock"})[0] == 200
    shared.stop()
    print(run("replay", cluster.url()).strip())
    cluster.remove()


with tempfile.TemporaryDirectory(prefix="greenroom-import-") as place:
    # The user that PostgreSQL runs as must be able to enter it.
    pathlib.Path(place).chmod(0o755)
    main(pathlib.Path(place))
print("check-import: the database has what the directory had")
