import LifecycleKernel

/// Makes a scenario of what has happened on a device: the inputs become steps, and what they caused becomes checks.
///
/// It works on documents of the interface, so that it does not matter whether they come from this process or a server.
/// A clock that ran by itself becomes steps that advance a manual one.
public struct ScenarioRecorder: Sendable {
    /// What the scenario is to be called.
    public var name: String
    /// The device as a scenario has it; where its clock starts is found in the records.
    public var device: Value
    /// Only steps after this sequence check anything: what came before only leads there.
    public var checksAfter: Int64

    /// Makes a recorder.
    public init(name: String, device: Value, checksAfter: Int64 = 0) {
        self.name = name
        self.device = device
        self.checksAfter = checksAfter
    }

    /// The scenario as a document.
    ///
    /// - Parameters:
    ///   - records: Every record of the device, from its first on.
    ///   - now: What its clock shows now.
    /// - Throws: `not-possible-now` for what no scenario can say: that an app is uninstalled.
    public func document(of records: [Value], until now: Instant) throws(Rejection) -> Value {
        let steps = try steps(of: records, until: now)
        let apps = steps.prefix { $0.deed.name == "install" }
        var rest = steps.dropFirst(apps.count).map { $0.document(isChecked: $0.sequence > checksAfter) }
        // A scenario has at least one step, even where nothing has happened.
        if rest.isEmpty { rest = [["check": [:]]] }
        let start = records.first?.instant ?? now
        let clock: Value = .object([.init("mode", "manual"), .init("startsAt", .string(start.description))])
        return .object([
            .init("scenario", .string(name)),
            .init("about", "Recorded from a device."),
            .init("device", device.setting("clock", to: clock)),
            .init("apps", .array(apps.map(\.deed.value))),
            .init("steps", .array(rest)),
        ])
    }

    /// What was done, and the time that passed, in order.
    private func steps(of records: [Value], until end: Instant) throws(Rejection) -> [RecordedStep] {
        var steps: [RecordedStep] = []
        let inputs = records.indices.filter { records[$0]["kind"] == "input" }
        for (place, index) in inputs.enumerated() {
            let next = place + 1 < inputs.count ? inputs[place + 1] : records.endIndex
            let began = records[index].instant ?? end
            let ended = place + 1 < inputs.count ? records[next].instant ?? began : end
            let caused = records[(index + 1)..<next]
            let sequence = records[index]["sequence"]?.whole ?? 0
            var later = caused
            if let deed = try deed(of: records[index], among: records) {
                let atOnce = caused.prefix { $0.instant == began }
                later = caused.dropFirst(atOnce.count)
                steps.append(RecordedStep(deed: deed, caused: Array(atOnce), sequence: sequence))
            }
            if ended > began || !later.isEmpty {
                let passed = Value.Member("advance", .seconds(ended - began))
                steps.append(RecordedStep(deed: passed, caused: Array(later), sequence: sequence))
            }
        }
        return steps
    }

    /// What an input does, as a step says it; nil for what only moves the clock.
    private func deed(of input: Value, among records: [Value]) throws(Rejection) -> Value.Member? {
        if let event = input["event"] { return .init("send", event) }
        if let action = input["action"] { return .init("act", action) }
        if let app = input["install"] { return .init("install", app.withoutDefaults) }
        if let completion = input["completion"] { return .init("complete", completion.naming(among: records)) }
        if input["uninstall"] != nil {
            throw Rejection(.notPossibleNow, "An app was uninstalled, which no step of a scenario does.")
        }
        return nil
    }
}

extension Value {
    /// When a record was written.
    var instant: Instant? { self["time"]?.text.flatMap { Instant(iso8601: $0) } }

    /// A length of time in the unit of the interface.
    fileprivate static func seconds(_ length: Milliseconds) -> Value {
        length % 1_000 == 0 ? .integer(length / 1_000) : .number(Double(length) / 1_000)
    }

    /// The integer that this is.
    fileprivate var whole: Int64? { if case .integer(let number) = self { number } else { nil } }

    /// The object with one member more, or another one of that name.
    fileprivate func setting(_ name: String, to value: Value) -> Value {
        guard case .object(let members) = self else { return .object([.init(name, value)]) }
        return .object(members.filter { $0.name != name } + [.init(name, value)])
    }

    /// An app without what it would have anyway.
    fileprivate var withoutDefaults: Value {
        guard case .object(let members) = self, let bundleID = self["bundleID"]?.text else { return self }
        let defaults = AppManifest(bundleID: bundleID).value
        return .object(members.filter { $0.name == "bundleID" || defaults[$0.name] != $0.value })
    }

    /// A completion that names its callback, where the input has the sequence of its record.
    fileprivate func naming(among records: [Value]) -> Value {
        let name = records.first { $0["sequence"] == self["callback"] }?["name"]
        let completion = setting("callback", to: name ?? .null)
        guard completion["actions"] == [], case .object(let members) = completion else { return completion }
        return .object(members.filter { $0.name != "actions" })
    }
}
