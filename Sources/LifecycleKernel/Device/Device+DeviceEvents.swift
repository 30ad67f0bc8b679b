/// Events of the whole device: leaving, the switcher, what lies over the screen, the lock, calls, power.
///
/// Sources: facts 1.2 and 1.5.
extension Device {
    func check(_ event: DeviceEvent) throws(Rejection) {
        switch event {
        case .home: try checkUnlocked()
        case .openAppSwitcher:
            try checkUnlocked()
            try check(overlay: .appSwitcher, opens: true)
        case .closeAppSwitcher(let selected):
            try checkUnlocked()
            try check(overlay: .appSwitcher, opens: false)
            if let selected { try checkOpens(known(selected)) }
        case .lock: if screen.isLocked { throw notNow("the device is locked already", state: "locked") }
        case .unlock: if !screen.isLocked { throw notNow("the device is not locked", state: "unlocked") }
        case .openNotificationCenter: try check(overlay: .notificationCenter, opens: true)
        case .closeNotificationCenter: try check(overlay: .notificationCenter, opens: false)
        case .openControlCenter: try check(overlay: .controlCenter, opens: true)
        case .closeControlCenter: try check(overlay: .controlCenter, opens: false)
        case .beginSiri: try check(overlay: .siri, opens: true)
        case .endSiri: try check(overlay: .siri, opens: false)
        case .presentSystemAlert: try check(overlay: .systemAlert, opens: true)
        case .dismissSystemAlert: try check(overlay: .systemAlert, opens: false)
        case .incomingCall, .answerCall, .declineCall, .endCall: try checkCall(event)
        case .powerOn: if screen.isOn { throw notNow("the device is switched on already", state: "on") }
        case .condition(.setBackgroundRefresh(_, .some(let bundleID))): _ = try known(bundleID)
        case .interruptAudio:
            if isSpeakerTaken { throw notNow("audio is interrupted already", state: "interrupted") }
        case .resumeAudio: if !isSpeakerTaken { throw notNow("audio is not interrupted", state: "notInterrupted") }
        case .changeLanguage, .reboot, .powerOff, .upgradeOS, .condition, .allocateSystemMemory, .freeSystemMemory,
            .memoryWarning:
            break
        }
    }

    private func check(overlay: DeactivationReasons, opens: Bool) throws(Rejection) {
        let isOpen = screen.overlays.contains(overlay)
        guard isOpen == opens else { return }
        let name = overlay.names.joined()
        throw notNow("\(name) is \(isOpen ? "open already" : "not open")", state: isOpen ? "open" : "closed")
    }

    private func checkCall(_ event: DeviceEvent) throws(Rejection) {
        switch (event, screen.call) {
        case (.incomingCall, nil), (.answerCall, .ringing), (.declineCall, .ringing), (.endCall, .answered): break
        case (_, nil): throw notNow("no call rings or is answered", state: "noCall")
        case (_, .ringing): throw notNow("a call rings", state: "ringing")
        case (_, .answered): throw notNow("a call is answered", state: "answered")
        }
    }

    mutating func perform(_ event: DeviceEvent) {
        switch event {
        case .home:
            screen.closeOverlays()
            show([])
            followScreen()
        case .openAppSwitcher: cover(with: .appSwitcher)
        case .closeAppSwitcher(let selected):
            if let selected, let index = index(of: selected) {
                open(index)
            } else {
                uncover(.appSwitcher)
            }
        case .lock: lock()
        case .unlock: unlock()
        case .openNotificationCenter: openNotificationCenter()
        case .closeNotificationCenter: uncover(.notificationCenter)
        case .openControlCenter: cover(with: .controlCenter)
        case .closeControlCenter: uncover(.controlCenter)
        case .beginSiri: cover(with: .siri)
        case .endSiri: uncover(.siri)
        case .presentSystemAlert: cover(with: .systemAlert)
        case .dismissSystemAlert: uncover(.systemAlert)
        case .incomingCall(let style): ring(screen.isLocked ? .fullScreen : style)
        case .answerCall: answerCall()
        case .declineCall, .endCall: endCall()
        case .changeLanguage: changeLanguage()
        case .reboot: restart(isOn: true, .reboot)
        case .powerOff: restart(isOn: false, .reboot)
        case .powerOn:
            screen.isOn = true
            bootedAt = now
            startIdleTimer()
            transfersFollowNetwork()
        case .upgradeOS(let profile):
            restart(isOn: true, .osUpgrade)
            rulebook = Rulebook(profile, overrides: rulebook.overrides)
            // The binaries stay what they are; only whether the system knows scenes may be another matter now.
            let scenesAvailable = rulebook.holds(.scenesAvailable)
            for index in installed.indices { installed[index].follow(scenesAvailable: scenesAvailable) }
        case .condition(let event): perform(event)
        case .allocateSystemMemory(let bytes): changeSystemMemory(by: bytes)
        case .freeSystemMemory(let bytes): changeSystemMemory(by: -bytes)
        case .memoryWarning: simulateMemoryWarning()
        case .interruptAudio: take(speaker: true)
        case .resumeAudio: take(speaker: false)
        }
    }

