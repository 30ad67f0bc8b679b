"""The pytest plugin: a server, a device for each test, and attached apps. It is loaded where the package is installed.

    def test_home(device):                  # a device of the test's own, whose time the test moves
        app = device.app("com.example.notes")
        app.install()
        app.send("app.launch")
        device.send("device.home")
        device.advance(10)
        assert app.read()["state"] == "suspended"

What happened on the device is in the report of a test that fails.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar, Unpack, overload

import pytest

from . import models
from .app_code import AppCode
from .clients import Client, Device, PlayedApp
from .errors import GreenroomError, Refused, ServerNotStarted
from .exploring import ExplorationOptions, ExplorationResult, Explored
from .server import LocalServer

Code = TypeVar("Code", bound=AppCode)

# Devices that a run leaves behind, because it was killed, are gone after an hour.
EXPIRES_AFTER_SECONDS = 3600
SEVERITIES = ("note", "warning", "error")


@dataclass
class Devices:
    """The devices of a test."""

    made: list[Device] = field(default_factory=list)


DEVICES = pytest.StashKey[Devices]()


class MakeDevice(Protocol):
    """Makes a device for a test; the settings are the fields of `models.NewDevice`."""

    def __call__(self, **settings: Any) -> Device:
        """A device that is deleted after the test."""
        ...


class AttachApp(Protocol):
    """Installs an app on `device` whose code is a class, or consists of the functions that its `on` is given."""

    @overload
    def __call__(self, code: type[Code], bundle_id: str | None = None, **manifest: Any) -> PlayedApp[Code]: ...

    @overload
    def __call__(self, code: str, **manifest: Any) -> PlayedApp[AppCode]: ...


class Explore(Protocol):
    """Explores an app as `Client.explore` does, and fails the test with the report if the app fails."""

    def __call__(self, app: Explored, **options: Unpack[ExplorationOptions]) -> ExplorationResult:
        """What was found: failures that are known, or not bad enough to fail the test."""
        ...


def pytest_addoption(parser: pytest.Parser) -> None:
    """The settings of the plugin."""
    group = parser.getgroup("greenroom")
    group.addoption(
        "--greenroom-server", metavar="URL", help="the server to use; else GREENROOM_SERVER, else one is started"
    )
    group.addoption("--greenroom-binary", metavar="PATH", help="the binary to start; else GREENROOM_BINARY, and so on")
    parser.addini("greenroom_rules", "the profile of rules of each test's device", default="")
    parser.addini(
        "greenroom_fail_on_findings",
        "a test fails if the audit of its devices has a finding as bad as this: note, warning or error",
        default="",
    )
    parser.addini(
        "greenroom_fail_on_refusals",
        "a test fails if the system refuses what the code of its attached apps does, and nothing looks at it",
        type="bool",
        default=True,
    )
    parser.addini("greenroom_records", "how many records the report of a failed test ends with", default="0")
    parser.addini("greenroom_options", "options of a server that is started, such as --shards", type="args", default=[])


def pytest_configure(config: pytest.Config) -> None:
    """The marker of the plugin."""
    config.addinivalue_line(
        "markers",
        "greenroom(fail_on_findings=None, fail_on_refusals=None, **settings): settings of the test's device, the fields"
        " of a new device, such as rules='ios18' or model='iPad'; from which severity on findings make the test fail,"
        " and whether refusals do that nothing looks at",
    )


@pytest.fixture(scope="session")
def greenroom_server(pytestconfig: pytest.Config) -> Iterator[str]:
    """The address of a server: the one that is named, or one that is started and stopped (in each worker of xdist)."""
    named = pytestconfig.getoption("--greenroom-server") or os.environ.get("GREENROOM_SERVER")
    binary = pytestconfig.getoption("--greenroom-binary")
    if named and not binary:
        yield str(named)
        return
    try:
        server = LocalServer(binary, pytestconfig.getini("greenroom_options"))
    except ServerNotStarted as error:
        pytest.fail(str(error), pytrace=False)
    with server:
        yield server.url


@pytest.fixture(scope="session")
def greenroom_client(greenroom_server: str) -> Iterator[Client]:
    """A client of the server."""
    with Client(greenroom_server) as client:
        try:
            client.ready()
        except GreenroomError as error:
            pytest.fail(f"no Greenroom at {greenroom_server}: {error}", pytrace=False)
        yield client


@pytest.fixture
def make_device(request: pytest.FixtureRequest, greenroom_client: Client) -> Iterator[MakeDevice]:
    """Makes devices that are deleted after the test."""
    devices = request.node.stash.setdefault(DEVICES, Devices())

    def make(**settings: Any) -> Device:
        device = greenroom_client.create_device(**(default_settings(request.node) | settings))
        devices.made.append(device)
        return device

    yield make
    for device in devices.made:
        with suppress(Refused):  # the test may have deleted it
            device.delete()


@pytest.fixture
def device(make_device: MakeDevice) -> Device:
    """A device of the test's own; its clock stands still until the test moves it."""
    return make_device()


