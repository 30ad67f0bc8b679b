import LifecycleKernel
import WireFormat

/// Puts a scenario together: what it includes comes before what it says itself, and variables are replaced.
struct ScenarioExpansion {
    private let files: any IncludedFiles
    /// The variables that count more than those of files.
    private let given: [String: Value]
    /// The documents that were read, by path, and the sizes of their texts.
    private var documents: [String: (document: LocatedDocument, bytes: Int)] = [:]
    /// How many files were included, each as often as it was, and the bytes of their texts.
    private var inclusions = 0
    private var includedBytes = 0
    /// The variables that were used anywhere, and those that included files set.
    private var names: Set<String> = []

    /// Makes an expansion.
    ///
    /// - Parameters:
    ///   - files: Where included files are read.
    ///   - given: Variables that count more than those of files, by name.
    init(files: any IncludedFiles, given: [String: Value]) {
        self.files = files
        self.given = given
    }

    /// Puts the scenario of a document together.
    ///
    /// - Throws: What is wrong, in the file where it stands.
    mutating func expand(_ document: LocatedDocument) throws(DocumentFileError) -> ExpandedScenario {
        let scenario = try ScenarioPart(scenario: document)
        let parts = try included(by: scenario, through: [document.file]) + [scenario]
        var variables = ScenarioVariables()
        for part in parts { variables.set(part.variables) }
        variables.set(given)
        try check(parts, &variables)
        for part in parts.dropLast() { names.formUnion(part.variables.keys) }

        var expanded = ExpandedScenario(document: document)
        for part in parts {
            try addDevice(of: part, to: &expanded.device, replacing: &variables)
            try addApps(of: part, to: &expanded.apps, replacing: &variables)
            expanded.steps += try steps(of: part, variables, through: [part.document.file])
        }
        let own = try document.locating { () throws(Rejection) in
            let rest = document.value.without(["include", "variables", "device", "apps", "steps"])
            return try variables.replace(in: rest, at: "")
        }
        names.formUnion(variables.used)
        try requireUse(of: scenario.variables, in: document, at: "variables")
        expanded.names = names
        expanded.files = documents.keys.sorted()
        expanded.complete(own)
        return expanded
    }

    /// Requires that what the parts set stands for something, and says where it is written if it does not.
    private func check(_ parts: [ScenarioPart], _ variables: inout ScenarioVariables) throws(DocumentFileError) {
        for part in parts {
            do throws(Rejection) {
                try variables.check(part.variables, at: "variables")
            } catch {
                throw part.document.error(error)
            }
        }
    }

    /// The files that a part includes as a whole, each once, and those that they include before them.
    private mutating func included(
        by part: ScenarioPart,
        through path: [String]
    ) throws(DocumentFileError) -> [ScenarioPart] {
        var parts: [ScenarioPart] = []
        for (index, name) in part.includes.enumerated() {
            let field = part.document.value["include"]?.text == nil ? "include[\(index)]" : "include"
            let document = try read(name, for: part.document, at: field, through: path)
            let inner = try ScenarioPart(included: document)
            for part in try included(by: inner, through: path + [document.file]) + [inner]
            where !parts.contains(where: { $0.document.file == part.document.file }) {
                parts.append(part)
            }
        }
        return parts
    }

    /// Reads the file of this name, which the document includes in a field.
    private mutating func read(
        _ name: String,
        for document: LocatedDocument,
        at field: String,
        through path: [String]
    ) throws(DocumentFileError) -> LocatedDocument {
        let file = files.path(of: name, from: document.file)
        guard !path.contains(file) else {
            throw document.error(Rejection(.invalidValue, "\(file, as: "file") includes itself.", field: field))
        }
        let known = documents[file]
        let included: (document: LocatedDocument, bytes: Int)
        if let known {
            included = known
        } else {
            let text = try text(of: file, for: document, at: field)
            included = (try DocumentFile.document(in: text, name: file), text.utf8.count)
            documents[file] = included
        }
        inclusions += 1
        includedBytes += included.bytes
        guard inclusions <= ScenarioLimits.inclusions, includedBytes <= ScenarioLimits.includedBytes else {
            let detail: Sentence = """
                A scenario includes files at most \(ScenarioLimits.inclusions, as: "limit") times, with \
                \(ScenarioLimits.includedBytes, as: "bytes") bytes of text.
                """
            throw document.error(Rejection(.tooComplex, detail, field: field))
        }
        return included.document
    }

    private func text(
        of file: String,
        for document: LocatedDocument,
        at field: String
    ) throws(DocumentFileError) -> String {
        do throws(Rejection) {
            return try files.text(at: file)
        } catch {
            throw document.error(Rejection(error.code, error.detail, field: field))
        }
    }
}

