import ArgumentParser
import GreenroomServer

/// The options of `greenroom serve`, one a setting. They are texts here: settings read them, wherever they come from.
///
/// ArgumentParser looks for properties by reflection, so the mirror has one for each setting.
struct ServeOptions: ParsableArguments, CustomReflectable {
    /// What was given, by the settings' names.
    private(set) var given: [String: String] = [:]

    init() {}

    init(from decoder: any Decoder) throws {
        let options = try decoder.container(keyedBy: SettingKey.self)
        for setting in Program.settings {
            let key = SettingKey(stringValue: setting.name)
            if setting.isFlag {
                given[setting.name] = try options.decode(Flag<Bool>.self, forKey: key).wrappedValue ? "true" : nil
            } else {
                given[setting.name] = try options.decode(Option<String?>.self, forKey: key).wrappedValue
            }
        }
    }

    var customMirror: Mirror {
        let options = Program.settings.map { setting -> Mirror.Child in
            let name = NameSpecification.customLong(setting.name)
            let option: Any =
                setting.isFlag
                ? Flag(wrappedValue: false, name: name, help: setting.help)
                : Option<String?>(name: name, help: setting.help)
            return (setting.name, option)
        }
        return Mirror(self, children: options)
    }
}

/// The name of a setting.
private struct SettingKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension SettingDescription {
    /// What the help says about the option.
    var help: ArgumentHelp {
        ArgumentHelp(
            isFlag
                ? "\(summary) \(variable)=true."
                : "\(summary) Accepts \(accepted); \(variable); default \(defaultText).",
            valueName: accepted.hasPrefix("a whole number") ? "number" : "text"
        )
    }
}
