import LifecycleKernel
import WireFormat

/// The kinds of data that are exported, each by requests of its own.
package enum Signal: String, CaseIterable, Sendable {
    case logs, traces

    /// Its path below that of the receiver. Source: OTLP, "OTLP/HTTP Request".
    var path: String { "/v1/\(rawValue)" }
}

/// One thing to export.
package protocol Exportable: Sendable {
    static var signal: Signal { get }
    /// As OTLP's JSON has it.
    var json: Value { get }
}

extension LoggedEvent: Exportable {
    package static var signal: Signal { .logs }
}

extension Span: Exportable {
    package static var signal: Signal { .traces }
}

/// The bodies of requests, in OTLP's JSON.
///
/// Sources: opentelemetry-proto, "JSON Protobuf Encoding": ids are hexadecimal, enumerations are numbers, names are in
/// lower camel case, and 64-bit numbers are strings.
struct ExportRequest {
    private let resource: Value
    private let scope: Value

    /// Bodies of a version of the server.
    init(version: String) {
        let attributes = [
            Attribute(.serviceName, "greenroom"), Attribute(.serviceVersion, version),
            Attribute(.sdkName, "greenroom"), Attribute(.sdkLanguage, "swift"), Attribute(.sdkVersion, version),
            // The convention of the event asks for it; it is the system of the devices.
            Attribute(.osName, "iOS"),
        ]
        resource = ["attributes": attributes.json]
        scope = ["name": "greenroom", "version": .string(version)]
    }

    func body<Item: Exportable>(_ items: [Item]) -> [UInt8] {
        let json = Value.array(items.map(\.json))
        let body: Value =
            switch Item.signal {
            case .logs:
                ["resourceLogs": [["resource": resource, "scopeLogs": [["scope": scope, "logRecords": json]]]]]
            case .traces:
                ["resourceSpans": [["resource": resource, "scopeSpans": [["scope": scope, "spans": json]]]]]
            }
        return JSONText.write(body)
    }
}
