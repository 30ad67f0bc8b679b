import DeviceHost
import LifecycleKernel
import WireFormat

/// A line of a batch: an event, and the device that it is for.
struct BatchLine: Sendable {
    let device: DeviceID
    let event: Event

    /// Reads a line.
    ///
    /// - Throws: What is wrong with it; `unknown-device` for a text that is not a device id.
    init(_ bytes: [UInt8]) throws(Problem) {
        let text: String
        do throws(Rejection) {
            var fields = try FieldReader(JSONText.parse(bytes), at: "")
            text = try fields.string("device")
            event = try fields.nested("event", Event.init(_:at:))
            try fields.finish()
        } catch {
            throw Problem(error)
        }
        guard let id = DeviceID(text) else { throw .unknownDevice(text) }
        device = id
    }
}

/// Reads the lines of a batch.
struct BatchReader {
    /// A line with its number in the batch, from 1: an input, or what is wrong with it.
    typealias Line = (number: Int, input: Result<BatchLine, Problem>)

    private let limit: Int
    private var lineCount = 0

    /// - Parameter limit: How many bytes a line may have, which is what they were split with.
    init(limit: Int) { self.limit = limit }

    /// Reads a line; nil for one of white space, which gets no verdict.
    mutating func read(_ line: LineSplitter.Line) -> Line? {
        lineCount += 1
        switch line {
        case .tooLong: return (lineCount, .failure(.tooLongLine(limit)))
        case .bytes(let bytes) where bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }: return nil
        case .bytes(let bytes):
            do throws(Problem) {
                return (lineCount, .success(try BatchLine(bytes)))
            } catch {
                return (lineCount, .failure(error))
            }
        }
    }
}

extension Problem {
    /// A line of a batch is too long.
    fileprivate static func tooLongLine(_ limit: Int) -> Problem {
        Problem(.tooLarge, "A line may have at most \(limit, as: "limit") bytes.")
    }
}

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
