import DeviceHost
import LifecycleKernel

/// An assertion that a process holds.
struct OpenAssertion: Hashable, Sendable {
    let kind: Assertion.Kind
    /// The number of the background task; nil for other kinds.
    let number: AssertionID?
    /// The name of the background task, or the identifier of the task of `BGTaskScheduler`.
    var task: String?
    /// Whether a verdict says that what it is held for is over.
    var isOver = false
    var span: OpenSpan
}

/// Assertions: from their acquisition to their release or expiry.
extension ProcessTrace {
    /// Follows what happens to an assertion.
    mutating func consume(
        _ change: AssertionChange,
        _ observation: Observation,
        into output: inout Telemetry
    ) {
        switch change.change {
        case .acquired: acquire(change, observation, into: &output)
        case .warned: warn(change, observation)
        case .released, .expired: end(change, observation, into: &output)
        }
    }

    private mutating func acquire(
        _ change: AssertionChange,
        _ observation: Observation,
        into output: inout Telemetry
    ) {
        guard !holdsTooMany else {
            output.abandoned += 1
            return
        }
        let span = OpenSpan(
            change.kind.rawValue,
            observation,
            [Attribute(.assertion, change.kind.rawValue)] + Attribute.optional(.task, change.name)
        )
        assertions.append(OpenAssertion(kind: change.kind, number: change.number, task: change.name, span: span))
    }

    private mutating func warn(_ change: AssertionChange, _ observation: Observation) {
        guard let index = index(of: change, observation.record) else { return }
        let remaining = change.remaining.map { [Attribute(.remaining, $0.count)] } ?? []
        assertions[index].span.note(change.change.rawValue, at: observation.record.time, remaining)
    }

    private mutating func end(
        _ change: AssertionChange,
        _ observation: Observation,
        into output: inout Telemetry
    ) {
        guard let index = index(of: change, observation.record) else { return }
        let assertion = assertions.remove(at: index)
        // One that only keeps the process running for a while may well expire.
        let failure =
            change.change == .expired && assertion.kind.reasonAtEnd != nil
            ? OpenSpan.Failure(change.change.rawValue, "It was not completed before its time was over.") : nil
        end(assertion.span, SpanEnd(observation, failure), into: &output)
    }

    /// The assertion that a record is about.
    ///
    /// Only background tasks have a number in their records. Of several others of one kind it is the one whose record set the
    /// deadline, or the one that is over; else the one that was acquired first.
    private func index(of change: AssertionChange, _ record: Record) -> Int? {
        if let number = change.number {
            return assertions.firstIndex { $0.number == number && $0.kind == change.kind }
        }
        let indices = assertions.indices.filter { assertions[$0].kind == change.kind }
        return indices.first { assertions[$0].span.record == record.cause }
            ?? indices.first { assertions[$0].isOver } ?? indices.first
    }

    // MARK: Tasks of BGTaskScheduler

    /// Follows a verdict on a task of `BGTaskScheduler`: it names the task that an assertion is held for, and says how it ends.
    mutating func consume(_ verdict: Verdict, _ observation: Observation) {
        guard verdict.subject == .taskRequest, let task = verdict.identifier else { return }
        // An assertion that was acquired just now has no name yet.
        let known = verdict.decision == .launched ? nil : task
        let index = assertions.lastIndex { $0.kind == .backgroundTaskScheduler && $0.task == known }
        if let index { assertions[index].note(verdict, on: task, at: observation.record.time) }
    }
}

extension OpenAssertion {
    fileprivate mutating func note(_ verdict: Verdict, on task: String, at time: Instant) {
        switch verdict.decision {
        case .launched:
            self.task = task
            span.attributes.append(Attribute(.task, task))
        case .completed: isOver = true
        case .failed:
            isOver = true
            fail(verdict, at: time)
        case .expired: fail(verdict, at: time)
        // A request that waits may be cancelled while a task of the same identifier runs.
        case .cancelled: if verdict.reason == .byTheUser { fail(verdict, at: time) }
        case .shown, .delivered, .held, .replaced, .throttled, .dropped, .accepted, .refused, .performed, .started,
            .finished:
            break
        }
    }

    /// The first verdict against a task says why its span has failed.
    private mutating func fail(_ verdict: Verdict, at time: Instant) {
        let detail = verdict.detail?.description ?? "It was not completed before its time was over, or without success."
        span.failure = span.failure ?? OpenSpan.Failure(verdict.decision.rawValue, detail)
        span.note(verdict.decision.rawValue, at: time)
    }
}
