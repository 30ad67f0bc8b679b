import LifecycleKernel
import Testing
import WireFormat

@testable import Explorer

/// What the state graph of a search says.
@Suite struct StateGraphTests {
    private static func report(_ name: String, jobs: Int = 1) async throws -> ExplorationReport {
        var exploration = try Exploration(ExampleApps.document(name), name: name)
        exploration.limits.interruptions = 1
        exploration.limits.transitions = 1_500
        exploration.limits.jobs = jobs
        return try await Explorer.run(exploration)
    }

    @Test("Its counts add up to the abstract states and transitions of its pass", arguments: ExampleApps.all)
    func sums(_ name: String) async throws {
        let report = try await Self.report(name)
        let graph = report.graph
        let pass = try #require(report.passes.first { $0.interruptions == graph.interruptions })
        #expect(graph.abstractStates == pass.abstractStates && graph.transitions == pass.transitions)
        #expect(report.passes.allSatisfy { $0.abstractStates <= pass.abstractStates })
        #expect(graph.edges.allSatisfy { edge in edge.count == edge.inputs.reduce(0) { $0 + $1.count } })
        #expect(graph.nodes.count <= StateGraph.mostNodes)
        #expect(graph.edges.allSatisfy { graph.nodes.indices.contains($0.from) && graph.nodes.indices.contains($0.to) })
    }

    @Test("It is the same for any number of jobs", arguments: ["c2-messages", "e03-warned-while-expiring"])
    func jobs(_ name: String) async throws {
        let one = try await Self.report(name).graph
        for jobs in [2, 3, 8] { #expect(try await Self.report(name, jobs: jobs).graph == one) }
    }

    @Test("A failure's way begins where the search does, and ends in the node that says that it breaks there")
    func ways() async throws {
        let report = try await Self.report("e01-saves-only-when-terminated")
        let graph = report.graph
        let failure = try #require(report.failures.first)
        let way = try #require(graph.ways.first)
        let signature = "com.example.diary/dataLoss"
        #expect(way.signature == signature && way.nodes.count == failure.steps.count + 1 && way.nodes.first == 0)
        #expect(way.nodes.dropFirst().map { graph.nodes[$0].state } == failure.steps.map(\.state))
        #expect(way.nodes.allSatisfy { graph.nodes[$0].onWayOf == [signature] })
        #expect(graph.nodes.indices.filter { graph.nodes[$0].breaks == [signature] } == [way.nodes.last])
        #expect(graph.nodes[0].front == "nobody" && graph.nodes.contains { $0.assertions == [.transition] })
    }

    @Test("What is told while a search goes on adds up too, and the last of a pass is that of its end")
    func running() async throws {
        var exploration = try Exploration(ExampleApps.document("c1-notes"), name: "notes")
        exploration.limits.transitions = 2_000
        nonisolated(unsafe) var graphs: [StateGraph] = []
        nonisolated(unsafe) var progress: [ExplorationProgress] = []
        _ = try await Explorer.run(exploration, progress: { progress.append($0) }, graph: { graphs.append($0()) })
        let (seen, told) = (graphs, progress)
        #expect(seen.count == told.count && seen.first?.abstractStates == 1)
        for (graph, progress) in zip(seen, told) where graph.interruptions == progress.interruptions {
            #expect(graph.abstractStates >= progress.abstractStates)
        }
        #expect(seen.map(\.abstractStates) == seen.map(\.abstractStates).sorted())
    }

    @Test("Beyond 200 nodes those with the fewest abstract states are put together, and the counts still add up")
    func crowded() throws {
        let context = try ExampleApps.context(ExampleApps.document("c1-notes"))
        let keys = Self.keys(context, count: 300)
        var table = GraphTable(inputs: 2, start: keys[0])
        for (place, key) in keys.enumerated() {
            for _ in 0...place { table.countState(in: key) }
            table.count(.input(place % 2), from: table.index(of: key), to: keys[(place + 7) % keys.count])
            table.count(.time(1), from: table.index(of: key), to: keys[0])
        }
        // The one with the fewest abstract states lies on a way, and so is shown.
        let plan = GraphPlan(table, ways: [[keys[0], keys[1]]])
        let nodes = plan.nodes(marking: [])
        let edges = plan.edges(inputs: ["a", "b"])
        #expect(nodes.count <= StateGraph.mostNodes && plan.merged > 100)
        #expect(
            nodes.reduce(0) { $0 + $1.abstractStates } == 300 * 301 / 2 && table.abstractStateCount == 300 * 301 / 2
        )
        #expect(edges.reduce(0) { $0 + $1.count } == 600)
        #expect(plan.index(of: keys[0]) == 0 && plan.index(of: keys[1]) == 1 && nodes[1].abstractStates == 2)
        #expect(nodes.contains { $0.isOthers && $0.front == nil })
        #expect(edges.contains { $0.inputs.map(\.input).contains("time") })
    }

    /// So many keys, all different.
    private static func keys(_ context: SearchContext, count: Int) -> [GraphKey] {
        let first = GraphKey(context.start.device, target: context.target)
        return (0..<count).map { first.holding(AssertionKinds(rawValue: UInt16($0))) }
    }
}
