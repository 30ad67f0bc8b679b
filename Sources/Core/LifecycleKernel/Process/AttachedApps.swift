/// Attached apps: apps whose code is played by a program outside the server, usually a test.
///
/// A callback of an attached app, or of its extension, is in flight until that program completes it: it sends the actions
/// that the handler takes, and what it returns. Handlers with a declared behavior are simulated instead. If the process
/// ends or does something wrong while a callback is in flight, the cause may be the program and not the app, so
/// findings and exits name the callback that was not completed.

extension Device {
    /// Returns the processes of an attached app whose callbacks wait for the program that plays it: its own, and that of
    /// its notification service extension.
    ///
    /// - Throws: `unknown-app`; `not-possible-now` if the app is not attached.
    package func processesInCallback(of bundleID: BundleID) throws(Rejection) -> [ProcessStatus] {
        let index = try requireInstalled(bundleID)
        try apps[index].requireAttached()
        var processes: [ProcessStatus] = []
        if apps[index].callbackToComplete != nil { processes.append(apps[index].processStatus(in: system)) }
        if apps[index].serviceCallbackToComplete != nil, let service = apps[index].serviceStatus(in: system) {
            processes.append(service)
        }
        return processes
    }

    /// The attached apps with a callback that waits for the program that plays them.
    package var appsInCallbacks: [BundleID] {
        apps.filter { $0.hasCallbackToComplete(besides: []) }.map(\.manifest.bundleID)
    }

    /// Returns the index of the attached app whose callback a completion names. Throws `unknown-callback` if that
    /// callback is not in flight, or if neither the app nor its extension has a process.
    func check(_ completion: Completion, _ bundleID: BundleID) throws(Rejection) -> Int {
        let index = try requireInstalled(bundleID)
        try apps[index].requireAttached()
        if apps[index].serviceCallbackToComplete == completion.callback {
            try checkServiceCompletion(completion)
            return index
        }
        guard apps[index].callbackInFlight == completion.callback else {
            let pending = [apps[index].callbackInFlight, apps[index].serviceCallbackToComplete]
            throw Rejection(
                .unknownCallback,
                "no callback \(completion.callback, as: "callback") is in flight in \(bundleID, as: "bundleID")",
                field: "callback",
                state: apps[index].state.rawValue,
                accepted: pending.compactMap { $0.map { String($0) } }
            )
        }
        return index
    }

    /// Throws `unknown-callback` if one of the callbacks in `Advance.during` does not wait for the program that plays
    /// an attached app.
    func check(_ advance: Advance) throws(Rejection) {
        try system.check(advance)
        guard let unknown = advance.during.first(where: { !isToBeCompleted($0) }) else { return }
        let pending = apps.flatMap { [$0.callbackToComplete, $0.serviceCallbackToComplete].compactMap(\.self) }
        throw Rejection(
            .unknownCallback,
            "no callback \(unknown, as: "callback") of an attached app is in flight",
            field: "during",
            accepted: pending.map { String($0) }
        )
    }

    /// Whether a callback waits for the program that plays an attached app.
    func isToBeCompleted(_ callback: SequenceNumber) -> Bool {
        apps.contains { $0.callbackToComplete == callback || $0.serviceCallbackToComplete == callback }
    }

    mutating func complete(_ completion: Completion, _ index: Int) {
        guard apps[index].serviceCallbackToComplete != completion.callback else {
            return completeService(completion, index)
        }
        let pid = apps[index].process.pid
        for action in completion.actions where apps[index].hasProcess(withID: pid) { perform(action, by: index) }
        if apps[index].hasProcess(withID: pid), apps[index].process.runLoop.inFlight?.hangs == false {
            apps[index].process.runLoop.setResult(completion.returns)
            carryOut(apps[index].returnFromHandler(in: &system), of: index)
        }
        pump(index)
    }
}

