"""Ends apps on a Greenroom server and reads the reports of it with pycrashreport. Run by dev/check-reports."""

import json
import sys
import urllib.request

from pycrashreport.crash_report import BugType, CrashReportBase, UserModeCrashReport, get_crash_report_from_buf

SERVER = sys.argv[1]
APP = "com.example.notes"
PATH = f"/v1/devices/phone/apps/{APP}"


def call(method, path, body=None):
    """Sends a request; gives the answer's headers and text."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(SERVER + path, data, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.headers, answer.read().decode()


def post(path, body):
    return json.loads(call("POST", path, body)[1])


def events(*list_of_events):
    post("/v1/devices/phone/events", list(list_of_events))


def launch():
    events({"type": "app.launch", "bundleID": APP})


def newest_report():
    """The last of the list, fetched and parsed."""
    summary = json.loads(call("GET", f"{PATH}/reports")[1])["reports"][-1]
    headers, text = call("GET", f"{PATH}/reports/{summary['id']}")
    equal(headers["Content-Disposition"], f"attachment; filename=\"{summary['id']}\"")
    report = get_crash_report_from_buf(text, summary["id"])
    equal(report.bug_type_str, summary["bugType"])
    body = json.loads(text.split("\n", 1)[1])
    equal(body["incident"], report.incident_id)
    # What the tool shows to people must be possible to make.
    if not report.incident_id or report.incident_id not in str(report):
        raise SystemExit(f"check-reports: {summary['id']} cannot be shown")
    return summary, report, body


def equal(found, expected):
    if found != expected:
        raise SystemExit(f"check-reports: found {found!r} instead of {expected!r}")


def crash(reason, exception, pid):
    """The newest report as that of a crash."""
    summary, report, body = newest_report()
    equal((summary["kind"], summary["reason"], summary["pid"]), ("crash", reason, pid))
    equal(type(report), UserModeCrashReport)
    equal(report.bug_type, BugType.Crash_309)
    equal(report.name, "Notes")
    equal(report.exception_type, exception)
    equal(report.faulting_thread, 0)
    # 29 numbered registers and seven by name.
    equal(len(report.registers), 36)
    innermost = report.frames[0]
    registers = {register.name: register.value for register in report.registers}
    equal(registers["pc"], innermost.image_base + innermost.image_offset)
    equal(report.frames[-1].symbol, "start")
    equal(report.frames[-1].image_name, "/usr/lib/dyld")
    return report, body


def watchdog():
    launch()
    events({"type": "device.home"})
    post("/v1/devices/phone/clock/advance", {"seconds": 11})
    report, body = crash("appWatchdog", "EXC_CRASH", 101)
    equal(report.timestamp.isoformat(), "2026-01-01T00:00:10")
    equal(report.frames[0].symbol, "AppDelegate.applicationDidEnterBackground(_:)")
    equal(report.frames[0].image_name.rsplit("/", 2)[1:], ["Notes.app", "Notes"])
    equal(report.application_specific_information, None)
    equal((body["termination"]["namespace"], body["termination"]["code"]), ("FRONTBOARD", 0x8BADF00D))
    equal(
        body["termination"]["reasons"][0],
        "<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: "
        f"app<{APP}>:101 exhausted real (wall clock) time allowance of 10.00 seconds",
    )


def uncaught_exception():
    launch()
    events({"type": "app.crash", "bundleID": APP, "exception": "abort", "message": "no such row"})
    report, body = crash("abnormal", "EXC_CRASH", 102)
    equal([frame.symbol for frame in report.frames[:3]], ["__pthread_kill", "pthread_kill", "abort"])
    said = report.application_specific_information
    equal(said["libsystem_c.dylib"], ["abort() called"])
    equal(said["CoreFoundation"][0].endswith("reason: 'no such row'"), True)
    equal(body["lastExceptionBacktrace"][1]["symbol"], "objc_exception_throw")


def bad_access():
    launch()
    events({"type": "app.crash", "bundleID": APP, "exception": "badAccess"})
    report, body = crash("badAccess", "EXC_BAD_ACCESS", 103)
    equal(report.exception_subtype, "KERN_INVALID_ADDRESS at 0x0000000000000000")
    equal(body["termination"]["indicator"], "Segmentation fault: 11")


def short_of_memory():
    launch()
    events({"type": "app.terminate", "bundleID": APP, "cause": "jetsam"})
    summary, report, body = newest_report()
    equal((summary["kind"], summary["reason"], summary["pid"]), ("jetsam", "memoryPressure", 104))
    equal(type(report), CrashReportBase)
    equal(report.bug_type, BugType.Jetsam_298)
    equal(summary["id"].startswith("JetsamEvent-2026-01-01-0000"), True)
    killed = [process for process in body["processes"] if "reason" in process]
    equal([(one["name"], one["pid"], one["reason"]) for one in killed], [("Notes", 104, "vm-pageshortage")])
    taken = sum(process["rpages"] for process in body["processes"])
    status = body["memoryStatus"]
    equal((taken + status["memoryPages"]["free"]) * status["pageSize"], 6_442_450_944)


def force_quit():
    """Leaves no report."""
    before = call("GET", f"{PATH}/reports")[1]
    launch()
    events({"type": "app.forceQuit", "bundleID": APP})
    equal(call("GET", f"{PATH}/reports")[1], before)


def metric_payload():
    payload = json.loads(call("GET", f"{PATH}/metrickit")[1])
    exits = payload["applicationExitMetrics"]
    counted = {side: {key: count for key, count in exits[side].items() if count > 0} for side in exits}
    equal(counted["foregroundExitData"], {"cumulativeAbnormalExitCount": 1, "cumulativeBadAccessExitCount": 1})
    equal(counted["backgroundExitData"]["cumulativeAppWatchdogExitCount"], 1)
    equal(len(exits["backgroundExitData"]), 12)


slow = {"applicationDidEnterBackground(_:)": [{"action": "log", "message": "done", "takesSeconds": 60}]}
notes = {"bundleID": APP, "name": "Notes", "version": "1.2", "lifecycle": "appDelegate", "behavior": slow}
device = {"id": "phone", "clock": {"mode": "manual"}, "memoryBytes": 6_442_450_944, "apps": [notes]}
call("POST", "/v1/devices", device)
for check in (watchdog, uncaught_exception, bad_access, short_of_memory, force_quit, metric_payload):
    check()
print("check-reports: pycrashreport reads every report, and finds in it what happened")
