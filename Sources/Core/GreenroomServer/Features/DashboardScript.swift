/// A module of JavaScript that a feature adds to the dashboard: it adds panels and pages with the functions of `parts.js`.
package struct DashboardScript: Sendable {
    /// The name of its file.
    package let name: String
    /// The text of the script; nil if it is one of the dashboard's files.
    package let text: String?

    /// A module.
    package init(_ name: String, _ text: String? = nil) {
        self.name = name
        self.text = text
    }
}
