/// An app is encoded as one structure: how its parts are cut is no matter of the form.
extension App: Codable {
    private enum CodingKeys: String, CodingKey {
        case manifest, lifecycle, madeFor, living, launchCount, isForceQuit, installedAt, sessions, lastWindows
        case lastSceneNumber, wasRebootedSinceForceQuit, isRefreshOn, lastOnScreen, auditLog, background, workAtOnce
        case history = "past"
        case sequence = "installation"
    }

    /// Reads the parts in the order in which they are written.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let manifest = try values.decode(AppManifest.self, forKey: .manifest)
        let lifecycle = try values.decode(AppLifecycle.self, forKey: .lifecycle)
        let madeFor = try values.decodeIfPresent(AppLifecycle.self, forKey: .madeFor)
        let living = try values.decode([AppProcess].self, forKey: .living)
        let launchCount = try values.decode(Int.self, forKey: .launchCount)
        let isForceQuit = try values.decode(Bool.self, forKey: .isForceQuit)
        let installedAt = try values.decode(Instant.self, forKey: .installedAt)
        let sequence = try values.decodeIfPresent(UInt32.self, forKey: .sequence) ?? 0
        self.init(
            Installation(manifest, lifecycle: lifecycle, madeFor: madeFor, at: installedAt, sequence: sequence)
        )
        livingProcess = living.first
        self.launchCount = launchCount
        installation.isForceQuit = isForceQuit
        sessions = try values.decode([SceneSession].self, forKey: .sessions)
        lastWindows = try values.decode(TinyArray<SceneID>.self, forKey: .lastWindows)
        lastSceneNumber = try values.decode(SceneID.self, forKey: .lastSceneNumber)
        installation.wasRebootedSinceForceQuit = try values.decode(Bool.self, forKey: .wasRebootedSinceForceQuit)
        installation.isRefreshOn = try values.decode(Bool.self, forKey: .isRefreshOn)
        installation.lastOnScreen = try values.decode(UInt64.self, forKey: .lastOnScreen)
        auditLog = try values.decode(AuditLog.self, forKey: .auditLog)
        history = try values.decode(LazyBox<AppHistory>.self, forKey: .history)
        background = try values.decode(LazyBox<BackgroundState>.self, forKey: .background)
        workAtOnce = try values.decodeIfPresent(WorkAtOnce.self, forKey: .workAtOnce) ?? WorkAtOnce()
    }

    /// Writes the parts in the order of their keys.
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(manifest, forKey: .manifest)
        try values.encode(lifecycle, forKey: .lifecycle)
        try values.encodeIfPresent(installation.madeFor, forKey: .madeFor)
        try values.encode(livingProcess.map { [$0] } ?? [], forKey: .living)
        try values.encode(launchCount, forKey: .launchCount)
        try values.encode(installation.isForceQuit, forKey: .isForceQuit)
        try values.encode(installation.installedAt, forKey: .installedAt)
        try values.encode(installation.sequence, forKey: .sequence)
        try values.encode(sessions, forKey: .sessions)
        try values.encode(lastWindows, forKey: .lastWindows)
        try values.encode(lastSceneNumber, forKey: .lastSceneNumber)
        try values.encode(installation.wasRebootedSinceForceQuit, forKey: .wasRebootedSinceForceQuit)
        try values.encode(installation.isRefreshOn, forKey: .isRefreshOn)
        try values.encode(installation.lastOnScreen, forKey: .lastOnScreen)
        try values.encode(auditLog, forKey: .auditLog)
        try values.encode(history, forKey: .history)
        try values.encode(background, forKey: .background)
        if workAtOnce.size > 0 { try values.encode(workAtOnce, forKey: .workAtOnce) }
    }
}
