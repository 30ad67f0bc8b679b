import LifecycleKernel

extension DeviceEvent {
    /// The types of events of the whole device, as the field `type` names them.
    enum TypeName: String, CaseIterable {
        case home = "device.home"
        case openAppSwitcher = "device.openAppSwitcher"
        case closeAppSwitcher = "device.closeAppSwitcher"
        case lock = "device.lock"
        case unlock = "device.unlock"
        case openNotificationCenter = "device.openNotificationCenter"
        case closeNotificationCenter = "device.closeNotificationCenter"
        case openControlCenter = "device.openControlCenter"
        case closeControlCenter = "device.closeControlCenter"
        case beginSiri = "device.beginSiri"
        case endSiri = "device.endSiri"
        case presentSystemAlert = "device.presentSystemAlert"
        case dismissSystemAlert = "device.dismissSystemAlert"
        case incomingCall = "device.incomingCall"
        case answerCall = "device.answerCall"
        case declineCall = "device.declineCall"
        case endCall = "device.endCall"
        case changeLanguage = "device.changeLanguage"
        case reboot = "device.reboot"
        case powerOff = "device.powerOff"
        case powerOn = "device.powerOn"
        case upgradeOS = "device.upgradeOS"
        case changeTime = "device.changeTime"
        case changeLocale = "device.changeLocale"
        case rotate = "device.rotate"
        case setBattery = "device.setBattery"
        case setNetwork = "device.setNetwork"
        case setThermalState = "device.setThermalState"
        case setLowPowerMode = "device.setLowPowerMode"
        case setBackgroundRefresh = "device.setBackgroundRefresh"
        case setIdle = "device.setIdle"
        case allocateSystemMemory = "device.allocateSystemMemory"
        case freeSystemMemory = "device.freeSystemMemory"
        case memoryWarning = "device.memoryWarning"
        case interruptAudio = "audio.interrupt"
        case resumeAudio = "audio.resume"
    }

    /// The type of this event.
    var typeName: TypeName {
        switch self {
        case .home: .home
        case .openAppSwitcher: .openAppSwitcher
        case .closeAppSwitcher: .closeAppSwitcher
        case .lock: .lock
        case .unlock: .unlock
        case .openNotificationCenter: .openNotificationCenter
        case .closeNotificationCenter: .closeNotificationCenter
        case .openControlCenter: .openControlCenter
        case .closeControlCenter: .closeControlCenter
        case .beginSiri: .beginSiri
        case .endSiri: .endSiri
        case .presentSystemAlert: .presentSystemAlert
        case .dismissSystemAlert: .dismissSystemAlert
        case .incomingCall: .incomingCall
        case .answerCall: .answerCall
        case .declineCall: .declineCall
        case .endCall: .endCall
        case .changeLanguage: .changeLanguage
        case .reboot: .reboot
        case .powerOff: .powerOff
        case .powerOn: .powerOn
        case .upgradeOS: .upgradeOS
        case .condition(let event): event.typeName
        case .allocateSystemMemory: .allocateSystemMemory
        case .freeSystemMemory: .freeSystemMemory
        case .memoryWarning: .memoryWarning
        case .interruptAudio: .interruptAudio
        case .resumeAudio: .resumeAudio
        }
    }

    /// Reads the fields of an event of a known type.
    init(_ type: TypeName, reading fields: inout FieldReader) throws(Rejection) {
        switch type {
        case .home: self = .home
        case .openAppSwitcher: self = .openAppSwitcher
        case .closeAppSwitcher: self = .closeAppSwitcher(select: try fields.optionalBundleID("select"))
        case .lock: self = .lock
        case .unlock: self = .unlock
        case .openNotificationCenter: self = .openNotificationCenter
        case .closeNotificationCenter: self = .closeNotificationCenter
        case .openControlCenter: self = .openControlCenter
        case .closeControlCenter: self = .closeControlCenter
        case .beginSiri: self = .beginSiri
        case .endSiri: self = .endSiri
        case .presentSystemAlert: self = .presentSystemAlert(try fields.choice("alert", orElse: .other))
        case .dismissSystemAlert: self = .dismissSystemAlert
        case .incomingCall: self = .incomingCall(try fields.choice("style", orElse: .fullScreen))
        case .answerCall: self = .answerCall
        case .declineCall: self = .declineCall
        case .endCall: self = .endCall
        case .changeLanguage: self = .changeLanguage(try fields.string("language"))
        case .reboot: self = .reboot
        case .powerOff: self = .powerOff
        case .powerOn: self = .powerOn
        case .upgradeOS: self = .upgradeOS(try fields.choice("profile", as: RuleProfile.self))
        case .changeTime, .changeLocale, .rotate, .setBattery, .setNetwork, .setThermalState, .setLowPowerMode,
            .setBackgroundRefresh, .setIdle:
            self = .condition(try ConditionEvent(type, reading: &fields))
        case .allocateSystemMemory:
            self = .allocateSystemMemory(try fields.integer("bytes", in: FieldReader.byteSizes))
        case .freeSystemMemory: self = .freeSystemMemory(try fields.integer("bytes", in: FieldReader.byteSizes))
        case .memoryWarning: self = .memoryWarning
        case .interruptAudio: self = .interruptAudio
        case .resumeAudio: self = .resumeAudio
        }
    }

    /// Puts the fields after the type.
    func writeFields(to sink: inout some FieldSink) {
        switch self {
        case .closeAppSwitcher(let select):
            if let select { sink.put("select", select) }
        case .presentSystemAlert(let alert): sink.put("alert", alert.rawValue)
        case .incomingCall(let style): sink.put("style", style.rawValue)
        case .changeLanguage(let language): sink.put("language", language)
        case .upgradeOS(let profile): sink.put("profile", profile.rawValue)
        case .condition(let event): event.writeFields(to: &sink)
        case .allocateSystemMemory(let bytes), .freeSystemMemory(let bytes): sink.put("bytes", bytes)
        case .home, .openAppSwitcher, .lock, .unlock, .openNotificationCenter, .closeNotificationCenter,
            .openControlCenter, .closeControlCenter, .beginSiri, .endSiri, .dismissSystemAlert, .answerCall,
            .declineCall, .endCall, .reboot, .powerOff, .powerOn, .memoryWarning, .interruptAudio, .resumeAudio:
            break
        }
    }
}
