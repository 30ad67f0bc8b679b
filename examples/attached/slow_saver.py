#!/usr/bin/env python3
"""Plays an app: Python functions are its code. It saves too slowly, and is killed.

    slow_saver.py [SERVER] - GREENROOM_TOKEN is its token, if it has one

iOS gives an app 10 seconds to enter the background. The clock of this device stands still except while the app's code
or the script lets time pass, so the end comes in a blink.
"""

import sys

from greenroom_client import AppCode, Callback, Client, on

SAVING_TAKES = 15  # seconds on the device's clock


class SlowSaver(AppCode):
    """An app whose notes are many."""

    bundle_id = "com.example.slow"

    @on("sceneDidBecomeActive(_:)")
    def became_active(self, callback: Callback) -> None:
        """The user sees it, and writes."""
        print(f"  {callback['name']}: the user writes two notes")
        self.edited("notes", count=2)

    @on("sceneDidEnterBackground(_:)")
    def entered_background(self, callback: Callback) -> None:
        """The last moment in which an app can be sure that its code runs."""
        print(f"  {callback['name']}: saving takes {SAVING_TAKES} s ...")
        self.takes(SAVING_TAKES)
        self.disk.write("notes", ["one", "two"])


def main() -> int:
    """Launches the app and presses Home."""
    with Client(sys.argv[1] if len(sys.argv) > 1 else None) as client:
        device = client.create_device(clock={"mode": "manual"}, expiresAfterSeconds=600)
        app = device.attach(SlowSaver)
        print(f"an app on the device {device.id} is launched")
        app.send("app.launch")
        print("the user presses Home")
        device.send("device.home")
        end = app.read()["lastExit"]
        device.delete()
    if end is None:
        print("it lives")
        return 1
    print(f"killed: {end['reason']} {end['code']}, {end['unsavedChanges']} unsaved changes are lost")
    print(f"  {end['explanation']}")
    return 0 if end["reason"] == "appWatchdog" and end["unsavedChanges"] == 2 else 1


if __name__ == "__main__":
    sys.exit(main())
