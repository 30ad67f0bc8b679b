import DeviceHost
import LifecycleKernel
import Reports
import WireFormat

/// The logs that a client can ask for, as entries of `log`: `timestamp` in milliseconds of the device's clock, `level`,
/// `message`.
enum SystemLog: String, CaseIterable, Sendable {
    /// A line for each record.
    case syslog
    /// A report for each process that ended in a way of which the system writes one.
    case crashlog

    /// How many entries of the system's log one answer has at most.
    static let limit = 10_000

    /// An entry.
    static func entry(_ message: String, at time: Instant) -> Value {
        ["timestamp": .integer(time.milliseconds), "level": "ALL", "message": .string(message)]
    }

    /// A record as a line of the system's log, on a device whose apps have these names.
    static func line(_ record: Record, model: DeviceModel, names: [BundleID: String]) -> String {
        let time = TimeFormat.text(record.time, "MMM D HH:mm:ss").split(separator: " ", maxSplits: 2)
        let day = time[1].count < 2 ? " \(time[1])" : String(time[1])
        let process = record.bundleID.flatMap { bundleID in
            record.pid.map { "\(names[bundleID] ?? bundleID.rawValue)[\($0)]" }
        }
        let head = "\(time[0]) \(day) \(time[2]) \(model.rawValue) \(process ?? "SpringBoard[0]") <Notice>: "
        return head + RecordLine.message(record)
    }
}

extension DeviceDriver {
    /// What the system's log has after a sequence.
    ///
    /// - Returns: The entries, and the sequence up to which they are told.
    func syslog(after sequence: SequenceNumber) async throws -> (entries: [Value], end: SequenceNumber) {
        let situation = try await situation()
        var names: [BundleID: String] = [:]
        for app in try await registry.apps(on: id).value { names[app.manifest.bundleID] = app.manifest.name }
        var entries: [Value] = []
        var end = sequence
        while entries.count < SystemLog.limit {
            let (read, oldest) = try await page(after: end)
            guard let page = read else {
                entries.append(
                    SystemLog.entry("... \((oldest - 1).count(after: end)) records are gone", at: situation.now)
                )
                end = oldest - 1
                continue
            }
            entries += page.records.map {
                SystemLog.entry(SystemLog.line($0, model: situation.settings.model, names: names), at: $0.time)
            }
            guard let last = page.records.last?.sequence else { break }
            end = last
            if page.next == nil { break }
        }
        return (entries, end)
    }

    /// The records after a sequence.
    ///
    /// - Returns: The page, or the sequence of the oldest record that is kept, if one after the sequence is not.
    private func page(after sequence: SequenceNumber) async throws -> (page: TimelinePage?, oldest: SequenceNumber) {
        do {
            return (try await registry.timeline(of: id, TimelineQuery(after: sequence, limit: 1_000)), 0)
        } catch {
            guard case .recordsEvicted(let oldest) = error, oldest > sequence.next else { throw error }
            return (nil, oldest)
        }
    }

    /// The reports that are new.
    ///
    /// - Parameter known: The names of those that have been told.
    /// - Returns: The entries, and the names of all reports.
    func crashlog(besides known: Set<String>) async throws -> (entries: [Value], reports: Set<String>) {
        let reports = try await reports()
        let new = reports.filter { !known.contains($0.reportID) }
        let entries = new.map { incident in
            let text = DiagnosticReport(incident, deviceID: id.description).text
            return SystemLog.entry(String(decoding: text, as: UTF8.self), at: incident.endedAt)
        }
        return (entries, Set(reports.map(\.reportID)))
    }
}
