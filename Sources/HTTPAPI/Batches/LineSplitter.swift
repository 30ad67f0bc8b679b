/// Splits a stream of bytes into lines, and keeps no more of a line than the limit.
struct LineSplitter {
    /// A line of the stream, without its end.
    enum Line: Hashable {
        case bytes([UInt8])
        /// The line is longer than the limit; nothing of it was kept.
        case tooLong
    }

    private let limit: Int
    private var pending: [UInt8] = []
    private var isTooLong = false
    private var isEmpty = true

    /// Makes a splitter for lines of at most `limit` bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// Reads the next bytes of the stream and calls a closure with each line that ends in them, in order.
    mutating func feed(_ bytes: some Collection<UInt8>, _ body: (Line) async throws -> Void) async rethrows {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            take(rest[..<end])
            try await body(endLine())
            rest = rest[rest.index(after: end)...]
        }
        take(rest)
    }

    /// Ends the stream.
    ///
    /// - Returns: The last line, if the stream does not end with a line break.
    mutating func finish() -> Line? {
        isEmpty ? nil : endLine()
    }

    private mutating func take(_ bytes: some Collection<UInt8>) {
        guard !bytes.isEmpty else { return }
        isEmpty = false
        guard !isTooLong, pending.count + bytes.count <= limit else {
            isTooLong = true
            pending.removeAll()
            return
        }
        pending.append(contentsOf: bytes)
    }

    private mutating func endLine() -> Line {
        defer {
            pending.removeAll(keepingCapacity: true)
            isTooLong = false
            isEmpty = true
        }
        if isTooLong { return .tooLong }
        if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
        return .bytes(pending)
    }
}
