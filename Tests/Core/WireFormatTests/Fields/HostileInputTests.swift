import LifecycleKernel
import Testing
import WireFormat

/// Any input is read or refused; nothing traps, and nothing takes long.
@Suite struct HostileInputTests {
    private static let names =
        [
            "type", "action", "bundleID", "sceneID", "count", "bytes", "name", "record", "app", "all", "any", "until",
            "untilIdle", "seconds", "to", "limitSeconds", "mode", "rate", "rules", "overrides", "profile", "clock",
            "infoPlist", "UIApplicationSceneManifest", "UISceneConfigurations", "UIWindowSceneSessionRoleApplication",
            "CFBundleURLTypes", "behavior", "expirationHandler", "responders", "parent", "returns", "takesSeconds",
            "payload", "priority", "event", "completion", "callback", "actions", "install", "advance", "", "\u{0}",
        ] + RuleKey.allCases.map(\.name)

    private static let texts = Event.knownTypes + Action.knownNames + ["", "1", "scaled", "a.b", "ios18", "\u{FFFD}"]

    private static let numbers: [Double] = [
        .nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, -0.0, 0.1, 9.3e18, -9.3e18,
        3_155_760_000, 1e21,
    ]

    private static func value(_ chance: inout SplitMix64, depth: Int) -> Value {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 5), using: &chance) {
        case 0: return .null
        case 1: return .bool(.random(using: &chance))
        case 2: return .integer([.min, -1, 0, 1, 10, .max].randomElement(using: &chance) ?? 0)
        case 3: return .number(numbers.randomElement(using: &chance) ?? 0)
        case 4: return .string(texts.randomElement(using: &chance) ?? "")
        case 5:
            return .array((0..<Int.random(in: 0...3, using: &chance)).map { _ in value(&chance, depth: depth - 1) })
        default:
            let members = (0..<Int.random(in: 0...5, using: &chance)).map { _ in
                Value.Member(names.randomElement(using: &chance) ?? "", value(&chance, depth: depth - 1))
            }
            return .object(members)
        }
    }

    /// Whether each reader accepts a value.
    private static let readers: [@Sendable (Value) -> Bool] = [
        { (try? Event($0, at: "")) != nil }, { (try? Action($0, at: "")) != nil },
        { (try? Condition($0, at: "")) != nil }, { (try? Advance($0, at: "")) != nil },
        { (try? ClockChange($0, at: "")) != nil }, { (try? ClockSettings.read($0, at: "")) != nil },
        { (try? Completion($0, at: "")) != nil }, { (try? DeviceSettings($0, at: "")) != nil },
        { (try? InfoPlist($0, at: "")) != nil }, { (try? AppBehavior($0, at: "")) != nil },
        { (try? AppManifest($0, at: "", bundleID: "a")) != nil }, { (try? Input($0, at: "")) != nil },
    ]

    @Test(arguments: [1, 2, 3] as [UInt64]) func noiseIsReadOrRefusedByEveryReader(_ seed: UInt64) {
        var chance = SplitMix64(seed: seed)
        var accepted = 0
        var refused = 0
        for _ in 0..<5_000 {
            let value = Self.value(&chance, depth: 5)
            for read in Self.readers {
                if read(value) { accepted += 1 } else { refused += 1 }
            }
        }
        #expect(accepted > 0, "seed \(seed)")
        #expect(refused > 0, "seed \(seed)")
    }

    /// Every event with every one of its fields replaced by noise: the fields that a type has are all met.
    @Test(arguments: RoundTripTests.inputs) func anInputWithOneFieldReplacedIsReadOrRefused(_ input: Input) {
        var chance = SplitMix64(seed: 17)
        guard case .object(let outer) = input.value, let first = outer.first,
            case .object(let members) = first.value
        else { return }
        for index in members.indices {
            for _ in 0..<20 {
                var changed = members
                changed[index] = Value.Member(members[index].name, Self.value(&chance, depth: 2))
                // What is read can be written, and reads back as the same.
                let read = try? Input(.object([Value.Member(first.name, .object(changed))]), at: "")
                if let read { #expect((try? Input(read.value, at: "")) == read) }
            }
        }
    }

    @Test func aValueNestedAThousandDeepIsRefusedAndNotFollowed() {
        let deep: Value = (0..<1_000).reduce(.null) { value, _ in ["all": [value]] }
        #expect(throws: Rejection.self) { try Condition(deep, at: "") }
        #expect(throws: Rejection.self) {
            try Event(["type": "push.deliver", "bundleID": "a", "payload": deep], at: "")
        }
        #expect(!deep.isBounded)
    }

    @Test func theLargestValueThatMayBeKeptIsKept() {
        #expect(Value.array(Array(repeating: .null, count: 9_999)).isBounded)
        #expect(!Value.array(Array(repeating: .null, count: 10_000)).isBounded)
        #expect((0..<32).reduce(Value.null) { value, _ in .array([value]) }.isBounded)
        #expect(!(0..<33).reduce(Value.null) { value, _ in .array([value]) }.isBounded)
    }
}
