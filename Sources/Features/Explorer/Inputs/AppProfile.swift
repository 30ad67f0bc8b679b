import LifecycleKernel

/// What an app declares, as far as inputs and times depend on it.
struct AppProfile: Sendable {
    let bundleID: BundleID
    let hasSeveralWindows: Bool
    private let manifest: AppManifest
    /// Whether its code is attached, and may have a handler for every callback.
    let isRemote: Bool
    let actions: [Action]
    /// How long the entries of its handlers take.
    let durations: [Milliseconds]

    init(_ manifest: AppManifest, model: DeviceModel, isRemote: Bool = false) {
        self.manifest = manifest
        self.isRemote = isRemote
        bundleID = manifest.bundleID
        hasSeveralWindows = model == .iPad && manifest.infoPlist.sceneManifest?.supportsMultipleScenes == true
        var actions: [Action] = []
        var durations: [Milliseconds] = []
        for handler in manifest.behavior.handlers {
            for case .act(let action, let takes) in handler.entries {
                actions.append(action)
                durations.append(takes)
            }
        }
        self.actions = actions
        self.durations = durations
    }

    /// Whether it may have a handler of a callback. Attached code may have one of any, unless it says which it has.
    func has(_ callback: CallbackName) -> Bool { isRemote && manifest.delegateImplements == nil || optsInto(callback) }

    /// Whether it says that it has a method which the system does without where it is missing.
    func optsInto(_ callback: CallbackName) -> Bool {
        manifest.delegateImplements?.contains(callback) ?? manifest.behavior.declares(callback)
    }

    func declares(_ mode: String) -> Bool { manifest.infoPlist.backgroundModes.contains(mode) }

    func takes(_ isMeant: (Action) -> Bool) -> Bool { actions.contains(where: isMeant) }

    /// The handlers of its behaviour, and of its extension's.
    var handlers: [AppBehavior.Handler] {
        manifest.behavior.handlers + (manifest.notificationService?.behavior.handlers ?? [])
    }

    var urlSchemes: [String] { manifest.infoPlist.urlSchemes }

    /// Whether the user opens the app by an input, and waits for it.
    func isOpened(by input: Input) -> Bool {
        switch input {
        case .event(.openURL(let url, _, let named)): named.map { $0 == bundleID } ?? hasScheme(of: url)
        case .event(.app(bundleID, .launch)), .event(.app(bundleID, .continueActivity)),
            .event(.app(bundleID, .performShortcut)):
            true
        case .event(.app(bundleID, .tapNotification(_, let action, let foreground))):
            foreground || action == nil || action == LaunchPayload.defaultAction
        default: false
        }
    }

    private func hasScheme(of url: String) -> Bool {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        return urlSchemes.contains { $0.lowercased() == scheme }
    }

    /// The identifiers for `BGTaskScheduler` that the app may use.
    var taskIdentifiers: [String] { manifest.infoPlist.permittedTaskIdentifiers ?? [] }

    /// The requests that it submits to `BGTaskScheduler`.
    var requests: [TaskRequest] {
        actions.compactMap { if case .submitTaskRequest(let request) = $0 { request } else { nil } }
    }

    /// The background sessions that it starts transfers in, each once.
    var transferSessions: [String] {
        var sessions: [String] = []
        for case .startTransfer(let identifier, _, _, _, _, _) in actions where !sessions.contains(identifier) {
            sessions.append(identifier)
        }
        return sessions
    }

    /// Whether a behaviour saves a number of changes and not all, so that their number matters.
    var savesByCount: Bool { takes { if case .save(.some) = $0 { true } else { false } } }

    /// Whether the system may schedule it, so that it matters whether the device is idle.
    var isScheduled: Bool {
        declares("fetch") || declares("processing") || !taskIdentifiers.isEmpty || !requests.isEmpty
            || takes { if case .setMinimumBackgroundFetchInterval = $0 { true } else { false } }
    }

    /// Every length of time in its behaviour that sets a deadline.
    var lengths: [Milliseconds] { durations + actions.compactMap(\.length) }
}

extension Action {
    /// The length of time after which something happens because of it; nil if it has none.
    fileprivate var length: Milliseconds? {
        if case .beginBackgroundTask(_, let endsAfter, _) = self { return endsAfter }
        if case .startTransfer(_, _, let lasting, _, _, _) = self { return lasting }
        if case .startRequest(_, _, let lasting, _) = self { return lasting }
        if case .setAlarm(.after(let length)?) = self { return length }
        if case .setMinimumBackgroundFetchInterval(let length) = self { return length }
        if case .submitTaskRequest(let request) = self { return request.earliestBeginAfter }
        return nil
    }
}
