/// An app as it is installed, with the user's settings: what the system knows about it, whether it has a process or
/// not.
struct Installation: Codable, Sendable {
    private(set) var manifest: AppManifest
    /// The delegate that receives life cycle callbacks: the one that the app is made for, or the app delegate if the
    /// system does not support scenes.
    private(set) var lifecycle: AppLifecycle
    /// The delegate that the app is made for: as it declares, or as the profile implied when it was installed.
    private(set) var declaredLifecycle: AppLifecycle
    /// When it was installed. An update does not change it.
    let installedAt: Instant
    /// Whether the user has ended the app in the switcher and not opened it since.
    var isForceQuit = false
    /// Whether a restart has lifted the force quit for pushes.
    var wasRebootedSinceForceQuit = false
    /// The app's own switch of background refresh.
    var isRefreshOn = true
    /// The sequence of the record of its installation, which identifies it. An update does not change it. Half as wide
    /// as a sequence, so that an app takes 8 bytes less.
    let sequence: UInt32
    /// When it was last on screen, as a number of `Counters.nextVisit`: an app used later has a higher one. 0 if it
    /// never was.
    var lastOnScreen: UInt64 = 0

    init(
        _ manifest: AppManifest,
        lifecycle: AppLifecycle,
        declaredLifecycle: AppLifecycle? = nil,
        at now: Instant,
        sequence: UInt32
    ) {
        self.manifest = manifest
        self.lifecycle = lifecycle
        self.declaredLifecycle = declaredLifecycle ?? lifecycle
        self.installedAt = now
        self.sequence = sequence
    }

    /// Replaces the app by another version.
    mutating func update(to manifest: AppManifest, declaredLifecycle lifecycle: AppLifecycle, scenesAvailable: Bool) {
        self.manifest = manifest
        declaredLifecycle = lifecycle
        adoptLifecycle(scenesAvailable: scenesAvailable)
    }

    /// Sets the delegate that receives life cycle callbacks: on a system without scene support, always the app
    /// delegate. `declaredLifecycle` stays as it is.
    mutating func adoptLifecycle(scenesAvailable: Bool) {
        lifecycle = scenesAvailable ? declaredLifecycle : .appDelegate
    }

    /// Whether the app switcher has a card of the app: the user has opened it since it was installed or force-quit.
    ///
    /// A launch in the background or a prewarming adds no card. The end of the process or a restart removes none.
    var appearsInAppSwitcher: Bool { lastOnScreen > 0 && !isForceQuit }

    /// Whether the app declares a background mode. Source: facts 6.1.
    func declares(_ mode: BackgroundMode) -> Bool { manifest.infoPlist.declares(mode) }

    /// Whether the app is in front after the user's last input. Its process may not have followed yet.
    func isInFront(in system: SystemState) -> Bool { system.screen.hasInFront(manifest.bundleID) }

    /// Whether background refresh is on, for the device and for the app.
    func isRefreshOn(in system: SystemState) -> Bool { system.conditions.isBackgroundRefreshOn && isRefreshOn }
}

extension Installation: StateFields {
    func fields(_ f: inout FieldVisitor) {
        // Only an installation changes the manifest, `installedAt` and `sequence`, and no input of a search installs an
        // app.
        f.ignore("manifest")
        f.field("lifecycle", lifecycle)
        f.field("declaredLifecycle", declaredLifecycle)
        f.ignore("installedAt")
        f.field("isForceQuit", isForceQuit)
        f.field("wasRebootedSinceForceQuit", wasRebootedSinceForceQuit)
        f.field("isRefreshOn", isRefreshOn)
        f.ignore("sequence")
        f.field("lastOnScreen", ordinal: Int64(bitPattern: lastOnScreen), of: .visit)
    }
}

/// Installing, updating and removing apps. Source: facts 1.5.
extension Device {
    func check(_ manifest: AppManifest) throws(Rejection) {
        try manifest.checkAdoption()
        if apps.count >= Self.appsPerDevice, index(of: manifest.bundleID) == nil {
            throw Rejection(
                .limitReached,
                "\(Self.appsPerDevice, as: "limit") apps are installed, and no more are possible"
            )
        }
    }

    /// Installs an app, or another version of it. An update ends the running process without callbacks. Source: facts
    /// 1.5.
    mutating func install(_ manifest: AppManifest) {
        let lifecycle = system.lifecycle(of: manifest)
        let scenesAvailable = system.rulebook.scenesAvailable
        guard let index = index(of: manifest.bundleID) else {
            var installation = Installation(
                manifest,
                lifecycle: lifecycle,
                at: system.now,
                sequence: UInt32(truncatingIfNeeded: system.lastSequence.rawValue)
            )
            installation.adoptLifecycle(scenesAvailable: scenesAvailable)
            apps.append(App(installation))
            return
        }
        if apps[index].hasProcess { end(index, Termination(.appUpdate)) }
        endService(index, Termination(.appUpdate))
        apps[index].installation.update(to: manifest, declaredLifecycle: lifecycle, scenesAvailable: scenesAvailable)
    }

    mutating func uninstall(_ index: Int) {
        if apps[index].hasProcess { end(index, Termination(.appRemoved)) }
        dropService(index, .appRemoved)
        apps[index].discardHeldPush(.appRemoved, in: &system)
        apps[index].discardHeldWakes(.appRemoved, in: &system)
        apps[index].discardStoredPushes(.appRemoved, in: &system)
        apps[index].cancelTransfers(.appRemoved, in: &system)
        apps[index].cancelRequests(.appRemoved, in: &system)
        apps[index].removeLiveActivities(in: &system)
        apps[index].discardPreservedState(.appRemoved, in: &system)
        removeReports(of: apps[index].manifest.bundleID)
        system.endNowPlaying(apps[index].manifest.bundleID)
        apps.remove(at: index)
    }
}

extension SystemState {
    /// Returns the life cycle that an app is made for: the declared one, or else the one that its manifest or the
    /// profile implies.
    func lifecycle(of manifest: AppManifest) -> AppLifecycle {
        if let declared = manifest.lifecycle { return declared }
        if manifest.adoptsScenesBy != nil { return .scenes }
        switch rulebook.profile {
        case .documents, .ios12: return .appDelegate
        // An Info.plist that comes from a build names its SDK. Such an app would have a scene manifest if it had
        // adopted scenes.
        case .ios18, .ios26, .ios27, .simulator:
            return manifest.infoPlist.platformVersion != nil ? .appDelegate : .scenes
        }
    }
}
