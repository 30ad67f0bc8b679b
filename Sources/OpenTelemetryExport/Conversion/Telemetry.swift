import DeviceHost
import LifecycleKernel

/// What records have become: events and spans that have ended, in the order of the records.
package struct Telemetry: Hashable, Sendable {
    /// The events.
    package var events: [LoggedEvent] = []
    /// The spans.
    package var spans: [Span] = []
    /// How many spans have been abandoned: records are missing in which they may have ended, or too many were open.
    package var abandoned = 0

    /// Nothing yet.
    package init() {}
}

/// The record that is converted, and what belongs to it.
struct Observation {
    /// The record.
    let record: Record
    /// Its device.
    let device: DeviceID
    /// When it was seen, by the wall's clock.
    let time: Instant
}

extension Observation {
    /// The id of the span that the record begins.
    var span: SpanID { SpanID(beginningWith: record.sequence, of: device) }
}
