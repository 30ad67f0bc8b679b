import LifecycleKernel
import Yams

/// Where a value of a YAML document is written, and the values in it.
struct YAMLPosition: Sendable {
    /// A place in the text; line and column from 1.
    typealias Place = (line: Int, column: Int)

    /// A member of a mapping.
    private struct Member {
        var name: String
        var place: Place?
        var value: YAMLPosition
    }

    private let place: Place?
    private let members: [Member]
    private let elements: [YAMLPosition]

    /// Takes the places from a representation tree.
    init(_ node: Node) {
        place = node.place
        switch node {
        case .mapping(let mapping):
            members = mapping.map {
                Member(name: $0.key.string ?? "", place: $0.key.place, value: YAMLPosition($0.value))
            }
            elements = []
        case .sequence(let sequence):
            members = []
            elements = sequence.map(YAMLPosition.init)
        case .scalar, .alias:
            members = []
            elements = []
        }
    }

    /// The line, from 1, of what a path such as `steps[2].states.com.example.a` names; of the nearest thing around it
    /// when the path goes further than the document.
    func line(of path: String) -> Int? { place(of: path[...])?.line }

    /// The line and the column, each from 1, of what a path names.
    func mark(of path: String) -> Place? { place(of: path[...]) }

    private func place(of path: Substring) -> Place? {
        // Names may have dots in them, so the longest one that fits is meant.
        let fitting = members.filter { path.begins(with: $0.name) }
        if let member = fitting.max(by: { $0.name.count < $1.name.count }) {
            let rest = path.dropFirst(member.name.count).drop { $0 == "." }
            return rest.isEmpty ? member.place : member.value.place(of: rest) ?? member.place
        }
        guard path.first == "[", let end = path.firstIndex(of: "]"), let index = Int(path[..<end].dropFirst()),
            elements.indices.contains(index)
        else { return place }
        return elements[index].place(of: path[end...].dropFirst().drop { $0 == "." })
    }
}

extension Substring {
    /// Whether the path goes through a member of this name.
    fileprivate func begins(with name: String) -> Bool {
        guard !name.isEmpty, hasPrefix(name) else { return false }
        let next = dropFirst(name.count).first
        return next == nil || next == "." || next == "["
    }
}

extension Node {
    fileprivate var place: YAMLPosition.Place? { mark.map { ($0.line, $0.column) } }
}
