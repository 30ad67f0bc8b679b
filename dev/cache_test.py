"""More devices than a server keeps in memory.

cache_test.py create URL PID FOLDER DEVICES           creates devices, and keeps their names in the folder
cache_test.py use URL PID FOLDER IN_MEMORY MIB        uses as many as there may be in memory, and looks at others
cache_test.py look URL PID FOLDER                     looks at those that were used
"""

import concurrent.futures
import json
import pathlib
import random
import re
import socket
import sys
import threading
import time
import urllib.parse

from thread_client import Client

COMMAND, URL, PID, FOLDER = sys.argv[1], sys.argv[2], int(sys.argv[3]), pathlib.Path(sys.argv[4])
NOTES = "com.example.notes"
APP = {
    "bundleID": NOTES,
    "infoPlist": {"UIBackgroundModes": ["remote-notification"]},
    "behavior": {"sceneDidEnterBackground(_:)": [{"action": "save"}]},
}
EVENTS = [{"type": "app.launch", "bundleID": NOTES}, {"type": "device.home"}]
CONNECTIONS = 32
AT_ONCE = 50
CLIENT = Client(URL)


def resident():
    """The memory of the server that is in RAM, in MiB."""
    with open(f"/proc/{PID}/status") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


def ask(method, path, body=None):
    """What the server answers."""
    status, _, text = CLIENT.ask(method, path, body)
    assert status < 300, f"{method} {path}: {status} {text}"
    return json.loads(text)


def metric(name):
    """The value of a metric without labels."""
    # A new connection: the server closes one that was idle meanwhile.
    return int(float(re.search(rf"^{name} (\S+)$", Client(URL).ask("GET", "/metrics")[2], re.MULTILINE)[1]))


def create(count):
    """Creates devices on one connection, some at once. Each tenth has a clock that runs."""
    address = urllib.parse.urlsplit(URL)
    requests = []
    for mode in ["realtime"] + 9 * ["manual"]:
        body = json.dumps({"clock": {"mode": mode}, "apps": [APP]})
        head = f"POST /v1/devices HTTP/1.1\r\nHost: {address.netloc}\r\nContent-Type: application/json\r\n"
        requests.append(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
    names = []
    with socket.create_connection((address.hostname, address.port)) as connection:
        for first in range(0, count, AT_ONCE):
            some = min(AT_ONCE, count - first)
            connection.sendall(b"".join(requests[number % 10] for number in range(some)))
            text = b""
            while len(found := re.findall(rb'"id": ?"(device-[a-z2-7]{13})"', text)) < some:
                received = connection.recv(1 << 20)
                assert received, text[-2_000:]
                text += received
            assert text.count(b"HTTP/1.1 201") == some, text[:2_000]
            names += [name.decode() for name in found]
    return names


def create_all(count):
    """Creates devices, and keeps their names and what some of them are."""
    started = time.monotonic()
    parts = [count // CONNECTIONS + (number < count % CONNECTIONS) for number in range(CONNECTIONS)]
    with concurrent.futures.ThreadPoolExecutor(CONNECTIONS) as threads:
        names = [name for part in threads.map(create, parts) for name in part]
    assert len(set(names)) == count
    print(f"created {count} devices in {time.monotonic() - started:.0f} s; {resident():.0f} MiB")
    chosen = random.Random(1).sample(names, min(200, count))
    documents = {name: document for name in chosen if (document := ask("GET", f"/v1/devices/{name}"))}
    FOLDER.mkdir()
    (FOLDER / "names").write_text("\n".join(names))
    (FOLDER / "documents").write_text(json.dumps(documents))


def use(name, rounds):
    """Sends a device events and looks at it: the sequence that it comes to."""
    sequence = 0
    for number in range(rounds):
        outcome = ask("POST", f"/v1/devices/{name}/events", EVENTS[number % 2])
        assert outcome["sequence"] > sequence, outcome
        sequence = outcome["sequence"]
        app = ask("GET", f"/v1/devices/{name}/apps/{NOTES}")
        # Where its clock runs the app may have been suspended meanwhile.
        assert app["state"] in (["active"] if number % 2 == 0 else ["background", "suspended"]), app
    return sequence


def same(name, document):
    """Whether a device that nobody has used since is what it was; one whose clock runs has gone on."""
    found = ask("GET", f"/v1/devices/{name}")
    if document["clock"]["mode"] == "manual":
        assert found == document, f"{found} instead of {document}"
    assert found["id"] == name and found["sequence"] >= document["sequence"], found


def watch(done, sizes):
    """Notes the memory of the server until the rest is done."""
    while not done.wait(0.05):
        sizes.append(resident())


def use_all(in_memory, mebibytes):
    """Uses devices, and looks at others and at lists meanwhile."""
    names = (FOLDER / "names").read_text().split()
    documents = json.loads((FOLDER / "documents").read_text())
    print(f"{len(names)} devices after the start: {resident():.0f} MiB")
    assert ask("GET", "/v1/processes/summary")["devices"] == len(names)
    assert metric("greenroom_devices") == len(names)
    used = [name for name in random.Random(2).sample(names, min(in_memory, len(names))) if name not in documents]
    done, sizes = threading.Event(), [resident()]
    watcher = threading.Thread(target=watch, args=(done, sizes))
    watcher.start()
    started = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(16) as threads:
        lists = threads.submit(list_all, len(names))
        looks = [threads.submit(same, name, document) for name, document in documents.items()]
        sequences = dict(zip(used, threads.map(lambda name: use(name, 6), used)))
        for one in [lists, *looks]:
            one.result()
    done.set()
    watcher.join()
    (FOLDER / "sequences").write_text(json.dumps(sequences))
    loaded, evicted = metric("greenroom_devices_loaded_total"), metric("greenroom_devices_evicted_total")
    kept = metric("greenroom_devices_in_memory")
    print(f"{len(used)} devices were used, {loaded} loaded, {evicted} evicted, in {time.monotonic() - started:.0f} s")
    print(f"{kept} devices in memory; {max(sizes):.0f} MiB at most, {resident():.0f} MiB at the end")
    # With a database a start loads none.
    assert loaded >= len(used) // 2 and evicted >= min(loaded, len(names)) - in_memory
    # Devices whose apps are about to be suspended stay.
    assert kept <= 2 * in_memory + 100
    assert max(sizes) < mebibytes, f"more than {mebibytes} MiB"


def list_all(count):
    """Reads lists of devices, at most 50 pages."""
    seen, cursor = [], ""
    for _ in range(50):
        page = ask("GET", f"/v1/devices?limit=1000{cursor}")
        seen += [device["id"] for device in page["devices"]]
        if page.get("next") is None:
            assert len(seen) == count, f"{len(seen)} instead of {count}"
            break
        cursor = f"&cursor={page['next']}"
    assert seen == sorted(set(seen))


def look_all():
    """Looks at the devices that were used, and at some that were not."""
    for name, sequence in json.loads((FOLDER / "sequences").read_text()).items():
        assert ask("GET", f"/v1/devices/{name}")["sequence"] >= sequence
    for name, document in json.loads((FOLDER / "documents").read_text()).items():
        same(name, document)


match COMMAND:
    case "create": create_all(int(sys.argv[5]))
    case "use": use_all(int(sys.argv[5]), float(sys.argv[6]))
    case "look": look_all()
