/// A wake-up by a framework that needs no background mode: HealthKit, WatchConnectivity and others.
///
/// The reason gives the defaults of everything else, which an event may override. An app registers for a reason, and
/// the system remembers that beyond the process. For some reasons each process has to register: a process that has not
/// registered is woken, but its handler is not called.
///
/// Callbacks: those of `Handler`. Records: `verdict` of `wake`, `assertion` of `systemWake`. Source: facts 10.3, 10.4.
public struct SystemWake: Hashable, Codable, Sendable {
    /// The framework, or `systemWake` for any other. New ones come last: `Reasons` has a bit for each, in this order.
    public enum Reason: String, CaseIterable, Codable, Sendable {
        case healthKit, watchConnectivity, appIntent, liveActivityToken, pushToTalk, homeKit, systemWake
        case locationMonitor
    }

    /// The handler that the framework calls.
    public enum Handler: String, CaseIterable, Codable, Sendable {
        case updateHandler
        case didReceiveMessage = "session(_:didReceiveMessage:)"
        case didReceiveUserInfo = "session(_:didReceiveUserInfo:)"
        case performIntent = "perform()"
        case pushTokenUpdates
        case incomingPushResult = "incomingPushResult(channelManager:channelUUID:pushPayload:)"
        case didUpdateValue = "accessory(_:service:didUpdateValueFor:)"
        case systemWakeHandler
        case monitorEvents
    }

    /// Why the app is woken.
    public var reason: Reason
    /// The handler that is called; nil for that of the reason.
    public var handler: Handler?
    /// How long the wake-up holds the process; nil for the rule of the reason.
    public var limit: Milliseconds?
    /// Whether the wake-up launches an app without a process; nil for the default of the reason. A wake-up that
    /// launches apps also resumes them.
    public var launches: Bool?
    /// Whether it also launches an app that the user has force-quit; nil for the default of the reason.
    public var survivesForceQuit: Bool?

    /// Creates a wake-up. Arguments that are nil get the defaults of the reason.
    public init(
        _ reason: Reason,
        handler: Handler? = nil,
        limit: Milliseconds? = nil,
        launches: Bool? = nil,
        survivesForceQuit: Bool? = nil
    ) {
        self.reason = reason
        self.handler = handler
        self.limit = limit
        self.launches = launches
        self.survivesForceQuit = survivesForceQuit
    }
}

extension SystemWake: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("reason", reason)
        f.field("handler", handler)
        f.field("limit", limit)
        f.field("launches", launches)
        f.field("survivesForceQuit", survivesForceQuit)
    }
}

extension SystemWake.Handler {
    package var callback: CallbackName {
        switch self {
        case .updateHandler: .updateHandler
        case .didReceiveMessage: .sessionDidReceiveMessage
        case .didReceiveUserInfo: .sessionDidReceiveUserInfo
        case .performIntent: .performIntent
        case .pushTokenUpdates: .pushTokenUpdates
        case .incomingPushResult: .incomingPushResult
        case .didUpdateValue: .accessoryDidUpdateValue
        case .systemWakeHandler: .systemWakeHandler
        case .monitorEvents: .monitorEvents
        }
    }
}

extension SystemWake {
    /// What an app or a process has registered for.
    typealias Reasons = CaseSet<Reason, UInt16>
}

/// Wake-ups by frameworks, and the apps that they wake. Source: facts 10.3, 10.4.
extension App {
    /// Registers for a wake-up in this process; the system remembers it beyond the process.
    mutating func registerWake(_ reason: SystemWake.Reason) {
        background.wakes = (background.wakes ?? []).union(SystemWake.Reasons(reason))
        process.work.wakes = (process.work.wakes ?? []).union(SystemWake.Reasons(reason))
        if let mode = reason.preset.mode?.value { noteUse(of: mode) }
    }

    /// Whether the app has registered for a wake-up, in this process or an earlier one.
    func isRegistered(for reason: SystemWake.Reason) -> Bool {
        !background.isBlank && background.wakes?.contains(SystemWake.Reasons(reason)) == true
    }

    /// Returns why a framework has no token to wake the app by: the system does not have the framework, the app lacks the
    /// background mode, or it has not registered. Returns nil if there is one.
    func missingTokenReason(_ wake: SystemWake, in system: SystemState) -> Refusal? {
        let preset = wake.reason.preset
        if let version = preset.firstVersion?.value, system.rulebook.profile.systemVersion < version {
            return Refusal(.unavailable, "iOS \(version, as: "version") is the first version that has it")
        }
        if let mode = preset.mode?.value, !declares(mode) { return .missing(mode) }
        return preset.registration.value && !isRegistered(for: wake.reason) ? Refusal(.notMonitoring) : nil
    }

    /// Returns why a wake-up does not reach the app; nil if it does.
    func reasonToDrop(_ wake: SystemWake, in system: SystemState) -> Refusal? {
        let preset = wake.reason.preset
        if let refusal = missingTokenReason(wake, in: system) { return refusal }
        let launches = wake.launches ?? (preset.reach.value == .launches)
        guard launches || preset.reach.value != .foreground || isInForeground else {
            return Refusal(.notInForeground, "the framework calls apps in the foreground only")
        }
        guard !hasLaunched || isEnding else { return nil }
        guard launches else {
            return Refusal(.processNotRunning, "this wake-up does not launch an app that is not running")
        }
        if installation.isForceQuit, !(wake.survivesForceQuit ?? preset.survivesForceQuit(in: system.rulebook)) {
            return .forceQuit
        }
        return nil
    }

