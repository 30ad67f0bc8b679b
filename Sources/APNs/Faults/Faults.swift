import DeviceHost
import LifecycleKernel
import Synchronization

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

/// The faults that were asked for, oldest first.
package final class Faults: Sendable {
    /// How many there may be.
    package static let limit = 100

    private let faults = Mutex<[Fault]>([])

    /// Makes an empty list.
    package init() {}

    /// All faults, oldest first.
    package var all: [Fault] { faults.withLock { $0 } }

    /// Adds a fault.
    ///
    /// - Returns: Whether there was room for it.
    func add(_ fault: Fault) -> Bool {
        faults.withLock { faults in
            guard faults.count < Self.limit else { return false }
            faults.append(fault)
            return true
        }
    }

    /// Removes the faults with these conditions; all without any.
    package func remove(topic: String?, token: String?, device: DeviceID?) {
        faults.withLock { faults in
            faults.removeAll { $0.hasConditions(topic: topic, token: token, device: device) }
        }
    }

    /// The oldest fault that a push gets, which is used up by that.
    func take(for headers: PushHeaders, on device: DeviceID) -> Fault? {
        faults.withLock { faults in
            guard let index = faults.firstIndex(where: { $0.fits(headers, on: device) }) else { return nil }
            let fault = faults[index]
            faults[index].times -= 1
            if faults[index].times == 0 { faults.remove(at: index) }
            return fault
        }
    }
}

extension PushService {
    /// Adds a fault. Where there are as many as there may be, those for devices that are gone make room.
    ///
    /// - Returns: Whether there was room for it.
    package func add(_ fault: Fault) async -> Bool {
        if faults.add(fault) { return true }
        for device in Set(faults.all.compactMap(\.device)) {
            do throws(HostError) {
                _ = try await registry.device(device)
            } catch .unknownDevice {
                faults.remove(topic: nil, token: nil, device: device)
            } catch {}
        }
        return faults.add(fault)
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
        if isTooMany { throw PushRefusal(.tooManyRequests) }
    }
}
