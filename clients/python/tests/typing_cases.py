"""What type checkers know of the client, for mypy alone: it says so if one of these mistakes is none for it."""

from typing import TYPE_CHECKING, assert_type

from greenroom_client import AppCode, AsyncClient, Client, Device, PlayedApp, models, on
from greenroom_client.pytest_plugin import AttachApp


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

    async def known_when_awaited(client: AsyncClient) -> None:
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
        on("sceneDidEnterBackgroud(_:)")  # type: ignore[arg-type]
