import LifecycleKernel

/// Scenarios as text, in YAML or in JSON.
public enum ScenarioFile {
    /// Reads a text that is one scenario.
    ///
    /// - Parameters:
    ///   - text: The text of the file.
    ///   - name: The file's name, for messages.
    ///   - format: How it is written; by default JSON when the name ends in `.json`, and YAML otherwise.
    /// - Throws: `DocumentFileError`, which names the file, the field and what would have been accepted.
    public static func parse(
        text: String,
        name: String,
        format: DocumentFile.Format? = nil
    ) throws(DocumentFileError) -> Scenario {
        try DocumentFile.read(text: text, name: name, format: format) { document throws(Rejection) in
            try Scenario(document)
        }
    }

    /// Reads all scenarios of a text: of YAML each document is one, of JSON the text is.
    ///
    /// - Parameters:
    ///   - text: The text of the file.
    ///   - name: The file's name, for messages, and for how it is written.
    /// - Returns: The scenarios in their order; instead of one that cannot be read, the reason. A text that is no YAML
    ///   or no JSON at all is one such.
    public static func parseAll(text: String, name: String) -> [Result<LocatedScenario, DocumentFileError>] {
        DocumentFile.readAll(text: text, name: name) { document, lines throws(Rejection) in
            let scenario = try Scenario(document)
            return LocatedScenario(
                scenario: scenario,
                line: lines?.line(of: "scenario"),
                stepLines: scenario.steps.indices.map { lines?.line(of: "steps[\($0)]") }
            )
        }
    }

    /// Writes a scenario's document as YAML.
    ///
    /// - Throws: What the library for YAML throws; no document is known for which it does.
    public static func yaml(_ document: Value) throws -> String { try YAMLOutput.text(document) }
}

/// A scenario, and where it is in its file.
public struct LocatedScenario: Hashable, Sendable {
    /// The scenario.
    public var scenario: Scenario
    /// The line of its name, from 1; nil where lines are not known, as in JSON.
    public var line: Int?
    /// The line of each of its steps, from 1.
    public var stepLines: [Int?]

    /// Makes a scenario of which no line is known.
    public init(scenario: Scenario, line: Int? = nil, stepLines: [Int?] = []) {
        self.scenario = scenario
        self.line = line
        self.stepLines = stepLines
    }

    /// The line of the first step that failed; that of the scenario where it failed before the first step.
    public func line(of result: ScenarioResult) -> Int? {
        guard let failed = result.steps.first(where: { !$0.failures.isEmpty })?.index,
            stepLines.indices.contains(failed)
        else { return line }
        return stepLines[failed] ?? line
    }
}
