"""A server whose data directory is on a full or read-only disk, or not its own. disk_test.py BINARY FOLDER

The folder is a small file system of its own.
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

from thread_client import Client

BINARY, DISK = sys.argv[1], pathlib.Path(sys.argv[2])
DATA, FILLER = DISK / "data", DISK / "filler"
NOTES = "com.example.notes"
NOBODY = 65534
WRITE = [{"action": "log", "message": "x" * 2000}]


def start(**options):
    """A server with its data directory on the disk, and its address; None if it ended instead."""
    command = [BINARY, "serve", "--port", "0", "--data-dir", str(DATA)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)
    found = re.search(r"ready on (\S+)", server.stdout.readline())
    return server, found and found[1]


def refused(*words, **options):
    """A server does not start, and says why in this text."""
    server, url = start(**options)
    assert url is None, f"it became ready: {words}"
    said = server.stderr.read()
    assert server.wait(30) == 1, said
    for word in words:
        assert word in said, f"{word!r} is not in: {said}"


def fill(left):
    """Leaves so many bytes of the disk."""
    with open(FILLER, "wb") as filler:
        room = os.statvfs(DISK)
        os.posix_fallocate(filler.fileno(), 0, room.f_bavail * room.f_frsize - left)


def write(client, device):
    """The status of an input, and what its answer says."""
    status, _, text = client.ask("POST", f"/v1/devices/{device}/apps/{NOTES}/actions", WRITE)
    return status, json.loads(text)


def status_of(client, path):
    return client.ask("GET", path)[0]


def written(client, device):
    """The numbers of the inputs that the device has had."""
    numbers, after = [], 0
    while after is not None:
        _, _, text = client.ask("GET", f"/v1/devices/{device}/timeline?kind=input&limit=1000&after={after}")
        page = json.loads(text)
        numbers += [record["sequence"] for record in page["records"]]
        after = page["next"]
    return numbers


def check_full_disk():
    """What is acknowledged is kept, what is refused has changed nothing; with free space the server continues."""
    server, url = start()
    client = Client(url)
    body = {"id": "phone", "clock": {"mode": "manual"}, "apps": [{"bundleID": NOTES}]}
    assert client.ask("POST", "/v1/devices", body)[0] == 201
    client.text("POST", "/v1/devices/phone/events", {"type": "app.launch", "bundleID": NOTES})
    known = written(client, "phone")

    fill(left=300_000)
    status, answer = write(client, "phone")
    while status == 200:
        known.append(answer["records"][0]["sequence"])
        status, answer = write(client, "phone")
    acknowledged = len(known)
    assert status == 503 and answer["code"] == "store-unavailable", answer
    assert acknowledged > 10, acknowledged
    for _ in range(20):
        assert write(client, "phone")[0] == 503
    assert status_of(client, "/livez") == 200
    assert status_of(client, "/readyz") == 503
    assert status_of(client, "/v1/devices/phone") == 200
    assert written(client, "phone") == known

    FILLER.unlink()
    deadline = time.monotonic() + 60
    while status_of(client, "/readyz") != 200:
        assert time.monotonic() < deadline, "it is not ready again although there is room"
        time.sleep(0.1)
    for _ in range(50):
        status, answer = write(client, "phone")
        assert status == 200, answer
        known.append(answer["records"][0]["sequence"])

    server.send_signal(signal.SIGKILL)
    server.wait()
    server, url = start()
    assert written(Client(url), "phone") == known
    server.send_signal(signal.SIGTERM)
    assert server.wait(30) == 0, server.stderr.read()
    replay = subprocess.run([BINARY, "replay", str(DATA)], capture_output=True, text=True)
    assert replay.returncode == 0, replay.stdout + replay.stderr
    print(f"disk: {acknowledged} inputs before it was full, {len(known)} in the end; {replay.stdout.splitlines()[-1]}")
    return known


def told(*arguments, **options):
    """What a command says that ends with 1."""
    done = subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, **options)
    assert done.returncode == 1, done
    return done.stderr


def check_commands():
    """A backup on a full disk, and commands of a user who may not read the data directory, say why they end."""
    fill(left=0)
    backup = DISK / "backup.sqlite"
    assert told("backup", DATA, backup) == f"greenroom: {backup} cannot be written: database or disk is full\n"
    assert sorted(os.listdir(DISK)) == ["data", "filler"], os.listdir(DISK)
    FILLER.unlink()
    reason = f"greenroom: the data directory {DATA} cannot be used: Permission denied\n"
    for command in (["backup", DATA, backup], ["check", DATA], ["replay", DATA]):
        assert told(*command, user=NOBODY, group=NOBODY) == reason, command


def check_refusals():
    """Without room to begin, without the right to write, or on a disk that is only for reading there is no server."""
    fill(left=0)
    refused(str(DATA), "full")
    FILLER.unlink()
    os.chmod(DATA, 0o700)
    refused(str(DATA), "Permission denied", user=NOBODY, group=NOBODY)
    subprocess.run(["mount", "-o", "remount,ro", str(DISK)], check=True)
    refused(str(DATA), "Read-only file system")
    subprocess.run(["mount", "-o", "remount,rw", str(DISK)], check=True)


known = check_full_disk()
check_commands()
check_refusals()
server, url = start()
assert written(Client(url), "phone") == known, "a start that was refused did harm"
server.kill()
