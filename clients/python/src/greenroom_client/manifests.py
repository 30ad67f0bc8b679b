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
DELEGATE_METHODS = frozenset(get_args(models.DelegateMethod))
NOTIFICATIONS = frozenset(get_args(models.PendingCallbackName)) - frozenset(get_args(models.CallbackName))


def manifest_of(code_class: type[AppCode], fields: Mapping[str, Any]) -> dict[str, Any]:
    """What an attached app is installed with: its handlers are declared in `behavior`, without entries.

    So Greenroom calls what is called only where it is declared, as `main` is, and says which handlers are never called.
    The delegates of a class have the methods that it handles, and no others, and it observes the notifications that it
    handles.
    """
    manifest = {**code_class.manifest, **fields, "driver": "attached"}
    if manifest.get("observes") is None and (observed := sorted(code_class.handlers.keys() & NOTIFICATIONS)):
        manifest["observes"] = observed
    for name in code_class.handlers:
        require_not_in_vain(name, manifest, code_class.__name__)
    own = sorted(code_class.handlers.keys() - NOTIFICATIONS - EXTENSION_METHODS)
    behavior = {**{name: [] for name in ["main", *own]}, **(manifest.get("behavior") or {})}
    if code_class is not AppCode:
        manifest.setdefault("delegateImplements", sorted(behavior.keys() & DELEGATE_METHODS))
    return {**manifest, "behavior": behavior}


def require_not_in_vain(name: str, manifest: Mapping[str, Any], app: str) -> None:
    """Raises `AttachedAppError` if an app that is installed so cannot have a handler of this callback called."""
    service = manifest.get("notificationService") or {}
    declared = service if name in EXTENSION_METHODS else manifest
    if (declared.get("behavior") or {}).get(name):
        raise AttachedAppError(f"{app} has a handler that `behavior` plays as well: {name}")
    if name in NOTIFICATIONS and not observes(manifest, name):
        raise AttachedAppError(f"{app} has a handler of {name}, and observes of its manifest lacks it")
    if name in EXTENSION_METHODS and manifest.get("notificationService") is None:
        raise AttachedAppError(f"{app} has a handler of {name}, and its manifest lacks a notificationService")


def require_declared(name: str, manifest: Mapping[str, Any], app: str) -> None:
    """Raises `AttachedAppError` for what is called only where it is declared, if the app was installed without it."""
    if name in LAUNCH_STEPS and name not in (manifest.get("behavior") or {}):
        raise AttachedAppError(
            f"{app} was installed without {name}, which is called only where it is declared: "
            f'make it a method of an AppCode, or install the app with behavior={{"{name}": []}}'
        )
    implemented = manifest.get("delegateImplements")
    if name in DELEGATE_METHODS and implemented is not None and name not in implemented:
        raise AttachedAppError(
            f"{app} was installed without {name}: make it a method of its class, or name it in delegateImplements"
        )
    if name in NOTIFICATIONS and not observes(manifest, name):
        raise AttachedAppError(
            f"{app} was installed without {name}: make it a method of its class, or name it in observes"
        )


def observes(manifest: Mapping[str, Any], name: str) -> bool:
    """Whether an app that is installed so is called for a notification."""
    return name in (manifest.get("observes") or ())
