import LifecycleKernel
import Testing

@testable import Explorer

/// A monkey finds what is easy to find, and takes the same inputs for the same seed.
struct RandomMonkeyTests {
    private static func monkey(seed: UInt64) throws -> RandomMonkey {
        let app = try ExampleApps.document("e05-database-locked-with-the-phone")
        return try RandomMonkey(Exploration(app, name: "app"), length: 20, seed: seed)
    }

    @Test func itMeetsAFailureThatAFewInputsLeadTo() throws {
        var monkey = try Self.monkey(seed: 1)
        monkey.play(to: 20_000) { $0.failures.contains { $0.signature.hasSuffix("/suspendedWithLockedFile") } }
        let found = try #require(monkey.failures.first { $0.signature.hasSuffix("/suspendedWithLockedFile") })
        #expect(found.inputs >= 3)
        #expect(found.inputs <= monkey.inputs)
    }

    @Test func itTakesSoManyInputs() throws {
        var monkey = try Self.monkey(seed: 2)
        monkey.play(to: 1_001)
        #expect(monkey.inputs == 1_001)
    }

    @Test func theSameSeedMeetsTheSame() throws {
        var (one, other) = (try Self.monkey(seed: 3), try Self.monkey(seed: 3))
        one.play(to: 5_000)
        other.play(to: 3_000)
        other.play(to: 5_000)
        #expect(one.failures.first?.signature == other.failures.first?.signature)
        #expect(one.failures.first?.inputs == other.failures.first?.inputs)
    }
}
