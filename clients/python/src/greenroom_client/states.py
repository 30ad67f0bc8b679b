"""What abstract states consist of: values as JSON, and functions by their names and what they hold."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

from .calls import encoded, name_of

# pytest shows no frames of this module.
__tracebackhide__ = True


def plain(value: Any) -> Any:
    """What a file holds, as JSON."""
    return {"bytes": value.hex()} if isinstance(value, bytes) else value


def encoded_state(value: Any) -> Any:
    """What JSON has no form for."""
    return plain(value) if isinstance(value, bytes) else encoded(value)


def without(value: Any, names: Collection[str]) -> Any:
    """JSON without the members of these names, at any depth."""
    if isinstance(value, Mapping):
        return {name: without(one, names) for name, one in value.items() if name not in names}
    if isinstance(value, (list, tuple)):
        return [without(one, names) for one in value]
    return value


def state_text(state: Any, names: Collection[str]) -> str:
    """An abstract state as text, without the members of these names; raises `TypeError` if it is no JSON."""
    return json.dumps(without(state, names), sort_keys=True, default=encoded_state)


def function_state(function: Callable[..., Any] | None) -> Any:
    """A function as JSON: its name and place, and the values that it holds; what is no JSON by its class."""
    if isinstance(function, partial):
        return [function_state(function.func), value_state([function.args, function.keywords])]
    code = getattr(function, "__code__", None)
    if code is None:
        return name_of(function)
    # Two functions without a name of their own differ in their places.
    held = [cell_value(cell) for cell in getattr(function, "__closure__", None) or ()]
    defaults = getattr(function, "__defaults__", None) or ()
    return [name_of(function), code.co_firstlineno, value_state([*held, *defaults])]


def cell_value(cell: Any) -> Any:
    """What a function has captured; None before it is there."""
    try:
        return cell.cell_contents
    except ValueError:
        return None


def value_state(value: Any) -> Any:
    """A value as JSON; what is no JSON in it by its class."""
    try:
        return json.loads(json.dumps(value, default=class_of, sort_keys=True))
    except (TypeError, ValueError):
        return class_of(value)


def class_of(value: Any) -> Any:
    """What JSON has no form for; an object by its class."""
    try:
        return encoded_state(value)
    except TypeError:
        return type(value).__qualname__
