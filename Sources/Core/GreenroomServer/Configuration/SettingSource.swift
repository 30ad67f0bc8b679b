/// Where settings come from: the arguments first, then the environment, then the defaults.
package struct SettingSource: Sendable {
    /// What the names of the environment variables begin with.
    package static let variablePrefix = "GREENROOM_"

    private let arguments: [String: String]
    private let environment: [String: String]

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - arguments: The options given on the command line, by the settings' names.
    ///   - environment: The environment variables.
    package init(arguments: [String: String], environment: [String: String]) {
        self.arguments = arguments
        self.environment = environment
    }

    /// The text that was given for a setting; nil when none was given.
    package func text(_ about: SettingDescription) -> String? { arguments[about.name] ?? environment[about.variable] }

    /// The value of a setting.
    ///
    /// - Throws: When what was given is not accepted.
    package func value<Value>(_ setting: Setting<Value>) throws(SettingError) -> Value {
        guard let text = text(setting.about) else { return setting.defaultValue }
        guard let value = setting.parse(text) else { throw refusal(of: text, for: setting.about) }
        return value
    }

    /// Why a text is not accepted for a setting.
    package func refusal(of text: String, for about: SettingDescription) -> SettingError {
        SettingError(source: name(of: about), text: about.isSecret ? nil : text, accepted: about.accepted)
    }

    /// The name under which a setting was given: the option, or the environment variable.
    package func name(of about: SettingDescription) -> String {
        arguments[about.name] == nil ? about.variable : about.option
    }

    /// The variables of an environment that look like settings and are none, in order: misspelt, most likely.
    ///
    /// - Parameter known: The variables that there are.
    package static func unknownVariables(in environment: [String: String], known: [String]) -> [String] {
        let known = Set(known)
        return environment.keys.filter { $0.hasPrefix(variablePrefix) && !known.contains($0) }.sorted()
    }
}

/// A setting has a value that is not accepted.
package struct SettingError: Error, Hashable, CustomStringConvertible {
    /// The option or the environment variable.
    package var source: String
    /// What is wrong with it.
    package var problem: String

    package init(source: String, problem: String) {
        self.source = source
        self.problem = problem
    }

    /// A text is not what is accepted.
    ///
    /// - Parameter text: The text that was given; nil when it is a secret.
    package init(source: String, text: String?, accepted: String) {
        let given = text.map { "\"\($0)\" is not accepted" } ?? "its value is not accepted"
        self.init(source: source, problem: "\(given): expected \(accepted)")
    }

    package var description: String { "\(source): \(problem)" }
}
