import LifecycleKernel

/// The events and actions as a page for people: each with what it means, and its fields.
package enum InputsPage {
    /// The page in Markdown.
    package static var markdown: String {
        [introduction, events, actions].joined(separator: "\n")
    }

    /// The events.
    package static var events: String {
        section("Events", "A field `type` names the event. One of an app has `bundleID`.", Event.descriptions)
    }

    /// The actions.
    package static var actions: String {
        section("Actions", "A field `action` names the action.", Action.descriptions)
    }

    private static let introduction = """
        # Events and actions

        What can be sent to a device (`POST /v1/devices/{device}/events`), and what the code of an app can do (`POST
        .../apps/{bundleID}/actions`, a `behavior`, a completion). Types and limits of the fields are in
        [openapi.json](openapi.json). This page is made by `make documents`; a test keeps it current.

        """

    private static func section(_ title: String, _ about: String, _ descriptions: [InputDescription]) -> String {
        let head = ["## \(title)", "", about, "", "| name | what it means | fields |", "| --- | --- | --- |"]
        return (head + descriptions.map(row)).joined(separator: "\n") + "\n"
    }

    private static func row(_ description: InputDescription) -> String {
        let fields = description.fields.map { "`\($0.name)`: \($0.about)" }.joined(separator: " ")
        return "| `\(description.name)` | \(description.summary) | \(fields) |"
    }
}
