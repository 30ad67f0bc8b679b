import Configuration

/// Where settings come from: the arguments first, then the environment, then the defaults.
struct SettingSource: Sendable {
    /// What the names of the environment variables begin with.
    static let variablePrefix = "GREENROOM_"

    private let arguments: [String: String]
    private let reader: ConfigReader

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - arguments: The options given on the command line, by the settings' names.
    ///   - environment: The environment variables.
    init(arguments: [String: String], environment: [String: String]) {
        self.arguments = arguments
        let given = arguments.map { (AbsoluteConfigKey([$0.key]), ConfigValue(.string($0.value), isSecret: false)) }
        reader = ConfigReader(providers: [
            InMemoryProvider(name: "arguments", values: Dictionary(uniqueKeysWithValues: given)),
            EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "greenroom"),
        ])
    }

    /// Reads a setting.
    ///
    /// - Throws: When what was given is not accepted.
    func value<Value>(_ setting: Setting<Value>) throws(SettingError) -> Value {
        let about = setting.about
        guard let text = reader.string(forKey: ConfigKey([about.name]), isSecret: about.isSecret) else {
            return setting.defaultValue
        }
        guard let value = setting.parse(text) else {
            let source = arguments[about.name] == nil ? about.variable : about.option
            throw SettingError(source: source, text: about.isSecret ? nil : text, accepted: about.accepted)
        }
        return value
    }

    /// The variables of an environment that look like settings and are none, in order: misspelt, most likely.
    static func unknownVariables(in environment: [String: String]) -> [String] {
        let known = Set(Settings.all.map(\.variable) + [ServerOptions.variable])
        return environment.keys.filter { $0.hasPrefix(variablePrefix) && !known.contains($0) }.sorted()
    }
}

/// A setting has a value that is not accepted.
struct SettingError: Error, Hashable, CustomStringConvertible {
    /// The option or the environment variable.
    var source: String
    /// The value that was given; nil when it is a secret.
    var text: String?
    /// What is accepted.
    var accepted: String

    var description: String {
        let given = text.map { "\"\($0)\" is not accepted" } ?? "its value is not accepted"
        return "\(source): \(given): expected \(accepted)"
    }
}
