import LifecycleKernel
import WireFormat

/// A scenario that is put together from its file and what that includes.
struct ExpandedScenario {
    /// An app or a step, and where it is written.
    struct Element {
        var value: Value
        /// The document that has it.
        var document: LocatedDocument
        /// Its path in that document.
        var path: String
    }

    /// The scenario's own document.
    let document: LocatedDocument
    /// The scenario as one document.
    private(set) var value: Value = .null
    var apps: [Element] = []
    var steps: [Element] = []
    /// The paths of the files that it includes.
    var files: [String] = []
    /// The names of the variables that are set or used in it.
    var names: Set<String> = []

    init(document: LocatedDocument) {
        self.document = document
    }

    /// Makes the one document: the rest of the scenario's own with the device, the apps and the steps.
    mutating func complete(_ rest: Value, device: Value?) {
        guard case .object(var members) = rest else {
            value = rest
            return
        }
        if let device { members.append(Value.Member("device", device)) }
        members += list("apps", apps) + list("steps", steps)
        value = .object(members)
    }

    /// A list of the one document. What is no list in the scenario's own stays as it is, and is refused when it is read.
    private func list(_ name: String, _ elements: [Element]) -> [Value.Member] {
        let own = document.value[name]
        if case .array? = own { return [Value.Member(name, .array(elements.map(\.value)))] }
        guard own == nil || own == .null, !elements.isEmpty else { return own.map { [Value.Member(name, $0)] } ?? [] }
        return [Value.Member(name, .array(elements.map(\.value)))]
    }

    /// Where a step is written.
    func place(ofStep index: Int) -> DocumentPlace {
        guard steps.indices.contains(index) else { return document.place(of: "steps[\(index)]") }
        return steps[index].document.place(of: steps[index].path)
    }

    /// What is wrong with the one document, as an error of the file and at the place where that is written.
    func error(_ rejection: Rejection) -> DocumentFileError {
        guard let field = rejection.field else { return document.error(rejection) }
        for (name, elements) in [("apps", apps), ("steps", steps)] {
            guard let (index, rest) = Self.element(of: name, in: field), elements.indices.contains(index) else {
                continue
            }
            let path = elements[index].path + rest
            var located = rejection
            located.field = path
            // Some details begin with the path themselves.
            if rejection.detail.hasPrefix(field) { located.detail = path + rejection.detail.dropFirst(field.count) }
            return elements[index].document.error(located)
        }
        return document.error(rejection)
    }

    /// The index and the rest of a path such as `steps[2].states`.
    private static func element(of list: String, in path: String) -> (index: Int, rest: Substring)? {
        guard path.hasPrefix("\(list)["), let end = path.firstIndex(of: "]"),
            let index = Int(path[..<end].dropFirst(list.count + 1))
        else { return nil }
        return (index, path[path.index(after: end)...])
    }
}
