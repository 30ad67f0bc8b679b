import LifecycleKernel

/// Scenarios as text: one scenario a file, in YAML or in JSON.
public enum ScenarioFile {
    /// Reads a scenario.
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

    /// Writes a scenario's document as YAML.
    ///
    /// - Throws: What the library for YAML throws; no document is known for which it does.
    public static func yaml(_ document: Value) throws -> String { try YAMLOutput.text(document) }
}
