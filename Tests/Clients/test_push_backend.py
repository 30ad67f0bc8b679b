"""What a push back end asks: what became of each push, why a request was refused, and whether a certificate will do."""

import asyncio
import json
import ssl
import time
import uuid
from datetime import UTC, datetime, timedelta

import httpx
import jwt
import pytest
from aioapns import APNs, NotificationRequest, PushType, connection
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from greenroom_client import Refused
from phones import (
    ALERT,
    CALLED,
    CALLS,
    NOTES,
    PUSHED,
    QUIET,
    ProviderKey,
    suspend,
)

pytestmark = pytest.mark.greenroom(rules="ios18", apps=[PUSHED, CALLED])

KEY = ProviderKey()
LOUD = {"aps": {"alert": "Dinner", "content-available": 1}}
MANAGED = "com.apple.mgmt.External.462ad9c3-7ca1-437b-8c6f-5575941a4ea7"


class Backend:
    """Sends pushes to Notes on a device."""

    def __init__(self, client, http, device):
        self.client = client
        self.http = http
        self.device = device

    @property
    def token(self):
        return self.device.app(NOTES).read()["pushToken"]

    def send(self, payload=ALERT, *, token=None, **headers):
        """The answer; a header that is None is left out, and underscores are hyphens."""
        right = {"authorization": "bearer " + KEY.token(), "apns-topic": NOTES, "apns-push-type": "alert"}
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {name: value for name, value in (right | given).items() if value is not None}
        body = json.dumps(payload).encode()
        return self.http.post(f"/3/device/{token or self.token}", content=body, headers=sent)

    def quiet(self, payload=QUIET, **headers):
        return self.send(payload, apns_push_type="background", apns_priority="5", **headers)

    def resource(self, answer):
        """The resource of a push that was accepted."""
        assert answer.status_code == 200, answer.text
        return self.client.push(answer.headers["apns-id"])

    def outcome(self, answer):
        """What the user saw, what the code got, and the reason of the last verdict."""
        push = self.resource(answer)
        return push["user"], push["code"], push["why"]

    def refusal(self, answer, status, reason):
        """The sentence that says what was wrong with a request."""
        assert (answer.status_code, answer.json()["reason"]) == (status, reason)
        for _ in range(4):  # two servers answer in turn with --shared, each with its own list
            listed = self.client.requests(listener="apns", refused=True, limit=1)["requests"]
            for newest in listed:
                if newest["id"] == answer.headers["apns-id"]:
                    code, _, detail = newest["refusal"].partition(": ")
                    assert (newest["status"], code) == (status, reason)
                    return detail
        raise AssertionError("the request is not listed")


@pytest.fixture(scope="module")
def http(listeners, trust):
    with httpx.Client(http2=True, verify=trust, base_url=f"https://{listeners.apns}", timeout=20) as client:
        yield client


@pytest.fixture
def backend(greenroom_client, http, device):
    return Backend(greenroom_client, http, device)


# What became of a push


def test_an_alert_is_shown_and_no_code_runs(backend, device):
    suspend(device, NOTES)
    assert backend.outcome(backend.send()) == ("shown", "nothingToDeliver", None)


def test_a_silent_push_shows_nothing_and_wakes_the_code(backend, device):
    suspend(device, NOTES)
    assert backend.outcome(backend.quiet()) == ("nothingToShow", "delivered", None)


def test_an_alert_that_wakes_a_force_quit_app_is_seen_and_not_delivered(backend, device):
    suspend(device, NOTES)
    device.app(NOTES).send("app.forceQuit")
    sent = backend.send(LOUD)
    assert backend.outcome(sent) == ("shown", "dropped", "forceQuit")
    push = backend.resource(sent)
    assert push["detail"] == push["verdicts"][-1]["detail"]
    assert [one["verdict"] for one in push["verdicts"]] == ["shown", "dropped"]
    chosen = device.pushes(user="shown", code="dropped")["pushes"]
    assert [one["apnsID"] for one in chosen] == [push["apnsID"]]
    assert device.pushes(user="notShown")["pushes"] == []