extension App {
    /// Throws `not-possible-now` if no program plays the app.
    func requireAttached() throws(Rejection) {
        guard manifest.driver == .attached else {
            throw Rejection(
                .notPossibleNow,
                "the server completes the callbacks of \(manifest.bundleID, as: "bundleID"): its driver is simulated"
            )
        }
    }

    /// The callback in flight in the app's process; nil if there is none, or if it never returns.
    var callbackInFlight: SequenceNumber? {
        guard let inFlight = livingProcess?.runLoop.inFlight, !inFlight.hangs else { return nil }
        return inFlight.record
    }

    /// The callback of the app's process that waits for the program that plays it.
    var callbackToComplete: SequenceNumber? { callbackToComplete(in: livingProcess?.runLoop) }

    /// The callback of its extension that waits for that program.
    var serviceCallbackToComplete: SequenceNumber? { callbackToComplete(in: serviceProcess?.runLoop) }

    /// Returns the callback that waits for the program that plays this attached app. It is nil if none is in flight, or
    /// if the callback in flight is simulated or never returns.
    private func callbackToComplete(in runLoop: RunLoop?) -> SequenceNumber? {
        guard manifest.driver == .attached, let handler = runLoop?.inFlight, !handler.hangs else { return nil }
        if let name = handler.name, manifest.isPlayed(name) { return nil }
        return handler.record
    }

    /// Whether a callback of the app or of its extension waits for the program that plays the app, not counting
    /// `others`.
    func hasCallbackToComplete(besides others: [SequenceNumber]) -> Bool {
        [callbackToComplete, serviceCallbackToComplete].contains { callback in
            callback.map { !others.contains($0) } ?? false
        }
    }

    /// Returns the callback of the app's process that the program has not completed yet.
    func uncompletedCallback(in system: SystemState) -> UncompletedCallback? {
        uncompletedCallback(of: livingProcess?.runLoop, in: system)
    }

    /// Returns the callback that the program has not completed yet; nil also while its completion is being applied, or
    /// while its handler takes the time that an advance lets pass.
    func uncompletedCallback(of runLoop: RunLoop?, in system: SystemState) -> UncompletedCallback? {
        guard let sequence = callbackToComplete(in: runLoop), !system.timeline.isPlaying(sequence),
            let handler = runLoop?.inFlight, let name = handler.name?.rawValue ?? handler.notification?.rawValue
        else { return nil }
        return UncompletedCallback(sequence: sequence, name: name)
    }
}

/// A callback or notification of an attached app that the program that plays the app had not completed when something
/// happened: what the app's code would still have done is not known.
package struct UncompletedCallback: Hashable, Codable, Sendable {
    package var sequence: SequenceNumber
    /// Its name, as Apple spells it.
    package var name: String

    package init(sequence: SequenceNumber, name: String) {
        self.sequence = sequence
        self.name = name
    }
}

extension Timeline {
    /// Whether the input being applied completes a callback, or lets its handler take time.
    func isPlaying(_ callback: SequenceNumber) -> Bool {
        guard let lastInput else { return false }
        // Records are numbered without gaps, so the index can be computed. A search would go through all records of a
        // long advance at each end of a process.
        let index = records.count - 1 - lastInput.distance(to: lastSequence)
        guard records.indices.contains(index), case .input(let input) = records[index].body else { return false }
        return switch input {
        case .completion(_, let completion): completion.callback == callback
        case .advance(let advance): advance.during.contains(callback)
        default: false
        }
    }
}

extension Finding {
    /// Returns the finding with the callback that the program had not completed when it occurred.
    func during(_ callback: UncompletedCallback?) -> Finding {
        guard let callback else { return self }
        var finding = Finding(
            code: code,
            detail:
                """
                \(detail, as: "detail"); \(callback.name, as: "callback") was in flight, and the program that plays \
                the app had not completed it
                """,
            evidence: evidence + [callback.sequence]
        )
        finding.severity = severity
        finding.callbackInFlight = callback
        return finding
    }
}
