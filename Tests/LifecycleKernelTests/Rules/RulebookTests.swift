import LifecycleKernel
import Testing

@Suite struct RulebookTests {
    @Test("Every key has one row, in the order of the keys' groups, with a source")
    func rowsAreComplete() {
        #expect(Rulebook.rules.count == RuleKey.allCases.count)
        #expect(Set(Rulebook.rules.map(\.key)).count == RuleKey.allCases.count)
        for rule in Rulebook.rules {
            #expect(rule.values.count == RuleProfile.allCases.count)
            #expect(rule.source.count > 10, "\(rule.key) names no source")
            #expect(rule.value(in: .ios18) != nil)
        }
    }

    @Test("Profiles differ where the sources do")
    func profilesDiffer() {
        #expect(Rulebook(.ios12)[.backgroundTaskAllowanceSeconds] == .milliseconds(180_000))
        #expect(Rulebook(.ios18)[.backgroundTaskAllowanceSeconds] == .milliseconds(30_000))
        #expect(Rulebook(.documents)[.didEnterBackgroundLimitSeconds] == .milliseconds(5_000))
        #expect(Rulebook(.ios12)[.processingTaskLimitSeconds] == nil)
        #expect(Rulebook(.ios26)[.locationRelaunchAfterForceQuit] == .flag(false))
    }

    static let wrong: [(String, Value, Rejection.Code)] = [
        ("noSuchRule", 1, .unknownRule), ("suspendDelaySeconds", -1, .invalidValue),
        ("suspendDelaySeconds", "5", .invalidValue), ("suspendDelaySeconds", .number(.infinity), .invalidValue),
        ("suspendDelaySeconds", .number(.nan), .invalidValue), ("suspendDelaySeconds", .number(1e300), .invalidValue),
        ("watchdogsEnabled", 1, .invalidValue), ("maximumBackgroundTasks", .number(1.5), .invalidValue),
        ("memoryWarningFraction", 2, .invalidValue), ("jetsamOrder", "smallestFirst", .invalidValue),
        ("backgroundTaskTimeoutCode", "0xfffffffff", .invalidValue), ("backgroundTaskTimeoutCode", -1, .invalidValue),
    ]

    @Test("What a rule does not take is refused", arguments: wrong)
    func wrongOverrides(name: String, value: Value, code: Rejection.Code) {
        let rejection = #expect(throws: Rejection.self) { try RuleOverride(name: name, value: value, at: "x") }
        #expect(rejection?.code == code)
    }
}
