import LifecycleKernel
import Yams

/// Finds the lines of the fields of a YAML document.
struct YAMLPosition {
    /// The representation tree of the document.
    let root: Node

    /// The line, from 1, of what a path such as `steps[2].states.com.example.a` names; of the nearest thing around it
    /// when the path goes further than the document.
    func line(of path: String) -> Int? { mark(of: path)?.line }

    /// The line and the column, each from 1, of what a path names.
    func mark(of path: String) -> (line: Int, column: Int)? {
        Self.mark(of: path[...], in: root).map { ($0.line, $0.column) }
    }

    private static func mark(of path: Substring, in node: Node) -> Mark? {
        switch node {
        case .mapping(let mapping):
            // Names may have dots in them, so the longest one that fits is meant.
            let fitting = mapping.filter { path.begins(with: $0.key.string ?? "") }
            guard let (key, value) = fitting.max(by: { $0.key.length < $1.key.length }) else { break }
            let rest = path.dropFirst(key.length).drop { $0 == "." }
            return rest.isEmpty ? key.mark : mark(of: rest, in: value) ?? key.mark
        case .sequence(let sequence):
            guard path.first == "[", let end = path.firstIndex(of: "]"), let index = Int(path[..<end].dropFirst()),
                sequence.indices.contains(index)
            else { break }
            let rest = path[end...].dropFirst().drop { $0 == "." }
            return rest.isEmpty ? sequence[index].mark : mark(of: rest, in: sequence[index])
        case .scalar, .alias: break
        }
        return node.mark
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
    /// How long the name is that this key is.
    fileprivate var length: Int { string?.count ?? 0 }
}