def test_the_app_in_front_decides_what_the_user_sees(backend, device):
    device.app(NOTES).send("app.launch")
    assert backend.outcome(backend.send()) == ("leftToApp", "delivered", None)


@pytest.mark.parametrize(
    ("payload", "headers", "detail"),
    [
        (QUIET, {"apns_push_type": "alert"}, "pushType alert with content-available alone: the app is not woken"),
        ({"greeting": "Hello"}, {}, "the payload has no object aps"),
        ({"aps": {"sond": "x"}}, {}, "aps has none of alert, badge, sound, and content-available: 1"),
    ],
)
def test_three_mistakes_have_three_details(backend, device, payload, headers, detail):
    sent = backend.send(payload, **headers)
    assert backend.outcome(sent) == ("notShown", "dropped", "malformed")
    assert backend.resource(sent)["detail"] == detail
    record = device.timeline(kind="verdict")[-1]
    assert record["detail"] == detail, "as the timeline has it"


def test_what_waits_and_what_took_its_place(backend, device):
    device.send("device.setNetwork", network="none")
    first, second = backend.send(), backend.send()
    assert backend.outcome(second) == ("waiting", "nothingToDeliver", "noNetwork")
    assert backend.outcome(first) == ("notShown", "nothingToDeliver", "newerPush")
    assert "newer push" in backend.resource(first)["detail"]
    device.send("device.setNetwork", network="wifi")
    assert backend.outcome(second) == ("shown", "nothingToDeliver", None)


def test_a_collapsed_push_was_seen(backend):
    first, second = [backend.send(apns_collapse_id="score") for _ in range(2)]
    assert backend.outcome(first) == ("replaced", "nothingToDeliver", "collapsed")
    assert backend.outcome(second) == ("shown", "nothingToDeliver", None)


def test_a_call_has_nothing_to_show(backend, device):
    suspend(device, CALLS)
    token = device.app(CALLS).read()["voipToken"]
    sent = backend.send({}, token=token, apns_topic=CALLS + ".voip", apns_push_type="voip")
    assert backend.outcome(sent) == ("nothingToShow", "delivered", None)


# How a push is found


def test_a_push_over_rest_is_found(device, greenroom_client):
    chosen = str(uuid.uuid4())
    device.send("push.deliver", bundleID=NOTES, payload=ALERT, apnsID=chosen)
    push = greenroom_client.push(chosen.upper())
    assert (push["device"], push["user"], push["token"]) == (device.id, "shown", None)
    device.delete()
    with pytest.raises(Refused, match="unknown-push"):
        greenroom_client.push(chosen)


def test_two_pushes_with_one_id(backend, device):
    """A back end repeats a request whose answer was lost."""
    chosen = str(uuid.uuid4())
    for _ in range(2):
        assert backend.send(apns_id=chosen).status_code == 200
    both = device.pushes(apns_id=chosen.upper())["pushes"]
    assert len(both) == 2
    for push in both:
        assert push["token"] == backend.token
        assert push["apnsUniqueID"]
        assert push["receivedAt"]
    assert both[0]["apnsUniqueID"] != both[1]["apnsUniqueID"]
    assert backend.client.push(chosen)["sequence"] == both[1]["sequence"], "the newest"


def test_ids_are_the_same_in_either_case(backend, device):
    chosen = str(uuid.uuid4()).upper()
    answer = backend.send(apns_id=chosen)
    assert answer.headers["apns-id"] == chosen
    assert backend.client.push(chosen.lower())["apnsID"] == chosen
    until = {"record": {"kind": "verdict", "apnsID": chosen.lower()}}
    assert device.wait(until, after=0, timeout_seconds=5)["met"]


# Why a request was refused


