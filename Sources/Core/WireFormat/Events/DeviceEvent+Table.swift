import LifecycleKernel

extension DeviceEvent {
    /// The events of the whole device.
    static let table = CaseTable(
        screen + overlays + alerts + calls + system + conditions + memoryAndAudio + notes
    )

    private static let screen: [CaseDescriptor<DeviceEvent>] = [
        .init("device.home", "Home is pressed, or the user swipes up.", .home),
        .init("device.openAppSwitcher", "The app switcher opens.", .openAppSwitcher),
        .init(
            "device.closeAppSwitcher",
            "The app switcher closes, back to the same app or to the one selected.",
            .optionalApp("select", "The app that is selected."),
            make: { .closeAppSwitcher(select: $0) },
            content: { if case .closeAppSwitcher(let select) = $0 { select } else { nil } }
        ),
        .init("device.lock", "The device is locked.", .lock),
        .init("device.unlock", "The device is unlocked.", .unlock),
    ]

    /// The names of the events that show and remove an overlay, two for each row of the kernel's table.
    package static var overlayNames: [String] { overlays.map(\.name) }

    private static let overlays: [CaseDescriptor<DeviceEvent>] = Overlay.all.flatMap { overlay in
        let name = overlay.name.prefix(1).uppercased() + overlay.name.dropFirst()
        return [
            CaseDescriptor<DeviceEvent>(
                "device.\(overlay.verbs.eventNames.begin)\(name)",
                "\(overlay.title) covers the screen.",
                .present(overlay)
            ),
            CaseDescriptor<DeviceEvent>(
                "device.\(overlay.verbs.eventNames.end)\(name)",
                "\(overlay.title) goes away.",
                .dismiss(overlay)
            ),
        ]
    }

    private static let alerts: [CaseDescriptor<DeviceEvent>] = [
        .init(
            "device.presentSystemAlert",
            "The system asks or tells the user something.",
            .choice("alert", "What the alert asks for.").withDefault(.other),
            make: { .presentSystemAlert($0) },
            content: { if case .presentSystemAlert(let alert) = $0 { alert } else { nil } }
        ),
        .init("device.dismissSystemAlert", "The user answers the system's alert.", .dismissSystemAlert),
    ]

    private static let calls: [CaseDescriptor<DeviceEvent>] = [
        .init(
            "device.incomingCall",
            "The phone rings.",
            .choice("style", "How the call is shown.").withDefault(.fullScreen),
            make: { .incomingCall($0) },
            content: { if case .incomingCall(let style) = $0 { style } else { nil } }
        ),
        .init("device.answerCall", "The user answers the call that rings.", .answerCall),
        .init("device.declineCall", "The user declines the call that rings.", .declineCall),
        .init("device.endCall", "The call ends.", .endCall),
    ]

    private static let system: [CaseDescriptor<DeviceEvent>] = [
        .init(
            "device.changeLanguage",
            "The language is changed in Settings: the apps are killed.",
            .text("language", "The language, such as `fr`."),
            make: { .changeLanguage($0) },
            content: { if case .changeLanguage(let language) = $0 { language } else { nil } }
        )
        .untried(because: "it ends the app as app.changePermission does"),
        .init("device.reboot", "The device starts anew.", .reboot),
        .init("device.powerOff", "The device is switched off.", .powerOff),
        .init("device.powerOn", "The device is switched on.", .powerOn),
        .init(
            "device.upgradeOS",
            "The system is upgraded to another profile of rules.",
            .choice("profile", "The profile of the new system."),
            make: { .upgradeOS($0) },
            content: { if case .upgradeOS(let profile) = $0 { profile } else { nil } }
        )
        .untried(because: "it goes through the same states as device.reboot, and changes the rules"),
    ]

