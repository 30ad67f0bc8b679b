/// What an event that is possible does. Everything that the event names has been found: an app is its index, anything else
/// its number or the thing itself. Performing it cannot fail.
enum AcceptedEvent {
    case device(DeviceEvent)
    case app(AppChange, Int)
    case scene(SceneChange, Int)
    case push(RemoteNotification, Int)
    case wake(WakeChange, Int)
    case input(InputEvent, Int)
}

/// Events: which of them are possible now, and what they do.
extension Device {
    /// Accepts an event; a rejection that depends on the state lists the events that are possible.
    func acceptOrSuggest(_ event: Event) throws(Rejection) -> AcceptedEvent {
        do throws(Rejection) {
            return try accept(event)
        } catch {
            guard error.code == .notPossibleNow, error.accepted.isEmpty, error.acceptedEvents.isEmpty else {
                throw error
            }
            var rejection = error
            rejection.acceptedEvents = possibleEvents(for: event.bundleID)
            throw rejection
        }
    }

    /// Accepts an event. This changes nothing yet.
    func accept(_ event: Event) throws(Rejection) -> AcceptedEvent {
        if !system.screen.isOn, !event.isPossibleWhileOff {
            throw Rejection(
                .notPossibleNow,
                "the device is switched off",
                state: "off",
                acceptedEvents: [.device(.powerOn)]
            )
        }
        if !event.endsProcesses { try checkMainThreads() }
        switch event {
        case .device(let event): return try accept(event)
        case .app(let bundleID, let event):
            let change = try accept(event, bundleID)
            return .app(change, try requireInstalled(bundleID))
        case .openURL(let url, let source, let bundleID):
            try system.screen.checkUnlocked()
            let index = try appToOpen(url, bundleID)
            try apps[index].requireOpenable()
            return .app(.open(.url(url, sourceApplication: source)), index)
        case .scene(let bundleID, let event):
            let index = try requireInstalled(bundleID)
            return .scene(try accept(event, index), index)
        case .push(let notification):
            let notification = notification.asTaken(under: system.rulebook)
            return .push(notification, try check(notification))
        case .wake(let bundleID, let event):
            let index = try requireInstalled(bundleID)
            return .wake(try accept(event, index), index)
        case .input(let bundleID, let event): return .input(event, try check(event, bundleID))
        }
    }

    mutating func perform(_ event: AcceptedEvent) {
        switch event {
        case .device(let event): perform(event)
        case .app(let change, let index): perform(change, index)
        case .scene(let change, let index): perform(change, index)
        case .push(let notification, let index): deliver(notification, index)
        case .wake(let change, let index): perform(change, index)
        case .input(let event, let index): carryOut(apps[index].perform(event, in: &system), of: index)
        }
    }

    // MARK: What most events need

    /// Throws if too much work waits for a blocked main thread.
    private func checkMainThreads() throws(Rejection) {
        for index in apps.indices
        where apps[index].hasProcess && apps[index].process.runLoop.isFull {
            throw Rejection(
                .limitReached,
                """
                \(RunLoop.waitingLimit, as: "limit") calls wait for the main thread of \
                \(apps[index].manifest.bundleID, as: "bundleID"): complete its callback, let time pass, or end the \
                process
                """,
                state: apps[index].state.rawValue
            )
        }
    }

    /// Returns the events that would be accepted now: those of the device and, if an app is given, those of the app.
    ///
    /// Only events that need no other fields are considered.
    package func possibleEvents(for bundleID: BundleID? = nil) -> [Event] {
        var candidates = DeviceEvent.listed.map(Event.device)
        if let bundleID, index(of: bundleID) != nil {
            candidates += AppEvent.listed.map { .app(bundleID, $0) }
        }
        return candidates.filter { event in
            do throws(Rejection) {
                _ = try accept(event)
                return true
            } catch {
                return false
            }
        }
    }
}

extension Event {
    /// Whether it can happen while the device is switched off. A push can be sent to Apple's servers then, and a test
    /// can write a note.
    fileprivate var isPossibleWhileOff: Bool {
        switch self {
        case .device(.powerOn), .device(.note), .push: true
        case .wake(_, let event): event.isPush
        default: false
        }
    }
}

extension Rejection {
    /// The rejection of something that is not possible now.
    static func notNow(_ detail: Sentence, state: String? = nil) -> Rejection {
        Rejection(.notPossibleNow, detail, state: state)
    }
}
