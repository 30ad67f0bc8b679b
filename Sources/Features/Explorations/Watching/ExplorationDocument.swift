import DeviceHost
import Explorer
import LifecycleKernel
import WireFormat

/// An exploration as it is now.
package struct ExplorationDocument: Sendable {
    let hosted: HostedExploration
    private let now: WallInstant
    /// Whether it has the report.
    private let isWhole: Bool

    init(_ hosted: HostedExploration, at now: WallInstant, isWhole: Bool) {
        self.hosted = hosted
        self.now = now
        self.isWhole = isWhole
    }

    /// Its id.
    package var id: String { hosted.id }

    /// The report for people, or how far the search has come.
    ///
    /// - Parameter withCoverage: Whether the report says in full what was tried and reached.
    package func text(withCoverage: Bool) -> String {
        if let report = hosted.report { return report.text(withCoverage: withCoverage) + "\n" }
        if let detail = hosted.row.detail { return "\(hosted.id) failed: \(detail)\n" }
        guard let progress = hosted.row.progress else { return "\(hosted.id) is \(hosted.status.rawValue)\n" }
        return "\(hosted.id) is \(hosted.status.rawValue): \(progress.interruptions) interruptions, "
            + "\(progress.inputs) inputs deep, \(progress.transitions) transitions, \(hosted.found.count) found\n"
    }
}

extension ExplorationDocument: FieldWritable {
    /// Puts what was asked for, how far it has come, and in a whole document the report.
    package func write(to sink: inout some FieldSink) {
        sink.put("id", hosted.id)
        sink.put("status", hosted.status.rawValue)
        sink.put("explore", hosted.exploration.name)
        sink.put("target", hosted.exploration.target)
        if let origin = hosted.origin {
            sink.put("from", value: ["device": .string("\(origin.device)"), "at": .integer(origin.sequence.asInteger)])
        } else {
            sink.putNull("from")
        }
        sink.put("remote", hosted.exploration.isRemote)
        let labels = hosted.asked.labels.map { Value.Member($0.key, .string($0.value)) }
        sink.put("labels", value: .object(labels))
        sink.put("seed", Int64(clamping: hosted.exploration.limits.seed))
        sink.put("jobs", Int64(hosted.exploration.limits.jobs))
        sink.put("interruptions", Int64(hosted.exploration.limits.interruptions))
        sink.put("memoryMiB", hosted.exploration.limits.memory.wholeMebibytes)
        sink.put("budgetSeconds", seconds: hosted.asked.budget)
        sink.put("keepSeconds", seconds: hosted.asked.keeping)
        sink.put("createdAt", instant: hosted.row.createdAt)
        put("startedAt", hosted.row.startedAt, to: &sink)
        put("endedAt", hosted.row.endedAt, to: &sink)
        sink.put("progress", value: hosted.row.progress.map { hosted.row.document(of: $0, at: now) } ?? .null)
        sink.put("passes", value: .array(hosted.passes.map(\.document)))
        sink.put("found", strings: hosted.found)
        sink.put("known", strings: hosted.exploration.known)
        if let detail = hosted.row.detail { sink.put("detail", detail) } else { sink.putNull("detail") }
        guard isWhole else { return }
        sink.put("report", value: hosted.report?.document ?? .null)
    }

    private func put(_ name: StaticString, _ instant: Instant?, to sink: inout some FieldSink) {
        if let instant { sink.put(name, instant: instant) } else { sink.putNull(name) }
    }
}

extension SequenceNumber {
    fileprivate var asInteger: Int64 { Int64(clamping: rawValue) }
}

/// Which explorations are wanted.
package struct ExplorationQuery: Sendable {
    /// Only those that do this.
    var status: ExplorationRow.Status?
    /// Only those with all these labels.
    var labels: [Label]
    /// Only those after this id.
    var after: String?
    /// How many at most.
    var limit: Int

    /// What the status of an exploration may be.
    package static let statuses = ExplorationRow.Status.allCases.map(\.rawValue)

    /// A query.
    ///
    /// - Throws: `invalid-value` for a status or a cursor that there is not.
    package init(status: String?, labels: [Label], after cursor: String?, limit: Int) throws(Rejection) {
        if let status {
            guard let known = ExplorationRow.Status(rawValue: status) else {
                throw .invalid(at: "status", expected: "a status", found: .string(status), accepted: Self.statuses)
            }
            self.status = known
        }
        if let cursor {
            guard let key = PageCursor.key(of: cursor), DeviceID(key) != nil else {
                throw Rejection(.invalidValue, "This is not a cursor of a list.", field: "cursor")
            }
            after = key
        }
        self.labels = labels
        self.limit = limit
    }

    func matches(_ hosted: HostedExploration) -> Bool {
        (status == nil || hosted.status == status) && labels.allSatisfy(hosted.asked.labels.contains)
            && after.map { hosted.id > $0 } != false
    }
}

/// One page of the list of explorations.
package struct ExplorationPage: FieldWritable {
    let explorations: [ExplorationDocument]
    let next: String?

    /// Puts the explorations and where the next page begins.
    package func write(to sink: inout some FieldSink) {
        sink.put("explorations", list: explorations)
        if let next { sink.put("next", next) } else { sink.putNull("next") }
    }
}
