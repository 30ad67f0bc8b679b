/// What the user or the system does to the device or to an app.
public enum Event: Hashable, Sendable {
    case device(DeviceEvent)
    case app(BundleID, AppEvent)
    /// A URL is opened by the app named, or by the one that declares its scheme.
    case openURL(String, sourceApplication: String?, bundleID: BundleID?)
    case scene(BundleID, SceneEvent)
    case push(RemoteNotification)
    case wake(BundleID, WakeEvent)
    case input(BundleID, InputEvent)
}

/// An event of the whole device.
public enum DeviceEvent: Hashable, Sendable {
    case home
    case openAppSwitcher
    /// Closes the switcher: back to the same app, or to the one selected.
    case closeAppSwitcher(select: BundleID?)
    case lock
    case unlock
    /// The system or another process presents an overlay.
    case present(Overlay)
    /// The overlay is dismissed.
    case dismiss(Overlay)
    case presentSystemAlert(SystemAlert)
    case dismissSystemAlert
    case incomingCall(CallStyle)
    case answerCall
    case declineCall
    case endCall
    case changeLanguage(String)
    case reboot
    case powerOff
    case powerOn
    case upgradeOS(RuleProfile)
    case condition(ConditionEvent)
    /// Something else on the device takes memory.
    case allocateSystemMemory(ByteCount)
    /// Something else on the device gives memory back.
    case freeSystemMemory(ByteCount)
    /// A warning to every running app, as the Simulator's menu sends it.
    case memoryWarning
    /// Something other than a call interrupts audio.
    case interruptAudio
    case resumeAudio
    /// Audio goes another way than before: headphones are connected or disconnected, for example.
    case changeAudioRoute(AudioRouteChange)
    /// A test notes something that happens outside of the device. Nothing on the device changes.
    case note(String)

    /// The events that a list of possible events can contain: those that need no fields.
    static let listed: [DeviceEvent] =
        [.home, .openAppSwitcher, .closeAppSwitcher(select: nil), .lock, .unlock]
        + Overlay.all.flatMap { [.present($0), .dismiss($0)] }
        + [
            .presentSystemAlert(.other), .dismissSystemAlert, .incomingCall(.fullScreen), .answerCall, .declineCall,
            .endCall, .interruptAudio, .resumeAudio, .reboot, .powerOff, .powerOn,
        ]
}

/// A condition of the device changes.
public enum ConditionEvent: Hashable, Sendable {
    /// The time changes significantly: midnight, a carrier's time, daylight saving.
    case changeTime
    /// The region changes.
    case changeLocale(String)
    case rotate(Orientation)
    /// The level, in thousandths, and whether the battery charges; nil leaves the value unchanged.
    case setBattery(level: Int?, isCharging: Bool?)
    case setNetwork(Network)
    case setThermalState(ThermalState)
    case setLowPowerMode(Bool)
    /// Background refresh of the device, or of one app.
    case setBackgroundRefresh(Bool, bundleID: BundleID?)
    case setIdle(Bool)
    /// The appearance changes, from light to dark or back.
    case changeAppearance
}

/// How the device is held, as `UIDeviceOrientation` names it.
public enum Orientation: String, CaseIterable, Codable, Sendable {
    case portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown
}

/// What the device is connected through.
public enum Network: String, CaseIterable, Codable, Sendable {
    case wifi, cellular, none
}

/// How hot the device is, as `ProcessInfo.ThermalState` names it.
public enum ThermalState: String, CaseIterable, Codable, Sendable {
    case nominal, fair, serious, critical
}

/// Something that the system wakes an app for. Source: facts 6.
public enum WakeEvent: Hashable, Sendable {
    case performFetch
    case launchTask(String)
    case expireTask(String)
    /// The user cancels a continued processing task.
    case cancelTask(String)
    case locationUpdate
    case significantLocationChange
    case region(String, RegionCrossing = .enter)
    case bluetooth
    case voipPush(VoIPPush = VoIPPush())
    /// A background transfer ends now.
    case finishTransfer(String)
    /// A framework wakes the app.
    case systemWake(SystemWake)
    case pushToStartLiveActivity(String)
    /// A push ends one.
    case pushToEndLiveActivity(String)
    /// The user removes one.
    case dismissLiveActivity(String)
}

