import LifecycleKernel

// What a device is made with: an object with `model`, `rules`, `clock`, `memoryBytes`, `passcode` and `seed`.
extension DeviceSettings: FieldWritable {
    /// The sizes of a device's memory, in bytes: 64 MiB to 64 TiB.
    private static let memorySizes: ClosedRange<Int64> = 1 << 26...1 << 46

    /// Reads settings from an object.
    ///
    /// - Throws: `unknown-rule` for an override of a rule that there is not; what is wrong with a field.
    package init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        try self.init(reading: &fields)
        if let value = fields.take("clock") {
            let modes = ClockSettings.Mode.allCases.map(\.rawValue)
            var clock = try FieldReader(value, at: fields.path(of: "clock"), namedBy: "mode", among: modes)
            self.clock = try ClockSettings(reading: &clock)
            try clock.finish()
        }
        try fields.finish()
    }

    /// Reads everything but the clock from an object that is open already and may have other fields.
    package init(reading fields: inout FieldReader) throws(Rejection) {
        let defaults = DeviceSettings()
        let rules = try Self.rules(reading: &fields)
        self.init(
            model: try fields.choice("model", orElse: defaults.model),
            profile: rules.profile ?? defaults.profile,
            overrides: rules.overrides,
            memoryBytes: try fields.bytes("memoryBytes", in: Self.memorySizes, orElse: defaults.memoryBytes),
            passcode: try fields.bool("passcode", orElse: defaults.passcode),
            // Any 64 bits are a seed; the upper half of them are written as negative numbers.
            seed: UInt64(bitPattern: try fields.integer("seed", in: Int64.min...Int64.max, orElse: 0))
        )
    }

    /// Reads `rules`: a profile's name, or an object with `profile` and `overrides`.
    private static func rules(
        reading fields: inout FieldReader
    ) throws(Rejection) -> (profile: RuleProfile?, overrides: [RuleOverride]) {
        guard case .object? = fields.take("rules") else {
            return (try fields.optionalChoice("rules", as: RuleProfile.self), [])
        }
        var rules = try fields.object("rules")
        let profile = try rules.optionalChoice("profile", as: RuleProfile.self)
        var overrides: [RuleOverride] = []
        if let given = try rules.optionalObject("overrides") {
            for member in given.members {
                let path = given.path(of: member.name.shortened)
                overrides.append(try RuleOverride(name: member.name, value: member.value, at: path))
            }
        }
        try rules.finish()
        // In the order of the keys, so that it does not matter in which order they were given.
        return (profile, overrides.sorted { $0.key.name < $1.key.name })
    }

    /// Puts everything that the device is made with; where its clock starts is not part of it.
    package func write(to sink: inout some FieldSink) {
        sink.put("model", model.rawValue)
        sink.put(
            "rules",
            object: { rules in
                rules.put("profile", profile.rawValue)
                let members = overrides.map { Value.Member($0.key.name, $0.value.value) }
                if !members.isEmpty { rules.put("overrides", value: .object(members)) }
            }
        )
        sink.put("clock", clock)
        sink.put("memoryBytes", memoryBytes)
        sink.put("passcode", passcode)
        sink.put("seed", Int64(bitPattern: seed))
    }
}
