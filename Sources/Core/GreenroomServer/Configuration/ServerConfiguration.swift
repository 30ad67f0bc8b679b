/// The configuration of a server: each row of `Settings` is a property, with the value that was given or the default. A setting of a
/// feature is read with the setting itself.
@dynamicMemberLookup
package struct ServerConfiguration: Sendable {
    /// The bearer token of requests, from a setting or a file; nil when none is required.
    package let token: String?
    /// The bearer token with which nothing can be changed, from a setting or a file; nil for none.
    package let readOnlyToken: String?
    /// The features of the server.
    package let features: [any ServerFeature.Type]
    /// Where the settings come from.
    package let source: SettingSource
    /// The texts that were given, by the settings' names.
    package let texts: [String: String]
    /// What the texts mean, by the settings' names.
    private let values: [String: any Sendable]

    /// Reads the whole configuration.
    ///
    /// - Throws: For the first setting whose value is not accepted, or whose file cannot be read.
    package init(
        from source: SettingSource,
        features: [any ServerFeature.Type]
    ) throws(SettingError) {
        var texts: [String: String] = [:]
        var values: [String: any Sendable] = [:]
        for row in Settings.rows(with: features) {
            guard let text = source.text(row.about) else { continue }
            guard let value = row.value(of: text) else { throw source.refusal(of: text, for: row.about) }
            texts[row.about.name] = text
            values[row.about.name] = value
        }
        self.features = features
        self.source = source
        self.texts = texts
        self.values = values
        let table = Settings.table
        token = try TokenFile.token(table.token, file: table.tokenFile, from: source)
        readOnlyToken = try TokenFile.token(table.readOnlyToken, file: table.readOnlyTokenFile, from: source)
    }

    package subscript<Value>(dynamicMember property: KeyPath<Settings, Setting<Value>>) -> Value {
        self[Settings.table[keyPath: property]]
    }

    /// The value of a setting.
    package subscript<Value>(setting: Setting<Value>) -> Value {
        guard let given = values[setting.about.name] else { return setting.defaultValue }
        guard let value = given as? Value else {
            preconditionFailure("\(setting.about.name) has a value of another type")
        }
        return value
    }

    /// The settings that were given, as texts by their names; secrets are left out.
    package var given: [String: String] {
        let secrets = Set(Settings.all(with: features).filter(\.isSecret).map(\.name))
        return texts.filter { !secrets.contains($0.key) }
    }

    /// Whether others than this machine can reach the server, and no token keeps them out.
    package var isOpenToOthers: Bool { !HostNames.isLoopback(self.host) && token == nil }
}