    // MARK: What lies over the screen

    mutating func cover(with overlay: DeactivationReasons) {
        screen.overlays.insert(overlay)
        followScreen()
    }

    mutating func uncover(_ overlay: DeactivationReasons) {
        screen.overlays.remove(overlay)
        followScreen()
    }

    /// On a real phone the app in front is deactivated, active again for a moment, and deactivated. Source: facts 1.2.
    private mutating func openNotificationCenter() {
        cover(with: .notificationCenter)
        guard rulebook.holds(.notificationCenterReactivates) else { return }
        uncover(.notificationCenter)
        cover(with: .notificationCenter)
    }

    // MARK: Calls

    private mutating func ring(_ style: CallStyle) { call(.ringing(style)) }

    /// A call rings, has been answered, or is over; what it does to the app in front follows from that.
    mutating func call(_ call: Screen.Call?) {
        let wasInterrupted = isAudioInterrupted
        screen.call = call
        followScreen()
        audioFollowsInterruption(from: wasInterrupted)
    }

    private mutating func answerCall() {
        guard callOwner != nil, !screen.isLocked else {
            call(.answered(hasScreen: true))
            tellCallOwnerOfAnswer()
            return
        }
        // The call has the screen of the app that reported it, which is opened when it has heard.
        let owner = tellCallOwnerOfAnswer()
        screen.call = .answered(hasScreen: false)
        if let owner { open(owner) } else { followScreen() }
    }

    /// A call is declined or over. Who reported it hears of that first.
    private mutating func endCall() {
        let wasAnswered = if case .answered? = screen.call { true } else { false }
        let ended: [Step] = [.call(.providerPerformAction, scene: 0, arguments: [Value.Member("action", "end")])]
        let deactivated: [Step] = wasAnswered ? [.call(.providerDidDeactivate, scene: 0, arguments: [])] : []
        let wasInterrupted = isAudioInterrupted
        screen.call = nil
        tellCallOwnerOfEnd(ended + deactivated)
        followScreen()
        audioFollowsInterruption(from: wasInterrupted)
    }

    private mutating func take(speaker isTaken: Bool) {
        let wasInterrupted = isAudioInterrupted
        isSpeakerTaken = isTaken
        audioFollowsInterruption(from: wasInterrupted)
    }

    /// Every app ends in silence; SpringBoard restarts, and shows the home screen with nothing over it.
    private mutating func changeLanguage() {
        endAll(.languageChanged)
        screen.overlays = []
        show([])
    }

    // MARK: Power

    /// Everything ends in silence, and the device comes back locked. Source: facts 1.5.
    private mutating func restart(isOn: Bool, _ reason: TerminationReason) {
        // What the system had taken besides is free again.
        systemMemory = madeWith.memoryBytes / 4
        endAll(reason)
        ledgerChanged()
        callOffIdleTimer()
        conditions.isIdle = false
        isSpeakerTaken = false
        failCallWithoutOwner()
        for index in installed.indices where installed[index].isForceQuit {
            installed[index].wasRebootedSinceForceQuit = true
        }
        screen = Screen(isLocked: true, isOn: isOn, wasUnlockedSinceBoot: false)
        bootedAt = now
        if isOn { startIdleTimer() }
        transfersFollowNetwork()
    }
}
