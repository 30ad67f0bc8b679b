"""Follows devices of a server as clients do. stream_test.py URL PID"""

import asyncio
import contextlib
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import time

import httpx
from httpx_sse import aconnect_sse

URL, PID = sys.argv[1], int(sys.argv[2])
NOTES = "com.example.notes"
STREAM = {"Accept": "text/event-stream"}
LAUNCH = {"type": "app.launch", "bundleID": NOTES}
HOME = {"type": "device.home"}
STREAMS = 1000
INPUTS = 100


async def make(client, name, labels=None):
    """A device with an app in front."""
    body = {"id": name, "clock": {"mode": "manual"}, "labels": labels or {}, "apps": [{"bundleID": NOTES}]}
    assert (await client.post("/v1/devices", json=body)).status_code == 201
    await send(client, name, LAUNCH)


async def send(client, name, event):
    """The records of an event."""
    answer = await client.post(f"/v1/devices/{name}/events", json=event)
    assert answer.status_code == 200, answer.text
    return answer.json()["records"]


async def log(client, name, count, text="x"):
    """The app writes lines."""
    actions = [{"action": "log", "message": text}] * count
    answer = await client.post(f"/v1/devices/{name}/apps/{NOTES}/actions", json=actions)
    assert answer.status_code == 200, answer.text


async def read(client, path, until, last_id=None, after_open=None):
    """The events of a stream up to one, which `until` tells."""
    headers = STREAM | ({"Last-Event-ID": last_id} if last_id is not None else {})
    events = []
    async with aconnect_sse(client, "GET", path, headers=headers) as source:
        assert source.response.status_code == 200, source.response.status_code
        async for event in source.aiter_sse():
            events.append(event)
            if event.event == "open" and after_open:
                await after_open()
            if until(event):
                break
    return events


def records(events):
    return [json.loads(event.data) for event in events if event.event == "message"]


def is_at(event, sequence):
    """Whether it is the record of a device: its id is the number of the device and the sequence."""
    return event.id.endswith(f"-{sequence}")


def is_end(event):
    return event.event == "end"


async def check_device(client):
    """Kept records, new ones, and the end: the same as in the timeline."""
    await make(client, "one")
    kept = (await client.get("/v1/devices/one/timeline")).json()["records"]
    home = []

    async def go_home():
        home.extend(await send(client, "one", HOME))

    last = []
    events = await read(
        client, "/v1/devices/one/timeline", lambda e: home and is_at(e, home[-1]["sequence"]), after_open=go_home)
    assert records(events) == kept + home
    last = events[-1].id

    # The connection is lost; the client reconnects and gets what was written meanwhile, and nothing twice.
    meanwhile = await send(client, "one", LAUNCH)
    events = await read(client, "/v1/devices/one/timeline", lambda e: is_at(e, meanwhile[-1]["sequence"]), last)
    assert records(events) == meanwhile

    # Too late: records that are no longer kept are reported as a gap.
    await log(client, "one", 150)
    end = (await client.get("/v1/devices/one/timeline?last=1")).json()["sequence"]
    events = await read(client, "/v1/devices/one/timeline", lambda e: is_at(e, end), last)
    gap = json.loads(events[1].data)
    assert events[1].event == "gap" and gap["why"] == "resumedTooLate", events[1]
    assert gap["missed"] == gap["next"] - gap["after"] - 1 > 0
    told = [record["sequence"] for record in records(events)]
    assert told == list(range(gap["next"], end + 1))

    # Filters, and the vocabulary of a framework.
    path = f"/v1/devices/one/timeline?kind=notification&bundleID={NOTES}&vocabulary=reactNative&after={end}"
    home = await send(client, "one", HOME)
    notifications = [record["sequence"] for record in home if record["kind"] == "notification"]
    events = await read(client, path, lambda e: is_at(e, notifications[-1]))
    assert [record["sequence"] for record in records(events)] == notifications
    assert any(record.get("vocabulary") == {"reactNative": ["background"]} for record in records(events))

    async def delete():
        assert (await client.delete("/v1/devices/one")).status_code == 204

    events = await read(client, "/v1/devices/one/timeline", is_end, after_open=delete)
    assert json.loads(events[-1].data) == {"why": "deviceDeleted"}

    # Another device of the same name: the id of an event of the first one is not of it.
    await make(client, "one")
    kept = (await client.get("/v1/devices/one/timeline")).json()["records"]
    events = await read(client, "/v1/devices/one/timeline", lambda e: is_at(e, kept[-1]["sequence"]), last)
    assert json.loads(events[1].data)["why"] == "unknownPlace" and records(events) == kept, events[1]
    assert (await client.delete("/v1/devices/one")).status_code == 204