/// Something that the user does inside an app.
public enum InputEvent: Hashable, Codable, Sendable {
    case touch(target: String)
    case remoteControl(target: String)

    /// The responder at which the event begins.
    public var target: String {
        switch self {
        case .touch(let target), .remoteControl(let target): target
        }
    }

    /// The kind of event, as responders declare it.
    public var kind: String {
        switch self {
        case .touch: "touch"
        case .remoteControl: "remoteControl"
        }
    }
}

extension InputEvent: StateFields {
    func fields(_ f: inout FieldVisitor) {
        switch self {
        case .touch(let target):
            f.choice("touch")
            f.write(target)
        case .remoteControl(let target):
            f.choice("remoteControl")
            f.write(target)
        }
    }
}

/// Why audio goes another way, as `AVAudioSession.RouteChangeReason` names it.
public enum AudioRouteChange: String, CaseIterable, Codable, Sendable {
    case unknown, newDeviceAvailable, oldDeviceUnavailable, categoryChange, override, wakeFromSleep
    case noSuitableRouteForCategory, routeConfigurationChange
}

/// How the device crosses the boundary of a region.
public enum RegionCrossing: String, CaseIterable, Codable, Sendable {
    case enter, exit
}

/// What a system alert asks for. Every kind deactivates the app in front in the same way.
public enum SystemAlert: String, CaseIterable, Sendable {
    case permission, lowBattery, applePay, faceID, signInWithApple
    /// `ASWebAuthenticationSession` asks whether the app may use a site to sign in.
    case webAuthentication
    case other
}

/// How an incoming call is shown.
public enum CallStyle: String, CaseIterable, Codable, Sendable {
    case fullScreen, banner
}

public enum AppEvent: Hashable, Sendable {
    case launch(arguments: [String])
    case continueActivity(activityType: String, webpageURL: String?)
    case performShortcut(shortcutType: String)
    /// A notification is tapped, or an action of it is chosen; `foreground` is the option of the action that opens the
    /// app.
    case tapNotification(notificationID: String?, actionIdentifier: String?, foreground: Bool = false)
    case forceQuit
    case crash(CrashException, message: String?)
    case terminate(TerminationCause)
    case suspend
    /// The system prepares a process for a launch that it expects.
    case prewarm
    case background
    /// The system asks for new snapshots for the app switcher, while the app is in the background.
    case takeSnapshots
    case changePermission(String)
    /// All permissions of the app are reset, as by Reset Location & Privacy in Settings.
    case resetPermissions
    /// A warning to this app alone, if it runs.
    case memoryWarning
    /// The app's settings bundle is changed.
    case changeSettings([String])
    case presentAlert
    case dismissAlert
    case presentShareSheet
    case dismissShareSheet
    /// The app shows another view over the view of a window: of the named one, or of its only one.
    case coverView(SceneID?)
    /// The app removes that view.
    case uncoverView(SceneID?)

    /// The events that a list of possible events can contain: those that need no field but the app.
    static let listed: [AppEvent] = [
        .launch(arguments: []), .tapNotification(notificationID: nil, actionIdentifier: nil), .forceQuit, .suspend,
        .prewarm, .background, .presentAlert, .dismissAlert, .presentShareSheet, .dismissShareSheet,
        .coverView(nil), .uncoverView(nil),
    ]
}

/// How an app's own code fails.
public enum CrashException: String, CaseIterable, Codable, Sendable {
    /// Calls `abort`: a failed assertion of C, an uncaught exception.
    case abort
    /// Touches memory that is not mapped.
    case badAccess
    /// Touches memory in a way that it does not permit.
    case busError
    /// Runs an instruction that the processor does not have.
    case illegalInstruction
    /// A trap of Swift: an index out of range, nil unwrapped by force, `fatalError`.
    case breakpoint
}

/// Why the system kills an app on an event.
public enum TerminationCause: String, CaseIterable, Sendable {
    case jetsam, perProcessLimit, system, simulatorHost, cpuLimit, thermal, diskSpace, longIdleExit
}

