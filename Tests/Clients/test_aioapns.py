"""aioapns sends pushes: what becomes of them depends on the phone."""

import asyncio
import ssl
import time
import uuid

import pytest
from aioapns import APNs, NotificationRequest, PushType, connection
from phones import (
    CALLED,
    CALLS,
    INCOMING_CALL,
    NOTES,
    PUSHED,
    QUIET,
    SILENT_PUSH,
    ProviderKey,
    Since,
    seconds,
    state,
    suspend,
    verdict,
)

HELLO = {"aps": {"alert": "Hello"}}

pytestmark = [pytest.mark.anyio, pytest.mark.greenroom(rules="ios18", apps=[PUSHED, CALLED])]


class Provider:
    """Sends pushes to Notes on a device, all on one connection."""

    def __init__(self, client, device, trust: ssl.SSLContext, key=None):
        self.client = client
        self.device = device
        key = key or ProviderKey()
        self.apns = APNs(
            key=key.private_pem,
            key_id=key.key_id,
            team_id=key.team_id,
            topic=NOTES,
            use_sandbox=True,
            ssl_context=trust,
            max_connections=1,
            max_connection_attempts=2,
        )

    async def answer(self, message, token=None, **fields):
        """What aioapns gives for a push: the answer of APNs."""
        quiet = message == QUIET
        kind, priority = (PushType.BACKGROUND, 5) if quiet else (PushType.ALERT, 10)
        token = token or self.device.app(NOTES).read()["pushToken"]
        request = NotificationRequest(token, message, **({"push_type": kind, "priority": priority} | fields))
        return await asyncio.wait_for(self.apns.send_notification(request), 20)

    async def send(self, message, **more):
        """Sends a push that must be accepted; gives its apns-id."""
        answer = await self.answer(message, **more)
        assert answer.is_successful, (answer.status, answer.description)
        return answer.notification_id

    def verdict(self, apns_id):
        return verdict(self.client, apns_id)


@pytest.fixture
async def connect(listeners, trust, device, greenroom_client, monkeypatch):
    """Makes providers for the test's device."""
    host, port = listeners.apns.split(":")
    monkeypatch.setattr(connection.APNsDevelopmentClientProtocol, "APNS_SERVER", host)
    monkeypatch.setattr(connection.APNsTLSClientProtocol, "APNS_PORT", int(port))
    made = []

    def provider(key=None):
        made.append(Provider(greenroom_client, device, trust, key))
        return made[-1]

    yield provider
    for one in made:
        one.apns.pool.close()


@pytest.fixture
async def provider(connect):
    return connect()


async def test_a_silent_push_wakes_the_app(provider, device):
    suspend(device, NOTES)
    since = Since(device)
    sent = await provider.send(QUIET)
    assert provider.verdict(sent) == ("delivered", None)
    assert since.callbacks(NOTES) == [SILENT_PUSH]
    assert [record["apnsID"] for record in since.records("verdict")] == [sent]


async def test_a_visible_push_is_shown(provider):
    chosen = str(uuid.uuid4())
    assert await provider.send(HELLO, notification_id=chosen) == chosen
    assert provider.verdict(chosen) == ("shown", None)


@pytest.mark.parametrize(
    ("message", "fields", "status", "reason"),
    [
        (HELLO, {"token": "cd" * 32}, "400", "BadDeviceToken"),
        (HELLO, {"token": "xyz"}, "400", "BadDeviceToken"),
        (HELLO, {"apns_topic": CALLS}, "400", "DeviceTokenNotForTopic"),
        (HELLO, {"apns_topic": "bad topic"}, "400", "BadTopic"),
        (HELLO, {"priority": 3}, "400", "BadPriority"),
        (HELLO, {"collapse_key": "k" * 65}, "400", "BadCollapseId"),
        (HELLO, {"notification_id": "order-4711"}, "400", "BadMessageId"),
        ({"aps": {"alert": "x" * 5000}}, {}, "413", "PayloadTooLarge"),
    ],
)
async def test_refusals_leave_the_connection_open(provider, message, fields, status, reason):
    await provider.send(HELLO)
    opened = list(provider.apns.pool.connections)
    answer = await provider.answer(message, **fields)
    assert (answer.status, answer.description) == (status, reason)
    await provider.send(HELLO)
    assert provider.apns.pool.connections == opened


async def test_many_at_once(provider, device):
    since = Since(device)
    sent = await asyncio.gather(*(provider.send({"aps": {"alert": str(n)}}) for n in range(400)))
    assert len(provider.apns.pool.connections) == 1
    assert sorted(record["apnsID"] for record in since.records("verdict")) == sorted(sent)
    assert since.verdicts() == [("shown", None)] * 400


# Conditions of the phone


async def test_low_power_mode_holds_the_newest_silent_push(provider, device):
    suspend(device, NOTES)
    device.send("device.setLowPowerMode", enabled=True)
    first = await provider.send(QUIET)
    assert provider.verdict(first) == ("held", "lowPowerMode")
    second = await provider.send(QUIET)
    assert provider.verdict(first)[0] == "replaced"
    assert provider.verdict(await provider.send(HELLO)) == ("shown", None)
    since = Since(device)
    device.send("device.setLowPowerMode", enabled=False)
    assert provider.verdict(second) == ("delivered", None)
    assert since.callbacks(NOTES) == [SILENT_PUSH]


async def test_silent_pushes_need_background_refresh(provider, device):
    device.send("device.setBackgroundRefresh", enabled=False)
    assert provider.verdict(await provider.send(QUIET)) == ("dropped", "backgroundRefreshOff")


