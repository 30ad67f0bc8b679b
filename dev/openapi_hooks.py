"""Steers what schemathesis sends: most requests go to a device and an app that exist, and none waits for long."""

import json

import schemathesis

DEVICE = "phone"
APPS = ["com.example.notes", "com.example.mail"]
LONGEST_WAIT = 0.05


def chosen(text, share):
    """Whether a made-up text is kept: so many of a hundred are, and always the same ones."""
    return sum(str(text).encode()) % 100 < share


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    if not path_parameters:
        return path_parameters
    # What is deleted is made up, so that the device and its apps stay.
    if context.operation.method.upper() == "DELETE" and context.operation.path.endswith("}"):
        kept = "bundleID" if "bundleID" in path_parameters else "device"
    else:
        kept = None
    steered = dict(path_parameters)
    if "device" in steered and kept != "device" and not chosen(steered["device"], 10):
        steered["device"] = DEVICE
    if "bundleID" in steered and kept != "bundleID" and not chosen(steered["bundleID"], 20):
        steered["bundleID"] = APPS[len(str(steered["bundleID"])) % 2]
    return steered


@schemathesis.hook
def before_call(context, case, **kwargs):
    case.query = limited(case.query, "waitSeconds")
    case.body = limited(case.body, "timeoutSeconds")


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    return json.dumps(value).encode() + b"\n"


def limited(values, name):
    """The values, with a wait cut short."""
    try:
        wait = float(values[name])
    except (TypeError, KeyError, ValueError):
        return values
    return {**values, name: LONGEST_WAIT} if LONGEST_WAIT < wait <= 300 else values