@pytest.fixture
def attached_app(device: Device) -> AttachApp:
    """Installs an attached app on `device`: `attached_app(MyApp)`, or `attached_app("com.example.app")`."""

    def attach(code: type[AppCode] | str, bundle_id: str | None = None, **manifest: Any) -> PlayedApp[AppCode]:
        if isinstance(code, str):
            return device.attach(AppCode, code, **manifest)
        return device.attach(code, bundle_id, **manifest)

    return attach  # type: ignore[return-value]


@pytest.fixture
def explore(request: pytest.FixtureRequest, greenroom_client: Client) -> Explore:
    """Explores an app: one that is declared, or one whose code a function makes anew for each sequence."""

    def run(app: Explored, **options: Unpack[ExplorationOptions]) -> ExplorationResult:
        __tracebackhide__ = True
        document = app if isinstance(app, Mapping) else {}
        device = settings_of_device(request.node) | {**document.get("device", {}), **options.get("device", {})}
        if device:
            options["device"] = device
        if "explore" not in document:
            options.setdefault("name", request.node.name)
        return greenroom_client.explore(app, **options)

    return run


def default_settings(item: pytest.Item) -> dict[str, Any]:
    """What a test's device is created with."""
    settings: dict[str, Any] = {"clock": {"mode": "manual"}, "expiresAfterSeconds": EXPIRES_AFTER_SECONDS}
    return settings | settings_of_device(item)


def settings_of_device(item: pytest.Item) -> dict[str, Any]:
    """What the settings and the markers of a test say of its device."""
    settings: dict[str, Any] = {}
    if rules := item.config.getini("greenroom_rules"):
        settings["rules"] = rules
    settings |= marked(item)
    for own in ("fail_on_findings", "fail_on_refusals"):
        settings.pop(own, None)
    return settings


def marked(item: pytest.Item) -> dict[str, Any]:
    """What the markers of a test say, the nearest one last."""
    said: dict[str, Any] = {}
    for marker in reversed(list(item.iter_markers("greenroom"))):
        said |= marker.kwargs
    return said


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Fails a test that overlooks refusals, and one whose devices have findings, where that is asked for."""
    result = yield
    require_no_unseen_exceptions(item)
    if marked(item).get("fail_on_refusals", item.config.getini("greenroom_fail_on_refusals")):
        require_no_unseen_refusals(item)
    wanted = marked(item).get("fail_on_findings", item.config.getini("greenroom_fail_on_findings"))
    if wanted:
        require_no_findings(item, str(wanted))
    return result


def require_no_unseen_exceptions(item: pytest.Item) -> None:
    """Raises the first exception that crashed an attached app, if nothing has looked at it."""
    for device in item.stash.get(DEVICES, Devices()).made:
        for app in device.attached:
            for error in app.player.exceptions[app.player.seen_exceptions :]:
                error.add_note(f"{app.bundle_id} crashed for it. If that is right, look at it: app.exceptions")
                raise error


def require_no_unseen_refusals(item: pytest.Item) -> None:
    """Fails the test if the system refused what the code of an attached app did, and nothing has looked at it."""
    devices = item.stash.get(DEVICES, Devices()).made
    unseen = [one.unseen_refusal for device in devices for one in device._refused]
    if lines := [line for line in unseen if line is not None]:
        pytest.fail(
            "\n".join(lines)
            + "\nIf that is right, look at it: app.refusals, or what the action returned;"
            + " or mark the test with greenroom(fail_on_refusals=False)",
            pytrace=False,
        )


def require_no_findings(item: pytest.Item, severity: str) -> None:
    """Fails the test if there is a finding as bad as this."""
    if severity not in SEVERITIES:
        pytest.fail(f"fail_on_findings is {severity}, and must be one of {', '.join(SEVERITIES)}", pytrace=False)
    bad = SEVERITIES[SEVERITIES.index(severity) :]
    devices = item.stash.get(DEVICES, Devices()).made
    apps = [(device, app["bundleID"]) for device in devices for app in device.apps()]
    found = [
        f"{bundle_id}: {finding_text(finding)}"
        for device, bundle_id in apps
        for finding in device.app(bundle_id).audit()
        if finding["severity"] in bad
    ]
    if found:
        pytest.fail("\n".join(found), pytrace=False)


def finding_text(finding: models.Finding) -> str:
    """A finding in one line."""
    return f"{finding['code']} ({finding['severity']}): {finding['detail']}. {finding['advice']}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds what happened on the devices to the report of a failed test."""
    report = yield
    if report.failed and call.when in ("setup", "call"):
        for device in item.stash.get(DEVICES, Devices()).made:
            report.sections.append(
                (f"Greenroom {device.id}", diagnosis(device, int(item.config.getini("greenroom_records"))))
            )
    return report


def diagnosis(device: Device, last: int) -> str:
    """What happened on a device, as far as it can be read."""
    try:
        return device.diagnosis(last=last)
    except GreenroomError as error:
        return f"what happened cannot be read: {error}"
