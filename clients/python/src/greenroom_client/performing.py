"""Operations that are written once, for blocking and for awaiting clients."""

import inspect
from collections.abc import Awaitable, Callable, Generator
from functools import wraps
from types import MethodType
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeAlias, TypeVar, cast, overload

from .calls import Answer, Call, Step, Steps
from .errors import AsynchronousCode, AttachedAppError

# pytest shows no frames of this module.
__tracebackhide__ = True

P = ParamSpec("P")
T = TypeVar("T")


class Connection(Protocol):
    """Sends a request and waits for its answer."""

    def answer(self, call: Call[Any]) -> Answer:
        """The answer, whatever its status is."""
        ...


class AsyncConnection(Protocol):
    """Sends a request; its answer is awaited."""

    async def answer(self, call: Call[Any]) -> Answer:
        """The answer, whatever its status is."""
        ...


class Blocking:
    """Performs operations at once."""

    _connection: Connection

    def _step(self, step: Step) -> Any:
        if isinstance(step, Call):
            return step.read(self._connection.answer(step).checked())
        result = step.function(*step.arguments)
        if inspect.iscoroutine(result):
            result.close()
            raise AsynchronousCode(
                f"{step.function} is asynchronous; it needs an AsyncClient, and no handler that takes time meanwhile"
            )
        return result

    def _perform(self, steps: Steps[T]) -> T:
        running = iter(steps)
        try:
            step = next(running)
            while True:
                try:
                    result = self._step(step)
                except BaseException as error:
                    step = running.throw(error)
                else:
                    step = running.send(result)
        except StopIteration as end:
            return cast(T, end.value)
        finally:
            running.close()


class CodePerformer(Blocking):
    """Performs what the code of an app asks for while it runs, which cannot await it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def perform(self, steps: Steps[Any]) -> Any:
        """Performs a call or a flow."""
        return self._perform(steps)


Perform: TypeAlias = Callable[[Steps[Any]], Any]


def require_performer(_: Steps[Any]) -> Any:
    """Stands for what performs steps, where no code runs."""
    raise AttachedAppError("this device was made without a client")


class Awaiting:
    """Performs operations when they are awaited."""

    _connection: AsyncConnection

    async def _step(self, step: Step) -> Any:
        if isinstance(step, Call):
            return step.read((await self._connection.answer(step)).checked())
        result = step.function(*step.arguments)
        return await result if inspect.isawaitable(result) else result

    async def _perform(self, steps: Steps[T]) -> T:
        running = iter(steps)
        try:
            step = next(running)
            while True:
                try:
                    result = await self._step(step)
                except BaseException as error:
                    step = running.throw(error)
                else:
                    step = running.send(result)
        except StopIteration as end:
            return cast(T, end.value)
        finally:
            running.close()


class Stepping:
    """Performs nothing: operations give their steps, for flows that consist of others."""

    def _perform(self, steps: Steps[T]) -> Generator[Step, Any, T]:
        return (yield from steps)


class Operation(Generic[P, T]):
    """A method of several classes: its steps are performed as the class of the object performs them."""

    def __init__(self, build: Callable[Concatenate[Any, P], Steps[T]], ids: tuple[str, ...]) -> None:
        self.build = build
        self.ids = ids
        self.__doc__ = build.__doc__

        @wraps(build)
        def method(instance: Any, *args: P.args, **kwargs: P.kwargs) -> Any:
            return instance._perform(build(instance, *args, **kwargs))

        self.method = method

    @overload
    def __get__(self, instance: None, owner: type) -> "Operation[P, T]": ...

    @overload
    def __get__(self, instance: Blocking, owner: type) -> Callable[P, T]: ...

    @overload
    def __get__(self, instance: Awaiting, owner: type) -> Callable[P, Awaitable[T]]: ...

    @overload
    def __get__(self, instance: Stepping, owner: type) -> Callable[P, Generator[Step, Any, T]]: ...

    def __get__(self, instance: Any, owner: type) -> Any:
        """The method of an object."""
        if instance is None:
            return self
        return MethodType(self.method, instance)


def operation(*ids: str) -> Callable[[Callable[Concatenate[Any, P], Steps[T]]], Operation[P, T]]:
    """Makes a method of a function that gives a call or a flow; `ids` are the operations of the interface it offers."""

    def decorate(build: Callable[Concatenate[Any, P], Steps[T]]) -> Operation[P, T]:
        return Operation(build, ids)

    return decorate
