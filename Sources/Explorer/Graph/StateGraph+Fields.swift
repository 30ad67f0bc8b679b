import LifecycleKernel
import WireFormat

extension StateGraph {
    /// The graph as a document.
    public var document: Value {
        [
            "explore": .string(name),
            "target": .string(target.rawValue),
            "interruptions": .integer(Int64(interruptions)),
            "situations": .integer(Int64(situations)),
            "transitions": .integer(Int64(transitions)),
            "merged": .integer(Int64(merged)),
            "nodes": .array(nodes.enumerated().map { place, node in node.document(id: place) }),
            "edges": .array(edges.map(\.document)),
            "ways": .array(
                ways.map { way in
                    [
                        "signature": .string(way.signature),
                        "nodes": .array(way.nodes.map { .integer(Int64($0)) }),
                    ]
                }
            ),
        ]
    }
}

extension StateGraph.Node {
    fileprivate func document(id: Int) -> Value {
        [
            "id": .integer(Int64(id)),
            "situation": .string(situation),
            "state": .string(state.rawValue),
            "isInHandler": .bool(isInHandler),
            "screen": .string(screen),
            "assertions": .array(assertions.map { .string($0.rawValue) }),
            "front": front.map { .string($0) } ?? .null,
            "isOthers": .bool(isOthers),
            "situations": .integer(Int64(situations)),
            "onWayOf": .array(onWayOf.map { .string($0) }),
            "breaks": .array(breaks.map { .string($0) }),
        ]
    }
}

extension StateGraph.Edge {
    fileprivate var document: Value {
        [
            "from": .integer(Int64(from)), "to": .integer(Int64(to)), "count": .integer(Int64(count)),
            "letters": .array(
                letters.map { ["letter": .string($0.letter), "count": .integer(Int64($0.count))] }
            ),
        ]
    }
}
