import LifecycleKernel
import WireFormat

/// Carries scenarios out, step by step, and checks what each step caused.
public enum ScenarioRunner {
    /// Carries a scenario out. It ends at the first step that fails; those after it are skipped.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - target: Where it is carried out; a fresh target for each scenario.
    ///   - severity: Findings as bad as this or worse fail the step that causes them; nil for none.
    ///   - keepsRecords: Whether the result has the records that each step caused.
    /// - Returns: What was expected and seen, step by step.
    package static func run(
        _ scenario: Scenario,
        on target: some ScenarioTarget,
        failingOnFindings severity: Finding.Severity? = nil,
        keepingRecords keepsRecords: Bool = false
    ) async -> ScenarioResult {
        var result = ScenarioResult(scenario: scenario.name)
        let findings = severity.map(FindingCheck.init)
        var properties = PropertyCheck(scenario.properties)
        var sequence: SequenceNumber = 0
        await setUp(scenario, on: target, &result)
        if result.setup.isEmpty {
            do {
                let records = try await target.records(after: 0)
                sequence = records.last?.sequence ?? 0
                if keepsRecords { result.setupRecords = records }
                result.setup = findings?.failures(in: records) ?? []
            } catch {
                let seen = StepError(error).seen
                result.setup = [CheckFailure("records", expected: "The first records can be read.", seen: seen)]
            }
        }
        var fails = !result.setup.isEmpty
        var time = ElapsedTime(since: result.setupRecords.first?.time)
        for (index, step) in scenario.steps.enumerated() {
            var verdict = StepResult(index: index, does: step.operation.summary, isSkipped: fails)
            if !fails {
                let caused = await carryOut(step, on: target, after: sequence, &properties)
                verdict.failures = await StepChecker(step.checks, caused, target).failures()
                verdict.failures += findings?.failures(in: caused.records) ?? []
                verdict.failures += properties.takeFailures()
                if index == scenario.steps.count - 1, verdict.failures.isEmpty {
                    verdict.failures = properties.failuresAtEnd()
                }
                sequence = caused.records.last?.sequence ?? sequence
                if keepsRecords {
                    verdict.records = caused.records
                    verdict.elapsed = time.elapsed
                    time.pass(step.operation, causing: caused.records)
                }
                fails = !verdict.failures.isEmpty
            }
            result.steps.append(verdict)
        }
        return result
    }

    /// Makes the device and installs the apps.
    private static func setUp(
        _ scenario: Scenario,
        on target: some ScenarioTarget,
        _ result: inout ScenarioResult
    ) async {
        var path = "device"
        var document = withManualClock(scenario.device)
        do {
            try await target.createDevice(document)
            for (index, app) in scenario.apps.enumerated() {
                path = "apps[\(index)]"
                document = app
                try await target.install(app)
            }
        } catch {
            result.setup = [CheckFailure(path, expected: document, seen: StepError(error).seen)]
            result.refusal = (error as? ScenarioRejection)?.rejection(within: path)
        }
    }

    /// The device with a manual clock, unless it says how its clock runs.
    private static func withManualClock(_ device: Value) -> Value {
        guard case .object(let members) = device else { return device }
        let clock = device["clock"] ?? .object([])
        guard case .object(let clockMembers) = clock, clock["mode"] == nil else { return device }
        let manual = Value.object([Value.Member("mode", "manual")] + clockMembers)
        return .object(members.filter { $0.name != "clock" } + [Value.Member("clock", manual)])
    }

    private static func carryOut(
        _ step: ScenarioStep,
        on target: some ScenarioTarget,
        after sequence: SequenceNumber,
        _ properties: inout PropertyCheck
    ) async -> StepOutcome {
        var outcome = StepOutcome(after: sequence)
        do {
            try Task.checkCancellation()
            try await perform(step.operation, on: target, &properties)
        } catch {
            outcome.error = StepError(error)
        }
        do {
            outcome.records = try await target.records(after: sequence)
            if !properties.isEmpty {
                let now = try await target.observe([]).now
                // After an `advanceBefore` what is due now comes with the next step.
                let isSettled = if case .advanceBefore = step.operation { false } else { true }
                try properties.read(outcome.records, before: isSettled ? now + 1 : now)
            }
        } catch {
            outcome.error = outcome.error ?? StepError(error)
        }
        return outcome
    }

