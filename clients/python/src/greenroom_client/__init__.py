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
    Unreachable,
)
from .server import LocalServer
from .streams import StreamEvent

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
