import DeviceHost
import LifecycleKernel
import Vocabularies

/// What is known and open of a device.
///
/// Its records must be given in their order. Where some are missing, everything that is open is abandoned: it may have ended
/// in one of them.
struct DeviceTrace: Sendable {
    private var last: SequenceNumber?
    private var time = Instant.earliest
    /// The names that OpenTelemetry has for what happens to an app.
    private var interpreter = Self.interpreter
    /// The apps whose installation was seen.
    private var apps: [AppManifest] = []
    /// The processes that live, those of extensions too.
    private var processes: [ProcessTrace] = []

    /// The rules make no difference to the names of this framework.
    private static let interpreter = Interpreter(.openTelemetry, rules: Rulebook(.ios18))

    var openCount: Int { processes.reduce(0) { $0 + $1.openCount } }

    mutating func consume(_ observation: Observation, into output: inout Telemetry) {
        let record = observation.record
        if let last, record.sequence != last.next { abandon(into: &output) }
        last = record.sequence
        time = record.time
        for index in processes.indices {
            processes[index].settleHandler(before: observation, into: &output)
        }
        if case .input(let input) = record.body { note(input, at: record.time) }
        convert(observation, into: &output)
        for state in interpreter.consume(record) {
            with(observation) { $0.enter(state, observation, into: &output) }
        }
    }

    /// Ends what is open, as the device is no more.
    ///
    /// - Parameter observedTime: When that was seen, by the wall's clock.
    mutating func end(at observedTime: Instant, into output: inout Telemetry) {
        let end = SpanEnd(after: last ?? 0, at: time, seenAt: observedTime)
        for index in processes.indices { processes[index].end(end, into: &output) }
        processes = []
    }

    /// Says what is known and has not been said, as no more records will come.
    ///
    /// - Parameter observedTime: The wall's clock.
    mutating func finish(at observedTime: Instant, into output: inout Telemetry) {
        for index in processes.indices { processes[index].finish(at: observedTime, last ?? 0, into: &output) }
    }

    /// Gives up what is open, and forgets what was known.
    mutating func abandon(into output: inout Telemetry) {
        output.abandoned += openCount
        for index in processes.indices { processes[index].announceTermination(because: nil, into: &output) }
        self = DeviceTrace()
    }

    // MARK: Records

    private mutating func convert(_ observation: Observation, into output: inout Telemetry) {
        let record = observation.record
        let app = apps.first { $0.bundleID == record.bundleID }
        switch record.body {
        case .process(let change): with(observation) { $0.consume(change, observation, into: &output) }
        case .scene, .snapshot: update(record.pid) { $0.moveOn(observation, into: &output) }
        case .callback(let callback):
            with(observation) { $0.call(callback, of: app, observation, into: &output) }
        case .notification(let name, _):
            with(observation) { $0.post(name, of: app, observation, into: &output) }
        case .returned(let callback, _, _):
            update(record.pid) { $0.returned(from: callback, observation, into: &output) }
        case .assertion(let change):
            with(observation) { $0.consume(change, observation, into: &output) }
        case .verdict(let verdict): update(record.pid) { $0.consume(verdict, observation) }
        case .exit(let exit):
            with(observation) { $0.exit(exit, observation, into: &output) }
            processes.removeAll { $0.pid == record.pid }
        case .input, .memory, .dispatch, .finding, .activity, .log: break
        }
    }

    /// Notes what an input says about apps and their handlers.
    private mutating func note(_ input: Input, at time: Instant) {
        switch input {
        case .install(let app):
            apps.removeAll { $0.bundleID == app.bundleID }
            apps.append(app)
        case .uninstall(let bundleID): apps.removeAll { $0.bundleID == bundleID }
        case .completion(_, let completion):
            for index in processes.indices { processes[index].complete(completion.callback, at: time) }
        case .event, .action, .clock, .advance: break
        }
    }

    // MARK: Processes

    /// Changes the process that a record is about, which is followed from now on.
    private mutating func with(_ observation: Observation, _ change: (inout ProcessTrace) -> Void) {
        guard let pid = observation.record.pid else { return }
        if !processes.contains(where: { $0.pid == pid }), let process = ProcessTrace(observation) {
            processes.append(process)
        }
        update(pid, change)
    }

    /// Changes a process, if it is followed.
    private mutating func update(_ pid: ProcessID?, _ change: (inout ProcessTrace) -> Void) {
        guard let index = processes.firstIndex(where: { $0.pid == pid }) else { return }
        change(&processes[index])
    }
}
