import Metrics
import Synchronization

/// Counts commands. The values of its labels are bounded: commands by the tables, errors by the protocol.
final class CommandMetrics: Sendable {
    private struct Key: Hashable {
        var command: String
        var error: String
    }

    private let dialect: Dialect
    private let factory: any MetricsFactory
    private let counters = Mutex<[Key: Counter]>([:])

    init(_ dialect: Dialect, factory: any MetricsFactory) {
        self.dialect = dialect
        self.factory = factory
        // A series that is there from the start has a rate from the first command on.
        _ = counter("other", nil)
    }

    /// Counts a command.
    func count(_ command: String, _ error: DriverError.Kind?) {
        counter(command, error).increment()
    }

    private func counter(_ command: String, _ error: DriverError.Kind?) -> Counter {
        let key = Key(command: command, error: error?.rawValue ?? "")
        return counters.withLock { counters in
            if let counter = counters[key] { return counter }
            let labels = [("dialect", dialect.rawValue), ("command", key.command), ("error", key.error)]
            let counter = Counter(label: "greenroom.webdriver.commands", dimensions: labels, factory: factory)
            counters[key] = counter
            return counter
        }
    }
}
