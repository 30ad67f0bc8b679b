// Windows of an app with scenes: a session is what the system remembers of a window, a scene is what a process has of
// that session.
//
// A session is made when the user or the app opens a window, and discarded when the user or the app closes it, or by a
// force quit. It outlives processes. Its scene connects when the window is on screen (Connecting), and disconnects when
// the system reclaims it. Restoration keeps what a window has preserved; Displays has the scenes in a car and on an
// external display. Invariant: the number of a session is never used again.
//
// Callbacks: `configurationForConnecting`, `sceneWillConnect`, `sceneDidDisconnect`, `didDiscardSceneSessions`. Records:
// `scene`, and `verdict` of `sceneSession`.

/// What the system remembers of a window beyond the life of a process. Source: facts 1.4.
struct SceneSession: Codable, Sendable {
    var number: SceneID
    /// Whether the app has been asked for its configuration.
    var isConfigured = false
    /// Whether it is being closed by the user or by the app. It is discarded once its scene has disconnected.
    var isClosing = false
    /// The role of its scene on another display; nil for a window.
    var otherRole: SceneRole?
    /// The record at which the window became active, if its state has not been preserved since. What the window shows
    /// would be lost with its scene.
    var unpreservedSince: SequenceNumber?
    /// The name of its configuration: first the requested one, later the one that the app has returned; nil for the
    /// first configuration of the Info.plist.
    var configuration: String?
    /// The class of the scene delegate that the app has returned; nil for that of the configuration.
    var delegateClass: Box<String>?
    /// The activity that the window was requested with, until it connects.
    var userActivity: String?
    /// Its preserved state.
    var restoration = LazyBox<SceneRestoration>()
}

extension SceneSession: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("number", number)
        f.field("isConfigured", isConfigured)
        f.field("isClosing", isClosing)
        f.field("otherRole", otherRole)
        f.field("unpreservedSince", unpreservedSince != nil)
        f.field("configuration", configuration)
        f.field("delegateClass", delegateClass)
        f.field("userActivity", userActivity)
        f.field("restoration", restoration)
    }
}

/// The sessions of an app's windows, which outlive its process. Source: facts 1.4.
extension App {
    /// Checks the number of a session. Without a number, returns that of the only session.
    func session(_ number: SceneID?) throws(Rejection) -> SceneID {
        guard let number else {
            let windows = sessions.filter { !$0.isClosing && $0.otherRole == nil }.map(\.number)
            if windows.count == 1 { return windows[0] }
            throw Rejection(
                windows.isEmpty ? .unknownScene : .missingField,
                "\(manifest.bundleID, as: "bundleID") has \(windows.count, as: "count") windows: say which one",
                field: "sceneID",
                accepted: windows.map(String.init)
            )
        }
        let open = sessions.filter { !$0.isClosing }.map(\.number)
        guard open.contains(number) else {
            throw Rejection(
                .unknownScene,
                "there is no window \(number, as: "scene")",
                field: "sceneID",
                accepted: open.map(String.init)
            )
        }
        return number
    }

    /// Returns why an app gets no further window; nil if it may have one.
    func refusalOfNewWindow(in system: SystemState) -> Verdict.Reason? {
        guard system.initialSettings.value.model == .iPad, supportsMultipleScenes else {
            return .multipleScenesNotSupported
        }
        return sessions.count < Self.scenesPerApp ? nil : .tooManyScenes
    }

    /// How many windows an app may have. iPadOS documents no number. This limit keeps an app that requests windows
    /// without end from filling the device.
    static let scenesPerApp = 32

    /// A scene of the app as the screen lists it.
    func window(ofScene number: SceneID) -> Screen.Window {
        Screen.Window(bundleID: manifest.bundleID, scene: number)
    }

    /// Returns the windows on screen except a given one of the app.
    func windowsOnScreen(without number: SceneID, in system: SystemState) -> [Screen.Window] {
        system.screen.windows.filter { $0 != window(ofScene: number) }
    }

