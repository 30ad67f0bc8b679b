import DeviceTokens
import LifecycleKernel
import StateCoding

/// A step that a device has just taken: inputs were applied, or time passed.
struct FinishedStep {
    /// What the step was.
    var kind: StoredStep.Kind
    /// When it was taken, in the device's time.
    var at: Instant
    /// The records that it wrote.
    var records: [Record]
    /// The records as JSON, if they have been encoded already.
    var recordText: [UInt8]?
    /// The device's clock before it.
    var clockBefore: DeviceClock
    /// The claim of the request, when it has an idempotency key.
    var claim: AnswerClaim?
    /// Whether the state after it is to be kept in any case.
    var takesSnapshot = false
}

// The changes of a device, in the form that the policy of a log asks for.
extension HostedDevice {
    /// The change that creates it.
    ///
    /// - Parameters:
    ///   - number: Its number.
    ///   - isCopy: Whether it has records of a device that it is a copy of.
    ///   - claim: That of the request, when it has an idempotency key.
    ///   - policy: What is kept.
    ///   - limits: Those of an advance.
    mutating func creation(
        _ number: Int64,
        isCopy: Bool,
        under claim: AnswerClaim?,
        _ policy: StepPolicy,
        _ limits: AdvanceLimits
    ) -> DeviceChange {
        let keepsText = policy.form == .text
        cursor = StoreCursor(
            number: number,
            after: records.oldestSequence - 1,
            keepsRecords: keepsText,
            isShared: policy.keepsNewestState
        )
        let text = keepsText ? RecordText.write(Array(records.after(0)).withoutTokens) : []
        let beginning = FinishedStep(
            kind: isCopy ? .copy : .beginning,
            at: device.now,
            records: [],
            recordText: text,
            clockBefore: clock,
            claim: claim,
            takesSnapshot: true
        )
        var change = stepChange(beginning, policy, limits)
        // No step has led to the state that it begins with.
        change.step.hash = nil
        return .created(origin(number), change)
    }

    /// The change for a step.
    mutating func change(_ step: FinishedStep, _ policy: StepPolicy, _ limits: AdvanceLimits) -> DeviceChange {
        .stepped(stepChange(step, policy, limits))
    }

    private mutating func stepChange(
        _ finished: FinishedStep,
        _ policy: StepPolicy,
        _ limits: AdvanceLimits
    ) -> StepChange {
        let text = policy.form == .text ? finished.recordText ?? RecordText.write(finished.records) : []
        var step = StoredStep(
            device: cursor.number,
            kind: finished.kind,
            before: cursor.sequence,
            last: device.lastSequence,
            at: finished.at,
            limits: limits,
            records: text,
            digest: policy.form == .text ? RecordText.digest(text, after: cursor.digest) : cursor.digest
        )
        var values: StepValues?
        switch policy.form {
        case .text: cursor.add(step, bytes: text.count)
        case .values:
            let inputs = StepValues(finished.records.inputs)
            values = inputs
            cursor.add(step, bytes: inputs.isEmpty ? nil : inputs.bytes)
        case .none: cursor.add(step, bytes: nil)
        }
        // After a step that stopped between deadlines of one instant, the state does not follow from the records alone.
        let keepsState =
            policy.form != .none && finished.kind != .partOfTime
            && (finished.takesSnapshot || cursor.wantsSnapshot(policy))
        var state: StoredSnapshot?
        if policy.keepsNewestState || keepsState && policy.form == .text {
            state = StoredSnapshot(of: device, as: cursor.number, digest: step.digest, in: policy.format)
        }
        if keepsState {
            // A replay compares it with the hash of the newest format.
            step.hash = policy.format == .newest ? state?.hash : nil
            values?.states = [device]
        }
        finished.claim?.noteChange()
        return StepChange(
            step: step,
            snapshot: keepsState ? state : nil,
            shared: policy.keepsNewestState ? state.map { shared($0, finished) } : nil,
            deletesBefore: keepsState ? cursor.addSnapshot(policy) : nil,
            claim: finished.claim,
            values: values
        )
    }

    /// What a change has for a shared store.
    private func shared(_ state: StoredSnapshot, _ finished: FinishedStep) -> SharedChange {
        let isBeginning = finished.kind == .beginning || finished.kind == .copy
        return SharedChange(
            state: state,
            follows: cursor.revision,
            deadline: nextTick,
            clock: ClockAnchor(shows: clock.anchor, at: clock.anchorWall),
            apps: device.stateCounts,
            tokens: isBeginning || finished.records.changeInstallations ? tokens : nil
        )
    }
}

extension [Record] {
    /// The inputs among them.
    fileprivate var inputs: [Input] {
        compactMap { record in if case .input(let input) = record.body { input } else { nil } }
    }
}

extension [Input] {
    /// About how many bytes they take in memory.
    var keptSize: Int { reduce(64) { $0 + $1.keptSize } }
}

extension StoredSnapshot {
    /// The state of a device now.
    init(of device: borrowing Device, as number: Int64, digest: UInt64, in format: StateFormat = .newest) {
        let state = format.encode(device)
        self.init(
            device: number,
            sequence: device.lastSequence,
            digest: digest,
            kernel: KernelVersion.current,
            hash: Device.stateHash(of: state),
            format: format,
            state: state
        )
    }
}