// MARK: The device, apps and steps

extension ScenarioExpansion {
    /// Adds the fields that a file gives the device.
    private func addDevice(
        of part: ScenarioPart,
        to device: inout ExpandedElement?,
        replacing variables: inout ScenarioVariables
    ) throws(DocumentFileError) {
        guard let own = part.document.value["device"] else { return }
        let value = try part.document.locating { () throws(Rejection) in try variables.replace(in: own, at: "device") }
        let source = ExpandedElement.Source(value: value, document: part.document, path: "device")
        if device == nil { device = ExpandedElement(source) } else { device?.overlay(source) }
    }

    /// Adds the apps of a file. One that a file before it had already gets the fields that this one has.
    private func addApps(
        of part: ScenarioPart,
        to apps: inout [ExpandedElement],
        replacing variables: inout ScenarioVariables
    ) throws(DocumentFileError) {
        let before = apps.count
        for (index, app) in part.elements("apps").enumerated() {
            let path = "apps[\(index)]"
            let value = try part.document.locating { () throws(Rejection) in try variables.replace(in: app, at: path) }
            let bundleID = value["bundleID"]
            let known = apps[..<before].firstIndex { bundleID != nil && $0.value["bundleID"] == bundleID }
            let source = ExpandedElement.Source(value: value, document: part.document, path: path)
            if let known { apps[known].overlay(source) } else { apps.append(ExpandedElement(source)) }
        }
    }

    /// The steps of a file, with those that they include.
    private mutating func steps(
        of part: ScenarioPart,
        _ variables: ScenarioVariables,
        through files: [String]
    ) throws(DocumentFileError) -> [ExpandedElement] {
        var variables = variables
        var steps: [ExpandedElement] = []
        for (index, step) in part.elements("steps").enumerated() {
            let path = "steps[\(index)]"
            let value = try part.document.locating { () throws(Rejection) in
                try variables.replace(in: step, at: path)
            }
            if value["include"] != nil {
                steps += try included(by: value, at: path, of: part, variables, through: files)
            } else {
                steps.append(ExpandedElement(.init(value: value, document: part.document, path: path)))
            }
        }
        names.formUnion(variables.used)
        return steps
    }

    /// The steps of the file that a step includes. Its `variables` count more than all others there.
    private mutating func included(
        by step: Value,
        at path: String,
        of part: ScenarioPart,
        _ variables: ScenarioVariables,
        through files: [String]
    ) throws(DocumentFileError) -> [ExpandedElement] {
        let (name, own) = try part.document.locating { () throws(Rejection) in
            var fields = try FieldReader(step, at: path)
            let name = try fields.string("include")
            let own = try ScenarioVariables.read(fields.optionalValue("variables"), at: fields.path(of: "variables"))
            try fields.finish()
            return (name, own)
        }
        let document = try read(name, for: part.document, at: "\(path).include", through: files)
        let inner = try ScenarioPart(included: document)
        let through = files + [document.file]
        let parts = try included(by: inner, through: through) + [inner]
        var scope = ScenarioVariables()
        for part in parts { scope.set(part.variables) }
        scope.set(variables.values)
        scope.set(replaced: own)
        try check(parts, &scope)
        var steps: [ExpandedElement] = []
        for part in parts {
            if let field = ["device", "apps"].first(where: { part.document.value[$0] != nil }) {
                let detail: Sentence = """
                    A file that a step includes can have only steps. The field \(field, as: "field") belongs in a file \
                    that the scenario itself includes.
                    """
                throw part.document.error(Rejection(.invalidValue, detail, field: field))
            }
            names.formUnion(part.variables.keys)
            steps += try self.steps(of: part, scope, through: through)
        }
        try requireUse(of: own, in: part.document, at: "\(path).variables")
        return steps
    }

    /// Requires that variables which a file sets for others are used, or set there too: otherwise the name is misspelt.
    private func requireUse(
        of variables: [String: Value],
        in document: LocatedDocument,
        at path: String
    ) throws(DocumentFileError) {
        // Over HTTP a program that makes scenarios may give more than it uses.
        guard !document.file.isEmpty, let name = variables.keys.sorted().first(where: { !names.contains($0) }) else {
            return
        }
        let detail: Sentence = "The variable \(name, as: "name") is not used."
        let rejection = Rejection(.invalidValue, detail, field: "\(path).\(name)", accepted: names.sorted())
        throw document.error(rejection)
    }
}

extension Value {
    /// This object without some members; anything else as it is.
    fileprivate func without(_ names: Set<String>) -> Value {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !names.contains($0.name) })
    }
}
