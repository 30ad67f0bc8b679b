import LifecycleKernel
import WireFormat

/// Makes a scenario of what has happened on a device: the inputs become steps, and what they caused becomes checks.
///
/// It works on documents of the interface, so that it does not matter whether they are from this process or a server.
/// A clock that ran by itself becomes steps that advance a manual one: `advanceBefore`, because such a clock has handled all
/// deadlines before an input, and none at its instant.
public struct ScenarioRecorder: Sendable {
    public var name: String
    /// The device as a scenario has it; where its clock starts is found in the records.
    public var device: Value
    /// Only steps after this sequence check anything: earlier steps only lead to it.
    public var checksAfter: SequenceNumber
    /// Whether the scenario expects correct behaviour instead of what was recorded: faults must not happen, and nothing
    /// after the first evidence of one is checked, because it may be a consequence.
    public var asItShouldBe: Bool

    public init(name: String, device: Value, checksAfter: SequenceNumber = 0, asItShouldBe: Bool = false) {
        self.name = name
        self.device = device
        self.checksAfter = checksAfter
        self.asItShouldBe = asItShouldBe
    }

    /// The scenario as a document.
    ///
    /// - Parameters:
    ///   - records: Every record of the device, from its first on.
    ///   - now: What its clock shows now.
    /// - Throws: `not-possible-now` if an app was uninstalled, for which there is no step, or if `asItShouldBe` is set and
    ///   no fault was found.
    public func document(of records: [Value], until now: Instant) throws(Rejection) -> Value {
        let steps = try steps(of: records, until: now)
        let faults = asItShouldBe ? try faults(in: records) : nil
        let apps = steps.prefix { $0.operation.name == "install" }
        var rest = steps.dropFirst(apps.count).map { $0.document(checks: checks(of: $0, faults)) }
        // A scenario has at least one step, even where nothing has happened.
        if rest.isEmpty { rest = [["check": [:]]] }
        let start = records.first?.time ?? now
        let clock: Value = .object([.init("mode", "manual"), .init("startsAt", .string(start.description))])
        let properties = faults.map { [Value.Member("properties", .array($0.properties))] } ?? []
        return .object(
            [
                .init("scenario", .string(name)),
                .init("about", .string("Recorded from a device." + (faults?.sentence ?? ""))),
                .init("device", device.setting("clock", to: clock)),
                .init("apps", .array(apps.map(\.operation.value))),
            ] + properties + [.init("steps", .array(rest))]
        )
    }

    private func faults(in records: [Value]) throws(Rejection) -> RecordedFaults {
        let faults = RecordedFaults(in: records, after: checksAfter)
        guard faults.patterns.isEmpty else { return faults }
        throw Rejection(
            .notPossibleNow,
            """
            Nothing was found wrong after the sequence \(checksAfter, as: "sequence"): no finding of the severity error or \
            warning, and no crash. Record the scenario without asItShouldBe.
            """
        )
    }

    private func checks(of step: RecordedStep, _ faults: RecordedFaults?) -> [Value.Member] {
        guard step.sequence > checksAfter else { return [] }
        guard let faults else { return step.checks(withFindings: true) }
        return step.lastSequence < faults.firstEvidence ? step.checks(withFindings: false) : []
    }

    /// What was done, and the time that passed, in order.
    private func steps(of records: [Value], until end: Instant) throws(Rejection) -> [RecordedStep] {
        var steps: [RecordedStep] = []
        var clock = RecordedClock(device["clock"])
        var replay = RecordedReplay(of: device, at: records.first?.time ?? end)
        var unfinished: PassedTime?
        let inputs = records.indices.filter { records[$0]["kind"] == "input" }
        for (number, index) in inputs.enumerated() {
            let input = records[index]
            let next = number + 1 < inputs.count ? inputs[number + 1] : records.endIndex
            let began = input.time ?? end
            let ended = number + 1 < inputs.count ? records[next].time ?? began : end
            let caused = records[(index + 1)..<next]
            let sequence = input.sequence ?? 0
            clock.change(by: input["clock"])
            // Another version of the kernel may have written the records; then they show what the input caused.
            let effect = replay.apply(input)
            let written = effect?.written ?? input.consequences(among: caused)
            var later = caused
            if let operation = try operation(of: input, among: records) {
                let atOnce = ended == began ? caused : caused.prefix(written)
                later = caused.dropFirst(atOnce.count)
                steps.append(RecordedStep(operation: operation, caused: Array(atOnce), sequence: sequence))
            }
            guard ended > began || !later.isEmpty || unfinished != nil else { continue }
            var time = unfinished ?? PassedTime(began: began, sequence: sequence)
            time.records += later
            // A step continues where an advance has stopped because it reached a limit.
            let following = next < records.endIndex ? records[next]["advance"] : nil
            let isContinued =
                effect?.stop.isEarly == true && following != nil
                && following?["stopAtCallbacks"] == input["advance"]?["stopAtCallbacks"]
            unfinished = isContinued ? time : nil
            guard !isContinued else { continue }
            let isWhole = clock.isEndIncluded(input["advance"], from: began, to: ended, Array(later))
            // Deadlines of the instant at which it stopped come after the completion.
            let isToCallback = effect?.stop == .callback && effect?.stoppedAt == ended
            let name = isToCallback ? "advanceToCallback" : isWhole ? "advance" : "advanceBefore"
            let passed = Value.Member(name, Value(seconds: ended - time.began))
            steps.append(RecordedStep(operation: passed, caused: time.records, sequence: time.sequence))
        }
        return steps
    }

    /// Time that passed by one advance, or by several of which each continued where the one before had stopped.
    private struct PassedTime {
        var began: Instant
        var sequence: SequenceNumber
        var records: [Value] = []
    }

    /// What an input does, as a step says it; nil for what only moves the clock.
    private func operation(of input: Value, among records: [Value]) throws(Rejection) -> Value.Member? {
        if let event = input["event"] { return .init("send", event) }
        if let action = input["action"] { return .init("act", action) }
        if let app = input["install"] { return .init("install", app.withoutDefaults) }
        if let completion = input["completion"] { return .init("complete", completion.naming(among: records)) }
        if input["uninstall"] != nil {
            throw Rejection(.notPossibleNow, "An app was uninstalled, and a scenario has no step for that.")
        }
        return nil
    }
}

extension Value {
    /// How many of the records that follow this one of an input it caused at its own instant.
    fileprivate func consequences(among records: ArraySlice<Value>) -> Int {
        records.prefix { $0["cause"] == self["sequence"] && $0.time == time }.count
    }

    /// An app without the fields that have their defaults.
    fileprivate var withoutDefaults: Value {
        guard case .object(let members) = self, let bundleID = self["bundleID"]?.text else { return self }
        let defaults = AppManifest(bundleID: BundleID(bundleID)).value
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
