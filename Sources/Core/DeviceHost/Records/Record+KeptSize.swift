import LifecycleKernel
import WireFormat

// The one measure of records that are kept, and of pages and streams of them. It is about what they take in memory, which is
// never much less than as JSON: a value such as `{"a":1}` takes seven bytes there, and a hundred here.

extension Record {
    /// About how many bytes the record takes in memory.
    ///
    /// What it shares with others, such as the manifest of an app or a value that a handler returns, counts in each of them.
    var keptSize: Int {
        switch body {
        case .input(let input): approximateSize + input.keptSize
        case .returned(_, _, let result): approximateSize + (result?.keptSize ?? 0)
        case .callback(let callback): approximateSize + callback.arguments.keptSize
        case .verdict(let verdict): approximateSize + (verdict.ownDetail?.parameterSize ?? 0)
        case .finding(let finding): approximateSize + finding.detail.parameterSize
        case .notification(_, let arguments): approximateSize + (arguments.isEmpty ? 0 : arguments.keptSize)
        case .process, .scene, .assertion, .memory, .dispatch, .exit, .snapshot, .activity, .log:
            approximateSize
        }
    }
}

extension Sentence {
    /// About how many bytes its parameters take in memory, without the text that they are in.
    fileprivate var parameterSize: Int { next.reduce(2 * SizeSink.field * parameters.count) { $0 + $1.parameterSize } }
}

extension Input {
    /// About how many bytes the input takes in memory: one figure for most, which have no text of any length.
    var keptSize: Int { textSize == 0 ? 8 * SizeSink.field : SizeSink.size(of: self) }
}

extension AppManifest {
    /// About how many bytes the manifest takes in memory.
    var keptSize: Int { SizeSink.size(of: self) }
}

extension ProcessStatus {
    /// About how many bytes the process takes in memory.
    var keptSize: Int { SizeSink.size(of: self) }
}

extension DeviceDocument {
    /// About how many bytes the document takes in memory.
    var keptSize: Int {
        let texts = labels.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        let handlers = behaviorNeverCalled.reduce(0) { $0 + $1.handlers.count }
        return 1_024 + texts + SizeSink.field * (settings.overrides.count + 3 * apps.count + 2 * handlers)
    }
}

extension Value {
    /// About how many bytes the value takes in memory.
    fileprivate var keptSize: Int {
        switch self {
        case .null, .bool, .integer, .number: SizeSink.field
        case .string(let text): SizeSink.field + text.utf8.count
        case .array(let elements): elements.reduce(SizeSink.field) { $0 + $1.keptSize }
        case .object(let members): members.keptSize
        }
    }
}

extension [Value.Member] {
    /// About how many bytes an object of these members takes in memory.
    fileprivate var keptSize: Int {
        reduce(SizeSink.field) { $0 + $1.name.utf8.count + $1.value.keptSize }
    }
}

/// Counts about how many bytes what is put takes in memory.
private struct SizeSink: FieldSink {
    /// A value with its name, without texts.
    static let field = 48

    let language = Language.english
    private(set) var bytes = 0

    static func size(of object: some FieldWritable) -> Int {
        var sink = SizeSink()
        object.write(to: &sink)
        return sink.bytes
    }

    mutating func put(_ name: StaticString, _ value: String) { bytes += Self.field + value.utf8.count }
    mutating func put(_ name: StaticString, _ value: Int64) { bytes += Self.field }
    mutating func put(_ name: StaticString, _ value: Bool) { bytes += Self.field }
    mutating func put(_ name: StaticString, seconds: Milliseconds) { bytes += Self.field }
    mutating func put(_ name: StaticString, instant: Instant) { bytes += Self.field }
    mutating func put(_ name: StaticString, value: Value) { bytes += value.keptSize }
    mutating func put(_ name: StaticString, json: [UInt8]) { bytes += Self.field + json.count }
    mutating func putNull(_ name: StaticString) { bytes += Self.field }

    mutating func put(_ name: StaticString, strings: [String]) {
        bytes += strings.reduce(Self.field) { $0 + Self.field + $1.utf8.count }
    }

    mutating func put(_ name: StaticString, object write: (inout SizeSink) -> Void) {
        bytes += Self.field
        write(&self)
    }

    mutating func put(_ name: StaticString, count: Int, _ write: (Int, inout SizeSink) -> Void) {
        bytes += Self.field
        for index in 0..<count {
            bytes += Self.field
            write(index, &self)
        }
    }
}
