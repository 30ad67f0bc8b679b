import Synchronization

/// The life of a device, from its creation to its deletion. A device made anew under the same id has another one.
package final class DeviceLife: Sendable {
    private let hasEnded = Atomic(false)

    /// Whether the device is gone.
    package var isOver: Bool { hasEnded.load(ordering: .acquiring) }

    /// The device is gone.
    func end() { hasEnded.store(true, ordering: .releasing) }
}

extension DeviceRegistry {
    /// The life of a device; nil if there is no such device.
    ///
    /// The same object until the device is deleted, so that what was kept of a device is not taken for another device's.
    package func life(of id: DeviceID) -> DeviceLife? { directory.life(of: id) }
}