/// An event of an app's windows.
public enum SceneEvent: Hashable, Sendable {
    /// A scene is created: a window, or a scene for another display.
    case create(
        configuration: String?,
        userActivity: String?,
        placement: Placement,
        role: SceneRole = .windowApplication
    )
    case activate(SceneID, placement: Placement)
    /// The user closes the window: its session is discarded.
    case close(SceneID?)
    /// The system reclaims the scene: its session stays.
    case disconnect(SceneID?)
    case background(SceneID?)

    /// Where a window appears that comes to the front.
    public enum Placement: String, CaseIterable, Sendable {
        /// Beside the windows on screen.
        case splitView
        /// Instead of the windows on screen.
        case fullScreen
    }
}

/// A notification from APNs for one app.
public struct RemoteNotification: Hashable, Codable, Sendable {
    public var bundleID: BundleID
    /// The APNs payload, an object with the member `aps`.
    public var payload: Value
    /// The header `apns-push-type`.
    public var pushType: PushType
    /// The header `apns-priority`: 1, 5 or 10.
    public var priority: Int
    /// The header `apns-collapse-id`.
    public var collapseID: String?
    /// When it is no longer worth delivering.
    public var expiresAt: Instant?
    /// The header `apns-id`, which its verdicts carry.
    public var apnsID: String?
    /// Whether Apple's servers keep it while it cannot reach the device. They do not with the header `apns-expiration: 0`.
    package private(set) var isStorable: Bool

    /// The header `apns-push-type`.
    public enum PushType: String, CaseIterable, Codable, Sendable {
        case alert, background, voip, complication, fileprovider, location, liveactivity, pushtotalk, widgets, mdm

        /// The priority of a push that names none. Apple's default is 10, which a background push must not have.
        /// Source: facts 6.4.
        var defaultPriority: Int { self == .background ? 5 : 10 }

        /// The type of a push that names none: a background push if it has nothing for the user and is to wake the app.
        init(askedForBy payload: Value) {
            self = payload.wantsToWake && !payload.hasContentForUser ? .background : .alert
        }
    }

    /// Makes a notification.
    ///
    /// - Parameters:
    ///   - pushType: The header `apns-push-type`; nil for what the payload asks for.
    ///   - priority: The header `apns-priority`; nil for the default of the push type.
    public init(
        bundleID: BundleID,
        payload: Value,
        pushType: PushType? = nil,
        priority: Int? = nil,
        collapseID: String? = nil,
        expiresAt: Instant? = nil,
        apnsID: String? = nil,
        isStorable: Bool = true
    ) {
        self.bundleID = bundleID
        self.payload = payload
        self.pushType = pushType ?? PushType(askedForBy: payload)
        self.priority = priority ?? self.pushType.defaultPriority
        self.collapseID = collapseID
        self.expiresAt = expiresAt
        self.apnsID = apnsID
        self.isStorable = isStorable
    }
}

extension RemoteNotification: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("bundleID", bundleID)
        f.field("payload", payload)
        f.field("pushType", pushType)
        f.field("priority", priority)
        f.field("collapseID", collapseID)
        f.field("expiresAt", due: expiresAt)
        f.field("apnsID", apnsID)
        f.field("isStorable", isStorable)
    }
}

/// A PushKit push for a call. Source: facts 2.4.
public struct VoIPPush: Hashable, Codable, Sendable {
    /// The payload; nil if none matters.
    public var payload: Value?
    /// When it is no longer worth delivering.
    public var expiresAt: Instant?
    /// The header `apns-id`, which its verdicts carry.
    public var apnsID: String?
    /// Whether Apple's servers keep it until they can deliver it. Most senders of calls do not want that.
    package var isStorable: Bool

    public init(
        payload: Value? = nil,
        expiresAt: Instant? = nil,
        apnsID: String? = nil,
        isStorable: Bool = false
    ) {
        self.payload = payload
        self.expiresAt = expiresAt
        self.apnsID = apnsID
        self.isStorable = isStorable
    }
}

extension VoIPPush: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("payload", payload)
        f.field("expiresAt", due: expiresAt)
        f.field("apnsID", apnsID)
        f.field("isStorable", isStorable)
    }
}