@pytest.mark.parametrize(
    ("token", "reason", "words"),
    [
        (lambda: "abc", "InvalidProviderToken", "is not a JSON Web Token: it has 1 parts"),
        (lambda: "a.b.c", "InvalidProviderToken", "has a header that is not a JSON object"),
        (lambda: KEY.token(kid=None), "InvalidProviderToken", "has no kid in its header"),
        (lambda: KEY.token(iss=None), "InvalidProviderToken", "has no iss in its payload"),
        (lambda: KEY.token(iat=None), "InvalidProviderToken", "has no iat in its payload"),
        (lambda: KEY.token(iat="today"), "InvalidProviderToken", "has an iat in its payload that is not a number"),
        (lambda: KEY.token(age=-4000), "InvalidProviderToken", "seconds in the future"),
        (lambda: KEY.token(iat=int(time.time() * 1000)), "InvalidProviderToken", "seconds since 1970"),
        (lambda: KEY.token(age=4000), "ExpiredProviderToken", "seconds ago, and is valid for 3600"),
        (
            lambda: jwt.encode({"iss": "T", "iat": int(time.time())}, "k" * 32, "HS256", headers={"kid": "K"}),
            "InvalidProviderToken",
            "has an alg in its header that is not ES256",
        ),
    ],
)
def test_what_is_wrong_with_a_provider_token(backend, token, reason, words):
    text = token()
    detail = backend.refusal(backend.send(authorization="bearer " + text), 403, reason)
    assert words in detail
    assert text.split(".")[-1] not in detail or len(text) < 10, "nothing secret is repeated"


def test_a_signature_that_is_not_that_of_the_registered_key(backend, greenroom_client):
    key = ProviderKey()
    greenroom_client.register_provider_key(keyID=key.key_id, teamID=key.team_id, pem=key.public_pem)
    try:
        forged = backend.send(authorization="bearer " + ProviderKey(key.key_id).token())
        assert "was not signed with the registered key" in backend.refusal(forged, 403, "InvalidProviderToken")
        moved = backend.send(authorization="bearer " + key.token(iss="OTHERTEAM1"))
        assert "another team" in backend.refusal(moved, 403, "InvalidProviderToken")
    finally:
        greenroom_client.remove_provider_key(key.key_id)


@pytest.mark.parametrize(
    ("headers", "status", "reason", "words"),
    [
        ({"authorization": None}, 403, "MissingProviderToken", "no header authorization"),
        ({"apns_topic": None}, 400, "MissingTopic", "no header apns-topic"),
        ({"apns_topic": CALLS}, 400, "DeviceTokenNotForTopic", f"is that of {NOTES}, and the topic is {CALLS}"),
        ({"apns_priority": "7"}, 400, "BadPriority", "10, 5 or 1"),
        ({"apns_push_type": "email"}, 400, "InvalidPushType", '"email"'),
        ({"apns_push_type": "voip"}, 400, "InvalidPushType", "ends in .voip"),
        ({"apns_id": "4711"}, 400, "BadMessageId", "not a UUID"),
        ({"token": "ab" * 32}, 400, "BadDeviceToken", "pushToken"),
    ],
)
def test_what_is_wrong_with_a_request(backend, headers, status, reason, words):
    assert words in backend.refusal(backend.send(**headers), status, reason)


def test_refusals_of_a_device_are_listed(backend, device, greenroom_client):
    old = backend.token
    device.app(NOTES).uninstall()
    assert "uninstalled" in backend.refusal(backend.send(token=old), 410, "Unregistered")
    listed = []
    while not listed:  # as above
        listed = greenroom_client.requests(device=device.id, listener="apns")["requests"]
    assert [(one["method"], one["path"], one["status"]) for one in listed] == [("POST", "/3/device/" + old, 410)]
    assert "authorization" not in json.dumps(listed)


# Topics


def test_an_mdm_push_needs_a_topic_of_device_management(backend):
    detail = backend.refusal(backend.send({"mdm": "x"}, apns_push_type="mdm"), 400, "InvalidPushType")
    assert "com.apple.mgmt." in detail


def test_a_topic_of_device_management_needs_a_certificate(backend):
    refused = backend.send({"mdm": "x"}, apns_topic=MANAGED, apns_push_type="mdm")
    assert "certificate" in backend.refusal(refused, 400, "TopicDisallowed")
    wrong = backend.send(apns_topic=MANAGED)
    backend.refusal(wrong, 400, "InvalidPushType")


# Tokens of devices