    /// Returns the window that an event means: the named one, or the only one; the implicit scene for an app without
    /// scenes.
    func window(_ number: SceneID?) throws(Rejection) -> SceneID {
        if lifecycle == .scenes {
            let number = try session(number)
            guard otherRole(ofSession: number) == nil else {
                throw Rejection(.unknownScene, "\(number, as: "scene") is not a window", field: "sceneID", accepted: [])
            }
            return number
        }
        guard number == nil else {
            throw Rejection(
                .unknownScene,
                "\(manifest.bundleID, as: "bundleID") has no scenes",
                field: "sceneID",
                accepted: []
            )
        }
        return .implicit
    }

    /// The index of a session among those of its app.
    func index(ofSession number: SceneID) -> Int? {
        for index in sessions.indices where sessions[index].number == number {
            return index
        }
        return nil
    }

    /// How many windows the app has that are not being closed.
    var windowCount: Int { sessions.count { !$0.isClosing && $0.otherRole == nil } }

    /// Whether an app has a window that is not being closed.
    func isOpen(_ number: SceneID) -> Bool {
        guard let index = self.index(ofSession: number) else { return false }
        return !sessions[index].isClosing
    }

    // MARK: Making and closing

    /// Whether a window of the app is being closed.
    var hasClosingSession: Bool {
        for index in sessions.indices where sessions[index].isClosing { return true }
        return false
    }

    /// The steps that discard the first session being closed whose window has left the screen; nil when there is none.
    var closingSteps: [Step]? {
        let session = sessions.first { session in
            session.isClosing && process.scene(session.number)?.state != .foregroundInactive
        }
        guard let session else { return nil }
        let isConnected = process.scene(session.number) != nil
        return (isConnected ? disconnectingSteps(session.number) : []) + [
            .discard(session.number), .reportDiscardedSessions([session.number]),
        ]
    }

    /// Makes a session for a new window.
    mutating func makeSession(
        configuration: String? = nil,
        userActivity: String? = nil,
        for otherRole: SceneRole? = nil
    ) -> SceneID {
        lastSceneNumber = lastSceneNumber.next
        let number = lastSceneNumber
        sessions.append(
            SceneSession(
                number: number,
                otherRole: otherRole,
                configuration: configuration,
                userActivity: userActivity
            )
        )
        return number
    }

    /// Discards sessions, and notes that the app has to be notified.
    mutating func discardSessions(_ numbers: [SceneID]) {
        let discarded = sessions.map(\.number).filter(numbers.contains)
        guard !discarded.isEmpty else { return }
        sessions.removeAll { discarded.contains($0.number) }
        history.discardedSessions += discarded
    }

    /// Notifies the process of the discarded sessions that it has not been notified of. If the process ends first, the
    /// next launch reports them. Source: facts 1.5.
    mutating func reportDiscardedSessions(_ numbers: [SceneID]) {
        let unreported = numbers.filter(history.discardedSessions.contains)
        guard !unreported.isEmpty else { return }
        history.discardedSessions.removeAll(where: unreported.contains)
        process.runLoop.insert([Step.didDiscard(unreported)])
    }
}

extension Step {
    /// Returns the call that notifies an app of discarded sessions.
    static func didDiscard(_ sessions: [SceneID]) -> Step {
        let numbers = Value.array(sessions.map { .string(String($0)) })
        return .call(.didDiscardSceneSessions, arguments: [Value.Member("sceneSessions", numbers)])
    }
}

extension Verdict.Reason {
    /// Returns the refusal of a new window as the rejection of an event.
    func rejection(_ bundleID: BundleID) -> Rejection {
        if self == .tooManyScenes {
            Rejection(
                .limitReached,
                "\(bundleID, as: "bundleID") has \(App.scenesPerApp, as: "limit") windows, and no more are possible"
            )
        } else {
            Rejection(
                .multipleScenesNotSupported,
                """
                \(bundleID, as: "bundleID") has one window: several need an iPad and \
                UIApplicationSupportsMultipleScenes
                """
            )
        }
    }
}
