import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import OpenTelemetryExport

/// The JSON of OTLP. Source: opentelemetry-proto, "JSON Protobuf Encoding".
@Suite("OTLP's JSON") struct EncodingTests {
    private let identity = ProcessIdentity(101, of: TestTrace.device)

    private func body(_ items: [some Exportable]) throws -> Value {
        try JSONText.parse(ExportRequest(version: "1.2.3").body(items))
    }

    @Test("A log record has its event's name, numbers as text, and ids in hexadecimal")
    func event() throws {
        let event = LoggedEvent(
            name: .lifecycle,
            time: Instant(milliseconds: 1_767_225_600_123),
            observedTime: Instant(milliseconds: 1_900_000_000_000),
            trace: identity.trace,
            span: identity.root,
            attributes: [Attribute(.appState, "active"), Attribute(.pid, 101)]
        )
        let body = try body([event])
        let logs = try #require(body["resourceLogs"]?.elements.first)
        let record = logs["scopeLogs"]?.elements.first?["logRecords"]?.elements.first
        #expect(
            record == [
                "timeUnixNano": "1767225600123000000", "observedTimeUnixNano": "1900000000000000000",
                "severityNumber": 9, "severityText": "INFO", "eventName": "device.app.lifecycle",
                "attributes": [
                    ["key": "ios.app.state", "value": ["stringValue": "active"]],
                    ["key": "process.pid", "value": ["intValue": "101"]],
                ],
                "traceId": .string(identity.trace.description), "spanId": .string(identity.root.description),
            ]
        )
        let attributes = logs["resource"]?["attributes"]?.elements ?? []
        #expect(attributes.contains(["key": "service.name", "value": ["stringValue": "greenroom"]]))
        #expect(attributes.contains(["key": "service.version", "value": ["stringValue": "1.2.3"]]))
        #expect(attributes.contains(["key": "os.name", "value": ["stringValue": "iOS"]]))
    }

    @Test("A span has a kind and a status as numbers, and a parent unless it is a root")
    func span() throws {
        var span = Span(
            name: "backgroundTask",
            trace: identity.trace,
            id: SpanID(beginningWith: 7, of: TestTrace.device),
            parent: identity.root,
            start: .manualStart,
            end: .manualStart + 5,
            attributes: [],
            moments: [Span.Moment(name: "warned", time: .manualStart + 1)],
            failure: "It was not completed."
        )
        var spans = try body([span])["resourceSpans"]?.elements.first?["scopeSpans"]?.elements.first?["spans"]
        #expect(
            spans == [
                [
                    "traceId": .string(span.trace.description), "spanId": .string(span.id.description),
                    "parentSpanId": .string(identity.root.description), "name": "backgroundTask", "kind": 1,
                    "startTimeUnixNano": "1767225600000000000", "endTimeUnixNano": "1767225600005000000",
                    "attributes": [],
                    "events": [["timeUnixNano": "1767225600001000000", "name": "warned", "attributes": []]],
                    "status": ["code": 2, "message": "It was not completed."],
                ]
            ]
        )
        span.parent = nil
        span.failure = nil
        spans = try body([span])["resourceSpans"]?.elements.first?["scopeSpans"]?.elements.first?["spans"]
        #expect(spans?.elements.first?["status"] == [:] && spans?.elements.first?["parentSpanId"] == nil)
    }

    static let times: [(Instant, String)] = [
        (Instant(milliseconds: 0), "0"), (Instant(milliseconds: -1), "0"), (.earliest, "0"),
        (.latest, "18446744073709551615"), (.manualStart, "1767225600000000000"),
    ]

    @Test("A time that cannot be said in nanoseconds since 1970 is clamped", arguments: times)
    func time(instant: Instant, text: String) {
        #expect(instant.unixNanoseconds == text)
    }

    @Test("Texts that an app chooses are cut")
    func long() throws {
        let text = String(repeating: "ü", count: 5_000)
        #expect(Attribute(.task, text).value == .text(String(repeating: "ü", count: 512)))
        let marks = "a" + String(repeating: "\u{301}", count: 5_000)
        #expect(Attribute(.task, marks).value == .text("a" + String(repeating: "\u{301}", count: 511)))
    }

    @Test("Names of attributes are different, and each of Greenroom's own says so")
    func names() {
        let conventions: Set<AttributeName> = [
            .serviceName, .serviceVersion, .sdkName, .sdkLanguage, .sdkVersion, .osName, .device, .pid, .appState,
            .callback, .error,
        ]
        for name in AttributeName.allCases where !conventions.contains(name) {
            #expect(name.rawValue.hasPrefix("greenroom."))
        }
    }
}
