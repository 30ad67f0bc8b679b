"""The listener for push providers, request by request, with httpx over HTTP/2."""

import asyncio
import json
import time
import uuid

import httpx
import jwt
import pytest
from greenroom_client import Refused
from phones import (
    ALERT,
    CALLED,
    CALLS,
    INCOMING_CALL,
    NOTES,
    PUSHED,
    QUIET,
    ProviderKey,
    Since,
    seconds,
    suspend,
    verdict,
)

pytestmark = pytest.mark.greenroom(rules="ios18", apps=[PUSHED, CALLED])

KEY = ProviderKey()
DAY = 86_400
VOIP = {"apns-topic": CALLS + ".voip", "apns-push-type": "voip"}


class Provider:
    """Sends pushes to Notes on a device: each is right but for what the arguments say."""

    def __init__(self, http, device):
        self.http = http
        self.device = device

    def token(self, bundle_id=NOTES, kind="pushToken"):
        return self.device.app(bundle_id).read()[kind]

    def send(self, payload=ALERT, headers=None, *, token=None, path="/3/device/{token}", method="POST"):
        """The answer; a header that is None is left out."""
        right = {
            "authorization": "bearer " + KEY.token(),
            "apns-topic": NOTES,
            "apns-push-type": "alert",
            "apns-id": str(uuid.uuid4()),
        }
        sent = {name: value for name, value in (right | (headers or {})).items() if value is not None}
        content = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        where = path.format(token=token or self.token())
        answer = self.http.request(method, where, headers=sent, content=content)
        if "apns-id" in sent:
            assert answer.headers["apns-id"] == sent["apns-id"], "the id comes back, whatever the answer is"
        return answer

    def accepted(self, *arguments, **more):
        """The apns-id of a push that must be accepted."""
        answer = self.send(*arguments, **more)
        assert answer.status_code == 200, answer.text
        return answer.headers["apns-id"]


def reason(answer):
    """The status of an answer, and the reason of a refusal."""
    return answer.status_code, answer.json()["reason"] if answer.content else None


def sized(length):
    """A payload of so many bytes."""
    around = len(json.dumps({"aps": {"alert": ""}}))
    return json.dumps({"aps": {"alert": "x" * (length - around)}}).encode()


@pytest.fixture(scope="module")
def http(listeners, trust):
    with httpx.Client(http2=True, verify=trust, base_url=f"https://{listeners.apns}", timeout=20) as client:
        yield client


@pytest.fixture
def provider(http, device):
    return Provider(http, device)


# Pushes that are accepted


def test_an_accepted_push(provider, device, greenroom_client):
    answer = provider.send()
    assert (answer.status_code, answer.http_version, answer.content) == (200, "HTTP/2", b"")
    assert uuid.UUID(answer.headers["apns-unique-id"])
    push = greenroom_client.push(answer.headers["apns-id"])
    expected = {
        "device": device.id,
        "bundleID": NOTES,
        "token": provider.token(),
        "topic": NOTES,
        "pushType": "alert",
        "priority": 10,
        "collapseID": None,
        "expiresAt": None,
        "storable": True,
        "verdict": "shown",
        "why": None,
    }
    assert {name: push[name] for name in expected} == expected
    assert len(push["verdicts"]) == 1
    (event,) = [record["event"] for record in device.timeline(kind="input") if record["sequence"] == push["sequence"]]
    assert (event["type"], event["payload"]) == ("push.deliver", ALERT)


@pytest.mark.parametrize(
    ("payload", "headers"),
    [
        (ALERT, {"apns-id": str(uuid.uuid4()).upper()}),
        (ALERT, {"apns-push-type": None}),
        (ALERT, {"apns-collapse-id": "x" * 64}),
        ({"aps": {"alert": "Dinner", "mutable-content": 1}}, {}),
        (sized(4096), {}),
    ],
    ids=["id in upper case", "no type", "64 bytes of collapse id", "mutable", "4096 bytes"],
)
def test_what_is_accepted_and_shown(provider, greenroom_client, payload, headers):
    push = greenroom_client.push(provider.accepted(payload, headers).lower())
    assert (push["verdict"], push["pushType"]) == ("shown", "alert")


