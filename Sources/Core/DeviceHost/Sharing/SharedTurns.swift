import LifecycleKernel

/// Lets tasks with the same key take turns, even if they run on different servers that share a store.
///
/// The tasks of one server take turns in the order in which they called `take`. Which server comes first is left to chance. A
/// server renews its turn every second. If the server ends, the next turn begins within three seconds.
package struct SharedTurns: Sendable {
    private let turns = TurnOrder<String>()
    private let items: SharedItems?
    private let wall: any WallClock

    /// How long a turn lasts if it is not renewed.
    private static let length = Duration.seconds(3)
    /// How often a turn is renewed.
    private static let interval = Duration.seconds(1)
    /// How often others check whether a turn has ended.
    private static let pause = Duration.milliseconds(50)

    /// Creates the order, without tasks. If no other server shares the store of the registry, it works like `TurnOrder`.
    package init(in registry: DeviceRegistry) {
        items = SharedItems(.turn, in: registry)
        wall = registry.wall
    }

    /// Carries something out once nobody else has the turn of the key.
    ///
    /// - Throws: What it throws; `storeUnreadable` if the turn cannot be taken.
    package func take<Result: Sendable>(
        for key: String,
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await turns.take(for: key) {
            guard let items else { return try await body() }
            let turn = Turn()
            while try await !items.change(key, { take(turn, &$0) }) {
                try await wall.sleep(until: wall.now + Self.pause)
            }
            let result = await Swift.Result<Result, any Error>.catching {
                try await keeping(turn, of: key, in: items, body)
            }
            // If that fails, the turn expires.
            try? await items.change(key) { if turn.holds($0) { $0 = nil } }
            return try result.get()
        }
    }

    /// Removes the turns that ended servers have left.
    ///
    /// - Throws: `storeUnreadable`.
    package func removeAbandoned() async throws {
        guard let items else { return }
        for item in try await items.all() {
            try await items.change(item.name) { value in if Turn.isFree(value, at: wall.now) { value = nil } }
        }
    }

    private func take(_ turn: Turn, _ value: inout [UInt8]?) -> Bool {
        let now = wall.now
        guard Turn.isFree(value, at: now) else { return false }
        value = turn.value(until: now + Self.length)
        return true
    }

    private func keeping<Result: Sendable>(
        _ turn: Turn,
        of key: String,
        in items: SharedItems,
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                while (try? await wall.sleep(until: wall.now + Self.interval)) != nil {
                    // If the store does not answer, the next round tries again while the turn lasts.
                    try? await items.change(key) { value in
                        if turn.holds(value) { value = turn.value(until: wall.now + Self.length) }
                    }
                }
            }
            return try await body()
        }
    }

    /// One turn, as the store keeps it: its id and its end.
    private struct Turn: Sendable {
        private let id = UInt64.random(in: 1 ... .max)

        func value(until end: WallInstant) -> [UInt8] { Array("\(id) \(end.nanoseconds)".utf8) }

        func holds(_ value: [UInt8]?) -> Bool { value.map { Self.parts($0).first == "\(id)" } ?? false }

        /// Whether nobody has the turn.
        static func isFree(_ value: [UInt8]?, at now: WallInstant) -> Bool {
            guard let value, let end = parts(value).last.flatMap({ Int64($0) }) else { return true }
            return WallInstant(nanoseconds: end).isOver(at: now, length: length)
        }

        private static func parts(_ value: [UInt8]) -> [Substring] {
            String(decoding: value, as: UTF8.self).split(separator: " ")
        }
    }
}

extension Result where Failure == any Error {
    /// What something returns or throws.
    fileprivate static func catching(_ body: () async throws -> Success) async -> Self {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}
