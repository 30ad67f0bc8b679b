/// A module of JavaScript that a feature adds to the dashboard: it adds panels and pages with the functions of `parts.js`.
package struct DashboardScript: Sendable {
    /// The name of its file.
    package let name: String
    /// What is in it; nil for a file among those of the dashboard.
    package let text: String?

    /// A module.
    package init(_ name: String, _ text: String? = nil) {
        self.name = name
        self.text = text
    }
}
