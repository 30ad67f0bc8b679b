import LifecycleKernel
import Synchronization

/// Real time for servers that share a store. It is the time of the store's clock, so that a reading means the same for all servers.
package final class SharedWallClock: WallClock {
    private struct State {
        /// Nil before the store was asked.
        var clock: StoreClock?
        var last = WallInstant(nanoseconds: 0)
    }

    private let system = SystemWallClock()
    /// How many times the store is asked at the start.
    private static let measurements = 8
    private let state = Mutex(State())

    /// Makes a clock that shows the time since it was made until it begins to show that of a store.
    package init() {}

    /// Begins to show the time of a store, unless it has begun.
    ///
    /// - Throws: What the store throws.
    package func begin(by store: any SharedStore) async throws {
        guard state.withLock({ $0.clock == nil }) else { return }
        // The quickest answer is the most exact.
        var best = try await store.time(by: system)
        for _ in 1..<Self.measurements {
            let next = try await store.time(by: system)
            if next.received - next.sent < best.received - best.sent { best = next }
        }
        state.withLock { [best] in $0.clock = $0.clock ?? StoreClock(best) }
    }

    /// The store's time since 1970.
    package var now: WallInstant {
        state.withLock { state in
            state.last = max(state.last, state.clock?.now(at: system.now) ?? system.now)
            return state.last
        }
    }

    /// The store's date and time of day.
    package var date: Instant { Instant(milliseconds: now.nanoseconds / 1_000_000) }

    /// Whether the store's clock seems to have jumped by more than a second.
    package var isDoubtful: Bool { state.withLock { $0.clock?.isDoubtful ?? true } }

    /// Waits until the clock shows a reading.
    package func sleep(until deadline: WallInstant) async throws {
        try await system.sleep(until: system.now + (deadline - now))
    }

    /// Corrects it by the store's clock.
    ///
    /// - Throws: What the store throws.
    func correct(by store: any SharedStore) async throws {
        try await begin(by: store)
        let measurement = try await store.time(by: system)
        state.withLock { $0.clock?.correct(by: measurement) }
    }
}
