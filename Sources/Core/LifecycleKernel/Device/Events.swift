/// Events: their checks, their effects, and which are possible now.
extension Device {
    /// Checks an event; a rejection that depends on the state lists the events that are possible.
    func checkAndSuggest(_ event: Event) throws(Rejection) {
        do throws(Rejection) {
            try check(event)
        } catch {
            guard error.code == .notPossibleNow, error.accepted.isEmpty, error.acceptedEvents.isEmpty else {
                throw error
            }
            var rejection = error
            rejection.acceptedEvents = possibleEvents(for: event.bundleID)
            throw rejection
        }
    }

    func check(_ event: Event) throws(Rejection) {
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
        case .device(let event): try check(event)
        case .app(let bundleID, let event): try check(event, bundleID)
        case .openURL(let url, _, let bundleID):
            try system.checkUnlocked()
            try apps[appToOpen(url, bundleID)].requireOpenable()
        case .scene(let bundleID, let event): try check(event, bundleID)
        case .push(let notification): try check(notification)
        case .wake(let bundleID, let event): try check(event, bundleID)
        case .input(let bundleID, let event): try check(event, bundleID)
        }
    }

    mutating func perform(_ event: Event) {
        switch event {
        case .device(let event): perform(event)
        case .app(let bundleID, let event):
            guard let index = index(of: bundleID) else { return }
            perform(event, index)
        case .openURL(let url, let source, let bundleID):
            guard let index = try? appToOpen(url, bundleID) else { return }
            open(index, with: .url(url, sourceApplication: source))
        case .scene(let bundleID, let event):
            guard let index = index(of: bundleID) else { return }
            perform(event, index)
        case .push(let notification):
            guard let index = index(of: notification.bundleID) else { return }
            deliver(notification, index)
        case .wake(let bundleID, let event):
            guard let index = index(of: bundleID) else { return }
            perform(event, index)
        case .input(let bundleID, let event):
            guard let index = index(of: bundleID) else { return }
            carryOut(apps[index].perform(event, in: &system), of: index)
        }
    }

    // MARK: What most events need

    /// Throws if too much work waits for a blocked main thread.
    private func checkMainThreads() throws(Rejection) {
        for index in apps.indices
        where apps[index].hasProcess && apps[index].process.runLoop.isFull {
            throw Rejection(
                .limitReached,
                "\(RunLoop.waitingLimit) things wait for the main thread of \(apps[index].manifest.bundleID): "
                    + "complete its callback, let time pass, or end the process",
                state: apps[index].state.rawValue
            )
        }
    }

    /// The events that would be taken now: those of the device, and those of an app if one is meant.
    ///
    /// Only events that need no fields but the app are looked at.
    package func possibleEvents(for bundleID: BundleID? = nil) -> [Event] {
        var candidates = DeviceEvent.listed.map(Event.device)
        if let bundleID, index(of: bundleID) != nil {
            candidates += AppEvent.listed.map { .app(bundleID, $0) }
        }
        return candidates.filter { event in
            do throws(Rejection) {
                try check(event)
                return true
            } catch {
                return false
            }
        }
    }
}

extension Event {
    /// Whether it can happen while the device is switched off: a push is sent to Apple's servers all the same.
    fileprivate var isPossibleWhileOff: Bool {
        switch self {
        case .device(.powerOn), .push: true
        case .wake(_, let event): event.isPush
        default: false
        }
    }
}

extension Rejection {
    /// A refusal for the moment.
    static func notNow(_ detail: String, state: String? = nil) -> Rejection {
        Rejection(.notPossibleNow, detail, state: state)
    }
}