def test_ids_and_tokens(provider, greenroom_client):
    made = provider.send(headers={"apns-id": None}).headers["apns-id"]
    assert str(uuid.UUID(made)) == made, "the server makes an id if there is none"
    assert verdict(greenroom_client, made) == ("shown", None)
    provider.accepted(token=provider.token().upper())
    # Of two pushes with one id the newest is found.
    provider.accepted(headers={"apns-id": made})
    provider.accepted(headers={"apns-id": made, "apns-collapse-id": "second"})
    assert greenroom_client.push(made)["collapseID"] == "second"
    with pytest.raises(Refused, match="unknown-push"):
        greenroom_client.push(str(uuid.uuid4()))


@pytest.mark.parametrize(
    ("suffix", "kind"),
    [
        (".complication", "complication"),
        (".pushkit.fileprovider", "fileprovider"),
        (".location-query", "location"),
        (".push-type.liveactivity", "liveactivity"),
        (".voip-ptt", "pushtotalk"),
        (".push-type.widgets", "widgets"),
    ],
)
def test_types_that_nothing_on_the_device_takes(provider, greenroom_client, suffix, kind):
    sent = provider.accepted(headers={"apns-topic": NOTES + suffix, "apns-push-type": kind})
    assert verdict(greenroom_client, sent) == ("dropped", "unsupportedPushType")


def test_a_background_push_with_priority_10_is_a_finding(provider, greenroom_client, device):
    since = Since(device)
    sent = provider.accepted(QUIET, {"apns-push-type": "background", "apns-priority": "10"})
    assert verdict(greenroom_client, sent) == ("delivered", None)
    assert [finding["code"] for finding in since.records("finding")] == ["pushTypeMismatch"]


def test_the_pushes_of_an_app(provider, device):
    for bundle_id in (NOTES, CALLS):
        provider.accepted(headers={"apns-topic": bundle_id}, token=provider.token(bundle_id))
    assert [push["bundleID"] for push in device.pushes(bundle_id=CALLS)["pushes"]] == [CALLS]


def test_many_streams_on_one_connection(provider, device, listeners, trust):
    token, count, since = provider.token(), 300, Since(device)
    headers = {"authorization": "bearer " + KEY.token(), "apns-topic": NOTES, "apns-push-type": "alert"}

    async def send_all():
        limits = httpx.Limits(max_connections=1)
        async with httpx.AsyncClient(http2=True, verify=trust, timeout=60, limits=limits) as client:
            where = f"https://{listeners.apns}/3/device/{token}"
            return await asyncio.gather(*(client.post(where, json=ALERT, headers=headers) for _ in range(count)))

    answers = asyncio.run(send_all())
    assert {answer.status_code for answer in answers} == {200}
    shown = [record["apnsID"] for record in since.records("verdict")]
    assert len(shown) == count
    assert set(shown) == {answer.headers["apns-id"] for answer in answers}


# Refusals


