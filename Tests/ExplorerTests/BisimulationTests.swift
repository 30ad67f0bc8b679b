import Foundation
import LifecycleKernel
import Simulation
import StateCoding
import Testing
import WireFormat

@testable import Explorer

/// States that are one situation behave alike; a field that is wrongly left out is noticed.
///
/// `GREENROOM_BISIMULATION_PAIRS` says how many pairs of states of random apps are compared, in place of 3,000, and
/// `GREENROOM_SEED` from which seed on.
@Suite struct BisimulationTests {
    @Test(arguments: ExampleApps.all) func statesOfOneSituationBehaveAlike(_ name: String) throws {
        var bisimulation = Bisimulation(try ExampleApps.context(ExampleApps.document(name)))
        bisimulation.walk(300, seed: 1)
        #expect(bisimulation.pairs > 50)
        #expect(bisimulation.differences.isEmpty, "\(bisimulation.differences.first ?? "")")
    }

    private static let environment = ProcessInfo.processInfo.environment
    private static let pairs = environment["GREENROOM_BISIMULATION_PAIRS"].flatMap { Int($0) } ?? 3_000
    private static let firstSeed = environment["GREENROOM_SEED"].flatMap { UInt64($0) } ?? 1
    /// How many pairs of one app are compared at most, so that there are many apps.
    private static let pairsOfOneApp = 40
    private static let walks: ClosedRange<UInt64> = 1...4

    /// Apps as unusual as they can be, on devices with rules of their own. Every type of input is added to some of them.
    @Test func statesOfRandomAppsBehaveAlike() throws {
        var (pairs, apps, seed) = (0, 0, Self.firstSeed)
        while pairs < Self.pairs {
            defer { seed += 1 }
            guard let context = try Self.randomContext(seed) else { continue }
            var bisimulation = Bisimulation(context)
            for walk in Self.walks where bisimulation.pairs < Self.pairsOfOneApp { bisimulation.walk(25, seed: walk) }
            #expect(bisimulation.differences.isEmpty, "seed \(seed): \(bisimulation.differences.first ?? "")")
            pairs += bisimulation.pairs
            apps += 1
        }
        print("compared \(pairs) pairs of states of \(apps) random apps, seeds \(Self.firstSeed) to \(seed - 1)")
        #expect(apps >= 5)
    }

    /// How many types of inputs are added to an app.
    private static let typesOfOneApp = 12

    /// What searches a random app on a random device; nil for one that is refused.
    private static func randomContext(_ seed: UInt64) throws -> SearchContext? {
        var random = SplitMix64(seed: seed)
        let settings = random.deviceSettings()
        let apps = AddedInputs.apps.map { random.manifest($0).value }
        guard var exploration = try? Exploration(name: "random", device: settings.value, apps: apps) else { return nil }
        let groups = LetterGroup.allCases.filter { !$0.isDefault && random.next() % 2 == 0 }
        exploration.letters.with = groups.map(\.rawValue)
        let place = Int(seed) * typesOfOneApp
        exploration.letters.added = try AddedInputs.letters(from: place, count: typesOfOneApp, &random)
        return try? SearchContext.make(for: exploration).context
    }

    @Test func everyTypeOfInputIsAdded() {
        #expect(Set(AddedInputs.types).subtracting(AddedInputs.examples.keys).sorted() == [])
        #expect(3_000 / Self.pairsOfOneApp * Self.typesOfOneApp >= 3 * AddedInputs.types.count)
    }

    /// A field that counts, and what is searched where it does.
    static let fields: [(structure: String, key: String, search: SmallSearch)] = [
        ("Screen", "isLocked", .example("c1-notes")),
        ("AppProcess", "footprintBytes", .example("e08-cache-grows-with-every-visit")),
        ("Rulebook", "profile", .upgrade), ("App", "launchCount", .pushToStart),
        ("App", "lastSceneNumber", .namedWindow), ("ShownNotification", "apnsID", .tappedNotifications),
    ]

    @Test(arguments: fields)
    func aFieldWronglyLeftOutIsNoticed(_ structure: String, key: String, search: SmallSearch) throws {
        let context = try search.context()
        let table = SituationTable.standard.leavingOut(key, of: structure)
        #expect(Self.differences(context, .standard, walks: 2) == [])
        #expect(Self.differences(context, table, walks: 12) != [])
    }

    /// The differences that the first walk with some has.
    private static func differences(_ context: SearchContext, _ table: SituationTable, walks: UInt64) -> [String] {
        var bisimulation = Bisimulation(context, table: table)
        for seed in 1...walks where bisimulation.differences.isEmpty { bisimulation.walk(300, seed: seed) }
        return bisimulation.differences
    }
}
