import Logging

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
        format: LineFormat,
        metadataProvider: Logger.MetadataProvider? = nil,
        sink: any LogSink = StandardErrorSink(),
        now: @escaping @Sendable () -> LogTime = LogTime.now
    ) {
        self.logLevel = level
        self.output = LineOutput(label, format, metadataProvider, sink, now)
    }

    /// One entry of the metadata of every message.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes one line.
    public func log(event: LogEvent) {
        let metadata = LogMetadata.flattened(metadata, output.metadataProvider, event.metadata)
        let line = LogLine(time: output.now(), label: output.label, event: event, metadata: metadata)
        output.sink.write(output.format.line(line))
    }
}

/// What the handlers of one logger have in common.
private final class LineOutput: Sendable {
    let label: String
    let format: LineFormat
    let metadataProvider: Logger.MetadataProvider?
    let sink: any LogSink
    let now: @Sendable () -> LogTime

    init(
        _ label: String,
        _ format: LineFormat,
        _ metadataProvider: Logger.MetadataProvider?,
        _ sink: any LogSink,
        _ now: @escaping @Sendable () -> LogTime
    ) {
        self.label = label
        self.format = format
        self.metadataProvider = metadataProvider
        self.sink = sink
        self.now = now
    }

    /// The same with another provider.
    func with(_ provider: Logger.MetadataProvider?) -> LineOutput { LineOutput(label, format, provider, sink, now) }
}
