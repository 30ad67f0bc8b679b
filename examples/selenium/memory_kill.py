#!/usr/bin/env python3
"""What an app loses when the system needs its memory, asked with Selenium alone. memory_kill.py [APPIUM_URL]

Selenium needs no client of Appium: a session of the protocol is all, and `execute_script` carries Appium's and
Greenroom's scripts out.
"""

import sys

from selenium import webdriver
from selenium.common.exceptions import InvalidElementStateException
from selenium.webdriver.common.options import ArgOptions

APPIUM = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:4723"
NOTES = "com.example.notes"
SAVES_LATE = {"applicationWillTerminate(_:)": [{"action": "save"}]}


def open_notes():
    """A session on a device of its own, with an app that saves only when it is told that it ends."""
    options = ArgOptions()
    for name, value in {
        "platformName": "iOS",
        "appium:automationName": "XCUITest",
        "appium:bundleId": NOTES,
        "greenroom:apps": [{"bundleID": NOTES, "lifecycle": "scenes", "behavior": SAVES_LATE}],
        "greenroom:clock": "manual",
    }.items():
        options.set_capability(name, value)
    return webdriver.Remote(APPIUM, options=options)


def main():
    """Lets the system end Notes in the background, and prints what was lost and why."""
    driver = open_notes()
    try:
        driver.execute_script("greenroom: action", {"action": "edit", "count": 2})
        driver.execute_script("mobile: pressButton", {"name": "home"})
        driver.execute_script("greenroom: advance", {"seconds": 60})
        driver.execute_script("greenroom: event", {"type": "app.terminate", "cause": "jetsam"})
        try:
            driver.execute_script("mobile: activeAppInfo")
        except InvalidElementStateException as error:
            # What the log of a suite shows on a phone, too.
            print(error.msg)
        died = driver.execute_script("greenroom: app")["lastExit"]
        print(f"{died['reason']}: {died['unsavedChanges']} changes are lost")
        for finding in driver.execute_script("greenroom: audit")["findings"]:
            print(f"{finding['severity']} {finding['code']}: {finding['advice']}")
    finally:
        driver.quit()


if __name__ == "__main__":
    main()
