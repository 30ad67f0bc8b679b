import LifecycleKernel
import WireFormat

/// Reads scenarios from text: one scenario a file, in YAML or in JSON.
public enum ScenarioFile {
    /// How a text is written.
    public enum Format: String, CaseIterable, Sendable {
        /// YAML, with the scalars of the YAML 1.2 core schema.
        case yaml
        /// JSON.
        case json
    }

    /// Reads a scenario.
    ///
    /// - Parameters:
    ///   - text: The text of the file.
    ///   - name: The file's name, for messages.
    ///   - format: How it is written; unless told, JSON when the name ends in `.json` and YAML otherwise.
    /// - Throws: `ScenarioFileError`, which names the file, the field and what would have been accepted.
    public static func parse(
        text: String,
        name: String,
        format: Format? = nil
    ) throws(ScenarioFileError) -> Scenario {
        do throws(Rejection) {
            guard text.utf8.count <= ScenarioLimits.bytes else {
                throw Rejection(.limitReached, "A scenario has at most \(ScenarioLimits.bytes) bytes of text.")
            }
            switch format ?? (name.hasSuffix(".json") ? .json : .yaml) {
            case .yaml: return try Scenario(YAMLText.parse(text))
            case .json: return try Scenario(JSONText.parse(text.utf8))
            }
        } catch {
            throw ScenarioFileError(file: name, rejection: error)
        }
    }

    /// Writes a scenario's document as YAML.
    ///
    /// - Throws: What the library for YAML throws; no document is known for which it does.
    public static func yaml(_ document: Value) throws -> String { try YAMLOutput.text(document) }
}

/// Why a scenario could not be read.
public struct ScenarioFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's name; empty for a text that came without one.
    public var file: String
    /// What is wrong; its `field` is the path of the field, such as `steps[2].callbacks`.
    public var rejection: Rejection

    /// Makes an error.
    public init(file: String, rejection: Rejection) {
        self.file = file
        self.rejection = rejection
    }

    /// File, field, what is wrong and what would have been accepted, on one line.
    public var description: String {
        var parts = file.isEmpty ? [] : [file]
        // Some details begin with the path themselves.
        if let field = rejection.field, !rejection.detail.hasPrefix(field) { parts.append(field) }
        parts.append(rejection.detail)
        let accepted = rejection.accepted.joined(separator: ", ")
        return parts.joined(separator: ": ") + (accepted.isEmpty ? "" : " Accepted: \(accepted).")
    }
}
