import LifecycleKernel
import WireFormat

/// A named fact about an event or a span.
package struct Attribute: Hashable, Sendable {
    /// What it is about.
    package let name: AttributeName
    /// What is so.
    package let value: Content

    /// The kinds of values.
    package enum Content: Hashable, Sendable {
        case text(String)
        case number(Int64)
    }

    init(_ name: AttributeName, _ text: String) {
        self.name = name
        value = .text(text.shortened)
    }

    init(_ name: AttributeName, _ number: some BinaryInteger) {
        self.name = name
        value = .number(Int64(clamping: number))
    }

    /// An attribute that there is only if it has a value.
    static func optional(_ name: AttributeName, _ text: String?) -> [Attribute] {
        text.map { [Attribute(name, $0)] } ?? []
    }

    /// As OTLP's JSON has it: a 64-bit number is a string there.
    var json: Value {
        let content: Value =
            switch value {
            case .text(let text): ["stringValue": .string(text)]
            case .number(let number): ["intValue": .string(String(number))]
            }
        return ["key": .string(name.rawValue), "value": content]
    }
}

/// The names of attributes. Those that begin with `greenroom.` are Greenroom's own; the others are those of
/// OpenTelemetry's semantic conventions.
package enum AttributeName: String, CaseIterable, Sendable {
    // Of the resource.
    case serviceName = "service.name"
    case serviceVersion = "service.version"
    case sdkName = "telemetry.sdk.name"
    case sdkLanguage = "telemetry.sdk.language"
    case sdkVersion = "telemetry.sdk.version"
    case osName = "os.name"
    // Of everything.
    /// The device's id.
    case device = "device.id"
    /// The number of the process on its device.
    case pid = "process.pid"
    /// The app's bundle identifier.
    case bundleID = "greenroom.app.bundle_id"
    /// The extension of the app whose process it is.
    case appExtension = "greenroom.app.extension"
    /// The record that tells of an event, or with which a span begins.
    case record = "greenroom.record"
    // Of events.
    /// What the app goes to.
    case appState = "ios.app.state"
    // Of spans.
    /// The record with which a span ends.
    case lastRecord = "greenroom.record.end"
    /// When the end was seen, by the wall's clock.
    case observedTime = "greenroom.observed_time"
    /// Why the process was launched.
    case launchReason = "greenroom.launch.reason"
    /// The callback that was called.
    case callback = "code.function.name"
    /// The app's state in the callback.
    case applicationState = "greenroom.callback.application_state"
    /// What an assertion is held for.
    case assertion = "greenroom.assertion.kind"
    /// The name of the background task, or the identifier of the task of `BGTaskScheduler`.
    case task = "greenroom.task.name"
    /// Why a span has not ended as it should have.
    case error = "error.type"
    /// How much time was left at a warning, in milliseconds.
    case remaining = "greenroom.assertion.remaining_ms"
    // Of the end of a process.
    case exitReason = "greenroom.exit.reason"
    case exitNamespace = "greenroom.exit.namespace"
    case exitCode = "greenroom.exit.code"
    case exitExplanation = "greenroom.exit.explanation"
    /// The state in which it ended.
    case exitState = "greenroom.exit.state"
}

extension String {
    /// How many bytes a text has at most: an app chooses the names of its tasks.
    private static let limit = 1_024

    /// The text, cut after so many bytes.
    var shortened: String { utf8.count <= Self.limit ? self : String(prefix(bytes: Self.limit)) }
}

extension [Attribute] {
    /// As OTLP's JSON has them.
    var json: Value { .array(map(\.json)) }
}

extension Instant {
    /// Nanoseconds since 1970, as OTLP's JSON has them; what that cannot say is clamped.
    var unixNanoseconds: String {
        let (nanoseconds, overflow) = UInt64(clamping: milliseconds).multipliedReportingOverflow(by: 1_000_000)
        return String(overflow ? .max : nanoseconds)
    }
}
