extension Device {
    /// Visits the state, as it is encoded; `begin()` is called before.
    package func visit(by visitor: inout StateFields) {
        visitor.visit("lastSequence", system.lastSequence.word)
        visitor.part("rulebook", .rulebook) { $0.visit("profile", case: system.rulebook.profile.rawValue) }
        visitor.list("installed") { visitor in
            for index in apps.indices { visitor.element(.app) { apps[index].visit(by: &$0) } }
        }
        visitor.part("screen", .screen) { system.screen.visit(by: &$0) }
        visitor.part("deadlines", .deadlineQueue) { system.deadlines.visit(by: &$0) }
        visitor.part("conditions", .conditions) { system.conditions.visit(by: &$0) }
        visitor.visit("systemMemory", system.memory.systemBytes.count)
        visitor.visit("memoryLevel", case: system.memory.level.rawValue)
        visitor.visit("isSettlingMemory", system.memory.isSettling)
        visitor.list("warned") { visitor in
            for pid in system.memory.warned { visitor.element(process: pid) }
        }
        visitor.visit("isSpeakerTaken", system.telephony.isInterrupted)
        visitor.visit("callOwner", process: system.telephony.callOwner)
        visitor.visit("callHasVideo", system.telephony.callHasVideo)
        visitor.visit("chance", Int64(bitPattern: system.random.state))
    }
}

extension Screen {
    fileprivate func visit(by visitor: inout StateFields) {
        visitor.list("windows") { visitor in
            for window in windows {
                visitor.element(.window) { visitor in
                    visitor.visit("bundleID", case: window.bundleID.rawValue)
                    visitor.visit("scene", scene: window.scene)
                }
            }
        }
        visitor.visit("overlays", set: overlays.rawValue)
        visitor.rare("call", call)
        visitor.visit("isLocked", isLocked)
        visitor.visit("isOn", isOn)
        visitor.visit("wasUnlockedSinceBoot", wasUnlockedSinceBoot)
        visitor.rare("otherDisplays", otherDisplays.isEmpty ? nil : otherDisplays)
    }
}

extension Conditions {
    func visit(by visitor: inout StateFields) {
        visitor.visit("locale", locale)
        visitor.visit("orientation", case: orientation.rawValue)
        visitor.visit("batteryLevel", Int64(batteryLevel))
        visitor.visit("isCharging", isCharging)
        visitor.visit("network", case: network.rawValue)
        visitor.visit("thermalState", case: thermalState.rawValue)
        visitor.visit("isLowPowerMode", isLowPowerMode)
        visitor.visit("isBackgroundRefreshOn", isBackgroundRefreshOn)
        visitor.visit("isIdle", isIdle)
    }
}
