import DeviceHost
import LifecycleKernel
import TestKit

@testable import OpenTelemetryExport

/// What the records of a test device become.
struct TestTrace {
    static let device = DeviceID("phone") ?? .random()
    /// What the wall's clock shows meanwhile.
    static let observed = Instant(milliseconds: 1_900_000_000_000)

    var output = Telemetry()
    var converter = RecordConverter()

    /// Converts records.
    init(_ records: some Sequence<Record>, of device: DeviceID = Self.device) {
        consume(records, of: device)
    }

    mutating func consume(_ records: some Sequence<Record>, of device: DeviceID = Self.device) {
        for record in records { converter.consume(record, of: device, at: Self.observed, into: &output) }
    }

    /// The states of the app, in order.
    var states: [String] { output.events.filter { $0.name == .lifecycle }.compactMap { $0[.appState] } }

    /// The spans in a few words: their name and length in milliseconds, and what went wrong.
    var summary: [String] {
        output.spans.map { span in
            "\(span.name) \((span.end - span.start).count)" + (span[.error].map { " \($0)" } ?? "")
        }
    }

    /// The callbacks of which a record says when they returned, and whose spans do not end then.
    func missedReturns(in records: [Record]) -> [SequenceNumber] {
        let ends = Dictionary(uniqueKeysWithValues: output.spans.map { ($0[.record], $0.end) })
        let called = Set(records.filter { $0.kind == .callback }.map(\.sequence))
        return records.compactMap { record in
            guard case .returned(let callback, _, _) = record.body, called.contains(callback) else { return nil }
            // An extension's second method begins before its first one returns.
            guard record.appExtension == nil, ends[String(callback.rawValue)] != record.time else { return nil }
            return callback
        }
    }

    /// The spans of a name.
    func spans(_ name: String) -> [Span] { output.spans.filter { $0.name == name } }
}

extension [Attribute] {
    subscript(name: AttributeName) -> String? {
        first { $0.name == name }.map { attribute in
            switch attribute.value {
            case .text(let text): text
            case .number(let number): String(number)
            }
        }
    }
}

extension Span {
    subscript(name: AttributeName) -> String? { attributes[name] }
}

extension LoggedEvent {
    subscript(name: AttributeName) -> String? { attributes[name] }
}
