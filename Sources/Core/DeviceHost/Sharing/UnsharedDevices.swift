/// The numbers of the devices that apparently no other server changes: at the last comparison they were as the store has them.
/// Since then, and since the look before the last, no other server has sent a notice about them.
///
/// A notice may be late or lost. Then the commit of a change finds a conflict.
struct UnsharedDevices {
    private var current: Set<Int64> = []
    private var changed: Set<Int64> = []
    private var changedBefore: Set<Int64> = []

    /// Whether a device is one of them.
    func contains(_ device: Int64) -> Bool { current.contains(device) }

    /// Notes that a device in memory is as the store has it.
    mutating func noteCurrent(_ device: Int64) {
        if !changed.contains(device), !changedBefore.contains(device) { current.insert(device) }
    }

    /// Notes devices that other servers have changed.
    mutating func noteChanges(_ devices: Set<Int64>) {
        current.subtract(devices)
        changed.formUnion(devices)
    }

    /// Notes that anything may have been changed without a notice.
    mutating func look() {
        current = []
        (changed, changedBefore) = ([], changed)
    }
}
