import Logging
import OpenTelemetryExport
import SQLiteJournal

/// The configuration of a server: each row of `Settings` is a property, with the value that was given or the default.
@dynamicMemberLookup
struct ServerConfiguration: Hashable, Sendable {
    /// The bearer token of requests, from a setting or a file; nil when none is required.
    let token: String?
    /// The bearer token with which nothing can be changed, from a setting or a file; nil for none.
    let readOnlyToken: String?
    /// The header fields for the receiver of OTLP, from a file. They are secret.
    let otlpHeaders: ExportHeaders
    /// The texts that were given, by the settings' names; each is accepted.
    private let texts: [String: String]

    /// Reads the whole configuration.
    ///
    /// - Throws: For the first setting whose value is not accepted, or whose file cannot be read.
    init(from source: SettingSource) throws(SettingError) {
        var texts: [String: String] = [:]
        for row in Settings.rows { texts[row.about.name] = try source.text(row) }
        self.texts = texts
        let table = Settings.table
        token = try TokenFile.token(table.token, file: table.tokenFile, from: source)
        readOnlyToken = try TokenFile.token(table.readOnlyToken, file: table.readOnlyTokenFile, from: source)
        otlpHeaders = try ExportHeadersFile.headers(table.otlpHeadersFile, from: source)
    }

    subscript<Value>(dynamicMember property: KeyPath<Settings, Setting<Value>>) -> Value {
        let setting = Settings.table[keyPath: property]
        guard let text = texts[setting.about.name] else { return setting.defaultValue }
        guard let value = setting.parse(text) else { preconditionFailure("\(setting.about.name) was not checked") }
        return value
    }

    /// The settings that were given, as texts by their names; secrets are left out.
    var given: [String: String] {
        let secrets = Set(Settings.all.filter(\.isSecret).map(\.name))
        return texts.filter { !secrets.contains($0.key) }
    }

    /// Whether others than this machine can reach the server, and no token keeps them out.
    var isOpenToOthers: Bool { !HostNames.isLoopback(self.host) && token == nil }
}
