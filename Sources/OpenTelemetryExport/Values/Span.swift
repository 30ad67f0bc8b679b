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
