/// Events of the whole device: leaving, the switcher, what lies over the screen, the lock, calls, power.
///
/// Sources: facts 1.2 and 1.5.
extension Device {
    func check(_ event: DeviceEvent) throws(Rejection) {
        switch event {
        case .home: try system.checkUnlocked()
        case .openAppSwitcher:
            try system.checkUnlocked()
            try system.check(overlay: .appSwitcher, opens: true)
        case .closeAppSwitcher(let selected):
            try system.checkUnlocked()
            try system.check(overlay: .appSwitcher, opens: false)
            if let selected { try apps[requireInstalled(selected)].requireOpenable() }
        case .lock:
            if system.screen.isLocked { throw Rejection.notNow("the device is locked already", state: "locked") }
        case .unlock:
            if !system.screen.isLocked { throw Rejection.notNow("the device is not locked", state: "unlocked") }
        case .present(let overlay): try system.check(overlay: overlay.reason, opens: true)
        case .dismiss(let overlay): try system.check(overlay: overlay.reason, opens: false)
        case .presentSystemAlert: try system.check(overlay: .systemAlert, opens: true)
        case .dismissSystemAlert: try system.check(overlay: .systemAlert, opens: false)
        case .incomingCall, .answerCall, .declineCall, .endCall: try system.checkCall(event)
        case .powerOn:
            if system.screen.isOn { throw Rejection.notNow("the device is switched on already", state: "on") }
        case .condition(.setBackgroundRefresh(_, .some(let bundleID))): _ = try requireInstalled(bundleID)
        case .interruptAudio:
            if system.telephony.isInterrupted {
                throw Rejection.notNow("audio is interrupted already", state: "interrupted")
            }
        case .resumeAudio:
            if !system.telephony.isInterrupted {
                throw Rejection.notNow("audio is not interrupted", state: "notInterrupted")
            }
        case .changeLanguage, .reboot, .powerOff, .upgradeOS, .condition, .allocateSystemMemory, .freeSystemMemory,
            .memoryWarning:
            break
        }
    }

    mutating func perform(_ event: DeviceEvent) {
        switch event {
        case .home:
            system.screen.closeOverlays()
            show([])
            reconcileAll()
        case .openAppSwitcher: cover(with: .appSwitcher)
        case .closeAppSwitcher(let selected):
            if let selected, let index = index(of: selected) {
                open(index)
            } else {
                uncover(.appSwitcher)
            }
        case .lock: lock()
        case .unlock: unlock()
        case .present(let overlay): present(overlay)
        case .dismiss(let overlay): uncover(overlay.reason)
        case .presentSystemAlert: cover(with: .systemAlert)
        case .dismissSystemAlert: uncover(.systemAlert)
        case .incomingCall(let style): ring(system.screen.isLocked ? .fullScreen : style)
        case .answerCall: answerCall()
        case .declineCall, .endCall: endCall()
        case .changeLanguage: changeLanguage()
        case .reboot: restart(isOn: true, .reboot)
        case .powerOff: restart(isOn: false, .reboot)
        case .powerOn:
            system.screen.switchOn()
            system.bootedAt = system.now
            system.startIdleTimer()
            updateTransfers()
            deliverHeldPushes()
        case .upgradeOS(let profile):
            restart(isOn: true, .osUpgrade)
            system.rulebook = Rulebook(profile, overrides: system.rulebook.overrides)
            // The apps stay the same; whether the system supports scenes may have changed.
            let scenesAvailable = system.rulebook.holds(.scenesAvailable)
            for index in apps.indices { apps[index].installation.adoptLifecycle(scenesAvailable: scenesAvailable) }
        case .condition(let event): perform(event)
        case .allocateSystemMemory(let bytes): changeSystemMemory(by: bytes)
        case .freeSystemMemory(let bytes): changeSystemMemory(by: -bytes)
        case .memoryWarning: simulateMemoryWarning()
        case .interruptAudio: interruptAudio(true)
        case .resumeAudio: interruptAudio(false)
        }
    }

    // MARK: What lies over the screen

    mutating func cover(with overlay: DeactivationReasons) {
        system.screen.cover(with: overlay)
        reconcileAll()
    }

    mutating func uncover(_ overlay: DeactivationReasons) {
        system.screen.uncover(overlay)
        reconcileAll()
    }