MISTAKES = [
    ({"method": "GET", "payload": b""}, 405, "MethodNotAllowed"),
    ({"method": "PUT"}, 405, "MethodNotAllowed"),
    ({"path": "/"}, 404, "BadPath"),
    ({"path": "/3/devices/{token}"}, 404, "BadPath"),
    ({"path": "/3/device/{token}/x"}, 404, "BadPath"),
    ({"path": "/3/device/"}, 400, "MissingDeviceToken"),
    ({"token": "abcd"}, 400, "BadDeviceToken"),
    ({"token": "z" * 64}, 400, "BadDeviceToken"),
    ({"token": "ab" * 32}, 400, "BadDeviceToken"),
    ({"headers": {"apns-id": "none"}}, 400, "BadMessageId"),
    ({"headers": {"apns-topic": None}}, 400, "MissingTopic"),
    ({"headers": {"apns-topic": "not a topic"}}, 400, "BadTopic"),
    ({"headers": {"apns-topic": CALLS}}, 400, "DeviceTokenNotForTopic"),
    ({"headers": {"apns-collapse-id": "x" * 65}}, 400, "BadCollapseId"),
    ({"headers": {"apns-priority": "7"}}, 400, "BadPriority"),
    ({"headers": {"apns-priority": "high"}}, 400, "BadPriority"),
    ({"headers": {"apns-push-type": "email"}}, 400, "InvalidPushType"),
    ({"headers": {"apns-expiration": "soon"}}, 400, "BadExpirationDate"),
    ({"headers": {"apns-expiration": "-1"}}, 400, "BadExpirationDate"),
    ({"payload": b""}, 400, "PayloadEmpty"),
    ({"payload": b"{"}, 400, "PayloadEmpty"),
    ({"payload": b"[1]"}, 400, "PayloadEmpty"),
    ({"payload": sized(4097)}, 413, "PayloadTooLarge"),
    ({"payload": sized(1_000_000)}, 413, "PayloadTooLarge"),
    ({"headers": {"authorization": None}}, 403, "MissingProviderToken"),
    ({"headers": {"authorization": "Basic eDp5"}}, 403, "MissingProviderToken"),
    ({"headers": {"authorization": "bearer "}}, 403, "MissingProviderToken"),
    ({"headers": {"authorization": "bearer abc"}}, 403, "InvalidProviderToken"),
]

# Of two mistakes the listener names the one that it looks for first.
ORDER = [
    ({"path": "/4/x", "headers": {"authorization": "bearer abc"}}, 404, "BadPath"),
    ({"headers": {"apns-id": "x", "authorization": "bearer abc"}}, 400, "BadMessageId"),
    ({"headers": {"authorization": "bearer abc"}, "token": "abcd"}, 403, "InvalidProviderToken"),
    ({"token": "abcd", "headers": {"apns-topic": None}}, 400, "BadDeviceToken"),
    ({"headers": {"apns-topic": None, "apns-collapse-id": "x" * 65}}, 400, "MissingTopic"),
    ({"headers": {"apns-collapse-id": "x" * 65, "apns-priority": "7"}}, 400, "BadCollapseId"),
    ({"headers": {"apns-priority": "7", "apns-push-type": "email"}}, 400, "BadPriority"),
    ({"headers": {"apns-push-type": "email", "apns-expiration": "x"}}, 400, "InvalidPushType"),
    ({"headers": {"apns-priority": "7"}, "token": "ab" * 32}, 400, "BadPriority"),
    ({"headers": {"apns-topic": CALLS}, "payload": b""}, 400, "DeviceTokenNotForTopic"),
]


@pytest.mark.parametrize(("request_", "status", "why"), MISTAKES + ORDER)
def test_refused_pushes(provider, device, request_, status, why):
    since = Since(device)
    assert reason(provider.send(**request_)) == (status, why)
    assert since.records() == []


def test_a_header_that_comes_twice(provider):
    headers = [("authorization", "bearer " + KEY.token()), ("apns-topic", NOTES), ("apns-topic", NOTES)]
    answer = provider.http.post(f"/3/device/{provider.token()}", json=ALERT, headers=headers)
    assert reason(answer) == (400, "DuplicateHeaders")


# Provider tokens


@pytest.mark.parametrize(
    ("token", "status", "why"),
    [
        (lambda: KEY.token(age=3300), 200, None),
        (lambda: KEY.token(iat=str(int(time.time()))), 200, None),  # kalyke writes a string
        (lambda: KEY.token(iat=time.time()), 200, None),  # pyapns-client writes a fraction
        (lambda: KEY.token(age=3700), 403, "ExpiredProviderToken"),
        (lambda: KEY.token(age=-4000), 403, "InvalidProviderToken"),
        (lambda: KEY.token(kid=None), 403, "InvalidProviderToken"),
        (lambda: KEY.token(iss=None), 403, "InvalidProviderToken"),
        (
            lambda: jwt.encode(
                {"iss": KEY.team_id, "iat": int(time.time())}, "k" * 32, algorithm="HS256", headers={"kid": KEY.key_id}
            ),
            403,
            "InvalidProviderToken",
        ),
    ],
    ids=["55 minutes", "a string", "a fraction", "expired", "future", "no key", "no team", "HS256"],
)
def test_provider_tokens(provider, token, status, why):
    assert reason(provider.send(headers={"authorization": "bearer " + token()})) == (status, why)


