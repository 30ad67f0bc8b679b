import Logging
import OpenTelemetryExport
import SQLiteStore

/// The configuration of a server: each row of `Settings` is a property, with the value that was given or the default.
@dynamicMemberLookup
struct ServerConfiguration: Sendable {
    /// The bearer token of requests, from a setting or a file; nil when none is required.
    let token: String?
    /// The bearer token with which nothing can be changed, from a setting or a file; nil for none.
    let readOnlyToken: String?
    /// The header fields for the receiver of OTLP, from a file. They are secret.
    let otlpHeaders: ExportHeaders
    /// The texts that were given, by the settings' names.
    let texts: [String: String]
    /// What the texts mean, by the settings' names.
    private let values: [String: any Sendable]

    /// Reads the whole configuration.
    ///
    /// - Throws: For the first setting whose value is not accepted, or whose file cannot be read.
    init(from source: SettingSource) throws(SettingError) {
        var texts: [String: String] = [:]
        var values: [String: any Sendable] = [:]
        for row in Settings.rows {
            guard let text = source.text(row.about) else { continue }
            guard let value = row.value(of: text) else { throw source.refusal(of: text, for: row.about) }
            texts[row.about.name] = text
            values[row.about.name] = value
        }
        self.texts = texts
        self.values = values
        let table = Settings.table
        token = try TokenFile.token(table.token, file: table.tokenFile, from: source)
        readOnlyToken = try TokenFile.token(table.readOnlyToken, file: table.readOnlyTokenFile, from: source)
        otlpHeaders = try ExportHeadersFile.headers(table.otlpHeadersFile, from: source)
    }

    subscript<Value>(dynamicMember property: KeyPath<Settings, Setting<Value>>) -> Value {
        let setting = Settings.table[keyPath: property]
        guard let given = values[setting.about.name] else { return setting.defaultValue }
        guard let value = given as? Value else {
            preconditionFailure("\(setting.about.name) has a value of another type")
        }
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
