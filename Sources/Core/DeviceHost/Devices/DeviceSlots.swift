/// A shard's devices: values in plain storage, found by slot, and by id through a table.
struct DeviceSlots {
    /// The devices by slot; nil where there is none. The shard reads and changes stored properties here in place, and calls
    /// methods with `withDevice`; only this type adds and removes devices.
    ///
    /// It has no subscript in front of it, for the reason that stands at `App.process`.
    var values: [HostedDevice?] = []
    private var free: [Int] = []
    private var slots: [DeviceID: Int] = [:]

    /// How many devices there are.
    var count: Int { slots.count }

    /// The slot of a device.
    func slot(of id: DeviceID) -> Int? { slots[id] }

    /// Calls a closure with the device in a slot, which it reads and changes in place.
    ///
    /// A method that is called on `values[slot]!`, or on a part of it, is called on a copy; here it is not.
    mutating func withDevice<Result, Failure>(
        _ slot: Int,
        _ body: (inout HostedDevice) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(&values[slot]!)
    }

    /// Adds a device.
    ///
    /// - Returns: Its slot, until it is removed.
    mutating func insert(_ device: HostedDevice) -> Int {
        let slot = free.popLast() ?? values.endIndex
        slots[device.id] = slot
        if slot == values.endIndex {
            values.append(device)
        } else {
            values[slot] = device
        }
        return slot
    }

    /// Removes a device.
    mutating func remove(_ slot: Int) -> HostedDevice {
        guard let device = values[slot] else { preconditionFailure("no device in slot \(slot)") }
        values[slot] = nil
        free.append(slot)
        slots[device.id] = nil
        return device
    }
}
