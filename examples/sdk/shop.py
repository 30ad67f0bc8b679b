"""An app that uses the SDK as its manual says, its server, and what must always hold."""

from typing import Any, ClassVar

from analytics import SECONDS_OF_SESSION, Analytics, Bug

from greenroom_client import AppCode, Callback, World, on

BUNDLE = "com.example.shop"


class Shop(AppCode):
    """The app."""

    bundle_id = BUNDLE
    manifest: ClassVar[Any] = {"infoPlist": {"UIBackgroundModes": ["remote-notification"]}}
    bug: Bug = "none"

    @classmethod
    def set_up_world(cls, world: World) -> None:
        """How the server answers, and what the user does."""
        world.network.answer("POST", "/events", delay=8)
        world.network.answer("PUT", "/logs", delay=90)
        # How many sessions there were, whatever the SDK has counted. It counts in explorations as the disk does.
        user: dict[str, Any] = {"sessions": 0, "left": None}
        world.also["user"] = lambda: user

    def prepare(self) -> None:
        """A process begins."""
        self.analytics = Analytics(self, self.bug)

    @on("sceneDidBecomeActive(_:)")
    def became_active(self, _: Callback) -> None:
        """The app is on the screen."""
        user = self.world.also["user"]()
        now = self.now.timestamp()
        was_away = user["left"] is not None and now - user["left"] >= SECONDS_OF_SESSION
        if user["sessions"] == 0 or was_away:
            user["sessions"] += 1
        user["left"] = None
        self.analytics.opened()

    @on("sceneDidEnterBackground(_:)")
    def entered_background(self, _: Callback) -> None:
        """The user has left."""
        self.world.also["user"]()["left"] = self.now.timestamp()
        self.analytics.left()

    @on("applicationWillTerminate(_:)")
    def will_terminate(self, _: Callback) -> None:
        """The process is about to end."""
        self.analytics.will_terminate()

    @on("application(_:didReceiveRemoteNotification:fetchCompletionHandler:)")
    def push_received(self, callback: Callback) -> None:
        """A silent push has come."""
        self.analytics.pushed(callback)

    @on("urlSession(_:task:didCompleteWithError:)")
    def transfer_completed(self, callback: Callback) -> None:
        """A transfer has ended."""
        self.analytics.log_uploaded(self.transferred(callback))

    @on("application(_:handleEventsForBackgroundURLSession:completionHandler:)")
    def events_of_session(self, _: Callback) -> None:
        """All transfers of the session have ended."""
        self.analytics.events_of_session()

    def track(self) -> None:
        """The user buys something."""
        self.analytics.track("purchase")

    def abstract_state(self) -> Any:
        """What decides what the code will do."""
        known = {name: value for name, value in vars(self.analytics).items() if name not in ("app", "bug")}
        # Pushes have other numbers each time.
        return {**known, "pushes": len(self.analytics.pushes)}


def shop_with(bug: Bug) -> type[Shop]:
    """The app with a bug of the SDK."""
    return type("Shop", (Shop,), {"bug": bug})


# What the server has, and what must hold at any time


def stored(world: World) -> list[int]:
    """The numbers of the events that the server has stored: those of each batch once."""
    batches = {one.body["batch"]: one.body["events"] for one in world.network.received if one.path == "/events"}
    return [event["id"] for events in batches.values() for event in events]


def nothing_is_stored_twice(world: World) -> bool:
    """The server stores no event twice."""
    return len(stored(world)) == len(set(stored(world)))


def nothing_is_lost(world: World) -> bool:
    """Each event waits, is on its way, or is stored."""
    kept = world.disk.read("events", {"count": 0, "waiting": [], "outbox": []})
    there = {event["id"] for event in (*kept["waiting"], *kept["outbox"])} | set(stored(world))
    return there >= set(range(1, kept["count"] + 1))


def sessions_are_the_users(world: World) -> bool:
    """The SDK has counted the sessions that there were."""
    counted = world.disk.read("session", {"number": 0})["number"]
    return bool(counted == world.also["user"]()["sessions"])


INVARIANTS = {
    "nothing is stored twice": nothing_is_stored_twice,
    "nothing is lost": nothing_is_lost,
    "sessions are the user's": sessions_are_the_users,
}


def network_is_slow(world: World) -> None:
    """From now on an answer takes 40 seconds."""
    world.network.answer("POST", "/events", delay=40)


def server_goes_away(world: World) -> None:
    """Nobody answers."""
    world.network.offline = True


FUNCTIONS: dict[str, Any] = {
    "track": Shop.track,
    "network is slow": {"change": network_is_slow},
    "server goes away": {"change": server_goes_away},
}
