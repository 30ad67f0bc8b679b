"""Apps, push providers, and what the tests read of devices."""

import time
import uuid
from datetime import datetime

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

NOTES = "com.example.notes"
MAIL = "com.example.mail"
CALLS = "com.example.calls"

SILENT_PUSH = "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
INCOMING_CALL = "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)"

# An app with a window, a link and a button.
WINDOWED = {
    "bundleID": NOTES,
    "name": "Notes",
    "lifecycle": "scenes",
    "infoPlist": {
        "UIBackgroundModes": ["remote-notification"],
        "CFBundleURLTypes": [{"CFBundleURLSchemes": ["notes"]}],
    },
    "behavior": {SILENT_PUSH: [{"action": "completeFetch", "result": "newData"}]},
    "responders": [{"name": "toolbar"}, {"name": "saveButton", "parent": "toolbar", "handles": ["touch"]}],
}
PLAIN = {"bundleID": MAIL, "name": "Mail", "lifecycle": "scenes"}

# Apps that pushes wake; the second one reports its calls.
PUSHED = {
    "bundleID": NOTES,
    "infoPlist": {"UIBackgroundModes": ["remote-notification"]},
    "behavior": {SILENT_PUSH: [{"action": "completeFetch", "result": "newData"}]},
}
CALLED = {
    "bundleID": CALLS,
    "infoPlist": {"UIBackgroundModes": ["voip", "remote-notification"]},
    "behavior": {INCOMING_CALL: [{"action": "reportIncomingCall"}]},
}

ALERT = {"aps": {"alert": {"title": "Dinner", "body": "At eight"}, "sound": "default"}}
QUIET = {"aps": {"content-available": 1}}


def state(device, bundle_id):
    """The state of an app."""
    return device.app(bundle_id).read()["state"]


def last_exit(device, bundle_id):
    """Why the last process of an app ended."""
    return device.app(bundle_id).read()["lastExit"]["reason"]


def suspend(device, bundle_id):
    """Opens the app, leaves it, and waits until it is suspended."""
    device.app(bundle_id).send("app.launch")
    device.send("device.home")
    device.advance(6)
    assert state(device, bundle_id) == "suspended"


def seconds(instant):
    """An instant as a number of seconds."""
    return datetime.fromisoformat(instant).timestamp()


class Since:
    """What happens on a device from the moment when this is made."""

    def __init__(self, device):
        self.device = device
        self.sequence = device.read()["sequence"]

    def records(self, kind=None, bundle_id=None):
        """The records, of one kind or one app."""
        return self.device.timeline(after=self.sequence, kind=kind, bundle_id=bundle_id)

    def callbacks(self, bundle_id=None):
        """The names of the callbacks."""
        return [record["name"] for record in self.records("callback", bundle_id)]

    def verdicts(self):
        """What became of pushes: the verdict, and its reason or None."""
        return [(record["verdict"], record.get("why")) for record in self.records("verdict")]

    def states(self, bundle_id):
        """The states through which the app went."""
        return [record["to"] for record in self.records("process", bundle_id)]


def launches(device):
    """The inputs that launched apps."""
    inputs = [record["event"] for record in device.timeline(kind="input") if "event" in record]
    return [event for event in inputs if event["type"] == "app.launch"]


def verdict(client, apns_id):
    """What became of a push: the verdict, and its reason or None."""
    push = client.push(apns_id)
    return push["verdict"], push["why"]


class ProviderKey:
    """A signing key as Apple gives it to a team."""

    def __init__(self, key_id=None, team_id="TEAM123456"):
        self.key_id = key_id or uuid.uuid4().hex[:10].upper()
        self.team_id = team_id
        self.private = ec.generate_private_key(ec.SECP256R1())

    @property
    def private_pem(self):
        """What is in the .p8 file."""
        form = serialization.PrivateFormat.PKCS8
        return self.private.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()).decode()

    @property
    def public_pem(self):
        """The part of it by which signatures are verified."""
        form = serialization.PublicFormat.SubjectPublicKeyInfo
        return self.private.public_key().public_bytes(serialization.Encoding.PEM, form).decode()

    def token(self, age=0, **changes):
        """A provider token, issued `age` seconds ago. A part of it (`kid`, `iss`, `iat`) that is None is left out."""
        parts = {"kid": self.key_id, "iss": self.team_id, "iat": int(time.time()) - age} | changes
        header = {"kid": kid} if (kid := parts.pop("kid")) else {}
        claims = {name: value for name, value in parts.items() if value is not None}
        return jwt.encode(claims, self.private, algorithm="ES256", headers=header)