def test_no_token_lives_again(backend, device, make_device):
    seen = [backend.token]
    for _ in range(3):
        device.delete()
        assert backend.send(token=seen[-1]).status_code == 410
        device = make_device(id=device.id)
        backend.device = device
        assert backend.token not in seen
        assert [backend.send(token=old).json()["reason"] for old in seen] == ["Unregistered"] * len(seen)
        assert backend.send().status_code == 200
        seen.append(backend.token)


def test_the_code_is_told_the_token_by_which_it_is_reached(backend, device, make_device):
    device.delete()
    again = make_device(id=device.id)
    backend.device = again
    again.app(NOTES).send("app.launch")
    again.app(NOTES).act("registerForRemoteNotifications")
    told = [record for record in again.timeline(kind="callback") if "deviceToken" in record.get("arguments", {})]
    assert [record["arguments"]["deviceToken"] for record in told] == [backend.token]


# Certificates


def certificate(tmp_path, topic, days=30):
    """A file with a certificate for a topic, which nobody has signed, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name(
        [x509.NameAttribute(NameOID.USER_ID, topic), x509.NameAttribute(NameOID.COMMON_NAME, "Apple Push Services: x")]
    )
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=60))
        .not_valid_after(now + timedelta(days=days))
        .sign(key, hashes.SHA256())
    )
    path = tmp_path / "push.pem"
    form = serialization.PrivateFormat.PKCS8
    path.write_bytes(
        made.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())
    )
    return str(path)


@pytest.fixture
def certified(listeners, authority, backend, tmp_path):
    """Makes back ends with a certificate in place of provider tokens."""
    clients = []

    def connect(topic, **more):
        trust = ssl.create_default_context(cafile=authority)
        trust.load_cert_chain(certificate(tmp_path, topic, **more))
        clients.append(httpx.Client(http2=True, verify=trust, base_url=f"https://{listeners.apns}", timeout=20))
        return Backend(backend.client, clients[-1], backend.device)

    yield connect
    for client in clients:
        client.close()


def test_a_certificate_takes_the_place_of_tokens(certified):
    backend = certified(NOTES)
    assert backend.outcome(backend.send(authorization=None))[0] == "shown"
    assert backend.outcome(backend.send(authorization=None, apns_topic=None))[0] == "shown", "its topic is the default"
    assert backend.send(authorization="bearer nonsense").status_code == 200, "APNs ignores the header then"


def test_a_certificate_is_for_its_topic(certified):
    other = certified("com.example.other")
    assert "none of the certificate: com.example.other" in other.refusal(
        other.send(authorization=None), 400, "BadTopic"
    )
    expired = certified(NOTES, days=-1)
    assert "expired" in expired.refusal(expired.send(authorization=None), 403, "BadCertificate")
    nameless = certified("no topic")
    assert "UID" in nameless.refusal(nameless.send(authorization=None), 403, "BadCertificate")


def test_a_certificate_for_device_management(certified):
    backend = certified(MANAGED)
    refused = backend.send({"mdm": "x"}, authorization=None, apns_topic=None, apns_push_type="mdm")
    backend.refusal(refused, 400, "DeviceTokenNotForTopic")


@pytest.mark.anyio
async def test_aioapns_with_a_certificate(listeners, authority, device, greenroom_client, monkeypatch, tmp_path):
    host, port = listeners.apns.split(":")
    monkeypatch.setattr(connection.APNsDevelopmentClientProtocol, "APNS_SERVER", host)
    monkeypatch.setattr(connection.APNsTLSClientProtocol, "APNS_PORT", int(port))
    apns = APNs(
        client_cert=certificate(tmp_path, NOTES),
        use_sandbox=True,
        ssl_context=ssl.create_default_context(cafile=authority),
        max_connection_attempts=2,
    )
    try:
        request = NotificationRequest(device.app(NOTES).read()["pushToken"], ALERT, push_type=PushType.ALERT)
        answer = await asyncio.wait_for(apns.send_notification(request), 20)
        assert answer.is_successful, (answer.status, answer.description)
        assert greenroom_client.push(answer.notification_id)["user"] == "shown"
    finally:
        apns.pool.close()
