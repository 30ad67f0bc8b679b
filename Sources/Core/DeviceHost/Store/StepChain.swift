import LifecycleKernel

/// Checks that the steps of a device are those that were written, without replaying them: each continues where the one
/// before it ended, and its digest is that of its records and of all before.
package struct StepChain: Sendable {
    /// What is known of the snapshot that was taken after a step.
    package struct Snapshot: Sendable {
        var sequence: SequenceNumber
        var digest: UInt64
        var hash: UInt64

        /// What is known of a snapshot.
        package init(_ snapshot: StoredSnapshot) {
            sequence = snapshot.sequence
            digest = snapshot.digest
            hash = snapshot.hash
        }
    }

    private let device: Int64
    /// The sequence and the digest after the last step; nil before the first one.
    private var end: (sequence: SequenceNumber, digest: UInt64)?

    /// Begins with the oldest step that is kept of a device.
    ///
    /// - Parameter snapshot: The oldest snapshot, if the step before it is no longer kept.
    package init(of device: Int64, after snapshot: Snapshot? = nil) {
        self.device = device
        end = snapshot.map { ($0.sequence, $0.digest) }
    }

    /// Adds the next step.
    ///
    /// - Parameter snapshot: The snapshot after it, if one was taken.
    /// - Throws: `StoreDamage` if the step is not the one that was written here.
    package mutating func add(_ step: StoredStep, _ snapshot: Snapshot?) throws(StoreDamage) {
        guard step.device == device else {
            throw StoreDamage("the step after record \(step.before) is marked as another device's")
        }
        if let end {
            guard step.before == end.sequence else {
                throw StoreDamage("the step after record \(end.sequence) is missing")
            }
            try step.checkDigest(after: end.digest)
        } else if step.hasRecords {
            // The first step of a device, or of a fork with the records that it was made with.
            try step.checkDigest(after: FNV1a.start)
        }
        if let snapshot, !step.agrees(with: snapshot) {
            throw StoreDamage("its snapshot at \(snapshot.sequence) is not that of the step before it")
        }
        guard step.hash == nil || snapshot != nil else {
            throw StoreDamage("its snapshot at \(step.last) is missing")
        }
        end = (step.last, step.digest)
    }
}

extension StoredStep {
    /// Whether it has records. The step with which another kernel takes a device over has none.
    fileprivate var hasRecords: Bool { last > before || records != RecordText.write([]) }

    fileprivate func agrees(with snapshot: StepChain.Snapshot) -> Bool {
        last == snapshot.sequence && digest == snapshot.digest && (hash ?? snapshot.hash) == snapshot.hash
    }
}
