import Foundation

/// The ids of sessions: UUIDs.
enum RandomID {
    /// As Appium writes them.
    static func lowerCase() -> String { UUID().uuidString.lowercased() }

    /// As WebDriverAgent writes them.
    static func upperCase() -> String { UUID().uuidString.uppercased() }
}
