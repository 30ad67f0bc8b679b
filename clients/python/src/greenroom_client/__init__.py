"""Client of Greenroom, simulated iOS app processes for test harnesses."""

from . import models
from .app_code import AppCode, Callback, Timer, on
from .clients import App, AsyncApp, AsyncClient, AsyncDevice, AsyncPlayedApp, Client, Device, PlayedApp
from .errors import (
    AttachedAppError,
    CodeRefused,
    ConditionNotMet,
    GreenroomError,
    Refused,
    ServerNotStarted,
    SystemRefusal,
    Unreachable,
)
from .server import LocalServer
from .streams import StreamEvent
from .verdicts import ActionResult, raise_for_refusal, refusals

__all__ = [
    "Client",
    "Device",
    "App",
    "PlayedApp",
    "AsyncClient",
    "AsyncDevice",
    "AsyncApp",
    "AsyncPlayedApp",
    "AppCode",
    "Callback",
    "Timer",
    "on",
    "ActionResult",
    "refusals",
    "raise_for_refusal",
    "SystemRefusal",
    "LocalServer",
    "StreamEvent",
    "GreenroomError",
    "Refused",
    "CodeRefused",
    "Unreachable",
    "ServerNotStarted",
    "AttachedAppError",
    "ConditionNotMet",
    "models",
]
