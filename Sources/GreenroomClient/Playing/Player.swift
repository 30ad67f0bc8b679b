import LifecycleKernel

/// Plays the code of one attached app: an instance of it for each process.
protocol Player: AnyObject {
    /// What the app keeps in its files.
    var storage: AppStorage { get }
    /// What iOS refused the code, in order.
    var refusals: [TimelineRecord] { get }

    /// Calls the handler of a callback.
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
    private var processes: [Int64: (process: AppProcess, code: Code, isOfExtension: Bool)] = [:]

    init(bundleID: String, make: @escaping (AppProcess) -> Code) {
        self.bundleID = bundleID
        self.make = make
    }

    func handle(_ callback: AppCallback) throws -> DoneByCode {
        let process = process(callback.pid, isOfExtension: callback.isOfExtension, at: callback.startedAt).process
        return try keepingStorage(of: process) {
            try process.call(at: callback.startedAt) { try process.handle(callback) }
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
