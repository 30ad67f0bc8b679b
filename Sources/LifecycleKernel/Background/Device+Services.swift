/// Audio, location, Bluetooth and VoIP: what lets an app run in the background beyond its grace. Source: facts 6.1.
extension Device {
    // MARK: Audio

    /// Audio plays; with the mode that holds the process.
    mutating func playAudio(_ index: Int) {
        self[process: index].playsAudio = true
        if !isAudioInterrupted { holdForAudio(index) }
    }

    mutating func stopAudio(_ index: Int) {
        self[process: index].playsAudio = false
        release(.audio, of: index)
        release(.audioInterruption, of: index)
    }

    private mutating func holdForAudio(_ index: Int) {
        if declares(.audio, index), !holds(.audio, index) { acquire(.audio, for: index) }
    }

    /// Whether a call or something else has the speaker.
    var isAudioInterrupted: Bool { screen.call != nil || isSpeakerTaken }

    /// Playing apps hear that they are interrupted, or that they may go on; the interruption holds them meanwhile.
    mutating func audioFollowsInterruption(from wasInterrupted: Bool) {
        guard wasInterrupted != isAudioInterrupted else { return }
        for index in installed.indices {
            guard let process = installed[index].process, process.playsAudio, process.state != .suspended else {
                continue
            }
            if isAudioInterrupted {
                if holds(.audio, index) { acquire(.audioInterruption, for: index) }
                release(.audio, of: index)
            } else {
                holdForAudio(index)
                release(.audioInterruption, of: index)
            }
            enqueue([.post(.audioInterruption, scene: 0)], index)
            pump(index)
        }
    }

    // MARK: Location

    mutating func startLocation(_ index: Int) {
        self[process: index].updatesLocation = true
        if declares(.location, index), holdingForUpdates(index) == nil { acquire(.location, for: index) }
    }

    mutating func stopLocation(_ index: Int) {
        self[process: index].updatesLocation = false
        if let assertion = holdingForUpdates(index) { drop(assertion, .released, of: index) }
    }

    /// What holds a process for its updates; a single event holds it with an end.
    private func holdingForUpdates(_ index: Int) -> Assertion? {
        self[process: index].assertions.first { $0.kind == .location && $0.endsAt == nil }
    }

    /// A location for an app that asked for updates: a running one hears it, others get none.
    mutating func updateLocation(_ index: Int) {
        guard let process = installed[index].process else {
            write(verdict(.location, .dropped, .processNotRunning), app: index)
            return
        }
        guard process.updatesLocation, process.state != .suspended else {
            write(
                verdict(.location, .dropped, process.updatesLocation ? .missingBackgroundMode : .notMonitoring),
                app: index
            )
            return
        }
        write(verdict(.location, .delivered, nil), app: index)
        enqueue([.call(.didUpdateLocations, scene: 0, arguments: [])], index)
        pump(index)
    }

    /// A significant change or a region: it wakes, and relaunches what the system had killed. Sources: facts 2.4, 9.5.
    mutating func changeLocation(_ step: Step, _ index: Int) {
        let why: Verdict.Why? =
            if !installed[index].monitorsLocation {
                .notMonitoring
            } else if installed[index].isForceQuit, !rulebook.holds(.locationRelaunchAfterForceQuit) {
                .forceQuit
            } else if installed[index].process == nil, !mayLaunchInBackground {
                .beforeFirstUnlock
            } else {
                nil
            }
        if let why {
            write(verdict(.location, .dropped, why), app: index)
            return
        }
        wake(
            index,
            for: .location,
            holding: .location,
            lasting: rulebook.milliseconds(.locationWakeSeconds),
            verdict: Verdict(subject: .location, decision: .delivered, why: nil, identifier: nil),
            then: [step]
        )
    }

    // MARK: Bluetooth

