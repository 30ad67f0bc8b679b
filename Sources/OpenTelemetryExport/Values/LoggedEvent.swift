import LifecycleKernel
import WireFormat

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
