import ArgumentParser

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
