/// Events of the whole device: leaving an app, the switcher, overlays, the lock, calls, power.
///
/// Sources: facts 1.2 and 1.5.
extension Device {
    func accept(_ event: DeviceEvent) throws(Rejection) -> AcceptedEvent {
        switch event {
        case .home: try system.screen.checkUnlocked()
        case .openAppSwitcher:
            try system.screen.checkUnlocked()
            try system.check(overlay: .appSwitcher, opens: true)
        case .closeAppSwitcher(let selected):
            try system.screen.checkUnlocked()
            try system.check(overlay: .appSwitcher, opens: false)
            if let selected {
                let index = try requireInstalled(selected)
                try apps[index].requireOpenable()
                return .app(.open(nil), index)
            }
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
        default: break
        }
        return .device(event)
    }

    mutating func perform(_ event: DeviceEvent) {
        switch event {
        case .home:
            system.screen.closeOverlays()
            show([])
            reconcileAll()
        case .openAppSwitcher: cover(with: .appSwitcher)
        case .closeAppSwitcher: uncover(.appSwitcher)
        case .lock:
            // Asked before the lock, so only of apps already in the background: the app in front updates its scenes
            // when it leaves the screen.
            requestSceneUpdates()
            lock()
        case .unlock: unlock()
        case .present(let overlay): present(overlay)
        case .dismiss(let overlay): uncover(overlay.reason)
        case .presentSystemAlert(let alert): cover(with: alert.reasons)
        case .dismissSystemAlert: uncover([.systemAlert, .systemAlertUntilLock])
        case .incomingCall(let style): ring(system.screen.isLocked ? .fullScreen : style)
        case .answerCall: answerCall()
        case .declineCall, .endCall: endCall()
        case .changeLanguage: changeLanguage()
        case .reboot: restart(isOn: true, .reboot)
        case .powerOff: restart(isOn: false, .shutdown)
        case .powerOn:
            system.screen.switchOn()
            system.bootedAt = system.now
            system.sleep = nil
            system.startIdleTimer()
            updateTransfers()
            deliverHeldPushes()
            for index in apps.indices { deliverHeldWakes(index) }
        case .upgradeOS(let profile):
            restart(isOn: true, .osUpgrade)
            system.rulebook = Rulebook(profile, overrides: system.rulebook.overrides)
            // The apps stay the same; whether the system supports scenes may have changed.
            let scenesAvailable = system.rulebook.scenesAvailable
            for index in apps.indices { apps[index].installation.adoptLifecycle(scenesAvailable: scenesAvailable) }
        case .condition(let event): perform(event)
        case .allocateSystemMemory(let bytes): changeSystemMemory(by: bytes)
        case .freeSystemMemory(let bytes): changeSystemMemory(by: -bytes)
        case .memoryWarning: simulateMemoryWarning()
        case .interruptAudio: interruptAudio(true)
        case .resumeAudio: interruptAudio(false)
        case .changeAudioRoute(let reason): changeAudioRoute(reason)
        case .note: break
        }
    }

    /// Ends every app without callbacks. SpringBoard restarts, and shows the Home Screen with nothing over it.
    private mutating func changeLanguage() {
        endAll(.languageChanged)
        system.screen.uncoverAll()
        show([])
    }

    // MARK: Power

    /// Ends all processes without callbacks; the device is locked afterwards. Source: facts 1.5.
    private mutating func restart(isOn: Bool, _ reason: TerminationReason) {
        // The memory that the system had taken is free again.
        system.memory.restart(deviceBytes: system.initialSettings.value.memoryBytes)
        endAll(reason)
        ledgerChanged()
        system.cancelIdleTimer()
        system.conditions.setIdle(false)
        system.telephony.setInterrupted(false)
        system.nowPlaying = nil
        failCallWithoutOwner()
        for index in apps.indices where apps[index].installation.isForceQuit {
            apps[index].installation.wasRebootedSinceForceQuit = true
        }
        system.screen.restart(isOn: isOn)
        system.bootedAt = system.now
        system.sleep = nil
        if isOn { system.startIdleTimer() }
        updateTransfers()
    }
}
