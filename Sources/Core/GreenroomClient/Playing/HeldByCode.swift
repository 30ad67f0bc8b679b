import LifecycleKernel
import Synchronization
import WireFormat

/// Something that the code of an app will do later.
public final class AppTimer: HeldByCode {
    /// The clock that it follows.
    public let clock: ProcessClock
    /// Whether it was cancelled.
    public private(set) var isCancelled = false
    /// What its clock shows when it fires.
    let fires: Instant
    /// When it fires by the wall clock, if the device does not sleep before.
    let due: Instant
    let function: CodeFunction
    private weak var process: AppProcess?

    init(of process: AppProcess, clock: ProcessClock, fires: Instant, due: Instant, function: CodeFunction) {
        self.process = process
        self.clock = clock
        self.fires = fires
        self.due = due
        self.function = function
    }

    /// The function will not be called.
    public func cancel() { isCancelled = true }

    var abstractState: Value {
        let index = process?.waitingTimers.firstIndex { $0 === self } ?? -1
        return ["timer": .integer(Int64(index))]
    }
}

/// What identifies a background task that was begun, as `UIBackgroundTaskIdentifier` does.
public struct BackgroundTask: Sendable, HeldByCode {
    /// Its name.
    public let name: String
    /// What iOS decided about it.
    public let result: ActionResult
    let openTasks: OpenTasks

    /// Whether iOS has begun it; otherwise it is `invalid`.
    public var isValid: Bool { !result.isRefused }

    var number: Int64? { result.taskNumber }
    var abstractState: Value {
        ["task": .string(name), "number": number.map(openTasks.order) ?? .null]
    }
}

/// The numbers of the background tasks of a process that have not ended, in order.
final class OpenTasks: Sendable {
    private let numbers = Mutex<[Int64]>([])

    func add(_ number: Int64) { numbers.withLock { $0.append(number) } }

    func remove(_ number: Int64) { numbers.withLock { numbers in numbers.removeAll { $0 == number } } }

    /// Which of them has this number, from 1 on, as JSON; null if it has ended.
    func order(of number: Int64) -> Value {
        let index = numbers.withLock { $0.firstIndex(of: number) }
        return index.map { .integer(Int64($0 + 1)) } ?? .null
    }
}

/// A request of a default `URLSession`.
public final class NetworkRequest: HeldByCode {
    /// What Greenroom calls it.
    public let identifier: String
    let exchange: Exchange
    /// Where its completion handler stands.
    let place: CodePlace?
    let completion: ((NetworkResponse) throws -> Void)?
    private weak var process: AppProcess?

    init(
        of process: AppProcess,
        identifier: String,
        exchange: Exchange,
        place: CodePlace?,
        completion: ((NetworkResponse) throws -> Void)?
    ) {
        self.process = process
        self.identifier = identifier
        self.exchange = exchange
        self.place = place
        self.completion = completion
    }

    /// `URLSessionTask.cancel()`: it ends with the error -999; nothing happens if it is answered already.
    public func cancel() throws { try process?.act("cancelRequest", ["identifier": .string(identifier)]) }

    var abstractState: Value {
        ["request": .string(identifier), "isUnderWay": .bool(process?.isUnderWay(self) ?? false)]
    }
}

extension Milliseconds {
    /// A length of time in seconds, rounded.
    init(ofSeconds seconds: Double) { self.init(Int64((max(-1e12, min(seconds, 1e12)) * 1_000).rounded())) }
}