async def test_three_silent_pushes_an_hour(provider, device):
    suspend(device, NOTES)
    sent = [await provider.send(QUIET) for _ in range(4)]
    assert [provider.verdict(one) for one in sent] == [("delivered", None)] * 3 + [("throttled", "hourlyBudgetSpent")]
    device.advance(3700)
    assert provider.verdict(sent[3]) == ("delivered", None)


async def test_priority_1_wakes_nothing(provider, device):
    suspend(device, NOTES)
    gentle = await provider.send(QUIET, priority=1)
    assert provider.verdict(gentle) == ("held", "lowPriority")
    device.app(NOTES).send("app.launch")
    assert provider.verdict(gentle) == ("delivered", None)


async def test_after_a_force_quit_silent_pushes_are_dropped(provider, device):
    suspend(device, NOTES)
    device.app(NOTES).send("app.forceQuit")
    assert provider.verdict(await provider.send(QUIET)) == ("dropped", "forceQuit")
    assert provider.verdict(await provider.send(HELLO)) == ("shown", None)
    assert state(device, NOTES) == "notRunning"


# Store and forward


async def test_a_lifetime_without_network(provider, device):
    device.send("device.setNetwork", network="none")
    now_or_never = await provider.send(HELLO, time_to_live=0)
    minute = await provider.send(HELLO, time_to_live=60)
    assert provider.verdict(now_or_never) == ("dropped", "noNetwork")
    assert provider.verdict(minute) == ("held", "noNetwork")
    device.advance(90)
    assert provider.verdict(minute) == ("dropped", "expired")


async def test_one_push_for_an_app_is_stored(provider, device, greenroom_client):
    device.send("device.setNetwork", network="none")
    first = await provider.send(HELLO, time_to_live=3600)
    second = await provider.send(HELLO, time_to_live=3600)
    device.advance(600)
    device.send("device.setNetwork", network="cellular")
    assert provider.verdict(first) == ("replaced", "newerPush")
    assert provider.verdict(second) == ("shown", None)
    held, shown = greenroom_client.push(second)["verdicts"]
    assert (held["verdict"], shown["verdict"]) == ("held", "shown")
    assert seconds(shown["time"]) - seconds(held["time"]) >= 600


async def test_a_phone_that_is_switched_off(provider, device):
    device.send("device.powerOff")
    visible = await provider.send(HELLO)
    assert provider.verdict(visible) == ("held", "poweredOff")
    device.send("device.powerOn")
    assert provider.verdict(visible) == ("shown", None)
    silent = await provider.send(QUIET)
    assert provider.verdict(silent) == ("held", "beforeFirstUnlock")
    since = Since(device)
    device.send("device.unlock")
    assert provider.verdict(silent) == ("delivered", None)
    launched = [record.get("launchReason") for record in since.records("process", NOTES)]
    assert launched.count("remoteNotification") == 1, "in the background"
    assert SILENT_PUSH in since.callbacks(NOTES)


async def test_collapse(provider, greenroom_client):
    first = await provider.send({"aps": {"alert": "1:0"}}, collapse_key="match")
    other = await provider.send({"aps": {"alert": "News"}}, collapse_key="news")
    second = await provider.send({"aps": {"alert": "2:0"}}, collapse_key="match")
    assert [provider.verdict(one) for one in (first, other, second)] == [
        ("replaced", "collapsed"),
        ("shown", None),
        ("shown", None),
    ]
    assert greenroom_client.push(second)["collapseID"] == "match"


@pytest.mark.greenroom(clock={"mode": "realtime"})
async def test_a_realtime_clock_has_the_time_of_the_sender(provider, greenroom_client):
    push = greenroom_client.push(await provider.send(HELLO, time_to_live=3600))
    assert abs(seconds(push["expiresAt"]) - time.time() - 3600) < 5


# Tokens


async def test_a_call(provider, device):
    suspend(device, CALLS)
    app, since = device.app(CALLS).read(), Since(device)
    call = {"apns_topic": CALLS + ".voip", "push_type": PushType.VOIP, "time_to_live": 0}
    sent = await provider.send({"caller": "Ada"}, token=app["voipToken"], **call)
    assert provider.verdict(sent) == ("delivered", None)
    assert INCOMING_CALL in since.callbacks(CALLS)
    wrong = await provider.answer({"caller": "Ada"}, token=app["pushToken"], **call)
    assert (wrong.status, wrong.description) == ("400", "DeviceTokenNotForTopic")


async def test_the_token_of_an_uninstalled_app(provider, device):
    token = device.app(NOTES).read()["pushToken"]
    device.app(NOTES).uninstall()
    answer = await provider.answer(HELLO, token=token)
    assert (answer.status, answer.description) == ("410", "Unregistered")
    assert abs(answer.timestamp - time.time() * 1000) < 60_000
    device.app(NOTES).install(**PUSHED)
    await provider.send(HELLO)


async def test_registered_keys(connect, greenroom_client):
    key = ProviderKey()
    greenroom_client.register_provider_key(keyID=key.key_id, teamID=key.team_id, pem=key.private_pem)
    await connect(key).send(HELLO)
    forged = await connect(ProviderKey(key.key_id)).answer(HELLO)
    assert (forged.status, forged.description) == ("403", "InvalidProviderToken")
    greenroom_client.remove_provider_key(key.key_id)


async def test_an_old_provider_token(connect):
    key = ProviderKey()
    provider = connect(key)
    await provider.send(HELLO)
    # aioapns renews its tokens in time, so it is handed one that it did not make.
    provider.apns.pool.connections[0].auth_provider.get_header = lambda: "bearer " + key.token(age=4000)
    answer = await provider.answer(HELLO)
    assert (answer.status, answer.description) == ("403", "ExpiredProviderToken")