def test_the_scheme_is_in_any_letter_case(provider):
    provider.accepted(headers={"authorization": "Bearer " + KEY.token()})


def test_registered_keys(provider, greenroom_client):
    key = ProviderKey()
    forged = ProviderKey(key.key_id)
    registered = {"keyID": key.key_id, "teamID": key.team_id, "pem": key.public_pem, "topics": [NOTES]}

    def answer(token, **more):
        return reason(provider.send(headers={"authorization": "bearer " + token} | more))

    greenroom_client.register_provider_key(**registered)
    assert key.key_id in [one["keyID"] for one in greenroom_client.provider_keys()]
    assert answer(key.token()) == (200, None)
    assert answer(forged.token()) == (403, "InvalidProviderToken")
    assert answer(key.token(iss="OTHERTEAM1")) == (403, "InvalidProviderToken")
    calls = provider.send(
        headers={"authorization": "bearer " + key.token(), "apns-topic": CALLS}, token=provider.token(CALLS)
    )
    assert reason(calls) == (400, "TopicDisallowed")
    greenroom_client.remove_provider_key(key.key_id)
    assert answer(forged.token()) == (200, None), "the form of a token is all that is known of other keys"
    with pytest.raises(Refused):
        greenroom_client.register_provider_key(keyID="X", pem="nonsense")


# Expiration


def test_lifetimes(provider, greenroom_client):
    def push(expiration):
        return greenroom_client.push(provider.accepted(headers={"apns-expiration": expiration}))

    forever, never, past = push(None), push("0"), push("300")
    assert [one["storable"] for one in (forever, never, past)] == [True, False, False]
    assert [one["verdict"] for one in (forever, never, past)] == ["shown"] * 3
    hour = push(str(int(time.time()) + 3600))
    assert 3598 <= seconds(hour["expiresAt"]) - seconds(hour["time"]) <= 3600, "an hour of the device"
    assert abs(seconds(hour["expiresAt"]) - time.time()) > DAY, "whose date is another one"


def test_without_network_pushes_wait_until_they_expire(provider, device, greenroom_client):
    device.send("device.setNetwork", network="none")
    once = provider.accepted(headers={"apns-expiration": "0"})
    assert verdict(greenroom_client, once) == ("dropped", "noNetwork")
    minute = provider.accepted(headers={"apns-expiration": str(int(time.time()) + 60)})
    device.advance(58)
    assert verdict(greenroom_client, minute) == ("held", "noNetwork")
    device.advance(3)
    assert verdict(greenroom_client, minute) == ("dropped", "expired")
    push = greenroom_client.push(minute)
    assert 59 <= seconds(push["verdicts"][-1]["time"]) - seconds(push["time"]) <= 60
    unlimited = provider.accepted()
    device.advance(29 * DAY)
    assert verdict(greenroom_client, unlimited) == ("held", "noNetwork")
    device.advance(2 * DAY)
    assert verdict(greenroom_client, unlimited) == ("dropped", "expired"), "APNs keeps nothing for more than 30 days"


# VoIP


def test_a_call(provider, device, greenroom_client):
    suspend(device, CALLS)
    since = Since(device)
    sent = provider.accepted({"caller": "Ada"}, VOIP, token=provider.token(CALLS, "voipToken"))
    assert verdict(greenroom_client, sent) == ("delivered", None), "a call needs no aps"
    (incoming,) = [record for record in since.records("callback") if record["name"] == INCOMING_CALL]
    assert incoming["arguments"]["dictionaryPayload"] == {"caller": "Ada"}