    /// Calls the handler that the process has registered for a wake-up. If it has not registered by the end of
    /// `didFinishLaunching`, nothing is called, and the wake-up only holds the process. Source: facts 10.3 (HealthKit).
    mutating func deliverWake(
        _ reason: SystemWake.Reason,
        _ handler: SystemWake.Handler,
        arguments: CallbackArguments?,
        heldBy assertion: AssertionID?,
        in system: inout SystemState
    ) -> AppEffect? {
        let preset = reason.preset
        guard !preset.registration.value || process.work.wakes?.contains(SystemWake.Reasons(reason)) == true else {
            report(
                .wakeNotHeard,
                """
                the app was woken for \(reason.rawValue, as: "reason"), but this process had not registered for it: \
                \(handler.rawValue, as: "callback") was not called
                """,
                evidence: [system.lastSequence],
                in: &system
            )
            if preset.isLostUnlessRenewed { background.wakes = background.wakes?.without(SystemWake.Reasons(reason)) }
            return nil
        }
        guard let assertion else { return call(handler.callback, arguments: arguments, in: &system) }
        if preset.end.value == .handlerReturns { process.runLoop.insert([.wakeHandled(assertion)]) }
        return call(handler.callback, arguments: arguments, in: &system) { process, record in
            guard preset.end.value == .completionHandler else { return }
            process.assertions.note(completionHandlerCallback: record, for: assertion)
        }
    }

    /// What may wake it, as a sentence; nil when nothing has been registered.
    var wakeSentence: Sentence? {
        guard !background.isBlank, let wakes = background.wakes else { return nil }
        return "it has registered for wake-ups by \(.list(wakes.all.map(\.rawValue)), as: "names")"
    }

    /// Sends a wake-up to the app. If a push carries it, it may have to wait for a network.
    ///
    /// - Parameter arguments: The arguments of the handler, by name. A wake-up that a push carries has none.
    mutating func send(
        _ wake: SystemWake,
        arguments: CallbackArguments? = nil,
        in system: inout SystemState
    ) -> AppEffect? {
        let push = wake.reason.preset.push?.value
        if push == .waits { return send(ActivityPush.wake(wake), in: &system) }
        if push == .isDropped, !system.isReachable {
            let refusal = missingTokenReason(wake, in: system) ?? pushRefusal(.noNetwork, in: system)
            write(.verdict(.wake, .dropped, refusal, wake.reason.rawValue), in: &system)
            return nil
        }
        return receive(wake, arguments: arguments, in: &system)
    }

    /// Lets a framework wake the app. A framework that wakes no apps only calls it.
    ///
    /// - Parameter arguments: What the handler is called with, by name.
    mutating func receive(
        _ wake: SystemWake,
        arguments: CallbackArguments? = nil,
        in system: inout SystemState
    ) -> AppEffect? {
        let reason = wake.reason
        if let refusal = reasonToDrop(wake, in: system) {
            write(.verdict(.wake, .dropped, refusal, reason.rawValue), in: &system)
            return nil
        }
        if waits(.framework(wake, arguments), in: &system) { return nil }
        let preset = reason.preset
        let verdict = Verdict(subject: .wake, decision: .delivered, identifier: reason.rawValue)
        let handler = wake.handler ?? preset.handler
        guard preset.reach.value == .launches || wake.launches == true else {
            write(.verdict(verdict), in: &system)
            return .perform(.deliverWake(reason, handler, arguments: arguments, nil))
        }
        let wakeUp = WakeUp(
            reason: preset.launchReason,
            assertion: .systemWake,
            length: wake.limit ?? system.rulebook.length(of: preset.limit) ?? 0,
            verdict: verdict,
            step: .deliverWake(reason, handler, arguments: arguments, nil),
            options: preset.launchReason == .location ? [Value.Member("location", true)] : []
        )
        return .wake(wakeUp)
    }
}

/// What ends a wake-up by a framework before its limit: the return of its handler, or a completion handler. Source: the
/// rows of `SystemWake.Reason.preset`.
extension App {
    /// The handler of a wake-up has returned.
    mutating func wakeHandled(_ id: AssertionID, in system: inout SystemState) {
        guard let assertion = process.assertions[id] else { return }
        end(assertion, .released, in: &system)
    }

    /// Reports that a wake-up has ended and the app has not called its completion handler. That does not end the
    /// process. Source: HKObserverQueryCompletionHandler.
    mutating func auditEnd(of assertion: Assertion, in system: inout SystemState) {
        guard assertion.kind == .systemWake, assertion.completionHandlerCallback != nil else { return }
        let finding = Finding(
            code: .completionHandlerMissing,
            detail: """
                the app was woken by a framework, and did not call its completion handler in time: the framework tries \
                again at growing intervals, and gives up after a few attempts
                """,
            evidence: [assertion.acquiredBy, system.lastSequence]
        )
        report(finding.during(uncompletedCallback(in: system)), in: &system)
    }
}
