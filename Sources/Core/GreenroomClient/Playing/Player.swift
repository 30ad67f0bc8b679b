import LifecycleKernel

/// Plays the code of one attached app: an instance of it for each process.
protocol Player: AnyObject {
    /// What the app keeps in its files.
    var storage: AppStorage { get }
    /// What iOS refused the code, in order.
    var refusals: [TimelineRecord] { get }
    /// What the code has thrown, where the app crashed for it.
    var errors: [String] { get }
    /// Whether the app crashes for what its code throws; otherwise the test is told.
    var crashesOnErrors: Bool { get }
    /// Whether the code says anything of itself.
    var reportsAbstractState: Bool { get }

    /// What the code of the living processes says of itself, with their timers and the files; nil where it says nothing.
    func abstractState(at now: Instant) -> Value?

    func handle(_ callback: AppCallback) throws -> DoneByCode

    /// Takes back what a handler wrote that the process did not live to write.
    func restore(_ storage: AppStorage)

    /// Forgets the code of processes that have ended.
    func observe(_ outcome: Outcome)

    /// Forgets the code of every process.
    func end()
}

/// Plays the code of an app that is made by a function.
final class CodePlayer<Code: AppCode>: Player {
    private let bundleID: String
    private let make: (AppProcess) -> Code
    private(set) var storage = AppStorage()
    private(set) var refusals: [TimelineRecord] = []
    private(set) var errors: [String] = []
    let crashesOnErrors: Bool
    private var processes: [Int64: (process: AppProcess, code: Code, isOfExtension: Bool)] = [:]

    init(bundleID: String, crashesOnErrors: Bool = false, make: @escaping (AppProcess) -> Code) {
        self.bundleID = bundleID
        self.crashesOnErrors = crashesOnErrors
        self.make = make
    }

    func handle(_ callback: AppCallback) throws -> DoneByCode {
        let process = process(callback.pid, isOfExtension: callback.isOfExtension, at: callback.startedAt).process
        return try keepingStorage(of: process) {
            try process.call(at: callback.startedAt) { try crashing(process) { try process.handle(callback) } }
        }
    }

    /// Calls a function with the code of a process; where it throws, the app crashes.
    func attempt(pid: Int64, at now: Instant, _ function: (Code) throws -> Void) throws -> DoneByCode {
        let (process, code, _) = process(pid, isOfExtension: false, at: now)
        return try keepingStorage(of: process) {
            try process.call(at: now) {
                try crashing(process) {
                    try function(code)
                    return nil
                }
            }
        }
    }

    /// Calls a function with the code of a process.
    func call<Result>(
        pid: Int64,
        at now: Instant,
        _ function: (Code) throws -> Result
    ) rethrows -> (Result, DoneByCode) {
        let (process, code, _) = process(pid, isOfExtension: false, at: now)
        return try keepingStorage(of: process) {
            var result: Result?
            let done = try process.call(at: now) {
                result = try function(code)
                return nil
            }
            return (result!, done)
        }
    }

    func restore(_ storage: AppStorage) { self.storage = storage }

    func observe(_ outcome: Outcome) {
        refusals += outcome.refusals(toCodeOf: bundleID)
        for record in outcome.records where record.kind == "exit" && record.bundleID == bundleID {
            if let pid = record.pid { processes.removeValue(forKey: pid)?.process.end() }
        }
    }

    func end() {
        for living in processes.values { living.process.end() }
        processes = [:]
    }

    var reportsAbstractState: Bool { Code.self is any ExploredAppCode.Type }

    func abstractState(at now: Instant) -> Value? {
        var parts: [Value] = []
        for (_, living) in processes.sorted(by: {
            ($0.value.isOfExtension ? 1 : 0, $0.key) < ($1.value.isOfExtension ? 1 : 0, $1.key)
        }) {
            guard let said = (living.code as? any ExploredAppCode)?.abstractState() else { return nil }
            let timers = living.process.secondsToTimers(at: now).map { Value.number($0) }
            parts.append(["said": said, "timers": .array(timers)])
        }
        return ["code": .array(parts), "storage": storage.document]
    }

    /// Calls code of a process. Where it throws, the app crashes, unless that is to be told to the test.
    private func crashing(_ process: AppProcess, _ body: () throws -> Value?) throws -> Value? {
        do {
            return try body()
        } catch  where crashesOnErrors && !(error is AttachedAppError) {
            if !errors.contains("\(error)") { errors.append("\(error)") }
            process.crash(error)
            return nil
        }
    }

    private func keepingStorage<Result>(of process: AppProcess, _ body: () throws -> Result) rethrows -> Result {
        process.storage = storage
        defer { storage = process.storage }
        return try body()
    }

    private func process(
        _ pid: Int64,
        isOfExtension: Bool,
        at now: Instant
    ) -> (process: AppProcess, code: Code, isOfExtension: Bool) {
        if let found = processes[pid] { return found }
        // There is one process of each kind at a time.
        for (pid, other) in processes where other.isOfExtension == isOfExtension {
            other.process.end()
            processes[pid] = nil
        }
        let process = AppProcess(storage: storage, now: now)
        let made = (process, make(process), isOfExtension)
        processes[pid] = made
        return made
    }
}
