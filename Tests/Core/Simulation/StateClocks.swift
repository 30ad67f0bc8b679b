import LifecycleKernel

/// The time of each process in each state, computed from the records alone, to compare with the energy ledger.
struct StateClocks {
    private struct Life {
        var bundleID: BundleID
        var state: ProcessState
        var since: Instant
        var times: [ProcessState: Milliseconds] = [:]

        mutating func move(to next: ProcessState, at now: Instant) {
            times[state, default: 0] += now - since
            state = next
            since = now
        }
    }

    private var lives: [ProcessID: Life] = [:]
    /// Processes of apps that were removed: an app that is installed again starts from zero.
    private var forgotten: Set<ProcessID> = []

    mutating func read(_ record: Record) {
        if case .input(.uninstall(let bundleID)) = record.body {
            forgotten.formUnion(lives.filter { $0.value.bundleID == bundleID }.keys)
        }
        guard record.appExtension == nil, case .process(let change) = record.body, let pid = record.pid,
            let bundleID = record.bundleID
        else {
            return
        }
        var life = lives[pid] ?? Life(bundleID: bundleID, state: change.to, since: record.time)
        life.move(to: change.to, at: record.time)
        lives[pid] = life
    }

    /// The differences between a report and the records.
    func differences(from report: EnergyReport) -> [String] {
        var differences: [String] = []
        for process in report.processes {
            let times = times(of: process.pid, at: report.time)
            if process.times != times { differences.append("energy of \(process.pid): \(process.times), not \(times)") }
            if process.states[.suspended].use.cpuMicroseconds > 0 { differences.append("\(process.pid) slept at work") }
        }
        var sum: [ProcessState: Milliseconds] = [:]
        for (pid, life) in lives where life.bundleID == report.bundleID && !forgotten.contains(pid) {
            sum.merge(times(of: pid, at: report.time)) { $0 + $1 }
        }
        if report.states.times != sum { differences.append("\(report.bundleID): \(report.states.times), not \(sum)") }
        return differences
    }

    private func times(of pid: ProcessID, at now: Instant) -> [ProcessState: Milliseconds] {
        guard var life = lives[pid] else { return [:] }
        life.move(to: life.state, at: now)
        return life.times.filter { $0.key != .terminated && $0.value > 0 }
    }
}

extension ProcessEnergy {
    fileprivate var times: [ProcessState: Milliseconds] { states.times }
}

extension [StateEnergy] {
    /// The states with a time.
    fileprivate var times: [ProcessState: Milliseconds] {
        Dictionary(uniqueKeysWithValues: filter { $0.time > 0 }.map { ($0.state, $0.time) })
    }
}
