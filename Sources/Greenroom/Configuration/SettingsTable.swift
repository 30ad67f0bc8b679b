/// The table of settings in docs/operating.md.
package enum SettingsTable {
    /// Returns the page with the rows of its table made anew; nil where the page has no such table.
    package static func updated(in page: String) -> String? {
        guard let section = page.firstRange(of: "\n## Settings\n"),
            let head = page[section.upperBound...].firstRange(of: "| --- |\n"),
            let end = page[head.upperBound...].firstRange(of: "\n\n")
        else { return nil }
        let rows = Settings.all.map {
            "| `\($0.option)` | `\($0.variable)` | \($0.defaultText) | \($0.accepted) | \($0.summary) |"
        }
        return page[..<head.upperBound] + rows.joined(separator: "\n") + page[end.lowerBound...]
    }
}
