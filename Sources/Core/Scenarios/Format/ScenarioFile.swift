import LifecycleKernel
import WireFormat

/// Scenarios as text, in YAML or in JSON.
public enum ScenarioFile {
    /// Reads a text that is one scenario, and includes no files.
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
        let document = try DocumentFile.document(in: text, name: name, format: format)
        return try read(document, NoIncludedFiles(), [:]).scenario
    }

    /// Reads all scenarios of a text: of YAML each document is one, of JSON the text is. A device, apps, events, actions and
    /// conditions that cannot be read are errors, too, unless a step expects to be refused. An error has all mistakes of its
    /// scenario.
    ///
    /// - Parameters:
    ///   - text: The text of the file.
    ///   - name: The file's name, for messages, and for how it is written.
    ///   - files: Where the files are that they include.
    ///   - variables: Variables that count more than those of the files, by name: strings, numbers and booleans.
    /// - Returns: The scenarios in their order; instead of one that cannot be read, the reason. A text that is no YAML
    ///   or no JSON at all is one such.
    public static func parseAll(
        text: String,
        name: String,
        including files: some IncludedFiles,
        variables: [String: Value] = [:]
    ) -> [Result<LocatedScenario, DocumentFileError>] {
        DocumentFile.documents(in: text, name: name).map { document in
            Result { () throws(DocumentFileError) in
                try read(document.get(), files, variables, checkingInputs: true)
            }
        }
    }

    private static func read(
        _ document: LocatedDocument,
        _ files: some IncludedFiles,
        _ variables: [String: Value],
        checkingInputs: Bool = false
    ) throws(DocumentFileError) -> LocatedScenario {
        do throws(DocumentFileError) {
            try document.require(.scenario)
            var expansion = ScenarioExpansion(files: files, given: variables)
            return try LocatedScenario(expansion.expand(document), checkingInputs: checkingInputs)
        } catch {
            throw error.naming(document)
        }
    }

    /// The variable that a command line sets, such as `grace=25`.
    ///
    /// - Returns: Its name and its value, which is resolved as YAML resolves a plain scalar; nil when it is none.
    public static func variable(_ text: String) -> (name: String, value: Value)? {
        guard let equals = text.firstIndex(of: "="), ScenarioVariables.isName(text[..<equals]) else { return nil }
        let written = String(text[text.index(after: equals)...])
        let value = (try? YAMLScalar.plain(written)) ?? .string(written)
        return (String(text[..<equals]), value == .null ? .string(written) : value)
    }

    /// The override of a rule that a command line sets, such as `suspendDelaySeconds=10`. Its value is resolved as YAML resolves
    /// a plain scalar.
    ///
    /// - Throws: What is wrong: no override, no rule of this name, or a value that the rule does not take.
    package static func ruleOverride(_ text: String) throws(Rejection) -> RuleOverride {
        guard let equals = text.firstIndex(of: "=") else {
            throw Rejection(
                .invalidValue,
                "An override is the name of a rule, then = and a value. \(text.shortened, as: "text") is not."
            )
        }
        let written = String(text[text.index(after: equals)...])
        let value = (try? YAMLScalar.plain(written)) ?? .string(written)
        return try RuleOverride(name: String(text[..<equals]), value: value, at: "")
    }

    /// Writes a scenario's document as YAML.
    ///
    /// - Throws: What the library for YAML throws; no document is known for which it does.
    public static func yaml(_ document: Value) throws -> String { try YAMLOutput.text(document) }
}

public struct LocatedScenario: Sendable {
    public var scenario: Scenario
    public var place: DocumentPlace
    /// The place of each of its steps, which may be in a file that it includes.
    public var stepPlaces: [DocumentPlace]
    /// The paths of the files that it includes.
    public var files: [String]
    /// The names of the variables that are set or used in it.
    public var variables: Set<String>
    /// What it was put together from.
    private let source: ExpandedScenario

    fileprivate init(_ source: ExpandedScenario, checkingInputs: Bool) throws(DocumentFileError) {
        var mistakes = checkingInputs ? Scenario.mistakes(in: source.value) : []
        do throws(Rejection) {
            scenario = try Scenario(source.value)
        } catch {
            if !mistakes.contains(where: { $0.field == error.field }) { mistakes.insert(error, at: 0) }
            throw source.error(mistakes)
        }
        guard mistakes.isEmpty else { throw source.error(mistakes) }
        self.source = source
        place = source.document.place(of: "scenario")
        stepPlaces = scenario.steps.indices.map(source.place(ofStep:))
        files = source.files
        variables = source.names
    }

    /// The place of the first step that failed; that of the scenario where it failed before the first step.
    public func place(of result: ScenarioResult) -> DocumentPlace {
        guard let failed = result.steps.first(where: { !$0.failures.isEmpty })?.index,
            stepPlaces.indices.contains(failed), stepPlaces[failed].line != nil
        else { return place }
        return stepPlaces[failed]
    }

    /// The error of the file, at the place of the field, for what is refused of the scenario when it is carried out.
    public func error(_ rejection: Rejection) -> DocumentFileError { source.error(rejection).naming(source.document) }
}

extension DocumentFileError {
    /// This error with the scenario of a document, which may include the file that the error is in.
    fileprivate func naming(_ document: LocatedDocument) -> DocumentFileError {
        var error = self
        guard !error.isExploration else { return error }
        error.scenario = ScenarioReference(
            name: document.value["scenario"]?.text,
            place: document.place(of: "scenario")
        )
        error.others = others.map { $0.naming(document) }
        return error
    }
}
