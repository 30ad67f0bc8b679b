import DeviceHost
import LifecycleKernel
import WireFormat

/// A span that has ended.
package struct Span: Hashable, Sendable {
    /// Something that happened during a span.
    package struct Moment: Hashable, Sendable {
        /// What happened.
        package var name: String
        /// When, by the device's clock.
        package var time: Instant
        /// What else there is to say.
        package var attributes: [Attribute] = []

        fileprivate var json: Value {
            [
                "timeUnixNano": .string(time.unixNanoseconds), "name": .string(name),
                "attributes": attributes.json,
            ]
        }
    }

    /// What it is called.
    package var name: String
    /// The trace of the process.
    package var trace: TraceID
    /// Its id.
    package var id: SpanID
    /// The span that it is part of; nil for the life of a process.
    package var parent: SpanID?
    /// When it began, by the device's clock.
    package var start: Instant
    /// When it ended, by the device's clock.
    package var end: Instant
    /// What else there is to say.
    package var attributes: [Attribute]
    /// What happened meanwhile.
    package var moments: [Moment]
    /// What went wrong; nil if nothing did.
    package var failure: String?

    /// As OTLP's JSON has it.
    package var json: Value {
        let parent = parent.map { [Value.Member("parentSpanId", .string($0.description))] } ?? []
        let moments = moments.isEmpty ? [] : [Value.Member("events", .array(moments.map(\.json)))]
        return .object(
            [
                Value.Member("traceId", .string(trace.description)), Value.Member("spanId", .string(id.description)),
            ] + parent + [
                Value.Member("name", .string(name.shortened)),
                // Internal: neither a request nor an answer.
                Value.Member("kind", 1),
                Value.Member("startTimeUnixNano", .string(start.unixNanoseconds)),
                Value.Member("endTimeUnixNano", .string(end.unixNanoseconds)),
                Value.Member("attributes", attributes.json),
            ] + moments + [Value.Member("status", status)]
        )
    }

    /// Empty for a span that is as it should be: OTLP says nothing then.
    private var status: Value {
        guard let failure else { return [:] }
        return ["code": 2, "message": .string(failure.shortened)]
    }
}

/// An event: a log record with a name.
package struct LoggedEvent: Hashable, Sendable {
    /// The names of events.
    package enum Name: String, CaseIterable, Sendable {
        /// Source: OpenTelemetry's semantic conventions, "Mobile events".
        case lifecycle = "device.app.lifecycle"
        /// A process has ended, whether or not its code was told before.
        case exit = "greenroom.process.exit"
    }

    /// Which event it is.
    package var name: Name
    /// When it happened, by the device's clock.
    package var time: Instant
    /// When it was seen, by the wall's clock.
    package var observedTime: Instant
    /// The trace of the process.
    package var trace: TraceID
    /// The root span of that.
    package var span: SpanID
    /// What else there is to say.
    package var attributes: [Attribute]
    /// Whether it tells of something that should not have happened.
    package var isError = false

    /// As OTLP's JSON has it.
    package var json: Value {
        [
            "timeUnixNano": .string(time.unixNanoseconds),
            "observedTimeUnixNano": .string(observedTime.unixNanoseconds),
            // Source: OpenTelemetry, "Logs Data Model", the numbers of severities.
            "severityNumber": isError ? 17 : 9,
            "severityText": isError ? "ERROR" : "INFO",
            "eventName": .string(name.rawValue),
            "attributes": attributes.json,
            "traceId": .string(trace.description),
            "spanId": .string(span.description),
        ]
    }
}

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
    let record: Record
    let device: DeviceID
    /// When it was seen, by the wall's clock.
    let time: Instant
}

extension Observation {
    /// The id of the span that the record begins.
    var span: SpanID { SpanID(beginningWith: record.sequence, of: device) }
}