    private static func perform(
        _ operation: ScenarioStep.Operation,
        on target: some ScenarioTarget,
        _ properties: inout PropertyCheck
    ) async throws {
        guard properties.readsState else { return try await perform(operation, on: target) }
        var check = properties
        defer { properties = check }
        let instants = SettledInstants(target: target, apps: check.apps) { check.look(at: $0) }
        switch operation {
        case .advance(let length): try await instants.advance(by: length)
        case .advanceBefore(let length): try await instants.advance(before: length)
        case .advanceUntil(let condition):
            guard try await instants.advance(until: condition) else { throw ConditionNotMet() }
        case .advanceToCallback(let limit):
            guard try await instants.advance(toCallbackWithin: limit) else { throw NoCallback() }
        case .send, .act, .complete, .install, .check:
            try await perform(operation, on: target)
            check.look(at: try await target.observe(check.apps))
        }
    }

    private static func perform(_ operation: ScenarioStep.Operation, on target: some ScenarioTarget) async throws {
        switch operation {
        case .send(let events): try await target.send(events)
        case .act(let runs): for run in runs { try await target.act(run.actions, as: run.bundleID) }
        case .advance(let length): try await target.advance(by: length)
        case .advanceBefore(let length): try await target.advance(before: length)
        case .advanceUntil(let condition):
            guard try await target.advance(until: condition, within: Advance.defaultLimit) else {
                throw ConditionNotMet()
            }
        case .advanceToCallback(let limit):
            guard try await target.advance(toCallbackWithin: limit) else { throw NoCallback() }
        case .complete(let handler): try await complete(handler, on: target)
        case .install(let app): try await target.install(app)
        case .check: break
        }
    }

    /// Completes the callback in flight that has the handler's name.
    private static func complete(_ handler: ScenarioStep.HandlerReturn, on target: some ScenarioTarget) async throws {
        let pending = try await target.pendingCallbacks(of: handler.bundleID)
        guard let callback = pending.first(where: { $0["name"] == .string(handler.callback) }),
            let sequence = callback.sequence
        else {
            let names = pending.compactMap { $0["name"]?.text }.joined(separator: ", ")
            throw ScenarioRejection(
                code: Rejection.Code.unknownCallback.rawValue,
                detail: "\(handler.callback) of \(handler.bundleID) is not in flight; in flight: "
                    + (names.isEmpty ? "none." : names + ".")
            )
        }
        var completion = [Value.Member("actions", .array(handler.actions))]
        if let returns = handler.returns { completion.append(Value.Member("returns", returns)) }
        try await target.complete(sequence, of: handler.bundleID, with: .object(completion))
    }
}

/// Thrown when the limit of an advance was reached before its condition was met.
struct ConditionNotMet: Error {}

/// Thrown when the limit of an advance was reached and no callback waits to be completed.
struct NoCallback: Error {}

struct StepOutcome: Sendable {
    /// The sequence of the last record before the step.
    var sequence: SequenceNumber
    var records: [Value] = []
    /// Why the step could not be carried out; nil when it was.
    var error: StepError?

    init(after sequence: SequenceNumber) {
        self.sequence = sequence
    }
}

/// Why a step could not be carried out.
enum StepError: Sendable {
    case refused(ScenarioRejection)
    case failed(String)

    init(_ error: any Error) {
        switch error {
        case let rejection as ScenarioRejection: self = .refused(rejection)
        case is CancellationError: self = .failed("The scenario was cancelled.")
        case is NoCallback: self = .failed("No callback of an attached app was in flight in the time allowed.")
        case is ConditionNotMet: self = .failed("The time allowed was over before the condition was met.")
        default: self = .failed("It could not be carried out: \(error)")
        }
    }

    var seen: Value {
        switch self {
        case .refused(let rejection): ["code": .string(rejection.code), "detail": .string(rejection.text)]
        case .failed(let description): .string(description)
        }
    }
}
