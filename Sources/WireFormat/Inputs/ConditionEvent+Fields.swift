import LifecycleKernel

extension ConditionEvent {
    /// The type of this event.
    var typeName: DeviceEvent.TypeName {
        switch self {
        case .changeTime: .changeTime
        case .changeLocale: .changeLocale
        case .rotate: .rotate
        case .setBattery: .setBattery
        case .setNetwork: .setNetwork
        case .setThermalState: .setThermalState
        case .setLowPowerMode: .setLowPowerMode
        case .setBackgroundRefresh: .setBackgroundRefresh
        case .setIdle: .setIdle
        }
    }

    /// Reads the fields of an event of a type that is a condition's.
    init(_ type: DeviceEvent.TypeName, reading fields: inout FieldReader) throws(Rejection) {
        switch type {
        case .changeLocale: self = .changeLocale(try fields.string("locale"))
        case .rotate: self = .rotate(try fields.choice("orientation", as: Orientation.self))
        case .setBattery:
            let level = try fields.optionalNumber("level", in: 0...1).map { Int(($0 * 1_000).rounded()) }
            self = .setBattery(level: level, isCharging: try fields.optionalBool("charging"))
        case .setNetwork: self = .setNetwork(try fields.choice("network", as: Network.self))
        case .setThermalState: self = .setThermalState(try fields.choice("state", as: ThermalState.self))
        case .setLowPowerMode: self = .setLowPowerMode(try fields.bool("enabled"))
        case .setBackgroundRefresh:
            self = .setBackgroundRefresh(try fields.bool("enabled"), bundleID: try fields.optionalBundleID())
        case .setIdle: self = .setIdle(try fields.bool("idle"))
        default: self = .changeTime
        }
    }

    /// Puts the fields after the type.
    func writeFields(to sink: inout some FieldSink) {
        switch self {
        case .changeTime: break
        case .changeLocale(let locale): sink.put("locale", locale)
        case .rotate(let orientation): sink.put("orientation", orientation.rawValue)
        case .setBattery(let level, let isCharging):
            if let level { sink.put("level", value: .number(Double(level) / 1_000)) }
            if let isCharging { sink.put("charging", isCharging) }
        case .setNetwork(let network): sink.put("network", network.rawValue)
        case .setThermalState(let state): sink.put("state", state.rawValue)
        case .setLowPowerMode(let isEnabled): sink.put("enabled", isEnabled)
        case .setBackgroundRefresh(let isEnabled, let bundleID):
            sink.put("enabled", isEnabled)
            if let bundleID { sink.put("bundleID", bundleID) }
        case .setIdle(let isIdle): sink.put("idle", isIdle)
        }
    }
}
