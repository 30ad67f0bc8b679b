import DeviceHost
import LifecycleKernel
import Synchronization
import WireFormat

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

    fileprivate struct Settings: Hashable, Sendable {
        var location: Location?
        var induced: Induced?

        var isEmpty: Bool { self == Settings() }
    }

    /// Those of devices in memory, each with the life of its device: one that is made anew under the same name has nothing of it.
    private let settings = Mutex<[DeviceID: (life: DeviceLife, settings: Settings)]>([:])
    /// Those in a store that servers share, each with the number of its device; nil if they are in memory.
    private let items: SharedItems?
    private let registry: DeviceRegistry

    /// Makes what nothing is kept in yet.
    init(of registry: DeviceRegistry) {
        self.registry = registry
        items = SharedItems(.simulation, in: registry)
    }

    /// The location that was set on a device.
    func location(of device: DeviceID) async throws -> Location? { try await kept(of: device).location }

    /// Sets the location of a device, or resets it.
    func set(_ location: Location?, of device: DeviceID) async throws {
        try await change(device) { $0.location = location }
    }

    /// The condition that is induced on a device.
    func induced(on device: DeviceID) async throws -> Induced? { try await kept(of: device).induced }

    /// Keeps the condition that is induced on a device.
    ///
    /// - Returns: Whether it was kept; false if there is one already.
    func begin(_ induced: Induced, on device: DeviceID) async throws -> Bool {
        try await change(device) { settings in
            guard settings.induced == nil else { return false }
            settings.induced = induced
            return true
        } ?? false
    }

    /// Forgets the condition that is induced on a device.
    ///
    /// - Returns: The condition, if there was one.
    func end(on device: DeviceID) async throws -> Induced? {
        try await change(device) { $0.induced.take() } ?? nil
    }

    /// Forgets the devices that are gone.
    func removeGone() async throws {
        settings.withLock { settings in settings = settings.filter { !$0.value.life.isOver } }
        guard let items else { return }
        let kept = try await items.all().compactMap { item in DeviceID(item.name).map { (id: $0, item: item) } }
        let numbers = try await registry.numbers(of: kept.map(\.id))
        for (id, item) in kept where Settings(kept: item.value, of: numbers[id]) == nil {
            try await items.change(item.name) { if $0 == item.value { $0 = nil } }
        }
    }

    private func kept(of device: DeviceID) async throws -> Settings {
        if let items {
            guard let value = try await items.value(named: device.description) else { return Settings() }
            return Settings(kept: value, of: try await registry.numbers(of: [device])[device]) ?? Settings()
        }
        return settings.withLock { $0[device].flatMap { $0.life.isOver ? nil : $0.settings } } ?? Settings()
    }

    /// Changes what is kept of a device; nil if the device is gone.
    @discardableResult
    private func change<Result: Sendable>(
        _ device: DeviceID,
        _ body: (inout Settings) -> Result
    ) async throws -> Result? {
        if let items {
            guard let number = try await registry.numbers(of: [device])[device] else { return nil }
            return try await items.change(device.description) { value in
                var settings = Settings(kept: value, of: number) ?? Settings()
                defer { value = settings.isEmpty ? nil : settings.kept(of: number) }
                return body(&settings)
            }
        }
        return settings.withLock { settings in
            guard let life = registry.life(of: device) else { return nil }
            var changed = Settings()
            if let kept = settings[device], kept.life === life { changed = kept.settings }
            let result = body(&changed)
            settings[device] = changed.isEmpty ? nil : (life, changed)
            return result
        }
    }
}

// As a store keeps them that servers share.
extension Simulations.Settings {
    /// What is kept for a device with a number.
    fileprivate func kept(of number: Int64) -> [UInt8] {
        JSONText.write(Kept(settings: self, number: number))
    }

    private struct Kept: FieldWritable {
        let settings: Simulations.Settings
        let number: Int64

        func write(to sink: inout some FieldSink) {
            sink.put("number", number)
            if let location = settings.location {
                sink.put("location", value: [Value(location.latitude), Value(location.longitude)])
            }
            if let induced = settings.induced {
                sink.put("condition", induced.condition)
                sink.put("profile", induced.profile)
                sink.put("ending", Event.device(.condition(induced.ending)))
            }
        }
    }

    /// Reads what was kept; nil if it is not of the device with the number.
    fileprivate init?(kept bytes: [UInt8]?, of number: Int64?) {
        guard let number, let value = try? JSONText.parse(bytes ?? []), value["number"]?.whole == number else {
            return nil
        }
        self.init()
        let numbers = (value["location"]?.elements ?? []).compactMap(\.asDouble)
        if numbers.count == 2 { location = Simulations.Location(latitude: numbers[0], longitude: numbers[1]) }
        guard let condition = value["condition"]?.text, let profile = value["profile"]?.text,
            let event = value["ending"], case .device(.condition(let ending))? = try? Event(event, at: "")
        else { return }
        induced = Simulations.Induced(condition: condition, profile: profile, ending: ending)
    }
}
