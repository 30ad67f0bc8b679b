import HTTPAPI
import LifecycleKernel
import WireFormat

/// How a scenario is written, for a model: an example, and what each part means as the description of the interface says it.
enum ScenarioGuide {
    /// The guide in Markdown.
    static let markdown = [
        introduction, "```yaml\n\(example)```\n", list("A scenario has", of: "Scenario"),
        list("A step does one thing (`send` to `check`), and may check what that caused. It has", of: "ScenarioStep"),
        ending,
    ].joined(separator: "\n")

    /// A scenario that passes.
    static let example = """
        scenario: saves-before-it-is-killed
        about: Notes saves when it enters the background, so nothing is lost when the system kills it.
        device: {rules: ios18}
        apps:
          - bundleID: com.example.notes
            lifecycle: scenes
            behavior:
              "sceneDidEnterBackground(_:)": [{action: save, takesSeconds: 1.5}]
        steps:
          - send: {type: app.launch, bundleID: com.example.notes}
          - act: {bundleID: com.example.notes, action: edit, count: 3}
          - send: {type: device.home}
            callbacks: ["sceneWillResignActive(_:)", "sceneDidEnterBackground(_:)"]
            states: {com.example.notes: background}
          - advance: 10
            states: {com.example.notes: suspended}
          - send: {type: app.terminate, bundleID: com.example.notes, cause: jetsam}
            never: [{kind: finding, code: dataLoss}]
            exit: {com.example.notes: {reason: memoryPressure, unsavedChanges: 0}}

        """

    private static let introduction = """
        # Scenarios

        A scenario is a YAML or JSON document: a device, apps, and steps. The same scenario always has the same verdict.

        """

    private static let ending = """
        A pattern of a record names some of its fields, `kind` among them: a record matches that has these values. The events of
        `send` are those of greenroom://events, the actions of `act` and `behavior` those of greenroom://actions.

        """

    /// The fields of a component, each with what it means.
    private static func list(_ beginning: String, of name: String) -> String {
        let schema = CompactSchema.described.of(OpenAPIFile.components[name] ?? [:])
        let fields = schema["properties"]?.members ?? []
        let lines = fields.map { "- `\($0.name)`: \($0.value["description"]?.text ?? "")" }
        return "\(beginning):\n\n\(lines.joined(separator: "\n"))\n"
    }
}