    /// On a real phone the app in front is deactivated by the notification centre, active again for a moment, and
    /// deactivated. Source: facts 1.2.
    private mutating func present(_ overlay: Overlay) {
        if let rule = overlay.reactivation { deactivateForAMoment(for: overlay.reason, if: rule) }
        cover(with: overlay.reason)
    }

    /// Where a rule says so, the app in front is deactivated and active again, before it is deactivated for good.
    mutating func deactivateForAMoment(for reason: DeactivationReasons, if rule: RuleKey) {
        guard system.rulebook.holds(rule) else { return }
        cover(with: reason)
        uncover(reason)
    }

    // MARK: Calls

    private mutating func ring(_ style: CallStyle) { call(.ringing(style)) }

    /// A call rings, has been answered, or is over; what it does to the app in front follows from that.
    mutating func call(_ call: Screen.Call?) {
        let wasInterrupted = system.isAudioInterrupted
        system.screen.setCall(call)
        reconcileAll()
        updateAudio(from: wasInterrupted)
    }

    private mutating func answerCall() {
        guard system.telephony.callOwner != nil, !system.screen.isLocked else {
            call(.answered(hasScreen: true))
            notifyCallOwnerOfAnswer()
            return
        }
        // The app that reported the call is notified, then opened.
        let owner = notifyCallOwnerOfAnswer()
        system.screen.setCall(.answered(hasScreen: false))
        if let owner { open(owner) } else { reconcileAll() }
    }

    /// Ends a call that is declined or over. The app that reported it is notified first.
    private mutating func endCall() {
        let wasAnswered = if case .answered? = system.screen.call { true } else { false }
        let ended: [Step] = [.call(.providerPerformAction, scene: 0, arguments: [Value.Member("action", "end")])]
        let deactivated: [Step] = wasAnswered ? [.call(.providerDidDeactivate, scene: 0, arguments: [])] : []
        let wasInterrupted = system.isAudioInterrupted
        system.screen.setCall(nil)
        notifyCallOwnerOfEnd(ended + deactivated)
        reconcileAll()
        updateAudio(from: wasInterrupted)
    }

    private mutating func interruptAudio(_ isInterrupted: Bool) {
        let wasInterrupted = system.isAudioInterrupted
        system.telephony.setInterrupted(isInterrupted)
        updateAudio(from: wasInterrupted)
    }

    /// Every app ends in silence; SpringBoard restarts, and shows the home screen with nothing over it.
    private mutating func changeLanguage() {
        endAll(.languageChanged)
        system.screen.uncoverAll()
        show([])
    }

    // MARK: Power

    /// Ends all processes without callbacks; the device is locked afterwards. Source: facts 1.5.
    private mutating func restart(isOn: Bool, _ reason: TerminationReason) {
        // What the system had taken besides is free again.
        system.memory.restart(deviceBytes: system.initialSettings.memoryBytes)
        endAll(reason)
        ledgerChanged()
        system.cancelIdleTimer()
        system.conditions.setIdle(false)
        system.telephony.setInterrupted(false)
        failCallWithoutOwner()
        for index in apps.indices where apps[index].installation.isForceQuit {
            apps[index].installation.wasRebootedSinceForceQuit = true
        }
        system.screen.restart(isOn: isOn)
        system.bootedAt = system.now
        if isOn { system.startIdleTimer() }
        updateTransfers()
    }
}

extension SystemState {
    fileprivate func check(overlay: DeactivationReasons, opens: Bool) throws(Rejection) {
        let isOpen = screen.overlays.contains(overlay)
        guard isOpen == opens else { return }
        let name = overlay.names.joined()
        throw Rejection.notNow("\(name) is \(isOpen ? "open already" : "not open")", state: isOpen ? "open" : "closed")
    }

    fileprivate func checkCall(_ event: DeviceEvent) throws(Rejection) {
        switch (event, screen.call) {
        case (.incomingCall, nil), (.answerCall, .ringing), (.declineCall, .ringing), (.endCall, .answered): break
        case (_, nil): throw Rejection.notNow("no call rings or is answered", state: "noCall")
        case (_, .ringing): throw Rejection.notNow("a call rings", state: "ringing")
        case (_, .answered): throw Rejection.notNow("a call is answered", state: "answered")
        }
    }
}
