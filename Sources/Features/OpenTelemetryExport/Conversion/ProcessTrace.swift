import DeviceHost
import LifecycleKernel

/// What is open of a process: its life, the assertions that it holds, and the handler that it is in.
///
/// Its life is the root of the trace. Everything else is a child of that, so a child is exported before its parent.
struct ProcessTrace: Sendable {
    let pid: ProcessID
    let identity: ProcessIdentity
    /// What events and spans of the process have in common.
    let attributes: [Attribute]
    /// Its life; nil where the launch was not seen.
    var life: OpenSpan?
    /// The assertions that it holds, in the order acquired.
    var assertions: [OpenAssertion] = []
    /// What its main thread is in.
    var handler: OpenHandler?
    /// That it is about to terminate, until it is known why.
    var termination: LoggedEvent?

    /// How many assertions are followed. iOS ends a process long before.
    private static let assertionLimit = 1_000

    /// A process that a record is about; nil for a record about none.
    init?(_ observation: Observation) {
        let record = observation.record
        guard let pid = record.pid else { return nil }
        self.pid = pid
        identity = ProcessIdentity(pid, of: observation.device)
        attributes =
            [Attribute(.device, observation.device.description), Attribute(.pid, pid.rawValue)]
            + Attribute.optional(.bundleID, record.bundleID?.rawValue)
            + Attribute.optional(.appExtension, record.appExtension?.rawValue)
    }

    var openCount: Int { (life == nil ? 0 : 1) + assertions.count + (handler == nil ? 0 : 1) }

    // MARK: The life

    mutating func consume(_ change: ProcessChange, _ observation: Observation, into output: inout Telemetry) {
        if let reason = change.launchReason { launch(reason, change, observation) }
        if change.reason.isOfMainThread { moveOn(observation, into: &output) }
    }

    /// The process was launched, or prepared for a launch. Of one that was prepared before anything was seen of it nobody
    /// knows when it began.
    private mutating func launch(_ reason: LaunchReason, _ change: ProcessChange, _ observation: Observation) {
        if life == nil {
            guard change.from == .notRunning else { return }
            life = OpenSpan("process", observation, id: identity.root, [Attribute(.launchReason, reason.rawValue)])
        } else {
            life?.attributes = [Attribute(.launchReason, reason.rawValue)]
            life?.note("launch", at: observation.record.time)
        }
    }

    /// The end of the process, and of all that is open then.
    mutating func exit(_ exit: ExitRecord, _ observation: Observation, into output: inout Telemetry) {
        endHandler(exit, observation, into: &output)
        let failure = OpenSpan.Failure(exit)
        for assertion in assertions {
            let isCutOff = exit.isKill || assertion.kind.reasonAtEnd != nil
            end(assertion.span, SpanEnd(observation, isCutOff ? failure : nil), into: &output)
        }
        assertions = []
        if var life = life.take() {
            life.attributes += exit.attributes
            end(life, SpanEnd(observation, exit.isKill ? failure : nil), into: &output)
        }
        announceTermination(because: exit, into: &output)
        var event = event(.exit, observation, exit.attributes)
        event.isError = exit.isKill
        output.events.append(event)
    }

    /// Everything ends without a reason: the device was deleted.
    mutating func end(_ end: SpanEnd, into output: inout Telemetry) {
        announceTermination(because: nil, into: &output)
        for span in assertions.map(\.span) + [handler?.span, life].compactMap({ $0 }) {
            self.end(span, end, into: &output)
        }
    }

    /// Says what is known and has not been said, as no more records will come.
    mutating func finish(at observedTime: Instant, _ last: SequenceNumber, into output: inout Telemetry) {
        finishHandler(at: observedTime, last, into: &output)
        announceTermination(because: nil, into: &output)
    }

    // MARK: Events

    func event(_ name: LoggedEvent.Name, _ observation: Observation, _ attributes: [Attribute]) -> LoggedEvent {
        LoggedEvent(
            name: name,
            time: observation.record.time,
            observedTime: observation.time,
            trace: identity.trace,
            span: identity.root,
            attributes: self.attributes + [Attribute(.record, observation.record.sequence.rawValue)] + attributes
        )
    }

    /// The app goes to a state. That it terminates waits until it is known why.
    mutating func enter(_ state: String, _ observation: Observation, into output: inout Telemetry) {
        let event = event(.lifecycle, observation, [Attribute(.appState, state)])
        if observation.record.body == .notification(.willTerminate) {
            termination = event
        } else {
            output.events.append(event)
        }
    }

    /// Says that the process terminates, if that was to be said.
    mutating func announceTermination(because exit: ExitRecord?, into output: inout Telemetry) {
        guard var event = termination.take() else { return }
        event.attributes += exit?.attributes ?? []
        output.events.append(event)
    }

    // MARK: Spans

    func end(_ span: OpenSpan, _ end: SpanEnd, into output: inout Telemetry) {
        let failure = end.failure ?? span.failure
        output.spans.append(
            Span(
                name: span.name,
                trace: identity.trace,
                id: span.id,
                parent: span.id == identity.root ? nil : identity.root,
                start: span.start,
                end: end.time,
                attributes: attributes + [
                    Attribute(.record, span.record.rawValue), Attribute(.lastRecord, end.record.rawValue),
                    Attribute(.observedTime, end.observedTime.description),
                ] + span.attributes + Attribute.optional(.error, failure?.type),
                moments: span.moments,
                failure: failure?.message
            )
        )
    }

    /// Whether no more assertions are followed.
    var holdsTooMany: Bool { assertions.count >= Self.assertionLimit }
}

extension ProcessChange.Reason {
    /// Whether a change for this reason shows that no handler is running: the main thread makes it, or has nothing to do.
    fileprivate var isOfMainThread: Bool {
        switch self {
        case .activated, .deactivated, .leftScreen, .enteredScreen, .noAssertionLeft: true
        case .launch, .prewarmed, .resumed, .suspendedBySystem, .ended: false
        }
    }
}

extension ExitRecord {
    /// Whether the process was killed for what it or another app did, or crashed: not by itself, by the user, or for what the
    /// user does with the device and its apps.
    var isKill: Bool {
        switch reason {
        case .normal, .userForceQuit, .exitsOnSuspend, .longIdleExit, .appUpdate, .appRemoved, .reboot, .shutdown,
            .osUpgrade, .permissionChanged, .languageChanged:
            false
        case .memoryPressure, .memoryResourceLimit, .appWatchdog, .backgroundTaskAssertionTimeout,
            .backgroundFetchTimeout, .backgroundURLSessionTimeout, .suspendedWithLockedFile, .cpuResourceLimit,
            .thermal, .voipNotReported, .tooManyBackgroundTasks, .abnormal, .badAccess, .busError,
            .illegalInstruction, .breakpoint, .diskSpace, .backgroundRendering, .system, .simulatorHost:
            true
        }
    }

    /// What there is to say about the end of a process.
    var attributes: [Attribute] {
        [Attribute(.exitReason, reason.rawValue)]
            + Attribute.optional(.exitNamespace, namespace)
            + [
                Attribute(.exitCode, code), Attribute(.exitExplanation, explanation),
                Attribute(.exitState, state.rawValue),
            ]
    }
}
