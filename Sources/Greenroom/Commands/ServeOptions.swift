import ArgumentParser

// Made by `make settings` from the table of settings; a test keeps it current.

/// The options of `greenroom serve`, one a setting. They are texts here: settings read them, wherever they come from.
struct ServeOptions: ParsableArguments {
    @Option(help: Settings.table.host.about.help)
    var host: String?

    @Option(help: Settings.table.port.about.help)
    var port: String?

    @Option(help: Settings.table.appiumPort.about.help)
    var appiumPort: String?

    @Option(help: Settings.table.wdaPort.about.help)
    var wdaPort: String?

    @Option(help: Settings.table.wdaDevice.about.help)
    var wdaDevice: String?

    @Option(help: Settings.table.apnsPort.about.help)
    var apnsPort: String?

    @Option(help: Settings.table.apnsAuth.about.help)
    var apnsAuth: String?

    @Option(help: Settings.table.apnsKeys.about.help)
    var apnsKeys: String?

    @Option(help: Settings.table.apnsNames.about.help)
    var apnsNames: String?

    @Option(help: Settings.table.apnsCertificate.about.help)
    var apnsCertificate: String?

    @Option(help: Settings.table.apnsKey.about.help)
    var apnsKey: String?

    @Option(help: Settings.table.apnsRate.about.help)
    var apnsRate: String?

    @Flag(help: Settings.table.apnsTokenUpdates.about.help)
    var apnsTokenUpdates = false

    @Option(help: Settings.table.token.about.help)
    var token: String?

    @Option(help: Settings.table.tokenFile.about.help)
    var tokenFile: String?

    @Option(help: Settings.table.readOnlyToken.about.help)
    var readOnlyToken: String?

    @Option(help: Settings.table.readOnlyTokenFile.about.help)
    var readOnlyTokenFile: String?

    @Option(help: Settings.table.allowedHosts.about.help)
    var allowedHosts: String?

    @Option(help: Settings.table.allowedOrigins.about.help)
    var allowedOrigins: String?

    @Option(help: Settings.table.webhookHosts.about.help)
    var webhookHosts: String?

    @Option(help: Settings.table.otlpEndpoint.about.help)
    var otlpEndpoint: String?

    @Option(help: Settings.table.otlpHeadersFile.about.help)
    var otlpHeadersFile: String?

    @Flag(help: Settings.table.insecure.about.help)
    var insecure = false

    @Flag(help: Settings.table.demo.about.help)
    var demo = false

    @Option(help: Settings.table.seed.about.help)
    var seed: String?

    @Option(help: Settings.table.logFormat.about.help)
    var logFormat: String?

    @Option(help: Settings.table.logLevel.about.help)
    var logLevel: String?

    @Option(help: Settings.table.tickInterval.about.help)
    var tickInterval: String?

    @Option(help: Settings.table.shards.about.help)
    var shards: String?

    @Option(help: Settings.table.maxDevices.about.help)
    var maxDevices: String?

    @Option(help: Settings.table.maxAppsPerDevice.about.help)
    var maxAppsPerDevice: String?

    @Option(help: Settings.table.recordsPerDevice.about.help)
    var recordsPerDevice: String?

    @Option(help: Settings.table.maxRecordBytes.about.help)
    var maxRecordBytes: String?

    @Option(help: Settings.table.inputsPerDevice.about.help)
    var inputsPerDevice: String?

    @Option(help: Settings.table.dataDirectory.about.help)
    var dataDir: String?

    @Option(help: Settings.table.journal.about.help)
    var journal: String?

    @Option(help: Settings.table.advertise.about.help)
    var advertise: String?

    @Option(help: Settings.table.serverName.about.help)
    var serverName: String?

    @Option(help: Settings.table.lease.about.help)
    var lease: String?

    @Option(help: Settings.table.hold.about.help)
    var hold: String?

    @Option(help: Settings.table.drain.about.help)
    var drain: String?

    @Option(help: Settings.table.durability.about.help)
    var durability: String?

    @Flag(help: Settings.table.acceptJournalDamage.about.help)
    var acceptJournalDamage = false

    @Option(help: Settings.table.journalRecordsPerDevice.about.help)
    var journalRecordsPerDevice: String?

