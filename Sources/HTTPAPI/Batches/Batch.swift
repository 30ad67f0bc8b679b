import DequeModule
import DeviceHost
import HTTPTypes
import LifecycleKernel
import NIOCore
import WireFormat

/// The lines of one batch: carries them out in order, and writes their verdicts in the same order.
///
/// With a journal, a line is shown to have been carried out only when that is durable. The next ones are carried out
/// meanwhile, so that one commit of the journal carries many lines; at most `linesAtOnce` wait for theirs.
struct Batch {
    private let registry: DeviceRegistry
    private let lineLimit: Int
    private var lineCount = 0
    /// The lines without a verdict, oldest first.
    private var underWay: Deque<LineUnderWay> = []
    private var output = ByteBuffer()

    /// How many lines wait for the journal at once. Enough for commits to carry many; few enough that the batches of many
    /// clients do not fill the queue of the journal.
    private static let linesAtOnce = 256
    /// Verdicts are sent on when there are so many bytes of them, and at the end of what has come in.
    private static let flushSize = 65_536

    /// A line that has been carried out, or refused.
    private struct LineUnderWay {
        var number: Int
        var result: Result<Held<InputOutcome>, Problem>
    }

    /// - Parameter lineLimit: How many bytes a line may have.
    init(registry: DeviceRegistry, lineLimit: Int) {
        self.registry = registry
        self.lineLimit = lineLimit
    }

    // MARK: Lines

    /// Carries out a line; one of nothing but white space has no verdict.
    mutating func carryOut(_ line: LineSplitter.Line) async {
        lineCount += 1
        switch line {
        case .tooLong:
            await add(.failure(Problem(.tooLarge, "A line may have at most \(lineLimit) bytes.")))
        case .bytes(let bytes) where bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }:
            return
        case .bytes(let bytes):
            await add(await result(of: bytes))
        }
    }

    /// Writes the verdicts of all lines, once what they did is durable.
    mutating func finishLines() async {
        while !underWay.isEmpty { await finishOldestLine() }
    }

    private mutating func add(_ result: Result<Held<InputOutcome>, Problem>) async {
        underWay.append(LineUnderWay(number: lineCount, result: result))
        if underWay.count > Self.linesAtOnce { await finishOldestLine() }
    }

    private mutating func result(of bytes: [UInt8]) async -> Result<Held<InputOutcome>, Problem> {
        do throws(Problem) {
            let (id, event) = try Self.read(bytes)
            do throws(HostError) {
                return .success(try await begin(event, on: id))
            } catch {
                throw error.problem
            }
        } catch {
            return .failure(error)
        }
    }

    /// Carries out an event; when there is no room for it, again after the lines before it have made some.
    private mutating func begin(_ event: Event, on id: DeviceID) async throws(HostError) -> Held<InputOutcome> {
        do throws(HostError) {
            return try await registry.begin(.event(event), to: id)
        } catch .overloaded where !underWay.isEmpty {
            await finishLines()
            return try await registry.begin(.event(event), to: id)
        }
    }

    private static func read(_ bytes: [UInt8]) throws(Problem) -> (DeviceID, Event) {
        let device: String
        let event: Event
        do throws(Rejection) {
            var fields = try FieldReader(JSONText.parse(bytes), at: "")
            device = try fields.string("device")
            event = try fields.nested("event", Event.init(_:at:))
            try fields.finish()
        } catch {
            throw Problem(error)
        }
        guard let id = DeviceID(device) else { throw .unknownDevice(device) }
        return (id, event)
    }

    // MARK: Verdicts

    private mutating func finishOldestLine() async {
        let line = underWay.removeFirst()
        output.writeBytes(JSONText.write(Verdict(line: line.number, result: await Self.outcome(of: line.result))))
        output.writeInteger(UInt8(ascii: "\n"))
    }

    /// What a line has come to, once that is durable.
    private static func outcome(
        of result: Result<Held<InputOutcome>, Problem>
    ) async -> Result<InputOutcome, Problem> {
        switch result {
        case .failure(let problem): return .failure(problem)
        case .success(let held):
            do throws(HostError) {
                return .success(try await held.whenDurable())
            } catch {
                return .failure(error.problem)
            }
        }
    }

    /// The verdicts written so far, when there are enough of them to be sent on.
    mutating func takeFullOutput() -> ByteBuffer? { output.readableBytes >= Self.flushSize ? takeOutput() : nil }

    /// The verdicts written so far; nil when there are none.
    mutating func takeOutput() -> ByteBuffer? {
        guard output.readableBytes > 0 else { return nil }
        defer { output = ByteBuffer() }
        return output
    }
}

/// What became of one line of a batch.
private struct Verdict: FieldWritable {
    /// The line's number in the batch, from 1.
    let line: Int
    let result: Result<InputOutcome, Problem>

    func write(to sink: inout some FieldSink) {
        sink.put("line", Int64(line))
        switch result {
        case .success(let outcome):
            sink.put("status", 200)
            outcome.write(to: &sink)
        case .failure(let problem):
            sink.put("status", Int64(problem.status.code))
            sink.put("problem", problem)
        }
    }
}
