import Metrics
import Synchronization

/// Counts calls of tools. The values of its labels are bounded: by the table of tools, and by the codes of problems.
final class ToolMetrics: Sendable {
    private struct Key: Hashable {
        var tool: String
        var problem: String
    }

    private let factory: any MetricsFactory
    private let counters = Mutex<[Key: Counter]>([:])

    init(factory: any MetricsFactory) {
        self.factory = factory
        // A series that is there from the start has a rate from the first call on.
        _ = counter(Key(tool: "other", problem: ""))
    }

    /// Counts a call.
    ///
    /// - Parameters:
    ///   - tool: The tool; nil if there is none of the name.
    ///   - problem: Why it was refused; nil if it was carried out.
    func count(_ tool: MCPTool?, _ problem: String?) {
        counter(Key(tool: tool?.name ?? "other", problem: problem ?? "")).increment()
    }

    private func counter(_ key: Key) -> Counter {
        counters.withLock { counters in
            if let counter = counters[key] { return counter }
            let labels = [("tool", key.tool), ("problem", key.problem)]
            let counter = Counter(label: "greenroom.mcp.calls", dimensions: labels, factory: factory)
            counters[key] = counter
            return counter
        }
    }
}
