import LifecycleKernel
import WireFormat

/// Lets the time of a step pass from one instant at which something is due to the next, so that the state of the device can
/// be looked at at each of them.
struct SettledInstants<Target: ScenarioTarget> {
    /// Where the scenario is carried out.
    let target: Target
    /// The apps that are looked at.
    let apps: Set<BundleID>
    /// Called with the device whenever an instant is settled.
    let look: (ObservedDevice) -> Void

    /// Lets so much time pass, what is due at its end included.
    func advance(by length: Milliseconds) async throws {
        _ = try await pass(length) { part in
            try await target.advance(by: part)
            return false
        }
    }

    /// Lets so much time pass, what is due at its end not included.
    func advance(before length: Milliseconds) async throws {
        let end = try await target.observe(apps).now + length
        while true {
            let device = try await target.observe(apps)
            guard let due = device.nextDeadline, due < end else { break }
            try await target.advance(by: max(due - device.now, 0))
            look(try await target.observe(apps))
        }
        try await target.advance(before: end - target.observe(apps).now)
    }

    /// Lets time pass until a condition is met.
    ///
    /// - Returns: Whether it was met within the longest time that the interface allows.
    func advance(until condition: Value) async throws -> Bool {
        try await pass(Advance.defaultLimit) { try await target.advance(until: condition, within: $0) }
    }

    /// Lets time pass until a callback of an attached app waits.
    ///
    /// - Returns: Whether one waits.
    func advance(toCallbackWithin limit: Milliseconds) async throws -> Bool {
        try await pass(limit) { try await target.advance(toCallbackWithin: $0) }
    }

    /// Passes the parts of a length of time.
    ///
    /// - Parameter step: Passes one part; returns whether it came to what ends all of it.
    private func pass(_ length: Milliseconds, _ step: (Milliseconds) async throws -> Bool) async throws -> Bool {
        var left = length
        while true {
            let device = try await target.observe(apps)
            let part = device.nextDeadline.map { min(max($0 - device.now, 0), left) } ?? left
            let isOver = try await step(part)
            look(try await target.observe(apps))
            left = left - part
            if isOver || left == 0 { return isOver }
        }
    }
}

/// How long a scenario has taken so far, in time of its device.
struct ElapsedTime {
    /// The time since the scenario began.
    private(set) var elapsed: Milliseconds = 0
    /// When it began; nil until a record says it.
    private var start: Instant?

    init(since start: Instant?) {
        self.start = start
    }

    /// Adds the time that a step took. One that lets a length of time pass says it; of others the last record does.
    mutating func pass(_ operation: ScenarioStep.Operation, causing records: [Value]) {
        switch operation {
        case .advance(let length), .advanceBefore(let length): elapsed += length
        case .send, .act, .advanceUntil, .advanceToCallback, .complete, .install, .check:
            guard let last = records.last?.time else { return }
            guard let start else {
                start = Instant(milliseconds: last.milliseconds - elapsed.count)
                return
            }
            elapsed = max(elapsed, Milliseconds(last.milliseconds - start.milliseconds))
        }
    }
}
