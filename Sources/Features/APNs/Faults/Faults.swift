import DeviceHost
import HTTPAPI
import LifecycleKernel
import Logging
import Synchronization
import WireFormat

/// What the next requests get that would be accepted, so that the retries of a back end can be tested.
package struct Fault: Sendable {
    /// The reason of the refusal; nil to accept them, late.
    package var reason: Reason?
    /// How many requests get it.
    package var times: Int
    /// The status, if it is not that of the reason.
    package var status: Int?
    /// Only pushes for this app; of this kind alone if the topic has a suffix.
    package var topic: PushTopic?
    /// Only pushes for this token.
    package var token: String?
    /// Only pushes for this device.
    package var device: DeviceID?
    /// How long the push waits, and its answer with it.
    package var delay: Duration
    /// Whether the connection ends after it.
    package var goAway: Bool

    /// Makes a fault.
    package init(
        reason: Reason?,
        times: Int = 1,
        status: Int? = nil,
        topic: PushTopic? = nil,
        token: String? = nil,
        device: DeviceID? = nil,
        delay: Duration = .zero,
        goAway: Bool = false
    ) {
        self.reason = reason
        self.times = times
        self.status = status
        self.topic = topic
        self.token = token
        self.device = device
        self.delay = delay
        self.goAway = goAway
    }

    /// Whether it has these conditions; those that are nil do not count.
    func hasConditions(topic: String?, token: String?, device: DeviceID?) -> Bool {
        (topic == nil || self.topic?.text == topic) && (device == nil || self.device == device)
            && (token == nil || self.token?.lowercased() == token?.lowercased())
    }

    /// Whether a push gets it.
    func fits(_ headers: PushHeaders, on device: DeviceID) -> Bool {
        (topic.map { $0.includes(headers.topic) } ?? true) && (self.device.map { $0 == device } ?? true)
            && (token.map { DeviceTokenKey(hexadecimal: $0) == headers.token } ?? true)
    }
}

/// The faults that were asked for, oldest first. Servers that share a store have the same ones.
package final class Faults: Sendable {
    /// How many there may be.
    package static let limit = 100

    /// Those of this server alone.
    private let faults = Mutex<[Fault]>([])
    /// Those in a store that other servers share; nil if there are none.
    private let items: SharedItems?
    private let logger: Logger
    /// All faults are one item, so that their order is known and each is used up as often as it says.
    private static let name = "all"

    /// Makes an empty list, or that of the store if other servers share it.
    package init(in registry: DeviceRegistry, logger: Logger) {
        items = SharedItems(.pushFaults, in: registry)
        self.logger = logger
    }

    /// All faults, oldest first.
    ///
    /// - Throws: `storeUnreadable`.
    package var all: [Fault] { get async throws { try await change { $0 } } }

    /// Adds a fault.
    ///
    /// - Returns: Whether there was room for it.
    /// - Throws: `storeUnreadable`, `overloaded`.
    func add(_ fault: Fault) async throws -> Bool {
        try await change { faults in
            guard faults.count < Self.limit else { return false }
            faults.append(fault)
            return true
        }
    }

    /// Removes the faults with these conditions; all without any.
    ///
    /// - Throws: `storeUnreadable`, `overloaded`.
    package func remove(topic: String?, token: String?, device: DeviceID?) async throws {
        try await change { faults in
            faults.removeAll { $0.hasConditions(topic: topic, token: token, device: device) }
        }
    }

    /// The oldest fault that a push gets, which is used up by that.
    ///
    /// - Throws: `storeUnreadable`, `overloaded`.
    func take(for headers: PushHeaders, on device: DeviceID) async throws -> Fault? {
        try await change { faults in
            guard let index = faults.firstIndex(where: { $0.fits(headers, on: device) }) else { return nil }
            let fault = faults[index]
            faults[index].times -= 1
            if faults[index].times == 0 { faults.remove(at: index) }
            return fault
        }
    }

    private func change<Result: Sendable>(_ body: (inout [Fault]) -> Result) async throws -> Result {
        guard let items else { return faults.withLock { body(&$0) } }
        return try await items.change(Self.name) { value in
            var faults =
                value.flatMap {
                    ServerItem(.pushFaults, Self.name, $0).held(logger: logger, Fault.list(kept:))
                } ?? []
            let result = body(&faults)
            value = faults.isEmpty ? nil : JSONText.write(all: faults)
            return result
        }
    }
}

extension PushService {
    /// Adds a fault. Where there are as many as there may be, those for devices that are gone make room.
    ///
    /// - Returns: Whether there was room for it.
    /// - Throws: `storeUnreadable`, `overloaded`.
    package func add(_ fault: Fault) async throws -> Bool {
        if try await faults.add(fault) { return true }
        for device in Set(try await faults.all.compactMap(\.device)) {
            do throws(HostError) {
                _ = try await registry.device(device)
            } catch .unknownDevice {
                try await faults.remove(topic: nil, token: nil, device: device)
            } catch {}
        }
        return try await faults.add(fault)
    }
}

/// Counts the pushes for each device token within a minute.
final class PushRate: Sendable {
    private struct State {
        var minute = WallInstant(nanoseconds: 0)
        var counts: [DeviceTokenKey: Int] = [:]
    }

    /// How many a token may get in a minute; nil for any number.
    let limit: Int?
    private let wall: any WallClock
    private let state: Mutex<State>

    init(limit: Int?, wall: any WallClock) {
        self.limit = limit
        self.wall = wall
        state = Mutex(State(minute: wall.now))
    }

    /// Counts a push.
    ///
    /// - Throws: `TooManyRequests`.
    func count(_ token: DeviceTokenKey) throws(PushRefusal) {
        guard let limit else { return }
        let now = wall.now
        let isTooMany = state.withLock { state in
            if state.minute + .seconds(60) <= now { state = State(minute: now) }
            state.counts[token, default: 0] += 1
            return state.counts[token]! > limit
        }
        if isTooMany {
            throw PushRefusal(
                .tooManyRequests,
                "The device token has had \(limit) pushes in this minute, the limit of --apns-rate."
            )
        }
    }
}
