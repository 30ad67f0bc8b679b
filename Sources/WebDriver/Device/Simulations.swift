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
        /// The life of the device: one that is made anew under the same name has nothing of it.
        let life: DeviceLife
        var location: Location?
        var induced: Induced?
    }

    private let lives: @Sendable (DeviceID) -> DeviceLife?
    private let settings = Mutex<[DeviceID: Settings]>([:])

    /// Makes one that keeps nothing yet.
    ///
    /// - Parameter lives: The lives of devices.
    init(lives: @escaping @Sendable (DeviceID) -> DeviceLife?) {
        self.lives = lives
    }

    /// The location that was set on a device.
    func location(of device: DeviceID) -> Location? { kept(of: device)?.location }

    /// Sets the location of a device, or resets it.
    func set(_ location: Location?, of device: DeviceID) {
        change(device) { $0.location = location }
    }

    /// The condition that is induced on a device.
    func induced(on device: DeviceID) -> Induced? { kept(of: device)?.induced }

    /// Keeps the condition that is induced on a device.
    ///
    /// - Returns: Whether it was kept; false if there is one already.
    func begin(_ induced: Induced, on device: DeviceID) -> Bool {
        change(device) { settings in
            guard settings.induced == nil else { return false }
            settings.induced = induced
            return true
        } ?? false
    }

    /// Forgets the condition that is induced on a device.
    ///
    /// - Returns: The condition, if there was one.
    func end(on device: DeviceID) -> Induced? {
        let ended: Induced?? = change(device) { settings in
            defer { settings.induced = nil }
            return settings.induced
        }
        return ended ?? nil
    }

    /// Forgets the devices that are gone.
    func forgetGone() {
        settings.withLock { settings in settings = settings.filter { !$0.value.life.isOver } }
    }

    private func kept(of device: DeviceID) -> Settings? {
        settings.withLock { $0[device].flatMap { $0.life.isOver ? nil : $0 } }
    }

    /// Changes what is kept of a device; nil if the device is gone.
    @discardableResult
    private func change<Result>(_ device: DeviceID, _ body: (inout Settings) -> Result) -> Result? {
        settings.withLock { settings in
            guard let life = lives(device) else { return nil }
            var changed = Settings(life: life)
            if let kept = settings[device], kept.life === life { changed = kept }
            let result = body(&changed)
            settings[device] = changed.location == nil && changed.induced == nil ? nil : changed
            return result
        }
    }
}
