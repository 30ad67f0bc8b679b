import APNs
import Dashboard
import Explorations
import GreenroomServer
import ModelContextProtocol
import OpenTelemetryExport
import PostgreSQLStore
import WebDriver
import Webhooks

/// The features of this program: the only place that names them.
enum Features {
    /// All, in the order in which their settings are listed and their services start.
    static let all: [any ServerFeature.Type] = [
        PostgreSQLFeature.self,
        DashboardFeature.self,
        MCPFeature.self,
        WebhooksFeature.self,
        OpenTelemetryFeature.self,
        ExplorationsFeature.self,
        WebDriverFeature.self,
        APNsFeature.self,
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
