"""The back end against simulated phones: an app that is uninstalled, one that is force quit, and APNs that is busy."""

import asyncio
import ssl
import time
import uuid
from urllib.parse import urlsplit

import pytest
from aioapns.connection import APNsProductionClientProtocol as AddressOfAPNs
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from push_backend import SECONDS_AFTER_SERVER_ERROR, SECONDS_AFTER_TOO_MANY_REQUESTS, PushBackend

NOTES = "com.example.notes"
TEAM = "EXAMPLE123"
HOUR = 3600


@pytest.fixture(scope="session")
def signing_key(greenroom_client):
    """A key of the tests' own: the listener verifies what the back end signs with it."""
    key, key_id = ec.generate_private_key(ec.SECP256R1()), uuid.uuid4().hex[:10].upper()
    public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    greenroom_client.register_provider_key(keyID=key_id, teamID=TEAM, pem=public)
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    yield {"key": private, "key_id": key_id, "team_id": TEAM}
    greenroom_client.remove_provider_key(key_id)


class Clock:
    """The clock of the back end, which a test sets ahead or back."""

    ahead = 0.0

    def __call__(self):
        return time.time() + self.ahead


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def backend(greenroom_client, monkeypatch, signing_key, clock, tmp_path):
    """The back end as it is in production, but for the address of APNs and the authority."""
    address = urlsplit(greenroom_client.apns()["address"])
    monkeypatch.setattr(AddressOfAPNs, "APNS_SERVER", address.hostname)
    monkeypatch.setattr(AddressOfAPNs, "APNS_PORT", address.port)
    trust = ssl.create_default_context(cadata=greenroom_client.apns_authority())
    return PushBackend(str(tmp_path / "pushes.sqlite"), clock, topic=NOTES, ssl_context=trust, **signing_key)


@pytest.fixture
def deliver(backend):
    with asyncio.Runner() as runner:
        yield lambda: runner.run(backend.deliver())
        runner.run(backend.close())


@pytest.fixture
def phone(device, backend):
    """A phone with the app in the background, which has handed its device token to the back end."""
    notes = device.app(NOTES)
    notes.install(infoPlist={"UIBackgroundModes": ["remote-notification"]})
    notes.send("app.launch")
    backend.register(notes.read()["pushToken"])
    device.send("device.home")
    device.advance(60)
    return device


def verdicts(phone):
    """What became of the pushes to the phone, and why."""
    return [(push["verdict"], push["why"]) for push in phone.pushes()["pushes"]]


def test_each_device_gets_a_notification(make_device, phone, backend, deliver):
    other = make_device()
    backend.register(other.app(NOTES).install()["pushToken"])
    backend.announce("A new version is out")
    deliver()
    assert [verdicts(phone), verdicts(other)] == [[("shown", None)], [("shown", None)]]


@pytest.mark.parametrize(("registered", "kept"), [(-HOUR, False), (HOUR, True)], ids=["before", "since"])
def test_an_app_that_is_uninstalled_is_forgotten_unless_it_registered_since(
    phone, backend, clock, deliver, registered, kept
):
    clock.ahead = registered
    [token] = backend.tokens()
    backend.register(token)
    phone.app(NOTES).uninstall()
    backend.announce("Are you still there?")
    deliver()
    assert len(backend.pushes("Unregistered")) == 1
    assert backend.tokens() == ([token] if kept else [])


def test_the_user_is_asked_to_open_an_app_that_was_force_quit(greenroom_client, phone, backend, deliver):
    phone.app(NOTES).send("app.forceQuit")
    backend.request_sync()
    deliver()
    assert len(backend.pushes("accepted")) == 1, "APNs takes it"
    assert verdicts(phone) == [("dropped", "forceQuit")]

    def verdict(apns_id):
        push = greenroom_client.push(apns_id)  # GET /v1/pushes/{apnsID}
        return push["verdict"], push["why"]

    backend.follow_up(verdict)
    deliver()
    assert verdicts(phone) == [("dropped", "forceQuit"), ("shown", None)]


@pytest.mark.parametrize(
    ("reason", "seconds"),
    [("TooManyRequests", SECONDS_AFTER_TOO_MANY_REQUESTS), ("ServiceUnavailable", SECONDS_AFTER_SERVER_ERROR)],
)
def test_what_apns_cannot_take_is_sent_again_later(greenroom_client, phone, backend, clock, deliver, reason, seconds):
    greenroom_client.add_push_fault(reason=reason, times=2, device=phone.id)
    backend.request_sync()
    for ahead in [0, seconds - 5, seconds + 5, 3 * seconds - 5]:
        clock.ahead = ahead
        deliver()
        assert verdicts(phone) == []
    assert greenroom_client.push_faults() == [], "it was refused twice"
    clock.ahead = 3 * seconds + 5
    deliver()
    assert verdicts(phone) == [("delivered", None)]
