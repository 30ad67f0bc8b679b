import Synchronization

/// Keeps the last line that was logged, for those who print it elsewhere.
public final class CollectedLine: LogSink {
    private let line = Mutex("")

    /// Makes a sink without a line.
    public init() {}

    /// The last line with its line feed; empty before the first.
    public var text: String { line.withLock { $0 } }

    /// Keeps a line.
    public func write(_ line: String) { self.line.withLock { $0 = line } }
}
