import GreenroomServer
import OpenTelemetryExport
import WebDriver

/// The features of this program: the only place that names them.
enum Features {
    /// All, in the order in which their settings are listed, and in which they are made.
    static let all: [any ServerFeature.Type] = [
        OpenTelemetryFeature.self,
        WebDriverFeature.self,
    ]
}

extension Settings {
    /// What people read about each setting of this program.
    static var all: [SettingDescription] { all(with: Features.all) }
}

/// The table of settings in docs/operating.md.
package enum SettingsGuide {
    /// Returns the page with the rows of its table made anew; nil where the page has no such table.
    package static func updated(in page: String) -> String? { SettingsTable.updated(in: page, features: Features.all) }
}
