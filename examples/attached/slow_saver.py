#!/usr/bin/env python3
"""Plays an app: answers its callbacks over HTTP, as real code under test would. It saves too slowly, and is killed.

    slow_saver.py [SERVER] - GREENROOM_TOKEN is its token, if it has one

A callback is in flight until this program completes it. Meanwhile the watchdog counts: iOS gives an app 10 seconds to
enter the background. The clock of this device runs sixty times as fast as ours, so the end comes in a blink.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request

SERVER = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
APP = "com.example.slow"
SAVING_TAKES = 15  # seconds on the device's clock
SPEED = 60
HEADERS = {"Content-Type": "application/json"}
if "GREENROOM_TOKEN" in os.environ:
    HEADERS["Authorization"] = f"Bearer {os.environ['GREENROOM_TOKEN']}"


def ask(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(SERVER + path, data=data, method=method, headers=HEADERS)
    with urllib.request.urlopen(request, timeout=60) as answer:
        content = answer.read()
    return json.loads(content) if content else None


def play(device):
    """Answers callbacks until the process is gone; says how it ended."""
    unsaved = 0
    path = f"/v1/devices/{device}/apps/{APP}"
    while True:
        pending = ask("GET", f"{path}/callbacks?pending=true&waitSeconds=1")["callbacks"]
        if not pending:
            app = ask("GET", path)
            if app["lastExit"]:
                return app["lastExit"]
            if app["state"] == "active":
                ask("POST", f"{path}/actions", {"action": "edit", "count": 2})
                unsaved = 2
                print("the user writes two notes, and presses Home")
                ask("POST", f"/v1/devices/{device}/events", {"type": "device.home"})
            continue
        callback = pending[0]
        print(f"  {callback['name']}")
        actions = []
        if callback["name"] == "sceneDidEnterBackground(_:)":
            print(f"  saving {unsaved} notes takes {SAVING_TAKES} s ...")
            time.sleep(SAVING_TAKES / SPEED)
            actions = [{"action": "save"}]
        try:
            ask("POST", f"{path}/callbacks/{callback['sequence']}/complete", {"actions": actions})
        except urllib.error.HTTPError as error:
            print(f"  too late: {json.load(error)['code']}")


def main():
    device = ask("POST", "/v1/devices", {
        "clock": {"mode": "scaled", "rate": SPEED}, "expiresAfterSeconds": 600,
        "apps": [{"bundleID": APP, "driver": "attached"}]})["id"]
    print(f"an app on the device {device} is launched")
    ask("POST", f"/v1/devices/{device}/events", {"type": "app.launch", "bundleID": APP})
    end = play(device)
    print(f"killed: {end['reason']} {end['code']}, {end['unsavedChanges']} unsaved changes are lost")
    print(f"  {end['explanation']}")
    ask("DELETE", f"/v1/devices/{device}")
    return 0 if end["reason"] == "appWatchdog" and end["unsavedChanges"] == 2 else 1


sys.exit(main())
