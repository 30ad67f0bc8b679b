import LifecycleKernel
import WireFormat

/// What a file contributes to a scenario: that of the scenario itself, or one that it includes.
struct ScenarioPart {
    /// The document of the file.
    let document: LocatedDocument
    /// The files that it includes as a whole, as they are written there.
    let includes: [String]
    /// The variables that it sets.
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
