import HTTPAPI
import LifecycleKernel
import Scenarios
import WireFormat

// The properties of a scenario, and the conditions that they are made of.
extension SchemaComponent {
    /// What may be said of properties.
    static let properties: [SchemaComponent] =
        [
            SchemaComponent(
                "ScenarioProperty",
                "What must hold over all steps of a scenario: exactly one of `always`, `never` and `eventually`.",
                .oneOf(["AlwaysProperty", "NeverProperty", "EventuallyProperty"].map { .component($0) })
            ),
            property(
                "Always",
                "A condition holds after every step and whenever an instant is settled.",
                [
                    .field("always", .component("StateCondition"), "What holds."),
                    .optional("while", Schema.component("StateCondition").orNull, "Only as long as this does."),
                ]
            ),
            property(
                "Never",
                "Records do not come.",
                [
                    .field("never", patterns, "Records none of which comes."),
                    .optional("after", pattern.orNull, "Only between a record like this..."),
                    .optional("until", pattern.orNull, "... and one like this."),
                ]
            ),
            property(
                "Eventually",
                "A record is followed by another in time.",
                [
                    .field("after", pattern, "After each record like this..."),
                    .field("eventually", pattern, "... one like this comes..."),
                    .field(
                        "within",
                        Schema(.seconds(atMost: FieldReader.longestTime)),
                        "... within so many seconds..."
                    ),
                    .optional("unless", patterns.orNull, "... unless one of these comes first."),
                ]
            ),
        ] + conditions

    /// A pattern without what differs between runs that count as the same.
    private static let pattern = Schema.component("RecordPattern").refusing(
        RecordPattern.unreadable.map { Schema.having([$0]) } + [
            .having(["kind", "callback"], [.init("kind", Schema.choice(["returned"]).value)])
        ]
    )
    private static let patterns = Schema.oneOf([pattern, .array(of: pattern, 1...32)])

    private static func property(_ name: String, _ about: String, _ fields: [SchemaField]) -> SchemaComponent {
        let all: [SchemaField] =
            [.field("name", .text(1...256), "Its name.")] + fields + [
                .optional(
                    "severity",
                    Schema.choice(Finding.Severity.self).orNull,
                    "How bad it is; error unless given."
                ),
                .optional("expect", Schema.choice(["holds", "broken"]).orNull, "Whether it must hold, or be broken."),
            ]
        return SchemaComponent("\(name)Property", about, .object(all))
    }

    /// Each with a name, as they refer to themselves, which generators of code cope with only so.
    private static let conditions: [SchemaComponent] = {
        let condition = Schema.component("StateCondition")
        let app: [SchemaField] = [
            .field("bundleID", .bundleID, "The app."),
            .optional("state", Schema.choice(ProcessState.self).orNull, "Its state."),
            .optional("unsavedChanges", Schema.integer(0...1_000_000).orNull, "How many changes are not saved."),
            .optional("forceQuit", Schema.boolean.orNull, "Whether the user has force-quit it."),
        ]
        let device: [SchemaField] = [
            .optional("isLocked", Schema.boolean.orNull, "Whether it is locked."),
            .optional("isOn", Schema.boolean.orNull, "Whether it is switched on."),
            .optional(
                "appsInFront",
                Schema.array(of: .text(FieldReader.nameLength), 0...16).orNull,
                "The apps with a window on screen."
            ),
        ]
        let several = Schema.array(of: condition, 1...32)
        let kinds: [(name: String, about: String, field: String, schema: Schema)] = [
            ("AppStateCondition", "About an app.", "app", .object(app)),
            ("DeviceStateCondition", "About the device.", "device", .object(device)),
            ("NotStateCondition", "A condition does not hold.", "not", condition),
            ("AllStateCondition", "Several conditions hold.", "all", several),
            ("AnyStateCondition", "One of several conditions holds.", "any", several),
        ]
        return [
            SchemaComponent(
                "StateCondition",
                "Something about the state of a device: exactly one of these.",
                .oneOf(kinds.map { .component($0.name) })
            )
        ]
            + kinds.map { kind in
                SchemaComponent(kind.name, kind.about, .object([.field(kind.field, kind.schema, kind.about)]))
            }
    }()
}