    /// Something happens around an app's scan or its advertising. Source: facts 6.1 (TN3115).
    mutating func bluetoothEvent(_ index: Int) {
        guard let service = installed[index].bluetooth else {
            write(verdict(.bluetooth, .dropped, .notMonitoring), app: index)
            return
        }
        if let why = reasonToDropBluetooth(service, index) {
            write(verdict(.bluetooth, .dropped, why), app: index)
            return
        }
        let restores = installed[index].process == nil
        let restoration: [Step] =
            restores
            ? [
                .call(
                    service.role.restoration,
                    scene: 0,
                    arguments: Value.Member.optional("restoreIdentifier", service.restoreIdentifier)
                )
            ] : []
        wake(
            index,
            for: .bluetooth,
            holding: .bluetooth,
            lasting: rulebook.milliseconds(.bluetoothWakeSeconds),
            verdict: Verdict(subject: .bluetooth, decision: .delivered, why: nil, identifier: nil),
            then: restoration + [.call(service.role.event, scene: 0, arguments: [])]
        )
    }

    private func reasonToDropBluetooth(_ service: BluetoothService, _ index: Int) -> Verdict.Why? {
        let isRunning = (installed[index].process?.state ?? .suspended) != .suspended
        if !isRunning, !declares(service.role.mode, index) { return .missingBackgroundMode }
        guard installed[index].process == nil else { return nil }
        if installed[index].isForceQuit { return .forceQuit }
        if service.restoreIdentifier == nil { return .processNotRunning }
        return mayLaunchInBackground ? nil : .beforeFirstUnlock
    }

    // MARK: VoIP

    /// A PushKit push: the app has to report a call in time. Sources: facts 2.3, 2.4.
    mutating func voipPush(_ index: Int) {
        let why: Verdict.Why? =
            if !declares(.voip, index) {
                .missingBackgroundMode
            } else if conditions.network == .none {
                .noNetwork
            } else if installed[index].process == nil, !mayLaunchInBackground {
                .beforeFirstUnlock
            } else {
                nil
            }
        if let why {
            write(verdict(.voip, .dropped, why), app: index)
            return
        }
        wake(
            index,
            for: .voip,
            holding: .voip,
            lasting: rulebook.milliseconds(
                rulebook[.voipReportLimitSeconds] == nil ? .remoteNotificationLimitSeconds : .voipReportLimitSeconds
            ),
            verdict: Verdict(subject: .voip, decision: .delivered, why: nil, identifier: nil),
            then: [.call(.didReceiveIncomingPush, scene: 0, arguments: [])]
        )
    }

    /// The app reports the call: it rings, and holds the process until it ends. A call while one is there counts as
    /// reported, and is dropped.
    mutating func reportIncomingCall(_ index: Int) {
        if screen.call != nil {
            write(verdict(.voip, .dropped, .callInProgress), app: index)
            release(.voip, of: index)
            return
        }
        release(.voip, of: index)
        acquire(.voipCall, for: index)
        callOwner = self[process: index].pid
        let wasInterrupted = isAudioInterrupted
        screen.call = .ringing(screen.isLocked ? .fullScreen : .banner)
        audioFollowsInterruption(from: wasInterrupted)
        // The app itself may be in the middle of a handler: it follows when that returns.
        for other in installed.indices where installed[other].process != nil && other != index {
            if self[process: other].state != .suspended { askToFollow(other) }
        }
    }

    /// The app that reported the call hears what becomes of it.
    mutating func tellCallOwner(_ steps: [Step], ends: Bool) {
        guard let pid = callOwner, let index = index(ofProcess: pid) else { return }
        // The system may have suspended it all the same; the call is something to wake it for.
        if self[process: index].state == .suspended { resume(index) }
        enqueue(steps, index)
        if ends {
            callOwner = nil
            release(.voipCall, of: index)
        }
        pump(index)
    }

    private func verdict(
        _ subject: Verdict.Subject,
        _ decision: Verdict.Decision,
        _ why: Verdict.Why?
    ) -> Record.Body {
        .verdict(Verdict(subject: subject, decision: decision, why: why, identifier: nil))
    }
}

/// What an app does with Bluetooth, beyond the life of its process.
struct BluetoothService: Hashable, Sendable {
    /// The two roles of Core Bluetooth.
    enum Role: Hashable, Sendable {
        case central, peripheral

        var mode: BackgroundMode { self == .central ? .bluetoothCentral : .bluetoothPeripheral }
        var restoration: CallbackName {
            self == .central ? .centralManagerWillRestoreState : .peripheralManagerWillRestoreState
        }
        var event: CallbackName { self == .central ? .centralManagerDidDiscover : .peripheralManagerDidReceiveRead }
    }

    var role: Role
    /// With one the system relaunches the app for an event; without one it does not.
    var restoreIdentifier: String?
}
