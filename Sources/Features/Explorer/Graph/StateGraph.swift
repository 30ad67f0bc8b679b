import LifecycleKernel
import WireFormat

/// The state graph of a pass of a search: classes of abstract states, what the target holds and who is in front in them, and
/// which inputs lead from one to another.
///
/// It has at most 200 nodes. Where a pass has met more, those with the fewest abstract states are put together, by class.
public struct StateGraph: Hashable, Codable, Sendable {
    /// Abstract states that people take for one.
    public struct Node: Hashable, Codable, Sendable {
        /// The class of the abstract states, such as `active, covered`.
        public var stateClass: String
        public var state: ProcessState
        public var isInHandler: Bool
        /// What is on the screen: `free`, `covered` or `locked`.
        public var screen: String
        /// The kinds of assertions that the target holds; none where the node stands for others.
        public var assertions: [Assertion.Kind]
        /// Who is in front: `nobody`, `app`, `others` or `both`; nil where the node stands for others.
        public var front: String?
        /// Whether it stands for all nodes of its class that were put together.
        public var isOthers: Bool
        /// How many abstract states it has; 0 for one that the pass has not met, on the way of a failure that it has not found.
        public var abstractStates: Int
        /// The signatures of the failures on whose way it lies.
        public var onWayOf: [String] = []
        /// The signatures of the failures that end in it.
        public var breaks: [String] = []
    }

    /// The inputs that lead from one node to another.
    public struct Edge: Hashable, Codable, Sendable {
        /// The place in `nodes` of the node in which they are taken.
        public var from: Int
        /// The place in `nodes` of the node to which they lead.
        public var to: Int
        /// How many inputs there are.
        public var count: Int
        /// How often each input was taken: those of the alphabet in its order, then `time`.
        public var inputs: [InputCount]
    }

    /// How often an input was taken.
    public struct InputCount: Hashable, Codable, Sendable {
        /// Its name, or `time` for passings of time.
        public var input: String
        /// How many.
        public var count: Int
    }

    /// The nodes that the sequence of a failure goes through.
    public struct Way: Hashable, Codable, Sendable {
        public var signature: String
        /// The places of the nodes in `nodes`: where the sequence begins, then where each input leads to.
        public var nodes: [Int]
    }

    /// What the exploration is called.
    public let name: String
    /// The app that is explored.
    public let target: BundleID
    /// The most interruptions on a sequence of the pass.
    public let interruptions: Int
    /// The nodes: the one in which the search begins, then those with the most abstract states first.
    public let nodes: [Node]
    public let edges: [Edge]
    public let ways: [Way]
    /// How many nodes were put together.
    public let merged: Int

    /// How many abstract states the pass has met.
    public var abstractStates: Int { nodes.reduce(0) { $0 + $1.abstractStates } }
    /// How many inputs the pass has taken in some abstract state.
    public var transitions: Int { edges.reduce(0) { $0 + $1.count } }

    public static let mostNodes = 200
    /// What a passing of time is called among inputs.
    public static let timeName = "time"

    /// A graph without nodes: of a search that has not begun.
    public init(of exploration: Exploration) {
        name = exploration.name
        target = exploration.target
        (interruptions, nodes, edges, ways, merged) = (0, [], [], [], 0)
    }

    /// The graph of a pass, with the ways of failures.
    init(
        _ table: GraphTable,
        interruptions: Int,
        of exploration: Exploration,
        _ context: SearchContext,
        failures: [(signature: String, inputs: [ExploredInput])]
    ) {
        name = exploration.name
        target = exploration.target
        self.interruptions = interruptions
        let walked = failures.map { (signature: $0.signature, keys: context.keys(on: $0.inputs)) }
        let plan = GraphPlan(table, ways: walked.map(\.keys))
        ways = walked.map { Way(signature: $0.signature, nodes: $0.keys.map(plan.index(of:))) }
        nodes = plan.nodes(marking: ways)
        edges = plan.edges(inputs: context.alphabet.map(\.name))
        merged = plan.merged
    }
}

extension SearchContext {
    /// The nodes that a sequence goes through, that of the start first.
    fileprivate func keys(on inputs: [ExploredInput]) -> [GraphKey] {
        var state = start
        var keys = [GraphKey(state.device, target: target)]
        for input in inputs where take(input, on: &state) != nil {
            keys.append(GraphKey(state.device, target: target))
        }
        return keys
    }
}

extension StateGraph {
    public var document: Value {
        [
            "explore": .string(name),
            "target": .string(target.rawValue),
            "interruptions": .integer(Int64(interruptions)),
            "abstractStates": .integer(Int64(abstractStates)),
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
            "stateClass": .string(stateClass),
            "state": .string(state.rawValue),
            "isInHandler": .bool(isInHandler),
            "screen": .string(screen),
            "assertions": .array(assertions.map { .string($0.rawValue) }),
            "front": front.map { .string($0) } ?? .null,
            "isOthers": .bool(isOthers),
            "abstractStates": .integer(Int64(abstractStates)),
            "onWayOf": .array(onWayOf.map { .string($0) }),
            "breaks": .array(breaks.map { .string($0) }),
        ]
    }
}

extension StateGraph.Edge {
    fileprivate var document: Value {
        [
            "from": .integer(Int64(from)), "to": .integer(Int64(to)), "count": .integer(Int64(count)),
            "inputs": .array(
                inputs.map { ["input": .string($0.input), "count": .integer(Int64($0.count))] }
            ),
        ]
    }
}