def test_voip_tokens(provider):
    tokens = {provider.token(CALLS), provider.token(CALLS, "voipToken"), provider.token()}
    assert {len(token) for token in tokens} == {64}
    assert len(tokens) == 3
    assert provider.token(NOTES, "voipToken") is None, "it has not the background mode"


@pytest.mark.parametrize(
    ("kind", "headers", "payload", "status", "why"),
    [
        ("pushToken", VOIP, ALERT, 400, "DeviceTokenNotForTopic"),
        ("voipToken", VOIP | {"apns-topic": CALLS}, ALERT, 400, "InvalidPushType"),
        ("voipToken", {"apns-topic": CALLS}, ALERT, 400, "DeviceTokenNotForTopic"),
        ("voipToken", VOIP | {"apns-push-type": None}, ALERT, 400, "InvalidPushType"),
        ("voipToken", VOIP | {"apns-push-type": "alert"}, ALERT, 400, "InvalidPushType"),
        ("pushToken", VOIP | {"apns-topic": CALLS}, ALERT, 400, "InvalidPushType"),
        ("voipToken", VOIP, sized(5120), 200, None),
        ("voipToken", VOIP, sized(5121), 413, "PayloadTooLarge"),
    ],
)
def test_token_topic_and_type_of_calls_go_together(provider, kind, headers, payload, status, why):
    assert reason(provider.send(payload, headers, token=provider.token(CALLS, kind))) == (status, why)


# Device tokens


def test_a_token_lives_as_long_as_the_installation(provider, device):
    notes, first = device.app(NOTES), provider.token()
    assert notes.install(**PUSHED, version="2.0")["pushToken"] == first, "an update keeps it"
    notes.send("app.launch")
    notes.act("registerForRemoteNotifications")
    (registered,) = [
        record
        for record in device.timeline(kind="callback")
        if record["name"].startswith("application(_:didRegisterForRemoteNotifications")
    ]
    assert registered["arguments"]["deviceToken"] == first
    notes.uninstall()
    gone = provider.send(token=first)
    assert reason(gone) == (410, "Unregistered")
    assert abs(gone.json()["timestamp"] - time.time() * 1000) < 60_000
    assert isinstance(gone.json()["timestamp"], int)
    assert reason(provider.send(headers={"apns-topic": CALLS}, token=first)) == (400, "DeviceTokenNotForTopic")
    second = notes.install(**PUSHED)["pushToken"]
    assert second != first
    provider.accepted(token=second)
    assert reason(provider.send(token=first)) == (410, "Unregistered")


def test_each_device_has_tokens_of_its_own(provider, device, make_device, greenroom_client):
    other = make_device()
    copy = device.fork()
    tokens = [one.app(NOTES).read()["pushToken"] for one in (device, other, copy)]
    assert len(set(tokens)) == 3
    assert greenroom_client.push(provider.accepted(token=tokens[2]))["device"] == copy.id
    copy.delete()
    assert reason(provider.send(token=tokens[2])) == (410, "Unregistered")


# Faults that a test asks for


def test_faults(provider, device, greenroom_client):
    def answers(count):
        return [reason(provider.send()) for _ in range(count)]

    greenroom_client.add_push_fault(reason="TooManyRequests", times=2, device=device.id)
    assert answers(3) == [(429, "TooManyRequests")] * 2 + [(200, None)]
    greenroom_client.add_push_fault(reason="ExpiredToken", token=provider.token())
    expired = provider.send()
    assert reason(expired) == (410, "ExpiredToken")
    assert expired.json()["timestamp"]
    greenroom_client.add_push_fault(reason="Shutdown", goAway=True, device=device.id)
    assert answers(2) == [(503, "Shutdown"), (200, None)], "the client connects again"
    greenroom_client.add_push_fault(reason="InternalServerError", times=5, device=device.id)
    greenroom_client.remove_push_faults(device=device.id)
    assert answers(1) == [(200, None)]
    with pytest.raises(Refused):
        greenroom_client.add_push_fault(reason="Tired")


def test_the_state_of_the_listener(greenroom_client):
    assert greenroom_client.apns()["auth"] == "shape", "unless the server is started with another --apns-auth"
