"""What an attached app is installed with, and whether its handlers are called then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from . import models
from .app_code import AppCode
from .errors import AttachedAppError

# pytest shows no frames of this module.
__tracebackhide__ = True

# The steps of a launch that only apps have which declare them.
LAUNCH_STEPS = frozenset({"preMain", "main", "UIApplicationMain", "mainInterface"})
# The methods of a notification service extension, which is declared by itself.
EXTENSION_METHODS = frozenset({"didReceive(_:withContentHandler:)", "serviceExtensionTimeWillExpire()"})
NOTIFICATIONS = frozenset(get_args(models.PendingCallbackName)) - frozenset(get_args(models.CallbackName))


def manifest_of(code_class: type[AppCode], fields: Mapping[str, Any]) -> dict[str, Any]:
    """What an attached app is installed with: its handlers are declared in `behavior`, without entries.

    So Greenroom calls what is called only where it is declared, and says which handlers are never called.
    """
    manifest = {**code_class.manifest, **fields, "driver": "attached"}
    for name in code_class.handlers:
        require_not_in_vain(name, manifest, code_class.__name__)
    own = sorted(code_class.handlers.keys() - NOTIFICATIONS - EXTENSION_METHODS)
    if own:
        manifest["behavior"] = {**{name: [] for name in own}, **(manifest.get("behavior") or {})}
    return manifest


def require_not_in_vain(name: str, manifest: Mapping[str, Any], app: str) -> None:
    """Raises `AttachedAppError` if an app that is installed so cannot have a handler of this callback called."""
    service = manifest.get("notificationService") or {}
    declared = service if name in EXTENSION_METHODS else manifest
    if (declared.get("behavior") or {}).get(name):
        raise AttachedAppError(f"{app} has a handler that `behavior` plays as well: {name}")
    # Who writes False means it.
    if name in NOTIFICATIONS and manifest.get("hearsNotifications") is None:
        raise AttachedAppError(f"{app} has a handler of {name}, and its manifest lacks hearsNotifications=True")
    if name in EXTENSION_METHODS and manifest.get("notificationService") is None:
        raise AttachedAppError(f"{app} has a handler of {name}, and its manifest lacks a notificationService")


def require_declared(name: str, manifest: Mapping[str, Any], app: str) -> None:
    """Raises `AttachedAppError` for a step of a launch that an installed app does not declare."""
    if name in LAUNCH_STEPS and name not in (manifest.get("behavior") or {}):
        raise AttachedAppError(
            f"{app} was installed without {name}, which is called only where it is declared: "
            f'make it a method of an AppCode, or install the app with behavior={{"{name}": []}}'
        )
