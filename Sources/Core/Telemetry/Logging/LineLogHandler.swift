import LifecycleKernel
import Logging
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Writes each message as one line.
///
/// A server gives every request a logger with metadata of its own, so the handler is copied often: what does not
/// change is in one reference, which makes it small enough for a logger to store without a box.
public struct LineLogHandler: LogHandler {
    /// Metadata of every message.
    public var metadata: Logger.Metadata = [:]
    /// The least level that is logged.
    public var logLevel: Logger.Level
    private var output: LineOutput

    /// Metadata that is requested for each message.
    public var metadataProvider: Logger.MetadataProvider? {
        get { output.metadataProvider }
        set { output = output.with(newValue) }
    }

    /// Makes a handler.
    ///
    /// - Parameters:
    ///   - label: The logger's label.
    ///   - level: The least level that is logged.
    ///   - format: What a line looks like.
    ///   - metadataProvider: Metadata that is requested for each message.
    ///   - sink: Where lines go.
    ///   - now: What time it is.
    public init(
        label: String,
        level: Logger.Level = .info,
        format: LogFormat,
        metadataProvider: Logger.MetadataProvider? = nil,
        sink: any LogSink = StandardErrorSink(),
        now: @escaping @Sendable () -> Instant = systemTime
    ) {
        self.logLevel = level
        self.output = LineOutput(label, format, metadataProvider, sink, now)
    }

    /// What the system's clock says.
    @Sendable public static func systemTime() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// One entry of the metadata of every message.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes one line.
    public func log(event: LogEvent) {
        let metadata = LogMetadata.flattened(metadata, output.metadataProvider, event.metadata)
        output.sink.write(
            output.format.line(event, at: output.now(), label: output.label, metadata: metadata)
        )
    }
}

/// What the handlers of one logger have in common.
private final class LineOutput: Sendable {
    let label: String
    let format: LogFormat
    let metadataProvider: Logger.MetadataProvider?
    let sink: any LogSink
    let now: @Sendable () -> Instant

    init(
        _ label: String,
        _ format: LogFormat,
        _ metadataProvider: Logger.MetadataProvider?,
        _ sink: any LogSink,
        _ now: @escaping @Sendable () -> Instant
    ) {
        self.label = label
        self.format = format
        self.metadataProvider = metadataProvider
        self.sink = sink
        self.now = now
    }

    /// The same with another provider.
    func with(_ provider: Logger.MetadataProvider?) -> LineOutput {
        LineOutput(label, format, provider, sink, now)
    }
}

/// Where log lines go.
public protocol LogSink: Sendable {
    /// Takes one line, which ends in a line feed and contains no other.
    func write(_ line: String)
}

/// Writes each line to standard error, in one system call where the system allows, so that lines of several threads
/// do not mix.
public struct StandardErrorSink: LogSink {
    /// Makes a sink.
    public init() {}

    /// Writes a line. What cannot be written is lost: an error has no other place to be reported.
    public func write(_ line: String) {
        var line = line
        line.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while let start = rest.baseAddress, !rest.isEmpty {
                let written = systemWrite(STDERR_FILENO, start, rest.count)
                if written < 0 && errno == EINTR { continue }
                if written <= 0 { return }
                rest = UnsafeRawBufferPointer(rebasing: rest[written...])
            }
        }
    }
}

/// The system call, under a name that the sink's own method does not hide.
private func systemWrite(_ file: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
    write(file, start, count)
}

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
