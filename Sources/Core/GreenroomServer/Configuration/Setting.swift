import Logging

/// A setting of whatever type.
package protocol SettingRow: Sendable {
    /// What people read about it.
    var about: SettingDescription { get }

    /// The value that a text means; nil when it is not accepted.
    func value(of text: String) -> (any Sendable)?
}

/// One setting of the server: its name, its default, and how a text becomes a value.
package struct Setting<Value: Sendable>: SettingRow {
    /// What people read about it.
    package let about: SettingDescription
    /// The value when none is given.
    package let defaultValue: Value
    /// Parses a text; nil when it is not accepted.
    package let parse: @Sendable (String) -> Value?

    /// Makes a setting.
    package init(
        about: SettingDescription,
        defaultValue: Value,
        parse: @escaping @Sendable (String) -> Value?
    ) {
        self.about = about
        self.defaultValue = defaultValue
        self.parse = parse
    }

    package func value(of text: String) -> (any Sendable)? { parse(text) }
}

/// What people read about a setting: in the help, in messages, and in the table of docs/operating.md.
package struct SettingDescription: Hashable, Sendable {
    /// The name, in kebab-case, of which the option and the variable are made.
    package let name: String
    /// A sentence on what it does.
    package let summary: String
    /// The default, as it would be written.
    package let defaultText: String
    /// What is accepted, to follow "expected".
    package let accepted: String
    /// Whether its value must not be shown.
    package var isSecret: Bool
    /// Whether the option means `true` and takes no value.
    package var isFlag: Bool

    /// Describes a setting.
    package init(
        name: String,
        summary: String,
        defaultText: String,
        accepted: String,
        isSecret: Bool = false,
        isFlag: Bool = false
    ) {
        self.name = name
        self.summary = summary
        self.defaultText = defaultText
        self.accepted = accepted
        self.isSecret = isSecret
        self.isFlag = isFlag
    }

    /// The option on the command line.
    package var option: String { "--" + name }

    /// The environment variable.
    package var variable: String { SettingSource.variablePrefix + name.uppercased().replacing("-", with: "_") }
}

extension Setting where Value == Int {
    /// A whole number in a range.
    package static func integer(
        _ name: String,
        _ defaultValue: Int,
        shownAs defaultText: String? = nil,
        in range: ClosedRange<Int>,
        unit: String? = nil,
        _ summary: String
    ) -> Setting {
        let accepted = "a whole number" + (unit.map { " of \($0)" } ?? "")
        return Setting(
            about: SettingDescription(
                name: name,
                summary: summary,
                defaultText: defaultText ?? String(defaultValue),
                accepted: "\(accepted) from \(range.lowerBound) to \(range.upperBound)"
            ),
            defaultValue: defaultValue,
            parse: { Int($0).flatMap { range.contains($0) ? $0 : nil } }
        )
    }
}

extension Setting where Value == Int? {
    /// A port that is not listened on unless it is given.
    package static func optionalPort(_ name: String, _ summary: String) -> Setting {
        let port = Setting<Int>.integer(name, 0, in: 0...65_535, summary)
        return Setting(
            about: SettingDescription(
                name: name,
                summary: summary,
                defaultText: "none",
                accepted: port.about.accepted
            ),
            defaultValue: nil,
            parse: { text in port.parse(text).map { .some($0) } }
        )
    }
}

extension Setting where Value == String? {
    private static var visibleCharacters: String { "8 to 256 visible ASCII characters" }

    /// A bearer token; none unless it is given.
    package static func token(_ name: String, _ summary: String) -> Setting {
        Setting(
            about: SettingDescription(
                name: name,
                summary: summary,
                defaultText: "none",
                accepted: visibleCharacters,
                isSecret: true
            ),
            defaultValue: nil,
            parse: { text in
                let isToken = (8...256).contains(text.utf8.count) && text.utf8.allSatisfy { (33...126).contains($0) }
                return isToken ? .some(text) : nil
            }
        )
    }

    /// The path of a file or folder; none unless it is given.
    ///
    /// - Parameter accepted: What it is the path of, such as `the path of a folder`.
    package static func path(_ name: String, _ summary: String, accepted: String) -> Setting {
        Setting(
            about: SettingDescription(name: name, summary: summary, defaultText: "none", accepted: accepted),
            defaultValue: nil,
            parse: { $0.isEmpty ? nil : .some($0) }
        )
    }

    /// A file with a bearer token; none unless it is given.
    package static func tokenFile(_ name: String, _ summary: String) -> Setting {
        path(name, summary, accepted: "the path of a file with \(visibleCharacters)")
    }
}

extension Setting where Value == Duration {
    /// A whole number of seconds in a range.
    package static func seconds(
        _ name: String,
        _ defaultValue: Int,
        in range: ClosedRange<Int>,
        _ summary: String
    ) -> Setting {
        length(.integer(name, defaultValue, in: range, unit: "seconds", summary)) { .seconds($0) }
    }

    /// A whole number of milliseconds in a range.
    package static func milliseconds(
        _ name: String,
        _ defaultValue: Int,
        in range: ClosedRange<Int>,
        _ summary: String
    ) -> Setting {
        length(.integer(name, defaultValue, in: range, unit: "milliseconds", summary)) { .milliseconds($0) }
    }

    /// A length of time that is given as a number.
    private static func length(_ number: Setting<Int>, _ make: @escaping @Sendable (Int) -> Duration) -> Setting {
        Setting(about: number.about, defaultValue: make(number.defaultValue)) { text in
            number.parse(text).map(make)
        }
    }
}

extension Setting where Value == Bool {
    /// A flag: off unless given.
    package static func flag(_ name: String, _ summary: String) -> Setting {
        Setting(
            about: SettingDescription(
                name: name,
                summary: summary,
                defaultText: "false",
                accepted: "true or false",
                isFlag: true
            ),
            defaultValue: false,
            parse: { Bool($0) }
        )
    }
}

extension Setting where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One name of several.
    package static func choice(_ name: String, _ defaultValue: Value, _ summary: String) -> Setting {
        Setting(
            about: SettingDescription(
                name: name,
                summary: summary,
                defaultText: defaultValue.rawValue,
                accepted: "one of " + Value.allCases.map(\.rawValue).joined(separator: ", ")
            ),
            defaultValue: defaultValue,
            parse: { Value(rawValue: $0) }
        )
    }
}
