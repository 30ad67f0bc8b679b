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

    /// The text that was given for a setting; nil when none was given.
    ///
    /// - Throws: When it is not accepted.
    func text(_ setting: any SettingRow) throws(SettingError) -> String? {
        let about = setting.about
        guard let text = reader.string(forKey: ConfigKey([about.name]), isSecret: about.isSecret) else { return nil }
        guard setting.accepts(text) else {
            throw SettingError(
                source: name(of: about),
                text: about.isSecret ? nil : text,
                accepted: about.accepted
            )
        }
        return text
    }

    /// The value of a setting.
    ///
    /// - Throws: When what was given is not accepted.
    func value<Value>(_ setting: Setting<Value>) throws(SettingError) -> Value {
        try text(setting).flatMap(setting.parse) ?? setting.defaultValue
    }

    /// The name under which a setting was given: the option, or the environment variable.
    func name(of about: SettingDescription) -> String {
        arguments[about.name] == nil ? about.variable : about.option
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
    /// What is wrong with it.
    var problem: String

    init(source: String, problem: String) {
        self.source = source
        self.problem = problem
    }

    /// A text is not what is accepted.
    ///
    /// - Parameter text: The text that was given; nil when it is a secret.
    init(source: String, text: String?, accepted: String) {
        let given = text.map { "\"\($0)\" is not accepted" } ?? "its value is not accepted"
        self.init(source: source, problem: "\(given): expected \(accepted)")
    }

    var description: String { "\(source): \(problem)" }
}
