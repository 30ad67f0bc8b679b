import DeviceHost
import LifecycleKernel
import WireFormat

/// A line of a batch: an event, and the device that it is for.
struct BatchLine: Sendable {
    let device: DeviceID
    let event: Event
    /// The whole line.
    private let value: Value

    /// Reads a line.
    ///
    /// - Throws: What is wrong with it; `unknown-device` for a text that is not a device id.
    init(_ bytes: [UInt8]) throws(Problem) {
        let text: String
        do throws(Rejection) {
            value = try JSONText.parse(bytes)
            var fields = try FieldReader(value, at: "")
            text = try fields.string("device")
            event = try fields.nested("event", Event.init(_:at:))
            try fields.finish()
        } catch {
            throw Problem(error)
        }
        guard let id = DeviceID(text) else { throw .unknownDevice(text) }
        device = id
    }

    /// The event as it was sent.
    var eventText: [UInt8] { JSONText.write(value["event"] ?? .null) }
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
        Problem(.tooLarge, "A line may have at most \(limit) bytes.")
    }
}
