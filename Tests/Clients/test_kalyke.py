"""kalyke sends pushes: each with a connection and a provider token of its own, and an exception for each reason."""

import time
import uuid

import kalyke
import pytest
from kalyke import ApnsConfig, ApnsPriority, ApnsPushType, Payload, PayloadAlert, exceptions
from phones import (
    CALLED,
    CALLS,
    INCOMING_CALL,
    NOTES,
    PUSHED,
    SILENT_PUSH,
    ProviderKey,
    Since,
    last_exit,
    seconds,
    suspend,
    verdict,
)

HELLO = Payload(alert=PayloadAlert(title="Dinner", body="At eight"), badge=1, sound="default")
SILENT = Payload(content_available=True)
BACKGROUND = {"push_type": ApnsPushType.BACKGROUND, "priority": ApnsPriority.BASED_ON_POWER}
FORGETS_CALLS = CALLED | {"behavior": {INCOMING_CALL: []}}

pytestmark = [pytest.mark.anyio, pytest.mark.greenroom(rules="ios18", apps=[PUSHED, FORGETS_CALLS])]


@pytest.fixture
def make_client(listeners, authority, tmp_path, monkeypatch):
    """Makes kalyke's clients of the listener."""
    monkeypatch.setenv("SSL_CERT_FILE", authority)

    def make(kind=kalyke.ApnsClient, key=None):
        key = key or ProviderKey()
        path = tmp_path / f"{uuid.uuid4()}.p8"
        path.write_text(key.private_pem)
        here = type(kind.__name__, (kind,), {"_base_url": property(lambda _: f"https://{listeners.apns}")})
        return here(use_sandbox=True, team_id=key.team_id, auth_key_id=key.key_id, auth_key_filepath=path)

    return make


@pytest.fixture
def send(make_client, device):
    """Sends a push to Notes; gives its apns-id."""
    usual = make_client()

    async def send_push(payload=HELLO, *, token=None, client=usual, config=None, **fields):
        return await client.send_message(
            device_token=token or device.app(NOTES).read()["pushToken"],
            payload=payload,
            apns_config=config or ApnsConfig(**({"topic": NOTES} | fields)),
        )

    return send_push


async def test_a_push_as_kalyke_sends_it(send, device, greenroom_client):
    chosen = str(uuid.uuid4())
    assert await send(identifier=chosen, collapse_id="dinner") == chosen
    push = greenroom_client.push(chosen)
    assert (push["verdict"], push["collapseID"]) == ("shown", "dinner")
    lifetime = seconds(push["expiresAt"]) - seconds(push["time"])
    assert abs(lifetime - 30 * 86_400) < 3, "kalyke's default"
    pushed = [record["event"] for record in device.timeline(kind="input") if "event" in record]
    assert [event["payload"] for event in pushed if event["type"] == "push.deliver"] == [HELLO.dict()]


async def test_kinds_of_pushes(send, device, greenroom_client):
    suspend(device, NOTES)
    since = Since(device)
    assert verdict(greenroom_client, await send(SILENT, **BACKGROUND)) == ("delivered", None)
    assert since.callbacks(NOTES) == [SILENT_PUSH]
    low = greenroom_client.push(await send(priority=ApnsPriority.POWER_CONSIDERATIONS_OVER_ALL_OTHER_FACTORS))
    assert (low["priority"], low["verdict"]) == (1, "shown")


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"token": "ef" * 32}, exceptions.BadDeviceToken),
        ({"token": "abc"}, exceptions.BadDeviceToken),
        ({"topic": CALLS}, exceptions.DeviceTokenNotForTopic),
        ({"topic": "bad topic"}, exceptions.BadTopic),
        ({"collapse_id": "x" * 65}, exceptions.BadCollapseId),
        ({"expiration": -5}, exceptions.BadExpirationDate),
        ({"payload": {"aps": {"alert": "x" * 5000}}}, exceptions.PayloadTooLarge),
        ({"push_type": ApnsPushType.VOIP}, exceptions.InvalidPushType),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else " ".join(value),
)
async def test_a_reason_is_an_exception(send, fields, reason):
    with pytest.raises(reason):
        await send(**fields)


@pytest.mark.parametrize(
    "reason",
    [
        "BadCertificateEnvironment",
        "ExpiredToken",
        "InternalServerError",
        "ServiceUnavailable",
        "TooManyProviderTokenUpdates",
        "TooManyRequests",
    ],
)
async def test_faults(send, device, greenroom_client, reason):
    greenroom_client.add_push_fault(reason=reason, device=device.id)
    with pytest.raises(getattr(exceptions, reason)):
        await send()
    await send()


async def test_a_provider_token_for_each_push(send):
    assert len({await send() for _ in range(25)}) == 25


async def test_registered_keys(send, make_client, greenroom_client):
    key = ProviderKey()
    greenroom_client.register_provider_key(keyID=key.key_id, pem=key.public_pem)
    assert await send(client=make_client(key=key))
    with pytest.raises(exceptions.InvalidProviderToken):
        await send(client=make_client(key=ProviderKey(key.key_id)))
    greenroom_client.remove_provider_key(key.key_id)


async def test_expiration(send, device, greenroom_client):
    device.send("device.setNetwork", network="none")
    assert verdict(greenroom_client, await send(expiration=0)) == ("dropped", "noNetwork")
    hour = await send(expiration=int(time.time()) + 3600)
    device.advance(1800)
    assert verdict(greenroom_client, hour) == ("held", "noNetwork")
    device.send("device.setNetwork", network="wifi")
    assert verdict(greenroom_client, hour) == ("shown", None)


async def test_a_call_that_is_not_reported_ends_the_app(send, make_client, device, greenroom_client):
    suspend(device, CALLS)
    app = device.app(CALLS).read()
    how = {"client": make_client(kalyke.VoIPClient), "config": kalyke.VoIPApnsConfig(topic=CALLS + ".voip")}
    sent = await send({"caller": "Ada"}, token=app["voipToken"], **how)
    assert verdict(greenroom_client, sent) == ("delivered", None)
    assert last_exit(device, CALLS) == "abnormal"
    with pytest.raises(exceptions.DeviceTokenNotForTopic):
        await send({"caller": "Ada"}, token=app["pushToken"], **how)


async def test_live_activities_are_accepted_and_dropped(send, make_client, greenroom_client):
    update = kalyke.LiveActivityPayload(event=kalyke.LiveActivityEvent.UPDATE, content_state={"score": 1})
    config = kalyke.LiveActivityApnsConfig(topic=NOTES + ".push-type.liveactivity")
    sent = await send(update, client=make_client(kalyke.LiveActivityClient), config=config)
    assert verdict(greenroom_client, sent) == ("dropped", "unsupportedPushType")


async def test_what_is_gone(send, device):
    token = device.app(NOTES).read()["pushToken"]
    device.app(NOTES).uninstall()
    with pytest.raises(exceptions.Unregistered) as gone:
        await send(token=token)
    assert abs(gone.value.error["timestamp"] - time.time() * 1000) < 60_000
    device.delete()
    with pytest.raises(exceptions.Unregistered):
        await send(token=token)
