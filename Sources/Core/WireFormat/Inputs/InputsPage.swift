import LifecycleKernel

/// The events and actions as a page for people: each with what it means, and its fields.
package enum InputsPage {
    /// The page in Markdown.
    package static var markdown: String {
        [introduction, events, actions].joined(separator: "\n")
    }

    /// The events.
    package static var events: String {
        let about = "A field `type` names the event. One of an app has `bundleID`."
        return section("Events", about, Event.descriptions, named: "type") { value throws(Rejection) in
            _ = try Event(value, at: "")
        }
    }

    /// The actions.
    package static var actions: String {
        let about = "A field `action` names the action."
        return section("Actions", about, Action.descriptions, named: "action") { value throws(Rejection) in
            _ = try Action(value, at: "")
        }
    }

    private static let introduction = """
        # Events and actions

        What can be sent to a device (`POST /v1/devices/{device}/events`), and what the code of an app can do (`POST
        .../apps/{bundleID}/actions`, a `behavior`, a completion). A field may be left out unless it is required. Types and
        limits of the fields are in [openapi.json](openapi.json). This page is made by `make documents`; a test keeps it
        current.

        """

    private static func section(
        _ title: String,
        _ about: String,
        _ descriptions: [InputDescription],
        named nameField: String,
        _ read: @escaping (Value) throws(Rejection) -> Void
    ) -> String {
        let head = ["## \(title)", "", about, "", "| name | what it means | fields |", "| --- | --- | --- |"]
        let rows = descriptions.map { description in
            let name = Value.Member(nameField, .string(description.name))
            return row(description, InputSurvey(name, description.fields, read))
        }
        return (head + rows).joined(separator: "\n") + "\n"
    }

    private static func row(_ description: InputDescription, _ survey: InputSurvey) -> String {
        let fields = description.fields.map { field in
            let isRequired = survey.required.contains(field.name) ? " (required)" : ""
            let names = survey.accepted[field.name]?.map { "`\($0)`" }.joined(separator: ", ")
            return "`\(field.name)`\(isRequired): \(field.about)" + (names.map { " One of \($0)." } ?? "")
        }
        return "| `\(description.name)` | \(description.summary) | \(fields.joined(separator: " ")) |"
    }
}
