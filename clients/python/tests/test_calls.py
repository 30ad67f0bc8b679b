"""What is sent, and how answers are read, without a server."""

import asyncio
import json
import pickle
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from greenroom_client import AsyncClient, Client, Refused, Unreachable
from greenroom_client.calls import instant_text, query_of
from greenroom_client.streams import EventDecoder

PROBLEM = {
    "type": "/problems/unknown-event",
    "title": "There is no such event",
    "status": 422,
    "detail": "device.shake is no event",
    "code": "unknown-event",
    "field": "type",
    "accepted": ["device.home", "device.lock"],
}
OUTCOME = {"device": "d", "time": "2026-01-01T00:00:00.000Z", "sequence": 1, "records": [], "apps": []}


def answering(answer: Any, status: int = 200) -> tuple[httpx.MockTransport, list[httpx.Request]]:
    """A server that always answers the same, and what it was asked."""
    asked: list[httpx.Request] = []

    def handle(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        return httpx.Response(status, content=content, headers={"ETag": '"7-ab"'})

    return httpx.MockTransport(handle), asked


@pytest.mark.parametrize(
    ("ask", "method", "target", "body"),
    [
        (lambda c: c.device("d").send("device.home"), "POST", "/v1/devices/d/events", {"type": "device.home"}),
        (
            lambda c: c.device("d").app("a.b").act("edit", count=2),
            "POST",
            "/v1/devices/d/apps/a.b/actions",
            {"action": "edit", "count": 2},
        ),
        (lambda c: c.device("d").advance(3), "POST", "/v1/devices/d/clock/advance", {"seconds": 3}),
        (
            lambda c: c.device("d").advance(to=datetime(2026, 1, 1, 1, tzinfo=UTC)),
            "POST",
            "/v1/devices/d/clock/advance",
            {"to": "2026-01-01T01:00:00.000Z"},
        ),
        (
            lambda c: c.device("d").advance(until_idle=True, limit_seconds=60),
            "POST",
            "/v1/devices/d/clock/advance",
            {"untilIdle": True, "limitSeconds": 60},
        ),
        (lambda c: c.device("a/b?").app("../x").read(), "GET", "/v1/devices/a%2Fb%3F/apps/..%2Fx", None),
        (
            lambda c: c.device("d").timeline_page(kind=["exit", "finding"], last=5),
            "GET",
            "/v1/devices/d/timeline?last=5&kind=exit%2Cfinding",
            None,
        ),
        (
            lambda c: c.devices_page(label={"run": "1"}, limit=3),
            "GET",
            "/v1/devices?label=run%3A1&limit=3",
            None,
        ),
    ],
)
def test_a_method_sends_what_the_interface_expects(
    ask: Callable[[Client], object], method: str, target: str, body: object
) -> None:
    transport, asked = answering(OUTCOME)
    with Client("http://test", transport=transport) as client:
        ask(client)
    (request,) = asked
    assert (request.method, request.url.raw_path.decode()) == (method, target)
    assert (json.loads(request.content) if request.content else None) == body


def test_the_token_and_the_headers_of_an_input_are_sent() -> None:
    transport, asked = answering(OUTCOME)
    with Client("http://test", token="secret-token", transport=transport) as client:
        client.device("d").send("device.home", if_match='"7-ab"', idempotency_key="once")
    headers = asked[0].headers
    assert headers["authorization"] == "Bearer secret-token"
    assert headers["if-match"] == '"7-ab"'
    assert headers["idempotency-key"] == "once"
    assert headers["content-type"] == "application/json"


def test_the_environment_names_server_and_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREENROOM_SERVER", "http://named:1234/")
    monkeypatch.setenv("GREENROOM_TOKEN", "of-the-environment")
    transport, asked = answering({"status": "ready"})
    with Client(transport=transport) as client:
        assert client.ready() == {"status": "ready"}
    assert str(asked[0].url) == "http://named:1234/readyz"
    assert asked[0].headers["authorization"] == "Bearer of-the-environment"


def test_a_problem_document_is_an_exception_that_says_all_of_it() -> None:
    transport, _ = answering(PROBLEM, 422)
    with Client("http://test", transport=transport) as client, pytest.raises(Refused) as raised:
        client.device("d").send("device.home")
    refused = raised.value
    assert (refused.code, refused.status, refused.field) == ("unknown-event", 422, "type")
    assert refused.accepted == ["device.home", "device.lock"]
    assert str(refused) == (
        "422 unknown-event: device.shake is no event (field type); accepted: device.home, device.lock"
    )
    again = pickle.loads(pickle.dumps(refused))
    assert (again.code, str(again)) == (refused.code, str(refused))


@pytest.mark.parametrize("body", [b"<html>no</html>", b"", b"[1]"])
def test_an_error_without_a_problem_document_is_refused_as_well(body: bytes) -> None:
    transport, _ = answering(body, 502)
    with Client("http://test", transport=transport) as client, pytest.raises(Refused) as raised:
        client.version()
    assert (raised.value.status, raised.value.code) == (502, "unknown")


def test_a_server_that_is_not_there_is_unreachable() -> None:
    with (
        Client("http://127.0.0.1:1") as client,
        pytest.raises(Unreachable, match=r"no answer from http://127\.0\.0\.1:1"),
    ):
        client.ready()


def test_an_asynchronous_client_sends_and_reads_the_same() -> None:
    async def main() -> None:
        transport, asked = answering(OUTCOME)
        async with AsyncClient("http://test", transport=transport) as client:
            outcome = await client.device("d").send("device.home")
            assert outcome["sequence"] == 1
        assert json.loads(asked[0].content) == {"type": "device.home"}
        transport, _ = answering(PROBLEM, 422)
        async with AsyncClient("http://test", transport=transport) as client:
            with pytest.raises(Refused, match="unknown-event"):
                await client.device("d").send("device.home")

    asyncio.run(main())


def test_the_timeline_is_read_to_its_end() -> None:
    def handle(request: httpx.Request) -> httpx.Response:
        after = int(request.url.params["after"])
        records = [{"sequence": after + 1, "kind": "log"}]
        return httpx.Response(200, json={"records": records, "next": after + 1 if after < 2 else None})

    with Client("http://test", transport=httpx.MockTransport(handle)) as client:
        assert [record["sequence"] for record in client.device("d").timeline()] == [1, 2, 3]


def test_lines_become_events() -> None:
    lines = [
        *("retry: 1000", "event: open", 'data: {"after":0}', ""),
        *(": a comment", "id: 3", 'data: {"kind":', "data: 1}", ""),
        *("", "event: end", 'data: {"why":"deviceDeleted"}', ""),
    ]
    decoder = EventDecoder()
    events = [event for line in lines for event in decoder.events(line)]
    assert [(event.name, event.data, event.id) for event in events] == [
        ("open", {"after": 0}, None),
        ("message", {"kind": 1}, "3"),
        ("end", {"why": "deviceDeleted"}, None),
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (datetime(2026, 1, 1, 12, 0, 0, 1500), "2026-01-01T12:00:00.001Z"),
        (datetime(2026, 1, 1, 12, tzinfo=UTC), "2026-01-01T12:00:00.000Z"),
        (datetime.fromisoformat("2026-01-01T12:00:00+08:00"), "2026-01-01T04:00:00.000Z"),
    ],
)
def test_instants_are_sent_in_utc(value: datetime, text: str) -> None:
    assert instant_text(value) == text


def test_parameters_of_a_query_are_texts() -> None:
    given = {"pending": True, "kind": ("exit", "log"), "label": {"a": "b"}, "limit": 3, "none": None}
    assert query_of(given) == {"pending": "true", "kind": "exit,log", "label": ["a:b"], "limit": 3}


def test_a_length_of_time_may_be_given_to_an_event() -> None:
    transport, asked = answering(OUTCOME)
    with Client("http://test", transport=transport) as client:
        client.device("d").send("system.wake", limitSeconds=timedelta(minutes=1))
    assert json.loads(asked[0].content)["limitSeconds"] == 60