async def check_all(client):
    """Several devices in one stream, by label; resumption at a position; gaps."""
    async def live():
        for name, labels in [("a", {"run": "1"}), ("b", {"run": "2"}), ("c", {"run": "1"})]:
            await make(client, name, labels)

    events = await read(
        client, "/v1/timeline?label=run:1", lambda e: '"device":"c"' in e.data and '"to":"active"' in e.data,
        after_open=live)
    assert {record["device"] for record in records(events)} == {"a", "c"}
    for name in "ac":
        told = [record["sequence"] for record in records(events) if record["device"] == name]
        assert told == list(range(1, len(told) + 1)), told
    last = events[-1].id

    home = await send(client, "b", HOME)
    events = await read(
        client, "/v1/timeline?device=b", lambda e: f'"sequence":{home[-1]["sequence"]},' in e.data, last)
    assert [record["sequence"] for record in records(events)] == [record["sequence"] for record in home]

    # While somebody else follows, what is missed is counted.
    async with aconnect_sse(client, "GET", "/v1/timeline?device=nobody", headers=STREAM):
        for _ in range(3):
            await log(client, "a", 100)
        events = await read(client, "/v1/timeline", lambda e: e.event == "gap", last)
    gap = json.loads(events[-1].data)
    assert gap["why"] == "resumedTooLate" and gap["missed"] > 0, gap

    events = await read(client, "/v1/timeline", lambda e: e.event == "gap", "00000000-5")
    assert json.loads(events[-1].data) == {"why": "unknownPlace", "missed": None}


async def check_slow_reader(client):
    """A client that does not read misses records and gets a gap; nothing waits for it."""
    reader, writer = await asyncio.open_connection(httpx.URL(URL).host, httpx.URL(URL).port, limit=65536)
    writer.write(b"GET /v1/timeline HTTP/1.1\r\nHost: localhost\r\n\r\n")
    while b"open" not in (line := await reader.readline()):
        assert line, "the stream was refused"
    for _ in range(60):
        await log(client, "b", 100, text="y" * 8000)
    text = b""
    while b"event: gap" not in text:
        chunk = await asyncio.wait_for(reader.read(1 << 20), 20)
        assert chunk, "the stream ended"
        text = text[-100:] + chunk
    text += await reader.readuntil(b"\n\n")
    assert b'"why":"fellBehind"' in text
    writer.close()


