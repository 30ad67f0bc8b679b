import ArgumentParser

/// The options of `greenroom serve`, one a setting. They are texts here: settings read them, wherever they come from.
struct ServeOptions: ParsableArguments {
    @Option(help: help(Settings.host.about))
    var host: String?

    @Option(help: help(Settings.port.about))
    var port: String?

    @Option(help: help(Settings.token.about))
    var token: String?

    @Option(help: help(Settings.tokenFile.about))
    var tokenFile: String?

    @Option(help: help(Settings.allowedHosts.about))
    var allowedHosts: String?

    @Flag(help: help(Settings.insecure.about))
    var insecure = false

    @Flag(help: help(Settings.demo.about))
    var demo = false

    @Option(help: help(Settings.seed.about))
    var seed: String?

    @Option(help: help(Settings.logFormat.about))
    var logFormat: String?

    @Option(help: help(Settings.logLevel.about))
    var logLevel: String?

    @Option(help: help(Settings.tickInterval.about))
    var tickInterval: String?

    @Option(help: help(Settings.shards.about))
    var shards: String?

    @Option(help: help(Settings.maxDevices.about))
    var maxDevices: String?

    @Option(help: help(Settings.maxAppsPerDevice.about))
    var maxAppsPerDevice: String?

    @Option(help: help(Settings.recordsPerDevice.about))
    var recordsPerDevice: String?

    @Option(help: help(Settings.inputsPerDevice.about))
    var inputsPerDevice: String?

    @Option(help: help(Settings.dataDir.about))
    var dataDir: String?

    @Option(help: help(Settings.durability.about))
    var durability: String?

    @Option(help: help(Settings.journalRecordsPerDevice.about))
    var journalRecordsPerDevice: String?

    @Option(help: help(Settings.stepsPerSnapshot.about))
    var stepsPerSnapshot: String?

    @Option(help: help(Settings.maxJournalBytes.about))
    var maxJournalBytes: String?

    @Option(help: help(Settings.maxStreams.about))
    var maxStreams: String?

    @Option(help: help(Settings.streamBuffer.about))
    var streamBuffer: String?

    @Option(help: help(Settings.streamHeartbeat.about))
    var streamHeartbeat: String?

    @Option(help: help(Settings.deadlinesPerAdvance.about))
    var deadlinesPerAdvance: String?

    @Option(help: help(Settings.recordsPerAdvance.about))
    var recordsPerAdvance: String?

    @Option(help: help(Settings.maxKeptAnswerBytes.about))
    var maxKeptAnswerBytes: String?

    @Option(help: help(Settings.keptAnswerAge.about))
    var keptAnswerSeconds: String?

    @Option(help: help(Settings.maxBodyBytes.about))
    var maxBodyBytes: String?

    @Option(help: help(Settings.maxConnections.about))
    var maxConnections: String?
    @Option(help: help(Settings.maxRequests.about))
    var maxRequests: String?

    @Option(help: help(Settings.idleTimeout.about))
    var idleTimeout: String?

    @Option(help: help(Settings.shutdownTimeout.about))
    var shutdownTimeout: String?

    /// What was given, by the settings' names.
    var given: [String: String] {
        let texts = [
            (Settings.host.about, host), (Settings.port.about, port), (Settings.token.about, token),
            (Settings.tokenFile.about, tokenFile), (Settings.allowedHosts.about, allowedHosts),
            (Settings.insecure.about, insecure ? "true" : nil), (Settings.demo.about, demo ? "true" : nil),
            (Settings.seed.about, seed),
            (Settings.logFormat.about, logFormat), (Settings.logLevel.about, logLevel),
            (Settings.tickInterval.about, tickInterval),
            (Settings.shards.about, shards), (Settings.maxDevices.about, maxDevices),
            (Settings.maxAppsPerDevice.about, maxAppsPerDevice), (Settings.recordsPerDevice.about, recordsPerDevice),
            (Settings.inputsPerDevice.about, inputsPerDevice), (Settings.dataDir.about, dataDir),
            (Settings.durability.about, durability),
            (Settings.journalRecordsPerDevice.about, journalRecordsPerDevice),
            (Settings.stepsPerSnapshot.about, stepsPerSnapshot),
            (Settings.maxJournalBytes.about, maxJournalBytes), (Settings.maxStreams.about, maxStreams),
            (Settings.streamBuffer.about, streamBuffer),
            (Settings.streamHeartbeat.about, streamHeartbeat),
            (Settings.deadlinesPerAdvance.about, deadlinesPerAdvance),
            (Settings.recordsPerAdvance.about, recordsPerAdvance),
            (Settings.maxKeptAnswerBytes.about, maxKeptAnswerBytes),
            (Settings.keptAnswerAge.about, keptAnswerSeconds), (Settings.maxBodyBytes.about, maxBodyBytes),
            (Settings.maxConnections.about, maxConnections),
            (Settings.maxRequests.about, maxRequests), (Settings.idleTimeout.about, idleTimeout),
            (Settings.shutdownTimeout.about, shutdownTimeout),
        ]
        return Dictionary(uniqueKeysWithValues: texts.compactMap { about, text in text.map { (about.name, $0) } })
    }
}

/// What the help says about the option of a setting.
private func help(_ about: SettingDescription) -> ArgumentHelp {
    let placeholder = about.accepted.hasPrefix("a whole number") ? "number" : "text"
    return ArgumentHelp(
        "\(about.summary) Accepts \(about.accepted); \(about.variable); default \(about.defaultText).",
        valueName: placeholder
    )
}