    private static let conditions: [CaseDescriptor<DeviceEvent>] = [
        .init(
            "device.changeTime",
            "The time changes significantly: midnight, a carrier's time, daylight saving.",
            .condition(.changeTime)
        ),
        .init(
            "device.changeLocale",
            "The region is changed in Settings.",
            .text("locale", "The locale, such as `de_AT`."),
            make: { .condition(.changeLocale($0)) },
            content: { if case .condition(.changeLocale(let locale)) = $0 { locale } else { nil } }
        ),
        .init(
            "device.changeAppearance",
            "The appearance changes from light to dark, or back: scenes in the background are updated, too.",
            .condition(.changeAppearance)
        ),
        .init(
            "device.rotate",
            "The device is turned.",
            .choice("orientation", "How it is held."),
            make: { .condition(.rotate($0)) },
            content: { if case .condition(.rotate(let orientation)) = $0 { orientation } else { nil } }
        ),
        .init(
            "device.setBattery",
            "The battery has another level, or is put on a charger or taken off it.",
            .optionalThousandths("level", "The level, from 0 to 1; as before unless given."),
            .optionalFlag("charging", "Whether it charges; as before unless given."),
            make: { .condition(.setBattery(level: $0, isCharging: $1)) },
            content: {
                if case .condition(.setBattery(let level, let isCharging)) = $0 { (level, isCharging) } else { nil }
            }
        ),
        .init(
            "device.setNetwork",
            "The device is connected otherwise, or no more.",
            .choice("network", "What it is connected through."),
            make: { .condition(.setNetwork($0)) },
            content: { if case .condition(.setNetwork(let network)) = $0 { network } else { nil } }
        ),
        .init(
            "device.setThermalState",
            "The device gets warmer or cooler.",
            .choice("state", "The state."),
            make: { .condition(.setThermalState($0)) },
            content: { if case .condition(.setThermalState(let state)) = $0 { state } else { nil } }
        ),
        .init(
            "device.setLowPowerMode",
            "Low Power Mode is switched.",
            .flag("enabled", "Whether it is on."),
            make: { .condition(.setLowPowerMode($0)) },
            content: { if case .condition(.setLowPowerMode(let isOn)) = $0 { isOn } else { nil } }
        ),
        .init(
            "device.setBackgroundRefresh",
            "Background App Refresh is switched, for the device or for one app.",
            .flag("enabled", "Whether it is on."),
            .optionalApp("bundleID", "The app; without one, the switch of the device."),
            make: { .condition(.setBackgroundRefresh($0, bundleID: $1)) },
            content: {
                if case .condition(.setBackgroundRefresh(let isOn, let bundleID)) = $0 { (isOn, bundleID) } else { nil }
            }
        ),
        .init(
            "device.setIdle",
            "The device lies unused, or is used again.",
            .flag("idle", "Whether it lies unused."),
            make: { .condition(.setIdle($0)) },
            content: { if case .condition(.setIdle(let isIdle)) = $0 { isIdle } else { nil } }
        )
        .untried(
            because: "how the device is used decides when the system runs tasks, which backgroundTask.launch does"
        ),
    ]

    private static let memoryAndAudio: [CaseDescriptor<DeviceEvent>] = [
        .init(
            "device.allocateSystemMemory",
            "Something else on the device takes memory, at most all that the device has.",
            .bytes("bytes", "How many bytes."),
            make: { .allocateSystemMemory($0) },
            content: { if case .allocateSystemMemory(let bytes) = $0 { bytes } else { nil } }
        )
        .untried(because: "what happens for want of memory is tried: app.terminate, device.memoryWarning"),
        .init(
            "device.freeSystemMemory",
            "Something else on the device gives memory back.",
            .bytes("bytes", "How many bytes."),
            make: { .freeSystemMemory($0) },
            content: { if case .freeSystemMemory(let bytes) = $0 { bytes } else { nil } }
        )
        .untried(because: "what happens for want of memory is tried: app.terminate, device.memoryWarning"),
        .init(
            "device.memoryWarning",
            "Every running app is warned, as by the Simulator's menu; nothing is killed.",
            .memoryWarning
        ),
        .init("audio.interrupt", "Something that is no call interrupts audio.", .interruptAudio),
        .init("audio.resume", "What interrupted audio ends.", .resumeAudio),
        .init(
            "audio.routeChange",
            "Audio goes another way than before, such as when headphones are unplugged; an app that has played hears of it.",
            .choice("reason", "Why, as `AVAudioSession.RouteChangeReason` names it."),
            make: { .changeAudioRoute($0) },
            content: { if case .changeAudioRoute(let reason) = $0 { reason } else { nil } }
        ),
    ]

    private static let notes: [CaseDescriptor<DeviceEvent>] = [
        .init(
            "device.note",
            "Something happens outside of the device, such as to a server: it is recorded, and nothing on the device changes.",
            .text("message", "What happens.", length: FieldReader.textLength),
            make: { .note($0) },
            content: { if case .note(let message) = $0 { message } else { nil } }
        )
        .untried(because: "it changes nothing on the device; the client of an app whose code runs there adds its own")
    ]
}

extension Overlay.Verbs {
    /// The verbs of an overlay's two events.
    fileprivate var eventNames: (begin: String, end: String) {
        switch self {
        case .openClose: ("open", "close")
        case .beginEnd: ("begin", "end")
        case .presentDismiss: ("present", "dismiss")
        }
    }
}
