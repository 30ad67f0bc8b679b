import LifecycleKernel

/// A property of the target that is broken, and what tells it from others that are broken in the same way.
public struct Breakage: Hashable, Codable, Sendable {
    /// The property: the finding or the reason of an exit that breaks it, or one of the explorer's own.
    public var property: String
    /// What tells it apart: the watchdog's event and the handler, the kind of an assertion, the name of a task, the
    /// signature of a crash, the name of an invariant.
    public var detail: String?
    /// How bad it is.
    public var severity: Finding.Severity

    public init(property: String, detail: String? = nil, severity: Finding.Severity) {
        self.property = property
        self.detail = detail
        self.severity = severity
    }

    /// The property with what tells it apart, of an app: what `known` lists.
    public func signature(of bundleID: BundleID) -> String {
        "\(bundleID)/\(property)" + (detail.map { "/\($0)" } ?? "")
    }
}

extension Finding.Severity {
    /// The worst is the greatest.
    package var rank: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .error: 2
        }
    }
}

/// The properties that the explorer looks for besides findings and exits, which no single record breaks.
enum MonitoredProperty: String, CaseIterable {
    case restorationMissed, callbackStarved, notResponding
}

/// The properties that every app has, by the records that break them.
enum BuiltInProperty {
    /// Findings that are no failure of the app in one sequence: the sender's, or about the whole history. What the reason of
    /// an exit says itself is a breakage of that.
    private static let ignoredFindings: Set<Finding.Code> = [
        .silentPushBudgetExceeded, .pushTypeMismatch, .backgroundModeUnused, .savesOnlyInWillTerminate, .fatalMistake,
    ]

    static let names =
        Finding.Code.allCases.filter { !ignoredFindings.contains($0) }.map(\.rawValue)
        + TerminationReason.allCases.filter(isOwnFault).map(\.rawValue)
        + MonitoredProperty.allCases.map(\.rawValue)

    /// The callbacks without one of which a property cannot be broken; nil where it takes none.
    static func callbacks(of name: String) -> [CallbackName]? {
        switch name {
        case TerminationReason.backgroundFetchTimeout.rawValue: [.performFetch, .didReceiveRemoteNotification]
        case TerminationReason.backgroundURLSessionTimeout.rawValue: [.handleEventsForBackgroundURLSession]
        case TerminationReason.voipNotReported.rawValue: [.didReceiveIncomingPush]
        default: nil
        }
    }

    /// The property that a record breaks, if it does.
    ///
    /// - Parameters:
    ///   - record: A record of the target.
    ///   - earlier: The records before it that the same input or instant caused, which say what a finding is about.
    ///   - handler: The handler that the main thread is in.
    ///   - device: The device, which remembers how its processes ended.
    static func brokenBy(
        _ record: Record,
        after earlier: ArraySlice<Record>,
        in handler: String?,
        on device: Device
    ) -> Breakage? {
        switch record.body {
        case .finding(let finding):
            guard !ignoredFindings.contains(finding.code) else { return nil }
            // Whether the process was ended for it makes no difference here: the end is a breakage of its own.
            return Breakage(
                property: finding.code.rawValue,
                detail: detail(of: finding, about: record.bundleID, after: earlier),
                severity: finding.code.severity
            )
        case .exit(let exit):
            guard isOwnFault(exit.reason), !record.isEndAskedFor(after: earlier) else { return nil }
            let event = exit.reason == .appWatchdog ? device.watchdogEvent(endOf: record) : nil
            return brokenBy(exit, watchedAs: event, in: handler)
        default: return nil
        }
    }

    private static func detail(
        of finding: Finding,
        about app: BundleID?,
        after earlier: ArraySlice<Record>
    ) -> String? {
        switch finding.code {
        case .completionHandlerMissing: lastAssertion(of: app, in: earlier)?.kind.rawValue
        case .backgroundTaskLeaked, .expirationHandlerDoesNotEndTask, .backgroundTaskWithoutExpirationHandler:
            lastAssertion(of: app, in: earlier)?.name
        default: nil
        }
    }

    private static func lastAssertion(of app: BundleID?, in records: ArraySlice<Record>) -> AssertionChange? {
        for record in records.reversed() where record.bundleID == app {
            if case .assertion(let change) = record.body, change.change == .expired || change.change == .warned {
                return change
            }
        }
        return nil
    }

    private static func brokenBy(
        _ exit: ExitRecord,
        watchedAs event: WatchdogEvent?,
        in handler: String?
    ) -> Breakage {
        guard exit.reason == .appWatchdog else {
            return Breakage(property: exit.reason.rawValue, detail: exit.signature, severity: .error)
        }
        let detail = [event?.rawValue, handler].compactMap(\.self).joined(separator: "/")
        let severity: Finding.Severity = event == .processExit ? .warning : .error
        return Breakage(property: exit.reason.rawValue, detail: detail, severity: severity)
    }

    /// Whether a process that ends so has ended by its own fault.
    static func isOwnFault(_ reason: TerminationReason) -> Bool {
        switch reason {
        case .appWatchdog, .backgroundTaskAssertionTimeout, .tooManyBackgroundTasks, .backgroundFetchTimeout,
            .backgroundURLSessionTimeout, .suspendedWithLockedFile, .voipNotReported, .memoryResourceLimit,
            .cpuResourceLimit, .backgroundRendering, .abnormal, .badAccess, .busError, .illegalInstruction, .breakpoint:
            return true
        default: return false
        }
    }
}

extension Record {
    /// Whether an input asked for this end of an app's process, so that it is no fault of the app.
    ///
    /// - Parameter earlier: The records before it that the same input or instant caused, that of the input included.
    fileprivate func isEndAskedFor(after earlier: ArraySlice<Record>) -> Bool {
        guard case .exit(let exit) = body, let input = earlier.first(where: { $0.sequence == cause }),
            input.endAskedFor(of: bundleID) == exit.reason
        else { return false }
        // A process that the system launches anew after it ends by its own fault.
        return !earlier.contains { $0.kind == .exit && $0.cause == cause && $0.bundleID == bundleID }
    }

    /// How an input asks a process of an app to end; nil for one that does not, and for any other record.
    private func endAskedFor(of app: BundleID?) -> TerminationReason? {
        guard case .input(.event(.app(let bundleID, let event))) = body, bundleID == app else { return nil }
        return switch event {
        case .crash(let exception, _): exception.reason
        case .terminate(let cause): cause.reason
        default: nil
        }
    }
}

extension Device {
    /// What a watchdog watched when it ended the process that an `exit` record is about.
    fileprivate func watchdogEvent(endOf record: Record) -> WatchdogEvent? {
        guard let bundleID = record.bundleID else { return nil }
        return incidents(of: bundleID)?.last { $0.pid == record.pid }?.circumstances.transgression?.event
    }
}
