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
        let document = try document(in: text, name: name, format: format)
        return try document.locating { () throws(Rejection) in try make(document.value) }
    }

    /// Reads all documents of a text, and converts each: of YAML any number of them, of JSON one.
    ///
    /// - Parameters:
    ///   - text: The text of the file.
    ///   - name: The file's name, for messages, and for how it is written.
    ///   - make: Converts a document.
    /// - Throws: `DocumentFileError` for the first that is wrong.
    package static func readAll<Content>(
        text: String,
        name: String,
        _ make: (Value) throws(Rejection) -> Content
    ) throws(DocumentFileError) -> [Content] {
        var contents: [Content] = []
        for result in documents(in: text, name: name) {
            let document = try result.get()
            contents.append(try document.locating { () throws(Rejection) in try make(document.value) })
        }
        return contents
    }

    /// Reads a text that is one document.
    ///
    /// - Throws: `DocumentFileError`.
    static func document(
        in text: String,
        name: String,
        format: Format? = nil
    ) throws(DocumentFileError) -> LocatedDocument {
        try documents(in: text, name: name, format, severalAllowed: false)[0].get()
    }

    /// Reads all documents of a text: of YAML any number of them, of JSON one.
    ///
    /// - Parameters:
    ///   - text: The text of the file.
    ///   - name: The file's name, for messages, and for how it is written.
    /// - Returns: The documents in their order, at least one; instead of one that cannot be read, the reason.
    static func documents(in text: String, name: String) -> [Result<LocatedDocument, DocumentFileError>] {
        documents(in: text, name: name, nil, severalAllowed: true)
    }

    private static func format(of name: String) -> Format { name.hasSuffix(".json") ? .json : .yaml }

    private static func documents(
        in text: String,
        name: String,
        _ format: Format?,
        severalAllowed: Bool
    ) -> [Result<LocatedDocument, DocumentFileError>] {
        guard text.utf8.count <= ScenarioLimits.bytes else {
            let rejection = Rejection(
                .tooComplex,
                "A file has at most \(ScenarioLimits.bytes, as: "limit") bytes of text."
            )
            return [.failure(DocumentFileError(file: name, rejection: rejection))]
        }
        return switch format ?? Self.format(of: name) {
        case .json: [json(text, name)]
        case .yaml: yaml(text, name, severalAllowed: severalAllowed)
        }
    }

    private static func json(_ text: String, _ name: String) -> Result<LocatedDocument, DocumentFileError> {
        do throws(Rejection) {
            let value = try JSONText.parse(text.utf8)
            return .success(LocatedDocument(file: name, value: value, lines: YAMLText.lines(ofJSON: text)))
        } catch {
            return .failure(DocumentFileError(file: name, rejection: error))
        }
    }

    private static func yaml(
        _ text: String,
        _ name: String,
        severalAllowed: Bool
    ) -> [Result<LocatedDocument, DocumentFileError>] {
        do throws(DocumentFileError) {
            return try YAMLText.documents(in: text, severalAllowed: severalAllowed).map { document in
                document.map { LocatedDocument(file: name, value: $0.value, lines: $0.lines) }
                    .mapError { DocumentFileError(file: name, rejection: $0) }
            }
        } catch {
            var error = error
            error.place.file = name
            return [.failure(error)]
        }
    }
}

/// A document of a file, and where its fields are.
struct LocatedDocument: Sendable {
    /// The file's name, for messages; empty for a text without one.
    var file: String
    var value: Value
    /// Where its fields are, if that is known.
    var lines: YAMLPosition?

    /// What is wrong with it, as an error of the file with the line of the field.
    func error(_ rejection: Rejection) -> DocumentFileError {
        let mark = rejection.field.flatMap { lines?.mark(of: $0) }
        return DocumentFileError(file: file, line: mark?.line, column: mark?.column, rejection: rejection)
    }

    /// Where a field is written, such as `steps[2]`.
    func place(of path: String) -> DocumentPlace { DocumentPlace(file: file, line: lines?.line(of: path)) }

    /// Requires that the document has a form.
    ///
    /// - Throws: What is wrong, as `error(_:)` gives it: it has another form, or a key that does not belong to the form.
    func require(_ form: DocumentForm) throws(DocumentFileError) {
        do throws(Rejection) {
            _ = try DocumentForm.of(value, among: [form])
        } catch {
            var error = self.error(error)
            error.isExploration = DocumentForm.marked(in: value) == [.exploration]
            throw error
        }
    }

    /// Reads something of the document.
    ///
    /// - Throws: What is wrong, as `error(_:)` gives it.
    func locating<Content>(_ body: () throws(Rejection) -> Content) throws(DocumentFileError) -> Content {
        do throws(Rejection) {
            return try body()
        } catch {
            throw self.error(error)
        }
    }
}

public struct DocumentPlace: Hashable, Sendable, CustomStringConvertible {
    /// The file's name.
    public var file: String
    /// The line, from 1, if it is known.
    public var line: Int?
    /// The column, from 1, where one is meant and known.
    public var column: Int?

    public init(file: String, line: Int? = nil, column: Int? = nil) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// The file, the line and the column, as editors and terminals know them.
    public var description: String {
        ([file.onOneLine] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
    }
}

/// Why a file could not be read.
public struct DocumentFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where the error is; the file's name is empty for a text without one.
    public var place: DocumentPlace
    /// What is wrong; its `field` is the path of the field, such as `steps[2].callbacks`.
    public var rejection: Rejection
    /// The scenario that cannot be carried out, where the file has a scenario or is included by one.
    public var scenario: ScenarioReference?
    /// What else is wrong with the same scenario.
    public internal(set) var others: [DocumentFileError] = []
    /// Whether the document is an exploration, which another command carries out.
    public internal(set) var isExploration = false

    /// All that is wrong, this error first.
    public var all: [DocumentFileError] { [self] + others }

    public init(file: String, line: Int? = nil, column: Int? = nil, rejection: Rejection) {
        place = DocumentPlace(file: file, line: line, column: column)
        self.rejection = rejection
    }

    /// File, line, field, what is wrong and what would have been accepted, on one line.
    public var description: String {
        var parts = place.file.isEmpty ? [] : [place.description]
        // Some details begin with the path themselves.
        if let field = rejection.field, !"\(rejection.detail)".hasPrefix(field) { parts.append(field) }
        parts.append("\(rejection.detail)")
        let names = rejection.acceptedNames
        let listed = names.listed(with: rejection.detail)
        let accepted = listed.joined(separator: ", ") + (listed.count < names.count ? ", ... (\(names.count))" : "")
        let includer = scenario.flatMap { $0.place.file == place.file ? nil : " Included by \($0)." } ?? ""
        return (parts.joined(separator: ": ") + (accepted.isEmpty ? "" : " Accepted: \(accepted).") + includer)
            .onOneLine
    }
}

/// A scenario, as messages name it.
public struct ScenarioReference: Hashable, Sendable, CustomStringConvertible {
    /// The scenario's name, if it has one.
    public var name: String?
    public var place: DocumentPlace

    public init(name: String?, place: DocumentPlace) {
        self.name = name
        self.place = place
    }

    public var description: String { name.map { "\($0) (\(place))" } ?? "\(place)" }
}
