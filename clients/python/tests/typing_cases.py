"""What type checkers know of the client, for mypy alone: it says so if one of these mistakes is none for it."""

from typing import TYPE_CHECKING, assert_type

from greenroom_client import AppCode, AsyncClient, Client, Device, ExplorationResult, PlayedApp, explore, models, on
from greenroom_client.pytest_plugin import AttachApp, Explore


class Code(AppCode):
    bundle_id = "com.example.code"


if TYPE_CHECKING:

    def known(client: Client, device: Device, attached_app: AttachApp) -> None:
        assert_type(client.create_device(rules="ios18", clock={"mode": "manual"}), Device)
        assert_type(device.read(), models.Device)
        assert_type(device.advance(3)["stopped"], models.AdvanceStop)
        assert_type(device.app("a.b").audit(), list[models.Finding])
        assert_type(attached_app(Code), PlayedApp[Code])
        assert_type(device.attach(Code).code, Code)
        for record in device.timeline():
            if record["kind"] == "exit":
                assert_type(record["reason"], models.ExitReason)

    def known_of_explorations(client: Client, fixture: Explore) -> None:
        assert_type(client.explore({"bundleID": "a.b"}, interruptions=1), ExplorationResult)
        assert_type(explore(Code, functions={"tap": print}, fail_on=None).failures, list[models.ExplorationFailure])
        assert_type(fixture(lambda: Code, transitions=5).document, models.Exploration)

    async def known_when_awaited(client: AsyncClient) -> None:
        assert_type(await client.explore(Code), ExplorationResult)
        device = await client.create_device(id="d")
        assert_type(await device.read(), models.Device)
        assert_type(await device.send("device.home"), models.Outcome)

    def mistakes(client: Client, device: Device) -> None:
        client.create_device(rulez="ios18")  # type: ignore[call-arg]
        client.create_device(rules="ios99")  # type: ignore[arg-type]
        device.send("device.shake")  # type: ignore[arg-type]
        device.advance(secs=3)  # type: ignore[call-arg]
        device.app("a.b").install(behaviour={})  # type: ignore[call-arg]
        device.read()["sequense"]  # type: ignore[misc]
        client.explore(Code, interuptions=1)  # type: ignore[call-arg]
        client.explore(Code, fail_on="bad")  # type: ignore[arg-type]
        client.explore(lambda: 1)  # type: ignore[arg-type, return-value]
        on("sceneDidEnterBackgroud(_:)")  # type: ignore[arg-type]
