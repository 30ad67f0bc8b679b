import LifecycleKernel
import WireFormat

/// What a scenario caused, as lanes: for each app the states it was in, its callbacks, exits and findings.
///
/// Each of them has a column of its own, in the order of the timeline: many have one instant, and between two others hours
/// may pass.
struct TimelineLanes {
    /// A state of an app, from a column to the one where the next begins.
    struct Span: Equatable {
        var state: String
        var columns: Range<Int>
    }

    /// Something that happened at one column.
    struct Mark: Equatable {
        var kind: String
        var name: String
        var column: Int
    }

    struct Lane: Equatable {
        var bundleID: String
        var spans: [Span] = []
        var marks: [Mark] = []
    }

    /// Where a step begins.
    struct Start: Equatable {
        var step: Int
        var column: Int
        /// The time of the device since the scenario began.
        var elapsed: Milliseconds
    }

    private(set) var lanes: [Lane] = []
    private(set) var starts: [Start] = []
    /// How many columns there are.
    private(set) var columns = 0
    /// Whether there was more than can be shown.
    private(set) var isCut = false

    /// More are not shown.
    static let maximumColumns = 3_000
    /// A step has at least so many, so that its number has room.
    private static let columnsOfStep = 3
    private static let marked: Set<String> = [
        Record.Kind.callback.rawValue, Record.Kind.exit.rawValue, Record.Kind.finding.rawValue,
    ]

    /// Makes the lanes of a result that has its records.
    init(_ result: ScenarioResult) {
        for record in result.setupRecords { add(record) }
        for step in result.steps where !step.isSkipped {
            let start = Start(step: step.index, column: columns, elapsed: step.elapsed)
            starts.append(start)
            for record in step.records { add(record) }
            columns = max(columns, start.column + Self.columnsOfStep)
        }
        for index in lanes.indices { endSpan(of: index) }
    }

    private mutating func add(_ record: Value) {
        // The process of an extension has no state of the app.
        guard let bundleID = record["bundleID"]?.text, record["extension"] == nil, let kind = record["kind"]?.text
        else { return }
        let state = kind == Record.Kind.process.rawValue ? record["to"]?.text : nil
        guard state != nil || Self.marked.contains(kind) else { return }
        guard columns < Self.maximumColumns else {
            isCut = true
            return
        }
        let index = lane(of: bundleID)
        if let state {
            endSpan(of: index)
            if ProcessState(rawValue: state)?.hasProcess == true {
                lanes[index].spans.append(Span(state: state, columns: columns..<columns))
            }
        } else {
            lanes[index].marks.append(Mark(kind: kind, name: Self.name(of: record, kind), column: columns))
        }
        columns += 1
    }

    private mutating func lane(of bundleID: String) -> Int {
        if let index = lanes.firstIndex(where: { $0.bundleID == bundleID }) { return index }
        lanes.append(Lane(bundleID: bundleID))
        return lanes.count - 1
    }

    /// Ends the last span of a lane, unless its process has ended before.
    private mutating func endSpan(of index: Int) {
        guard let span = lanes[index].spans.last, span.columns.isEmpty else { return }
        lanes[index].spans[lanes[index].spans.count - 1].columns = span.columns.lowerBound..<columns
    }

    /// What a record is called in the picture.
    static func name(of record: Value, _ kind: String) -> String {
        switch kind {
        case Record.Kind.exit.rawValue:
            [record["reason"]?.text, record["explanation"]?.text].compactMap { $0 }.joined(separator: ": ")
        case Record.Kind.finding.rawValue:
            [record["code"]?.text, record["detail"]?.text].compactMap { $0 }.joined(separator: ": ")
        default: record["name"]?.text ?? ""
        }
    }
}
