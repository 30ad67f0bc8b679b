import DeviceHost
import LifecycleKernel

/// Converts the records of all devices to events and spans.
///
/// It keeps what is open of each device, up to a limit. Devices of which nothing has been heard for long are forgotten first:
/// they are kept in two generations, a device that is heard of moves to the newer one, and when that holds half of the limit,
/// the older one goes.
package struct RecordConverter: Sendable {
    /// How many devices and open spans are kept, together.
    package static let limit = 200_000

    /// The devices that were heard of lately, and those that were before.
    private var recent: [DeviceID: DeviceTrace] = [:]
    private var earlier: [DeviceID: DeviceTrace] = [:]
    /// How many devices and open spans the newer ones have.
    private var recentWeight = 0
    private let limit: Int
    /// How many spans are open.
    package private(set) var openCount = 0

    /// Makes a converter that has seen nothing.
    ///
    /// - Parameter limit: How many devices and open spans are kept, together.
    package init(limit: Int = Self.limit) { self.limit = limit }

    /// How many devices are kept.
    package var deviceCount: Int { recent.count + earlier.count }

    /// Converts the next record of a device.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - device: Its device.
    ///   - time: When it was seen, by the wall's clock.
    ///   - output: What it becomes is appended to this.
    package mutating func consume(
        _ record: Record,
        of device: DeviceID,
        at time: Instant,
        into output: inout Telemetry
    ) {
        let observation = Observation(record: record, device: device, time: time)
        if let trace = earlier.removeValue(forKey: device) {
            recent[device] = trace
            recentWeight += 1 + trace.openCount
        }
        if recent[device] == nil {
            recent[device] = DeviceTrace()
            recentWeight += 1
        }
        let before = recent[device]?.openCount ?? 0
        recent[device]?.consume(observation, into: &output)
        let more = (recent[device]?.openCount ?? 0) - before
        recentWeight += more
        openCount += more
        if recentWeight > limit / 2 { removeEarlier(into: &output) }
    }

    /// Ends what is open of a device that was deleted.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - time: When that was seen, by the wall's clock.
    ///   - output: What it becomes is appended to this.
    package mutating func end(_ device: DeviceID, at time: Instant, into output: inout Telemetry) {
        if var trace = recent.removeValue(forKey: device) {
            recentWeight -= 1 + trace.openCount
            openCount -= trace.openCount
            trace.end(at: time, into: &output)
        }
        if var trace = earlier.removeValue(forKey: device) {
            openCount -= trace.openCount
            trace.end(at: time, into: &output)
        }
    }

    /// Says what is known and has not been said, as no more records will come. Spans that go on are not ended.
    ///
    /// - Parameters:
    ///   - time: The wall's clock.
    ///   - output: What there is to say is appended to this.
    package mutating func finish(at time: Instant, into output: inout Telemetry) {
        for device in recent.keys.sorted() { recent[device]?.finish(at: time, into: &output) }
        for device in earlier.keys.sorted() { earlier[device]?.finish(at: time, into: &output) }
    }

    private mutating func removeEarlier(into output: inout Telemetry) {
        for device in earlier.keys.sorted() {
            openCount -= earlier[device]?.openCount ?? 0
            earlier[device]?.abandon(into: &output)
        }
        earlier = recent
        recent = [:]
        recentWeight = 0
    }
}
