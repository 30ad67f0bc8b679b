import LifecycleKernel
import WireFormat

/// Reads files with scenarios or a device, in YAML or JSON.
public enum DocumentFile {
    /// How a text is written.
    public enum Format: String, CaseIterable, Sendable {
        /// YAML, with the scalars of the YAML 1.2 core schema.
        case yaml
        /// JSON.
        case json
    }

    /// Reads a text that is one document, and converts it.
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
        let documents: [LocatedDocument]
        do throws(Rejection) {
            documents = try Self.documents(in: text, format ?? Self.format(of: name), severalAllowed: false)
        } catch {
            throw DocumentFileError(file: name, rejection: error)
        }
        return try documents[0].convert(name) { document, _ throws(Rejection) in try make(document) }
    }

    /// Reads all documents of a text, and converts each: of YAML any number of them, of JSON one.
    ///
    /// - Parameters:
    ///   - text: The text of the file.
    ///   - name: The file's name, for messages, and for how it is written.
    ///   - make: Converts a document; where its lines are known it is given them.
    /// - Returns: What the documents are converted to, in their order; instead of one that cannot be, the reason.
    static func readAll<Content>(
        text: String,
        name: String,
        _ make: (Value, YAMLPosition?) throws(Rejection) -> Content
    ) -> [Result<Content, DocumentFileError>] {
        do throws(Rejection) {
            let documents = try Self.documents(in: text, format(of: name), severalAllowed: true)
            return documents.map { document in
                Result { () throws(DocumentFileError) in try document.convert(name, make) }
            }
        } catch {
            return [.failure(DocumentFileError(file: name, rejection: error))]
        }
    }

    private static func format(of name: String) -> Format { name.hasSuffix(".json") ? .json : .yaml }

    /// Returns the documents of a text; at least one.
    private static func documents(
        in text: String,
        _ format: Format,
        severalAllowed: Bool
    ) throws(Rejection) -> [LocatedDocument] {
        guard text.utf8.count <= ScenarioLimits.bytes else {
            throw Rejection(.tooComplex, "A file has at most \(ScenarioLimits.bytes) bytes of text.")
        }
        guard format == .yaml else { return [LocatedDocument(value: .success(try JSONText.parse(text.utf8)))] }
        return try YAMLText.documents(in: text, severalAllowed: severalAllowed)
    }
}

/// A document of a file, and where its fields are.
struct LocatedDocument {
    /// The document, or why it cannot be converted to a value.
    var value: Result<Value, Rejection>
    /// Where its fields are; nil in JSON.
    var lines: YAMLPosition?

    /// Converts the document.
    ///
    /// - Throws: `DocumentFileError` with the file's name, and the line of the field that is wrong.
    fileprivate func convert<Content>(
        _ name: String,
        _ make: (Value, YAMLPosition?) throws(Rejection) -> Content
    ) throws(DocumentFileError) -> Content {
        do throws(Rejection) {
            return try make(try value.get(), lines)
        } catch {
            let line = error.field.flatMap { lines?.line(of: $0) }
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
