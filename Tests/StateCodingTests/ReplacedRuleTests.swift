import Testing

@testable import LifecycleKernel
@testable import StateCoding

/// Rules that another one has replaced are still read from what an earlier kernel has written.
@Suite struct ReplacedRuleTests {
    /// An override as the kernel wrote it when the rule had that name.
    private struct Written: Codable {
        var key: String
        var value: RuleValue
    }

    @Test("Whether scenes disconnect at a force quit", arguments: [(true, "both"), (false, "enterBackground")])
    func forceQuitDisconnectsScenes(disconnects: Bool, order: String) throws {
        let bytes = StateEncoder.encode(Written(key: "forceQuitDisconnectsScenes", value: .flag(disconnects)))
        let override = try StateDecoder.decode(RuleOverride.self, from: bytes)
        #expect(override == RuleOverride(key: .forceQuitSceneOrder, value: .choice(order)))
    }

    @Test("Whether location launches an app after a force quit", arguments: [(true, "all"), (false, "none")])
    func locationRelaunchAfterForceQuit(relaunches: Bool, choice: String) throws {
        let key = RuleKey.locationRelaunchAfterForceQuit
        let bytes = StateEncoder.encode(Written(key: key.name, value: .flag(relaunches)))
        let override = try StateDecoder.decode(RuleOverride.self, from: bytes)
        #expect(override == RuleOverride(key: key, value: .choice(choice)))
    }

    @Test("What never was a rule is refused")
    func unknown() throws {
        let bytes = StateEncoder.encode(Written(key: "never", value: .flag(true)))
        #expect(throws: StateCodingError.self) { try StateDecoder.decode(RuleOverride.self, from: bytes) }
    }
}
