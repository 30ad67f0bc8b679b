import DeviceHost
import LifecycleKernel
import Synchronization

/// What commands have set on devices and put back later: a location, and a condition that is induced. The kernel knows only
/// what follows from it.
final class Simulations: Sendable {
    /// A place on Earth.
    struct Location: Hashable, Sendable {
        var latitude: Double
        var longitude: Double
    }

    /// A condition that is induced, and the event that ends it.
    struct Induced: Hashable, Sendable {
        var condition: String
        var profile: String
        var ending: ConditionEvent
    }

    private struct Settings: Sendable {
        var location: Location?
        var induced: Induced?
    }

    private let settings = Mutex<[DeviceID: Settings]>([:])

    /// The location that was set on a device.
    func location(of device: DeviceID) -> Location? { settings.withLock { $0[device]?.location } }

    /// Sets the location of a device, or resets it.
    func set(_ location: Location?, of device: DeviceID) {
        change(device) { $0.location = location }
    }

    /// The condition that is induced on a device.
    func induced(on device: DeviceID) -> Induced? { settings.withLock { $0[device]?.induced } }

    /// Keeps the condition that is induced on a device.
    ///
    /// - Returns: Whether it was kept; false if there is one already.
    func begin(_ induced: Induced, on device: DeviceID) -> Bool {
        settings.withLock { settings in
            guard settings[device]?.induced == nil else { return false }
            settings[device, default: Settings()].induced = induced
            return true
        }
    }

    /// Forgets the condition that is induced on a device.
    ///
    /// - Returns: The condition, if there was one.
    func end(on device: DeviceID) -> Induced? {
        let induced = induced(on: device)
        change(device) { $0.induced = nil }
        return induced
    }

    /// The devices of which something is kept.
    var devices: [DeviceID] { settings.withLock { Array($0.keys) } }

    /// Forgets a device.
    func forget(_ device: DeviceID) {
        settings.withLock { $0[device] = nil }
    }

    private func change(_ device: DeviceID, _ body: (inout Settings) -> Void) {
        settings.withLock { settings in
            var changed = settings[device] ?? Settings()
            body(&changed)
            settings[device] = changed.location == nil && changed.induced == nil ? nil : changed
        }
    }
}
