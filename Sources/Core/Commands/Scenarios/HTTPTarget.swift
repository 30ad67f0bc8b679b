import GreenroomClient
import LifecycleKernel
import NIOHTTP1
import Scenarios
import WireFormat

/// Carries a scenario out on a device of a server, over HTTP.
///
/// The device is made for the scenario and deleted by `deleteDevice()`. Otherwise the server removes it after a
/// while.
actor HTTPTarget: ScenarioTarget {
    private let client: ServerConnection
    private let recordLimit: Int
    private var device: String?
    /// The records that answers have told since `records(after:)` was last asked. The server keeps only the latest records
    /// of a device, and one step may write more.
    private var answered: [Value] = []
    /// The records that `records(after:)` has returned, as far as frameworks report anything for them: that depends on
    /// what they reported before, which the server may have evicted.
    private var history: [Value] = []
    /// The size of all records that answers have told.
    private var recordBytes = 0
    /// Why the server cannot carry the scenario out, if something keeps it from that.
    private(set) var obstacle: ServerObstacle?

    /// How long the server keeps the device without requests for it, in seconds.
    private static let forgottenAfterSeconds: Int64 = 600
    /// The records in a page.
    private static let pageSize = 1_000

    /// Makes a target without a device.
    ///
    /// - Parameters:
    ///   - client: The client of the server.
    ///   - recordLimit: Records that the device may have.
    init(_ client: ServerConnection, recordLimit: Int = ScenarioLimits.records) {
        self.client = client
        self.recordLimit = recordLimit
    }

    func createDevice(_ settings: Value) async throws {
        var settings = settings
        if case .object(let members) = settings, settings["expiresAfterSeconds"] == nil {
            settings = .object(members + [.init("expiresAfterSeconds", .integer(Self.forgottenAfterSeconds))])
        }
        let created = try await ask(.POST, ["v1", "devices"], body: settings)
        guard case .string(let id)? = created["id"] else { throw UnexpectedAnswer(what: "a device without an id") }
        device = id
    }

    /// Deletes the device, if there is one.
    func deleteDevice() async throws {
        guard let id = device else { return }
        device = nil
        _ = try await ask(.DELETE, ["v1", "devices", id])
    }

    func install(_ app: Value) async throws {
        guard case .object(let members) = app, case .string(let bundleID)? = app["bundleID"] else {
            throw ScenarioRejection(Rejection(.missingField, "An app has a bundleID.", field: "bundleID"))
        }
        let rest = members.filter { $0.name != "bundleID" }
        _ = try await ask(.PUT, path("apps", bundleID), body: .object(rest))
    }

    func send(_ events: [Value]) async throws {
        try keepRecords(of: try await ask(.POST, path("events"), body: Self.oneOrList(events)))
    }

    func act(_ actions: [Value], as bundleID: BundleID) async throws {
        try keepRecords(
            of: try await ask(.POST, path("apps", bundleID.rawValue, "actions"), body: Self.oneOrList(actions))
        )
    }

    func advance(by length: Milliseconds) async throws {
        _ = try await advance(["seconds": .number(Double(length.count) / 1_000)])
    }

    func advance(before length: Milliseconds) async throws {
        _ = try await advance(["seconds": .number(Double(length.count) / 1_000), "before": true])
    }

    func advance(until condition: Value, within limit: Milliseconds) async throws -> Bool {
        try await advance(["until": condition, "limitSeconds": Value(seconds: limit)])["met"] == true
    }

    func advance(toCallbackWithin limit: Milliseconds) async throws -> Bool {
        let body: Value = ["seconds": .number(Double(limit.count) / 1_000), "stopAtCallbacks": true]
        return AdvanceRequest.stop(in: try await advance(body)) == .callback
    }

    func complete(_ callback: SequenceNumber, of bundleID: BundleID, with completion: Value) async throws {
        let path = try path("apps", bundleID.rawValue, "callbacks", String(callback), "complete")
        try keepRecords(of: try await ask(.POST, path, body: completion))
    }

    /// The records after a sequence: those that answers have told, and from the timeline only those between and after them.
    func records(after sequence: SequenceNumber) async throws -> [Value] {
        var records: [Value] = []
        var last = sequence
        let told = answered
        answered = []
        for record in told {
            guard let next = record.sequence, next > last else { continue }
            if next > last.next { records += try await timeline(after: last, before: next) }
            records.append(record)
            last = next
        }
        records += try await timeline(after: last)
        history += records.filter(FrameworkVocabulary.concerns)
        return records
    }

    func vocabulary(_ framework: String, after sequence: SequenceNumber) async throws -> [String]? {
        let rules = try await ask(.GET, path())["rules"] ?? .null
        do {
            let settings = try DeviceSettings(.object([.init("rules", rules)]), at: "")
            return try FrameworkVocabulary.reports(
                of: framework,
                in: history.map { try Record($0, at: "") },
                after: sequence,
                rules: Rulebook(settings.profile, overrides: settings.overrides)
            )
        } catch let rejection as Rejection {
            throw ScenarioRejection(rejection)
        }
    }

    func reports(of bundleID: BundleID, after sequence: SequenceNumber) async throws -> [Value]? {
        let path = try path("apps", bundleID.rawValue, "reports")
        var reports: [Value] = []
        for summary in try await ask(.GET, path)["reports"]?.elements ?? [] {
            guard let exit = summary.sequence, exit > sequence,
                case .string(let id)? = summary["id"]
            else { continue }
            let request = client.request(.GET, path + [id], accepting: "*/*")
            let lines = try await reach { try await client.text(request) }.split(separator: "\n").map(String.init)
            reports.append(ReportDocument.value(summary: summary, lines: lines))
        }
        return reports
    }

    func metricKit(of bundleID: BundleID) async throws -> Value? {
        try await ask(.GET, path("apps", bundleID.rawValue, "metrickit"))
    }

    func observe(_ apps: Set<BundleID>) async throws -> ObservedDevice {
        let device = try await ask(.GET, path())
        var documents: [Value] = []
        for app in device["apps"]?.elements ?? [] {
            guard let name = app["bundleID"]?.text, apps.contains(BundleID(name)) else { continue }
            documents.append(try await self.app(BundleID(name)))
        }
        do throws(Rejection) {
            return try ObservedDevice(device, apps: documents)
        } catch {
            throw ScenarioRejection(error)
        }
    }

    func app(_ bundleID: BundleID) async throws -> Value {
        try await ask(.GET, path("apps", bundleID.rawValue))
    }

    func processes() async throws -> [Value] {
        try await ask(.GET, path("processes"))["processes"]?.elements ?? []
    }

    func pendingCallbacks(of bundleID: BundleID) async throws -> [Value] {
        // A poll lists only those that wait for it, and refuses an app that is not attached.
        try await processes().filter { $0["bundleID"] == .string(bundleID.rawValue) }.compactMap { process in
            process["callbackInFlight"].flatMap { $0 == .null ? nil : $0 }
        }
    }
}

