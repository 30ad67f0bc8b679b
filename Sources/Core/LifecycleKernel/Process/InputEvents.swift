/// The order in which responders are asked: the app's own views and controllers, then the responders that every app
/// has.
///
/// Source: facts 8, "Using responders and the responder chain to handle events".
struct ResponderChain {
    private let responders: [Responder]
    /// The position of each responder, by its name.
    private let positions: [ExactText: Int]
    private let hasScenes: Bool

    /// Makes the chains of an app.
    init(_ responders: [Responder], hasScenes: Bool) {
        self.responders = responders
        self.hasScenes = hasScenes
        positions = Dictionary(
            responders.enumerated().map { (ExactText($0.element.name), $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Asks the responders from a target on, each once, until one handles the kind of event.
    ///
    /// Its time grows with the number of responders.
    func dispatch(_ kind: String, to target: String) -> (dispatch: Dispatch, alert: Responder.Alert?) {
        var dispatch = Dispatch(target: target, asked: [], handledBy: nil)
        for name in chain(from: target) {
            dispatch.asked.append(name)
            guard let position = positions[ExactText(name)] else { continue }
            let alert = kind == "touch" ? responders[position].alert : nil
            guard alert != nil || responders[position].handles.contains(kind) else { continue }
            dispatch.handledBy = name
            return (dispatch, alert)
        }
        return (dispatch, nil)
    }

    private func chain(from target: String) -> [String] {
        var chain: [String] = []
        var next: String? = target
        // The reader of a manifest refuses responders that form a cycle.
        while let name = next, !Responder.builtIn.contains(name), chain.count <= responders.count {
            chain.append(name)
            next = positions[ExactText(name)].flatMap { responders[$0].parent }
        }
        // A responder without a declared parent belongs to a window.
        let start = next.flatMap(Responder.builtIn.firstIndex(of:)) ?? 2
        return chain + Responder.builtIn[start...].filter { $0 != "scene" || hasScenes }
    }
}

/// Events of the user inside an app, on their way along the responder chain. They wait for the main thread like
/// callbacks, and call nothing themselves, but the responder that handles one may present an alert of the app. Records:
/// `dispatch`, with the responders that were asked. Source: facts 8.
extension Device {
    /// Checks an event.
    ///
    /// - Returns: The index of its app.
    func check(_ event: InputEvent, _ bundleID: BundleID) throws(Rejection) -> Int {
        let index = try requireInstalled(bundleID)
        if apps[index].isWoken(by: event, in: system) {
            try apps[index].checkMayWake()
        } else {
            try requireRunning(bundleID)
        }
        let responders = apps[index].manifest.responders
        let isKnown = responders.contains { $0.name.hasSameBytes(as: event.target) }
        guard isKnown || Responder.builtIn.contains(exactly: event.target) else {
            throw Rejection(
                .invalidValue,
                "\(bundleID, as: "bundleID") has no responder \(event.target.prefix(bytes: 64), as: "name")",
                field: "target",
                accepted: responders.map(\.name) + Responder.builtIn
            )
        }
        return index
    }
}

extension App {
    /// Whether the system wakes the app for an event. For a remote command, it launches, resumes or holds the app that
    /// played last, unless something else keeps that app running. Source: facts 10.2.
    func isWoken(by event: InputEvent, in system: SystemState) -> Bool {
        guard case .remoteControl = event, isNowPlaying(in: system), !isEnding,
            mayBeWoken(for: .remoteControl, in: system)
        else { return false }
        guard hasLaunched else { return true }
        return process.state == .suspended || process.state == .background && !process.work.playsAudio
    }

    /// Enqueues an event of the user on the main thread. If the app does not receive it, records at once that no
    /// responder was asked.
    mutating func perform(_ event: InputEvent, in system: inout SystemState) -> AppEffect? {
        if isWoken(by: event, in: system) {
            let wakeUp = WakeUp(
                reason: .remoteControl,
                assertion: .systemWake,
                length: system.rulebook.remoteControlWakeSeconds,
                verdict: Verdict(subject: .wake, decision: .delivered, identifier: event.kind),
                step: .dispatch(event)
            )
            return .wake(wakeUp)
        }
        guard obstacle(to: event, in: system) == nil else {
            dispatch(event, in: &system)
            return nil
        }
        enqueue([.dispatch(event)])
        return .runMainThread
    }

    /// Why an event does not reach the responders of a running app; nil if it does. A touch reaches an active app on an
    /// unlocked device. An event of remote control also reaches an app that plays audio or was interrupted in it, and the
    /// app that played last, even in the background and on the lock screen. No event reaches an app that is terminating.
    /// Source: Apple, Remote Control Events.
    private func obstacle(to event: InputEvent, in system: SystemState) -> Verdict.Reason? {
        if process.isEnding { return .terminating }
        switch event {
        case .touch:
            if system.screen.isLocked { return .deviceLocked }
            return process.state == .active ? nil : .notActive
        case .remoteControl:
            let isReceived = process.state == .active || process.work.playsAudio || isNowPlaying(in: system)
            return isReceived ? nil : .notPlaying
        }
    }

    /// Asks the responders from the target on; asks none if the app does not receive the event. The responder that handles
    /// it presents its alert, if it has one.
    mutating func dispatch(_ event: InputEvent, in system: inout SystemState) {
        if let reason = obstacle(to: event, in: system) {
            write(.dispatch(Dispatch(target: event.target, asked: [], reason: reason)), in: &system)
        } else {
            let chain = ResponderChain(manifest.responders, hasScenes: lifecycle == .scenes)
            let (dispatch, alert) = chain.dispatch(event.kind, to: event.target)
            write(.dispatch(dispatch), in: &system)
            guard alert != nil, process.ownReasons.insert(.ownAlert).inserted else { return }
            process.work.alertPresenter = dispatch.handledBy
            requestReconciliation(in: &system)
        }
    }
}
