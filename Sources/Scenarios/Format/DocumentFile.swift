import LifecycleKernel
import WireFormat

/// Reads files with a scenario or a device: one document in each, in YAML or JSON.
public enum DocumentFile {
    /// How a text is written.
    public enum Format: String, CaseIterable, Sendable {
        /// YAML, with the scalars of the YAML 1.2 core schema.
        case yaml
        /// JSON.
        case json
    }

    /// Reads a document and converts it.
    ///
    /// - Parameters:
    ///   - text: The text of the file.
    ///   - name: The file's name, for messages.
    ///   - format: How it is written; by default JSON when the name ends in `.json`, and YAML otherwise.
    ///   - make: Converts the document.
    /// - Throws: `DocumentFileError`, which names the file, the field and what would have been accepted.
    public static func read<Content>(
        text: String,
        name: String,
        format: Format? = nil,
        _ make: (Value) throws(Rejection) -> Content
    ) throws(DocumentFileError) -> Content {
        let format = format ?? (name.hasSuffix(".json") ? .json : .yaml)
        var isRead = false
        do throws(Rejection) {
            guard text.utf8.count <= ScenarioLimits.bytes else {
                throw Rejection(.tooComplex, "A file has at most \(ScenarioLimits.bytes) bytes of text.")
            }
            let document = format == .yaml ? try YAMLText.parse(text) : try JSONText.parse(text.utf8)
            isRead = true
            return try make(document)
        } catch {
            let field = format == .yaml && isRead ? error.field : nil
            let line = field.flatMap { YAMLPosition.line(of: $0, in: text) }
            throw DocumentFileError(file: name, line: line, rejection: error)
        }
    }
}

/// Why a file could not be read.
public struct DocumentFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's name; empty for a text without one.
    public var file: String
    /// The line of the error, from 1, if it is known.
    public var line: Int?
    /// What is wrong; its `field` is the path of the field, such as `steps[2].callbacks`.
    public var rejection: Rejection

    /// Makes an error.
    public init(file: String, line: Int? = nil, rejection: Rejection) {
        self.file = file
        self.line = line
        self.rejection = rejection
    }

    /// File, line, field, what is wrong and what would have been accepted, on one line.
    public var description: String {
        var parts = file.isEmpty ? [] : [file + (line.map { ":\($0)" } ?? "")]
        // Some details begin with the path themselves.
        if let field = rejection.field, !rejection.detail.hasPrefix(field) { parts.append(field) }
        parts.append(rejection.detail)
        let accepted = rejection.acceptedNames.joined(separator: ", ")
        return parts.joined(separator: ": ") + (accepted.isEmpty ? "" : " Accepted: \(accepted).")
    }
}
