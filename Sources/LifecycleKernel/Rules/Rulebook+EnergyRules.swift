/// What the energy model reckons with. Every figure is a choice of this model, of the right order of magnitude and the
/// same in every profile; measure a device and override it.
extension Rulebook {
    /// Batteries, powers, prices and shares.
    static let energyRules: [Rule] = [
        choice(.iPhoneBatteryMilliwattHours, .count(13_000), "a phone's battery of about 3,350 mAh at 3.87 V"),
        choice(.iPadBatteryMilliwattHours, .count(28_600), "a tablet's battery of about 7,600 mAh at 3.77 V"),
        choice(
            .iPhoneScreenMilliwatts,
            .count(500),
            "a phone's screen at a middling brightness, while the app is on it"
        ),
        choice(.iPadScreenMilliwatts, .count(2_000), "a tablet's screen at a middling brightness"),
        choice(.processorMilliwatts, .count(1_000), "one core that is busy all the time"),
        choice(.processorCores, .count(6), "the most that all activities of a process take together, in cores"),
        choice(.wakeUpMillijoules, .count(200), "waking the processor and the process: about 0.2 s of a busy core"),
        choice(.networkMillijoulesPerMegabyte, .count(2_000), "between Wi-Fi and cellular, a million bytes"),
        choice(.audioMilliwatts, .count(80), "decoding and playing"),
        choice(.locationMilliwatts, .count(150), "continuous updates; satellites take more, cell towers less"),
        choice(.bluetoothMilliwatts, .count(15), "scanning or advertising"),
        choice(.handlerProcessorShare, .tenThousandths(10_000), "what takes time in a handler works, it does not wait"),
        choice(.timerProcessorShare, .tenThousandths(100), "a core's share of a timer, wherever the process runs"),
        choice(.animationProcessorShare, .tenThousandths(1_500), "a core's share of an animation on screen"),
        choice(.videoProcessorShare, .tenThousandths(2_000), "a core's share of a video on screen"),
        choice(.gameProcessorShare, .tenThousandths(8_000), "a core's share of a game on screen"),
        choice(.requestProcessorShare, .tenThousandths(200), "a core's share of a request, wherever the process runs"),
        choice(.queueProcessorShare, .tenThousandths(5_000), "a core's share of a queue's work, wherever it runs"),
        choice(.renderingProcessorShare, .tenThousandths(6_000), "a core's share of OpenGL ES or Metal on screen"),
    ]

    private static func choice(_ key: RuleKey, _ value: RuleValue, _ meaning: String) -> Rule {
        let unit: Rule.Unit = if case .tenThousandths = value { .fraction } else { .count }
        return Rule(
            key: key,
            group: .energy,
            unit: unit,
            values: RuleProfile.allCases.filter { $0.base == $0 }.map { _ in value },
            confidence: .low,
            source: "choice of this model: " + meaning,
            dispute: nil
        )
    }
}
