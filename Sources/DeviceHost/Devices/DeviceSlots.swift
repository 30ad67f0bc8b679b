/// A shard's devices: values in plain storage, found by place, and by id through a table.
struct DeviceSlots {
    /// The devices by place; nil where there is none. Changed in place by the shard, which has just looked up the
    /// place; only this type puts devices in and takes them out.
    ///
    /// No subscript stands before it: Swift 6.3 compiles reading a field through a `_read` accessor of so large a value
    /// wrongly without optimisation, to a load from the accessor's frame after it was freed.
    var values: [HostedDevice?] = []
    /// Where they stand in the journal; nil without one.
    var journalled: [JournalPlace?] = []
    private var free: [Int] = []
    private var places: [DeviceID: Int] = [:]

    /// How many devices there are.
    var count: Int { places.count }

    /// The place of a device.
    func place(of id: DeviceID) -> Int? { places[id] }

    /// Takes a device in.
    ///
    /// - Returns: Its place, until it is removed.
    mutating func insert(_ device: HostedDevice) -> Int {
        let place = free.popLast() ?? values.endIndex
        places[device.id] = place
        if place == values.endIndex {
            values.append(device)
            journalled.append(nil)
        } else {
            values[place] = device
        }
        return place
    }

    /// Takes a device out.
    mutating func remove(_ place: Int) -> HostedDevice {
        guard let device = values[place] else { preconditionFailure("no device at \(place)") }
        values[place] = nil
        journalled[place] = nil
        free.append(place)
        places[device.id] = nil
        return device
    }
}
