import LifecycleKernel
import WireFormat

/// Random rules: a device may differ from its profile in every rule of the rulebook.
extension SplitMix64 {
    /// The overrides of a device: each rule for some devices, and those with the most effect for many.
    mutating func overrides() -> [RuleOverride] {
        var overrides: [RuleOverride] = []
        // Some devices have no overrides, most a few, some very many.
        let odds = pick([0, 40, 40, 20, 4])
        for key in RuleKey.allCases {
            let isDrawn = odds > 0 && oneIn(Self.favourites.contains(key) ? max(odds / 8, 2) : odds)
            if isDrawn, let override = override(of: key) { overrides.append(override) }
        }
        return overrides
    }

    /// The rules with the most effect.
    private static let favourites: Set<RuleKey> = [
        .homeTransitionSeconds, .maximumBackgroundTasks, .backgroundLaunchConnectsScene, .longIdleExitSeconds,
        .suspendDelaySeconds, .backgroundTaskWarningSeconds, .continuedProcessingStallSeconds,
    ]

    /// A value that a rule accepts: at the limits of what is allowed, or near the values of the profiles.
    private mutating func override(of key: RuleKey) -> RuleOverride? {
        let value: Value =
            switch Rulebook.rule(key).unit {
            case .seconds: pick([0, .number(0.001), .number(0.6), 1, 5, 20, 60, 3_155_760_000])
            case .count: pick([0, 1, 2, 50, 600, 1_000_000])
            case .fraction: pick([0, .number(0.05), .number(0.3), .number(0.8), 1])
            case .flag: .bool(oneIn(2))
            case .code: pick(["0x8badf00d", "0x2182bad2", 0, "0xffffffff"])
            case .choice(let names): .string(pick(names))
            }
        return try? RuleOverride(name: key.name, value: value, at: "")
    }
}