    @Option(help: Settings.table.stepsPerSnapshot.about.help)
    var stepsPerSnapshot: String?

    @Option(help: Settings.table.maxJournalBytes.about.help)
    var maxJournalBytes: String?

    @Option(help: Settings.table.maxStreams.about.help)
    var maxStreams: String?

    @Option(help: Settings.table.streamBuffer.about.help)
    var streamBuffer: String?

    @Option(help: Settings.table.streamHeartbeat.about.help)
    var streamHeartbeat: String?

    @Option(help: Settings.table.deadlinesPerAdvance.about.help)
    var deadlinesPerAdvance: String?

    @Option(help: Settings.table.recordsPerAdvance.about.help)
    var recordsPerAdvance: String?

    @Option(help: Settings.table.maxKeptAnswerBytes.about.help)
    var maxKeptAnswerBytes: String?

    @Option(help: Settings.table.keptAnswerAge.about.help)
    var keptAnswerSeconds: String?

    @Option(help: Settings.table.maxBodyBytes.about.help)
    var maxBodyBytes: String?

    @Option(help: Settings.table.maxConnections.about.help)
    var maxConnections: String?

    @Option(help: Settings.table.maxRequests.about.help)
    var maxRequests: String?

    @Option(help: Settings.table.maxKeptRequests.about.help)
    var maxKeptRequests: String?

    @Option(help: Settings.table.idleTimeout.about.help)
    var idleTimeout: String?

    @Option(help: Settings.table.shutdownTimeout.about.help)
    var shutdownTimeout: String?

    /// What was given, by the settings' names.
    var given: [String: String] {
        let texts: [String: String?] = [
            "host": host,
            "port": port,
            "appium-port": appiumPort,
            "wda-port": wdaPort,
            "wda-device": wdaDevice,
            "apns-port": apnsPort,
            "apns-auth": apnsAuth,
            "apns-keys": apnsKeys,
            "apns-names": apnsNames,
            "apns-certificate": apnsCertificate,
            "apns-key": apnsKey,
            "apns-rate": apnsRate,
            "apns-token-updates": apnsTokenUpdates ? "true" : nil,
            "token": token,
            "token-file": tokenFile,
            "read-only-token": readOnlyToken,
            "read-only-token-file": readOnlyTokenFile,
            "allowed-hosts": allowedHosts,
            "allowed-origins": allowedOrigins,
            "webhook-hosts": webhookHosts,
            "otlp-endpoint": otlpEndpoint,
            "otlp-headers-file": otlpHeadersFile,
            "insecure": insecure ? "true" : nil,
            "demo": demo ? "true" : nil,
            "seed": seed,
            "log-format": logFormat,
            "log-level": logLevel,
            "tick-interval": tickInterval,
            "shards": shards,
            "max-devices": maxDevices,
            "max-apps-per-device": maxAppsPerDevice,
            "records-per-device": recordsPerDevice,
            "max-record-bytes": maxRecordBytes,
            "inputs-per-device": inputsPerDevice,
            "data-dir": dataDir,
            "journal": journal,
            "advertise": advertise,
            "server-name": serverName,
            "lease": lease,
            "hold": hold,
            "drain": drain,
            "durability": durability,
            "accept-journal-damage": acceptJournalDamage ? "true" : nil,
            "journal-records-per-device": journalRecordsPerDevice,
            "steps-per-snapshot": stepsPerSnapshot,
            "max-journal-bytes": maxJournalBytes,
            "max-streams": maxStreams,
            "stream-buffer": streamBuffer,
            "stream-heartbeat": streamHeartbeat,
            "deadlines-per-advance": deadlinesPerAdvance,
            "records-per-advance": recordsPerAdvance,
            "max-kept-answer-bytes": maxKeptAnswerBytes,
            "kept-answer-seconds": keptAnswerSeconds,
            "max-body-bytes": maxBodyBytes,
            "max-connections": maxConnections,
            "max-requests": maxRequests,
            "max-kept-requests": maxKeptRequests,
            "idle-timeout": idleTimeout,
            "shutdown-timeout": shutdownTimeout,
        ]
        return texts.compactMapValues { $0 }
    }
}
