"""Sends an event to the server that hosts a device, so that no other server has to forward it.

python3 direct.py http://localhost:8080 phone '{"type": "device.home"}'
GREENROOM_TOKEN is the token of the servers, if they have one.
"""

import json
import os
import sys
import urllib.error
import urllib.request
import uuid

MASK = 2**64 - 1


def partition(device: str, count: int) -> int:
    """The partition of a device: FNV-1a of its id, spread by a multiplication, of which the highest bits count."""
    digest = 0xCBF29CE484222325
    for byte in device.encode():
        digest = (digest ^ byte) * 0x100000001B3 & MASK
    return (digest * 0x9E3779B97F4A7C15 & MASK) >> (64 - (count.bit_length() - 1))


def ask(url: str, body: str | None = None, key: str | None = None) -> dict:
    """Sends a request, and returns what is answered."""
    headers = {"Content-Type": "application/json"}
    if token := os.environ.get("GREENROOM_TOKEN"):
        headers["Authorization"] = f"Bearer {token}"
    if key:
        headers["Idempotency-Key"] = key
    request = urllib.request.Request(url, body.encode() if body else None, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def owner(fleet: dict, device: str) -> str | None:
    """The address of the server that hosts a device; None if none does now, or if there is only one server."""
    name = fleet["partitions"][partition(device, fleet["partitionCount"])]["server"]
    return next((member.get("address") for member in fleet["members"] if member["server"] == name), None)


def main() -> None:
    """Sends the event; once more to the server that was named, if the owner cannot be reached or is another one now."""
    front, device, event = sys.argv[1:]
    address = owner(ask(f"{front}/v1/fleet"), device) or front
    key = str(uuid.uuid4())  # with it the event is done once, however often it is sent
    try:
        answer = ask(f"{address}/v1/devices/{device}/events", event, key)
    except OSError as error:
        if isinstance(error, urllib.error.HTTPError) and error.code != 503:
            sys.exit(error.read().decode())
        answer = ask(f"{front}/v1/devices/{device}/events", event, key)
    print(f"{address}: {device} is at {answer['sequence']}")


if __name__ == "__main__":
    main()
