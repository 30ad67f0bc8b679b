import LifecycleKernel
import WireFormat

/// What a file contributes to a scenario: that of the scenario itself, or one that it includes.
struct ScenarioPart {
    let document: LocatedDocument
    /// The files that it includes as a whole, as they are written there.
    let includes: [String]
    let variables: [String: Value]

    /// Reads `include` and `variables` of the document of a scenario. The rest is read once everything is put together.
    init(scenario document: LocatedDocument) throws(DocumentFileError) {
        self.document = document
        (includes, variables) = try document.locating { () throws(Rejection) in
            var fields = try FieldReader(document.value, at: "")
            return try Self.head(reading: &fields)
        }
    }

    /// Reads a document that a scenario includes: it may have `about`, `include`, `variables`, `device`, `apps` and `steps`.
    init(included document: LocatedDocument) throws(DocumentFileError) {
        self.document = document
        try document.require(.part)
        (includes, variables) = try document.locating { () throws(Rejection) in
            var fields = try FieldReader(document.value, at: "")
            let head = try Self.head(reading: &fields)
            _ = try fields.optionalString("about", length: FieldReader.textLength)
            _ = try fields.optionalObjectValue("device")
            for name in ["apps", "steps"] {
                _ = try fields.list(name, count: 0...ScenarioLimits.steps) { value, path throws(Rejection) in
                    try value.requireObject(at: path)
                }
            }
            try fields.finish()
            return head
        }
    }

    private static func head(
        reading fields: inout FieldReader
    ) throws(Rejection) -> (includes: [String], variables: [String: Value]) {
        var includes: [String] = []
        switch try fields.optionalValue("include") {
        case nil, .null?: break
        case .string(let name)?: includes = [name]
        case let value?:
            let names = value.elements.compactMap(\.text)
            guard !names.isEmpty, names.count == value.elements.count, names.count <= ScenarioLimits.includes else {
                throw Rejection.invalid(at: "include", expected: "a file, or a list of files", found: value)
            }
            includes = names
        }
        return (includes, try ScenarioVariables.read(fields.optionalValue("variables"), at: "variables"))
    }

    /// The elements of one of its lists; none where it is no list.
    func elements(_ name: String) -> [Value] { document.value[name]?.elements ?? [] }
}

public protocol IncludedFiles: Sendable {
    /// The path of the file that a name stands for.
    ///
    /// - Parameters:
    ///   - name: The name as it is written: a path, from the folder of the file that includes it.
    ///   - file: The path of the file that includes it.
    func path(of name: String, from file: String) -> String

    /// The text of a file.
    ///
    /// - Throws: Why it cannot be read.
    func text(at path: String) throws(Rejection) -> String
}

/// No files: a scenario that came alone, as over HTTP, can include none.
struct NoIncludedFiles: IncludedFiles {
    func path(of name: String, from file: String) -> String { name }

    func text(at path: String) throws(Rejection) -> String {
        throw Rejection(
            .invalidValue,
            "This scenario was sent as one document, so it cannot include files. The command greenroom test joins them."
        )
    }
}

/// How large a scenario may be.
public enum ScenarioLimits {
    /// Bytes of a file's text.
    public static let bytes = 1 << 18
    /// Values in a file, with those of aliases counted for each use.
    public static let nodes = 100_000
    /// How deep lists and maps may be nested.
    public static let depth = 64
    /// Aliases in a file. Aliases of aliases multiply: a dozen of them make a file at most eighty times as large, a hundred
    /// would make it too large for any memory.
    public static let aliases = 12
    public static let steps = 1_000
    public static let tags = 20
    public static let properties = 32
    public static let apps = 100
    /// Variables that a file sets.
    public static let variables = 100
    /// How deep variables use others.
    public static let variableDepth = 32
    /// Files that a file includes as a whole.
    public static let includes = 100
    /// How often files are included by a scenario.
    public static let inclusions = 1_000
    /// Bytes of text that are included by a scenario.
    public static let includedBytes = 1 << 22
    /// Elements of any list in a step.
    public static let elements = 1_000
    /// Records of the device that carries a scenario out.
    public static let records = 500_000
    /// Bytes of these records, estimated as JSON.
    public static let recordBytes = 256 * 1_024 * 1_024

    /// What ends a scenario whose device has more records than it may have.
    package static func moreRecords(than limit: Int) -> Rejection {
        Rejection(
            .limitReached,
            """
            A scenario can cause at most \(limit, as: "limit") records, with at most \(recordBytes, as: "bytes") bytes.
            """
        )
    }
}
