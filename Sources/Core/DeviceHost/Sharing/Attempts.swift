import LifecycleKernel
import Synchronization
import WireFormat

/// The numbers of the devices that a request has found by their ids. Each attempt of the request means the same device: another
/// device that gets the id meanwhile is not the one that the request is for.
package final class FoundDevices: Sendable {
    /// The devices of the request that the task carries out.
    @TaskLocal static var current: FoundDevices?
    private let numbers: Mutex<[DeviceID: Int64]>

    /// Creates a set without devices.
    package init() { numbers = Mutex([:]) }

    /// Creates a set with the device of a change that the request has made.
    package init<Value>(_ id: DeviceID, _ held: Held<Value>) {
        numbers = Mutex(held.device.map { [id: $0] } ?? [:])
    }

    /// The number of a device; nil if it has not been found.
    subscript(id: DeviceID) -> Int64? {
        get { numbers.withLock { $0[id] } }
        set { numbers.withLock { $0[id] = newValue } }
    }
}

/// The attempts to change a device that other servers change at the same time. `SharedItems` uses the same limit and the same
/// pauses.
struct Attempts {
    /// How many attempts were conflicts with a change by another server.
    private(set) var conflicts = 0

    /// The most attempts. They take some seconds, or longer if each takes long, such as an advance.
    static let limit = 60
    private let end = ContinuousClock.now + .seconds(10)
    static let backoff = Backoff(from: .milliseconds(1), upTo: .milliseconds(50))

    /// Returns the value of an attempt, once it is durable; nil if another server came first. In that case it waits a moment, so
    /// that one of several servers succeeds; then the caller tries again.
    ///
    /// - Throws: What `whenDurable` throws.
    mutating func end<Value>(_ held: Held<Value>, _ wall: any WallClock) async throws(HostError) -> Value? {
        if let value = try await held.unlessConflict() { return value }
        conflicts += 1
        guard conflicts < Self.limit, .now < end else { throw .overloaded(Held<Value>.conflict) }
        // The first conflict usually means that the copy in memory had become old.
        if conflicts > 1 { try? await wall.sleep(until: wall.now + Self.backoff.pause(after: conflicts - 1)) }
        return nil
    }
}

extension DeviceRegistry {
    /// Makes a change, and waits until it is durable. If another server changes the device at the same time, makes the change
    /// again.
    ///
    /// - Parameters:
    ///   - found: The devices that the request has found before; nil if it has found none.
    ///   - change: Makes the change.
    /// - Throws: What the change throws; as `Held.whenDurable`.
    package func changing<Value>(
        _ found: FoundDevices? = nil,
        _ change: () async throws(HostError) -> Held<Value>
    ) async throws(HostError) -> Value {
        guard sharing != nil else { return try await change().whenDurable() }
        let found = found ?? FoundDevices()
        var attempts = Attempts()
        while true {
            if let value = try await attempts.end(try await staying(with: found, change), wall) { return value }
        }
    }

    /// Makes a change as a request asks for it, and waits until it is durable; see `changing`.
    ///
    /// - Throws: What the change throws; as `Held.whenDurable`.
    package func answering<Value>(_ change: () async throws -> Held<Value>) async throws -> Value {
        guard sharing != nil else { return try await change().whenDurable() }
        let found = FoundDevices()
        var attempts = Attempts()
        while true {
            let held = try await staying(with: found, change)
            if let value = try await attempts.end(held, wall) { return value }
        }
    }

    /// Does something with the devices that a request has found, and notes those that it finds.
    func staying<Value, Failure: Error>(
        with found: FoundDevices,
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard sharing != nil else { return try await body() }
        let result: Result<Value, Failure> = await FoundDevices.$current.withValue(found) {
            do throws(Failure) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
