import LifecycleKernel
import WireFormat

/// A scenario that is put together from its file and what that includes.
struct ExpandedScenario: Sendable {
    /// The scenario's own document.
    let document: LocatedDocument
    private(set) var value: Value = .null
    var device: ExpandedElement?
    var apps: [ExpandedElement] = []
    var steps: [ExpandedElement] = []
    /// The paths of the files that it includes.
    var files: [String] = []
    /// The names of the variables that are set or used in it.
    var names: Set<String> = []

    init(document: LocatedDocument) {
        self.document = document
    }

    /// Makes the one document: the rest of the scenario's own with the device, the apps and the steps.
    mutating func complete(_ rest: Value) {
        guard case .object(var members) = rest else {
            value = rest
            return
        }
        if let device { members.append(Value.Member("device", device.value)) }
        members += list("apps", apps) + list("steps", steps)
        value = .object(members)
    }

    /// A list of the one document. What is no list in the scenario's own stays as it is, and is refused when it is read.
    private func list(_ name: String, _ elements: [ExpandedElement]) -> [Value.Member] {
        let own = document.value[name]
        if case .array? = own { return [Value.Member(name, .array(elements.map(\.value)))] }
        guard own == nil || own == .null, !elements.isEmpty else { return own.map { [Value.Member(name, $0)] } ?? [] }
        return [Value.Member(name, .array(elements.map(\.value)))]
    }

    func place(ofStep index: Int) -> DocumentPlace {
        guard steps.indices.contains(index) else { return document.place(of: "steps[\(index)]") }
        let source = steps[index].source(of: "")
        return source.document.place(of: source.path)
    }

    /// Returns the error of the mistake that comes first in the document, with the others listed in it. There is at
    /// least one mistake.
    func error(_ mistakes: [Rejection]) -> DocumentFileError {
        var errors = mistakes.map { error($0) }
        if Set(errors.map(\.place.file)).count == 1 {
            // In the order of the lines, and of one line in that of the mistakes.
            let sorted = errors.enumerated().sorted { one, other in
                (one.element.place.line ?? 0, one.offset) < (other.element.place.line ?? 0, other.offset)
            }
            errors = sorted.map(\.element)
        }
        var first = errors[0]
        first.others = Array(errors.dropFirst())
        return first
    }

    /// What is wrong with the one document, as an error of the file and at the place where that is written.
    func error(_ rejection: Rejection) -> DocumentFileError {
        guard let field = rejection.field, let (element, rest) = element(at: field) else {
            return document.error(rejection)
        }
        let source = element.source(of: rest)
        return source.document.error(rejection.moved(to: source.path + rest))
    }

    /// The device, the app or the step in which a path such as `steps[2].states` is, and the rest of the path.
    private func element(at path: String) -> (element: ExpandedElement, rest: Substring)? {
        if let device, path == "device" || path.hasPrefix("device.") {
            return (device, path.dropFirst("device".count))
        }
        for (name, elements) in [("apps", apps), ("steps", steps)] where path.hasPrefix("\(name)[") {
            guard let end = path.firstIndex(of: "]"), let index = Int(path[..<end].dropFirst(name.count + 1)),
                elements.indices.contains(index)
            else { return nil }
            return (elements[index], path[path.index(after: end)...])
        }
        return nil
    }
}

/// A device, an app or a step, and where it is written.
struct ExpandedElement: Sendable {
    /// A part of it, and the path of that in a document.
    struct Source: Sendable {
        var value: Value
        var document: LocatedDocument
        var path: String
    }

    private(set) var value: Value
    private var sources: [Source]

    init(_ source: Source) {
        value = source.value
        sources = [source]
    }

    /// Adds the fields that another file gives; where both have one, it is that file's.
    mutating func overlay(_ source: Source) {
        value = value.overlaid(by: source.value)
        sources.append(source)
    }

    /// The last source that has the field at the beginning of a path such as `.rules.profile`.
    func source(of path: Substring) -> Source {
        let name = path.dropFirst().prefix { $0 != "." && $0 != "[" }
        return sources.last { $0.value[String(name)] != nil } ?? sources[sources.count - 1]
    }
}

extension Rejection {
    /// This rejection with another path of the field.
    func moved(to path: String) -> Rejection {
        var moved = self
        moved.field = path
        // Some details begin with the path themselves.
        if let field { moved.detail = detail.replacing(prefix: field, with: path) }
        return moved
    }
}

extension Value {
    /// This object with the members of another; where both have one, it is the other's.
    fileprivate func overlaid(by other: Value) -> Value {
        guard case .object(let own) = self, case .object(let members) = other else { return other }
        return .object(own.filter { other[$0.name] == nil } + members)
    }
}
