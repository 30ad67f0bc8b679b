/// What could be read of a store, and what is wrong with the rest.
package struct PartlyRead<Value: Sendable>: Sendable {
    /// What could be read.
    package private(set) var value: Value
    /// Why each of the others could not be.
    package private(set) var damage: [StoreDamage] = []

    /// Begins with a value to which nothing was added yet.
    package init(_ value: Value) { self.value = value }

    /// Reads something and adds it, or notes why it cannot be read.
    package mutating func read<Part>(
        _ read: () throws(StoreDamage) -> Part,
        into add: (inout Value, Part) -> Void
    ) {
        do throws(StoreDamage) {
            add(&value, try read())
        } catch {
            damage.append(error)
        }
    }
}
