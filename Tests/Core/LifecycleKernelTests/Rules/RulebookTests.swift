import Testing
import WireFormat

@testable import LifecycleKernel

@Suite struct RulebookTests {
    @Test("Every key has one row, with a source")
    func rowsAreComplete() {
        #expect(Rulebook.rules.count == RuleKey.allCases.count)
        #expect(Set(Rulebook.rules.map(\.key)).count == RuleKey.allCases.count)
        for rule in Rulebook.rules {
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
        #expect(Rulebook(.ios26)[.locationRelaunchAfterForceQuit] == .choice("none"))
        #expect(Rulebook(.simulator)[.launchLimitSeconds] == .milliseconds(30_000))
        #expect(Rulebook(.simulator)[.processingTaskLimitSeconds] == nil)
    }

    @Test(
        "A profile is like its base but for what it changes",
        arguments: [
            (RuleProfile.ios27, [RuleKey.scenesRequired]),
            (
                .simulator,
                [
                    .launchLimitSeconds, .backgroundLaunchLimitSeconds, .processingTaskLimitSeconds,
                    .taskExpirationGraceSeconds, .backgroundProcessorLimitSeconds, .jetsamEnabled,
                    .deviceSleeps,
                ]
            ),
        ]
    )
    func profilesWithABase(profile: RuleProfile, changes: [RuleKey]) {
        let (rules, base) = (Rulebook(profile), Rulebook(profile.base))
        #expect(RuleKey.allCases.filter { rules[$0] != base[$0] } == changes)
    }

    static let wrong: [(String, Value, Rejection.Code)] = [
        ("noSuchRule", 1, .unknownRule), ("suspendDelaySeconds", -1, .invalidValue),
        ("suspendDelaySeconds", "5", .invalidValue), ("suspendDelaySeconds", .number(.infinity), .invalidValue),
        ("suspendDelaySeconds", .number(.nan), .invalidValue), ("suspendDelaySeconds", .number(1e300), .invalidValue),
        ("watchdogsEnabled", 1, .invalidValue), ("maximumBackgroundTasks", .number(1.5), .invalidValue),
        ("memoryWarningFraction", 2, .invalidValue), ("jetsamOrder", "smallestFirst", .invalidValue),
        ("backgroundTaskTimeoutCode", "0xfffffffff", .invalidValue), ("backgroundTaskTimeoutCode", -1, .invalidValue),
    ]

    @Test("A value that a rule does not accept is refused", arguments: wrong)
    func wrongOverrides(name: String, value: Value, code: Rejection.Code) {
        let rejection = #expect(throws: Rejection.self) { try RuleOverride(name: name, value: value, at: "x") }
        #expect(rejection?.code == code)
    }
}

@Suite("What rules are overridden with")
struct RuleOverrideTests {
    @Test("A count is a whole number, however it is written")
    func counts() throws {
        let key = RuleKey.iPadBatteryMilliwattHours
        #expect(try Rulebook.checked(.integer(10), for: key, at: "") == .count(10))
        #expect(try Rulebook.checked(.number(10), for: key, at: "") == .count(10))
        for wrong: Value in [.number(10.5), .number(1e7), .integer(-1), "10"] {
            #expect(throws: Rejection.self) { try Rulebook.checked(wrong, for: key, at: "") }
        }
    }

    @Test("A code is a number, or its hexadecimal digits")
    func codes() throws {
        for rule in Rulebook.rules where rule.unit == .code {
            for right: Value in ["0x8badf00d", "0x8BADF00D", "0x08badf00d", .integer(0x8bad_f00d)] {
                #expect(try Rulebook.checked(right, for: rule.key, at: "") == .code(0x8bad_f00d))
            }
            for wrong: Value in ["0x+1", "0x-1", "0x", "8badf00d", "0x100000000", .integer(-1), .number(0.5)] {
                #expect(throws: Rejection.self) { try Rulebook.checked(wrong, for: rule.key, at: "") }
            }
        }
    }
}
