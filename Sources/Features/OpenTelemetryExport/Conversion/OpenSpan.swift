import DeviceHost
import LifecycleKernel

/// A span that has begun and has not ended.
struct OpenSpan: Hashable, Sendable {
    let id: SpanID
    let name: String
    /// The record that began it.
    let record: SequenceNumber
    let start: Instant
    var attributes: [Attribute]
    var moments: [Span.Moment] = []
    /// What has gone wrong so far.
    var failure: Failure?

    /// What went wrong with a span.
    struct Failure: Hashable, Sendable {
        /// One of a few names, for `error.type`.
        let type: String
        /// What happened, as a sentence.
        let message: String

        /// The process was ended meanwhile.
        init(_ exit: ExitRecord) {
            type = exit.reason.rawValue
            message = exit.explanation
        }

        init(_ type: String, _ message: String) {
            self.type = type
            self.message = message
        }
    }

    /// How many moments a span has at most; there are a few warnings of a task.
    private static let momentLimit = 16

    /// A span that a record begins.
    init(_ name: String, _ observation: Observation, id: SpanID? = nil, _ attributes: [Attribute] = []) {
        self.id = id ?? observation.span
        self.name = name
        record = observation.record.sequence
        start = observation.record.time
        self.attributes = attributes
    }

    /// Notes that something happened.
    mutating func note(_ name: String, at time: Instant, _ attributes: [Attribute] = []) {
        guard moments.count < Self.momentLimit else { return }
        moments.append(Span.Moment(name: name, time: time, attributes: attributes))
    }
}

struct SpanEnd {
    /// When, by the device's clock.
    var time: Instant
    /// The record that says so.
    var record: SequenceNumber
    /// When that was seen, by the wall's clock.
    var observedTime: Instant
    /// What went wrong; nil for what the span has itself.
    var failure: OpenSpan.Failure?

    /// At a record, or at an earlier instant of which it tells.
    init(_ observation: Observation, at time: Instant? = nil, _ failure: OpenSpan.Failure? = nil) {
        self.time = time ?? observation.record.time
        record = observation.record.sequence
        observedTime = observation.time
        self.failure = failure
    }

    /// After the last record of a device that was deleted.
    init(after record: SequenceNumber, at time: Instant, seenAt observedTime: Instant) {
        self.time = time
        self.record = record
        self.observedTime = observedTime
    }
}