extension HTTPTarget {
    private func path(_ parts: String...) throws -> [String] {
        guard let device else { throw UnexpectedAnswer(what: "no device: it was never made, or is deleted") }
        return ["v1", "devices", device] + parts
    }

    /// Moves the clock, and continues where the server has stopped at a limit.
    ///
    /// - Returns: The last answer.
    private func advance(_ body: Value) async throws -> Value {
        var request = AdvanceRequest(body)
        while true {
            let answer = try await ask(.POST, path("clock", "advance"), body: request.body)
            try keepRecords(of: answer)
            guard AdvanceRequest.stop(in: answer) != .limit else {
                let detail: Sentence = "The server settles no more deadlines in one step."
                throw ScenarioRejection(Rejection(.limitReached, detail))
            }
            guard try request.resume(after: answer) else { return answer }
        }
    }

    /// Keeps the records that an answer tells, for `records(after:)`.
    ///
    /// - Throws: `limit-reached` when the device has more records than a scenario may have, as in this process.
    private func keepRecords(of answer: Value) throws {
        let records = answer["records"]?.elements ?? []
        answered += records
        recordBytes += records.reduce(0) { $0 + $1.approximateSize }
        guard (answered.last?.sequence ?? 0).count(after: 0) <= recordLimit, recordBytes <= ScenarioLimits.recordBytes
        else {
            throw ScenarioRejection(ScenarioLimits.moreRecords(than: recordLimit))
        }
    }

    /// All records of the timeline between two sequences, page by page.
    private func timeline(after first: SequenceNumber, before end: SequenceNumber = .max) async throws -> [Value] {
        var records: [Value] = []
        var after = first
        while after.next < end {
            let limit = min(Self.pageSize, end.count(after: after.next))
            let query = [("after", String(after)), ("limit", String(limit))]
            let page = try await ask(.GET, path("timeline"), query: query)["records"]?.elements ?? []
            guard let last = page.last?.sequence else { break }
            records += page
            after = last
        }
        return records
    }

    /// Sends a request; what the server refuses is thrown.
    private func ask(
        _ method: HTTPMethod,
        _ path: [String],
        query: [(String, String)] = [],
        body: Value? = nil
    ) async throws -> Value {
        let answer = try await reach { try await client.send(method, path, query: query, body: body) }
        guard !answer.isSuccess else { return answer.body }
        if let found = ServerObstacle(answer, of: client) { throw remember(found) }
        guard case .string(let code)? = answer.body["code"], case .string(let detail)? = answer.body["detail"] else {
            throw UnexpectedAnswer(what: "status \(answer.status) without a problem document")
        }
        throw ScenarioRejection(
            code: code,
            detail: detail,
            field: answer.body["field"]?.text,
            accepted: (answer.body["accepted"]?.elements ?? []).compactMap(\.text)
        )
    }

    /// Sends a request; a server that does not answer is an obstacle.
    private func reach<Answer: Sendable>(_ request: () async throws -> Answer) async throws -> Answer {
        do {
            return try await request()
        } catch let refusal as Refusal {
            throw ScenarioRejection(code: refusal.code, detail: refusal.detail)
        } catch {
            throw remember(ServerObstacle(NotReady(silent: client, because: error), isLasting: false))
        }
    }

    private func remember(_ found: ServerObstacle) -> ServerObstacle {
        obstacle = found
        return found
    }

    /// One element is sent by itself, so that both forms of a body are used.
    private static func oneOrList(_ values: [Value]) -> Value {
        values.count == 1 ? values[0] : .array(values)
    }
}
