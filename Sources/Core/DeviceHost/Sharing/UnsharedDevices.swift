/// The devices, by their numbers, that no other server changes, as it seems: those that were as the store has them at the last
/// comparison, and of which no notice of another server has come since the last look but one.
///
/// A notice may be late or lost. Then a change of the device is a conflict, which the commit finds out.
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