async def check_heartbeat():
    """Without records the stream sends heartbeats, as comments."""
    reader, writer = await asyncio.open_connection(httpx.URL(URL).host, httpx.URL(URL).port)
    writer.write(b"GET /v1/devices/a/timeline?after=99999999 HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
    comments = 0
    while comments < 2:
        comments += await asyncio.wait_for(reader.readline(), 5) == b":\n"
    writer.close()


class CountingStream:
    """A stream of which only the ids and the end are checked: Python is too slow to parse a thousand of them."""

    IDS = re.compile(rb"\nid: [0-9a-z]+-(\d+)\ndata")

    def __init__(self, path):
        self.path, self.ids, self.text, self.ended = path, [], b"", False

    async def open(self):
        self.reader, self.writer = await asyncio.open_connection(httpx.URL(URL).host, httpx.URL(URL).port)
        self.writer.write(f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n".encode())
        head = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), 60)
        assert b" 200 " in head, head
        await asyncio.wait_for(self.reader.readuntil(b"event: open\n"), 60)
        await asyncio.wait_for(self.reader.readuntil(b"\n\n"), 60)
        self.task = asyncio.create_task(self.follow())

    async def follow(self):
        while chunk := await self.reader.read(65536):
            self.text += chunk
            end = self.text.rfind(b"\n\n")
            if end < 0:
                continue
            self.ids += [int(number) for number in self.IDS.findall(b"\n" + self.text[:end])]
            assert b"event: gap" not in self.text, self.text
            self.ended = self.ended or b"event: end" in self.text
            self.text = self.text[end + 1:]
        self.writer.close()


def time_inputs():
    """How long inputs take, in milliseconds: asked by a process that does nothing else."""
    command = [sys.executable, os.path.join(os.path.dirname(__file__), "time_inputs.py"), URL, "many", NOTES, str(INPUTS)]
    return asyncio.to_thread(lambda: json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout))


@contextlib.contextmanager
def standing_back():
    """Gives this process the lowest priority, as if its streams were read on another machine."""
    if not hasattr(os, "sched_setscheduler"):
        yield
        return
    # The processes that it starts have the normal priority.
    os.sched_setscheduler(0, os.SCHED_IDLE | os.SCHED_RESET_ON_FORK, os.sched_param(0))
    try:
        yield
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


async def check_many(client):
    """A thousand streams get every record; inputs are not delayed, and one more stream is refused."""
    await make(client, "many")
    alone = await time_inputs()
    start = (await client.get("/v1/devices/many/timeline?last=1")).json()["sequence"]
    streams = [
        CountingStream(f"/v1/devices/many/timeline?after={start}" if number % 2 else "/v1/timeline")
        for number in range(STREAMS)
    ]
    for stream in streams:
        await stream.open()
    answer = await client.get("/v1/timeline")
    assert answer.status_code == 503 and answer.json()["code"] == "overloaded", answer.text
    with standing_back():
        followed = await time_inputs()
    end = (await client.get("/v1/devices/many/timeline?last=1")).json()["sequence"]
    count = end - start
    deadline = time.monotonic() + 60
    while any(len(stream.ids) < count for stream in streams):
        assert time.monotonic() < deadline, sorted(len(stream.ids) for stream in streams)[:5]
        await asyncio.sleep(0.05)
    for stream in streams:
        numbers = [number for number in stream.ids if stream.path != "/v1/timeline"]
        assert not numbers or numbers == list(range(start + 1, end + 1)), stream.path
        assert stream.ids == list(range(stream.ids[0], stream.ids[0] + count)), stream.path
    metrics = (await client.get("/metrics")).text
    assert f"greenroom_stream_subscribers {STREAMS}" in metrics
    assert max(followed) < 5000, max(followed)
    print(
        f"an input took {statistics.median(alone):.1f} ms, with {STREAMS} streams {statistics.median(followed):.1f} ms;"
        f" {STREAMS * count} records were sent")
    return streams


async def main():
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=URL, timeout=30, limits=limits) as client:
        await check_device(client)
        await check_all(client)
        await check_slow_reader(client)
        await check_heartbeat()
        while "greenroom_stream_subscribers 0" not in (await client.get("/metrics")).text:
            await asyncio.sleep(0.05)
        streams = await check_many(client)
    # The shutdown ends them all.
    os.kill(PID, signal.SIGTERM)
    await asyncio.wait_for(asyncio.gather(*(stream.task for stream in streams)), 20)
    assert all(stream.ended for stream in streams), sum(stream.ended for stream in streams)


asyncio.run(main())
