/// How scenes connect to a process and disconnect from it. Source: facts 1.4.
///
/// A window connects when it is on screen and its session has no scene: the scene is attached, the app is asked for a
/// configuration if the session is new, then `scene(_:willConnectTo:options:)` is called. A scene disconnects when its
/// window is closed, when the system reclaims it, or when the process ends.
extension App {
    /// Returns the session of the first window, on screen or on another display, that has no scene yet. Requires an app
    /// with scenes.
    func sessionToConnect(in system: SystemState) -> SceneSession? {
        if !system.screen.isCovered, let session = windowToConnect(in: system) { return session }
        return system.screen.otherDisplays.isEmpty ? nil : sessionToConnectOnOtherDisplay(in: system)
    }

    private func windowToConnect(in system: SystemState) -> SceneSession? {
        for window in system.screen.windows.indices
        where system.screen.windows[window].bundleID == manifest.bundleID
            && index(ofScene: system.screen.windows[window].scene) == nil
        {
            if let session = index(ofSession: system.screen.windows[window].scene),
                !sessions[session].isClosing
            {
                return sessions[session]
            }
        }
        return nil
    }

    /// Returns the steps that connect a scene to its session, with the payloads that it is opened with as connection
    /// options.
    func connect(_ session: SceneSession) -> [Step] {
        var options: [Value.Member] = []
        for pending in process.payloads where pending.scene == session.number {
            options.add(pending.payload.connectionOptions)
        }
        if let activity = session.userActivity, !options.contains(where: { $0.name == "userActivities" }) {
            options.append(Value.Member("userActivities", [["activityType": .string(activity)]]))
        }
        let state = session.restoration.activity.map { [Value.Member("stateRestorationActivity", $0)] } ?? []
        let role = Value.Member.optional("role", session.otherRole?.rawValue)
        let configuration = Value.Member.optional("configuration", session.configuration) + role
        let isCars = session.otherRole == .carTemplateApplication
        let asks: [Step] =
            session.isConfigured
            ? []
            : [
                .call(
                    .configurationForConnecting,
                    scene: session.number,
                    arguments: CallbackArguments(configuration + options)
                )
            ]
        return [.attach(session.number)] + asks + [
            .call(.sceneWillConnect, scene: session.number, arguments: CallbackArguments(role + options + state)),
            .post(.sceneWillConnect, scene: session.number),
        ] + (isCars ? [.call(.templateSceneDidConnect, scene: session.number)] : []) + [.connected]
    }

    /// Sets the configuration that the app has returned for a new window: a name, or an object with `name` and
    /// `delegateClass`, like the properties of a `UISceneConfiguration`.
    mutating func configure(_ number: SceneID, with answer: Value) {
        guard let index = self.index(ofSession: number) else { return }
        if case .string(let name) = answer { sessions[index].configuration = name }
        if case .string(let name)? = answer["name"] { sessions[index].configuration = name }
        if case .string(let name)? = answer["delegateClass"] { sessions[index].delegateClass = Box(name) }
    }

    /// The class of the delegate of a window's scene; nil if neither the app nor its Info.plist names one.
    func delegateClass(ofScene number: SceneID) -> String? {
        guard let session = sessions.first(where: { $0.number == number }) else { return nil }
        return session.delegateClass?.value
            ?? manifest.infoPlist.sceneDelegateClass(
                ofConfiguration: session.configuration,
                for: session.otherRole ?? .windowApplication
            )
    }

    mutating func attach(_ number: SceneID, in system: inout SystemState) {
        process.scenes.append(Scene(number: number, state: .unattached))
        if let index = self.index(ofSession: number) {
            sessions[index].isConfigured = true
            sessions[index].userActivity = nil
            if sessions[index].otherRole == .carTemplateApplication { process.work.carScene = number }
            reportLostState(ofSessionAt: index, in: &system)
        }
        guard !process.payloads.isEmpty else { return }
        process.payloads = process.payloads.compactMap { pending in
            guard pending.scene == number else { return pending }
            // The connection options contain the payload. Only the response to a notification is delivered once more.
            guard case .notificationResponse = pending.payload else { return nil }
            var pending = pending
            pending.isCold = true
            return pending
        }
    }

    /// Removes a scene from the process.
    mutating func removeScene(_ number: SceneID) {
        process.scenes.removeAll { $0.number == number }
        if !process.work.isBlank, process.work.carScene == number { process.work.carScene = nil }
    }

    /// Returns the steps that disconnect a scene from a running process. CarPlay calls one more method after the scene
    /// has disconnected.
    func disconnectingSteps(_ number: SceneID) -> [Step] {
        let steps: [Step] = [
            .detach(number), .call(.sceneDidDisconnect, scene: number),
            .post(.sceneDidDisconnect, scene: number),
        ]
        guard !process.work.isBlank, process.work.carScene == number else { return steps }
        return steps + [.call(.templateSceneDidDisconnect, scene: number)]
    }

    /// The index of a scene among those of a process.
    func index(ofScene number: SceneID) -> Int? {
        process.scenes.index(of: number)
    }
}

extension [Value.Member] {
    /// Adds connection options. Lists of the same name are joined; of other values the first one stays.
    fileprivate mutating func add(_ options: [Value.Member]) {
        for option in options {
            guard let index = firstIndex(where: { $0.name == option.name }) else {
                append(option)
                continue
            }
            if case (.array(let elements), .array(let more)) = (self[index].value, option.value) {
                self[index] = Value.Member(option.name, .array(elements + more))
            }
        }
    }
}
