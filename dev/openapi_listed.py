"""A check for schemathesis: what the schemas allow is accepted. Nothing that is sent is put right; what is refused all the same
is listed here, with the reason for which a schema cannot say it."""

import json
import re

import schemathesis

# Answers that say what has become of a device meanwhile, or that nothing is found under a made-up name.
STATE = {401, 403, 404, 409, 410, 429}

# Refusals by code and field, of any operation. [] is any index.
LISTED = {
    ("precondition-failed", "If-Match"): "the device is not at that sequence; schemathesis also sends 0, which the pattern forbids",
    ("precondition-failed", None): "the device is not at the sequence of If-Match",
    ("idempotency-key-reused", "Idempotency-Key"): "schemathesis sends one key with different requests",
    ("invalid-value", "responders[].name"): "a name is used once: uniqueItems compares whole elements",
    ("invalid-value", "responders[].parent"): "a chain of responders that comes back to itself",
    ("invalid-value", "purgeableBytes"): "a part of footprintBytes",
    ("invalid-value", "bundleID"): "the app of the path, whose name schemathesis chooses apart from the body",
    ("invalid-value", "behavior"): "all handlers together have at most 1,000 entries: a schema has no sums",
}

# Refusals of an operation.
LISTED_OF = {
    ("GET", "/v1/devices/{device}/timeline", "invalid-value", "limit"): "parameters cannot exclude each other: not beside last",
    ("POST", "/v1/apns/keys", "invalid-value", "pem"): "that the text is a point on the curve P-256 is arithmetic",
    ("POST", "/v1/devices/{device}/clock/advance", "invalid-value", "to"): "before what the device's clock shows",
    ("PATCH", "/v1/devices/{device}/clock", "invalid-value", "rate"): "a rate alone is for a clock that is scaled already",
    ("POST", "/v1/devices/{device}/events", "invalid-value", "target"): "a responder that the app has not declared",
    ("POST", "/v1/devices/{device}/events", "invalid-value", "[].target"): "the same in a list",
}


@schemathesis.check
def allowed_is_accepted(context, response, case):
    """Fails for a refusal of what the description allows that is not listed."""
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if not 400 <= response.status_code < 500 or response.status_code in STATE:
        return
    try:
        problem = json.loads(response.content)
    except ValueError:
        problem = {}
    field = problem.get("field")
    refusal = (problem.get("code"), field and re.sub(r"\[\d+\]", "[]", field))
    # All parts of a condition together are at most 100: a schema has no sums.
    if refusal[0] == "too-complex" and re.search(r"\b(any|all)\[\]", refusal[1] or ""):
        return
    if refusal in LISTED or (case.method, case.operation.path, *refusal) in LISTED_OF:
        return
    raise AssertionError(f"{case.method} {case.operation.path}: {response.status_code} {response.content[:600]!r}")
