"""Client of Greenroom, simulated iOS app processes for test harnesses."""

from . import models
from .app_code import AppCode, BackgroundTask, Callback, Request, Timer, on
from .clients import App, AsyncApp, AsyncClient, AsyncDevice, AsyncPlayedApp, Client, Device, PlayedApp, explore
from .errors import (
    AttachedAppError,
    CodeRefused,
    ConditionNotMet,
    ExplorationFailed,
    GreenroomError,
    Refused,
    ServerNotStarted,
    SystemRefusal,
    Unreachable,
)
from .exploring import ExplorationOptions, ExplorationResult
from .remote_runs import InputFunction
from .server import LocalServer
from .streams import StreamEvent
from .verdicts import ActionResult, raise_for_refusal, refusals
from .world import Disk, Network, Received, Response, World

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
    "BackgroundTask",
    "Request",
    "on",
    "World",
    "Disk",
    "Network",
    "Received",
    "Response",
    "ActionResult",
    "refusals",
    "raise_for_refusal",
    "SystemRefusal",
    "explore",
    "ExplorationOptions",
    "InputFunction",
    "ExplorationResult",
    "ExplorationFailed",
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
