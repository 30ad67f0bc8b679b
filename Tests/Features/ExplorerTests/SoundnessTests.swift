import LifecycleKernel
import Simulation
import Testing
import WireFormat

@testable import Explorer

/// A search does not take two states for one whose difference an added input shows.
@Suite struct SoundnessTests {
    /// What breaks in a search of sequences of so many inputs, with how many of them first.
    private static func found(_ search: SmallSearch, depth: Int) async throws -> [String: Int] {
        var exploration = try search.exploration()
        exploration.limits.depth = depth
        let report = try await Explorer.run(exploration)
        return Dictionary(report.failures.map { ($0.main.property, $0.steps.count) }) { min($0, $1) }
    }

    /// iOS 27 ends an app at its launch that is built for it and has not adopted scenes. After the upgrade and the unlocking
    /// nothing but the version differs from the start.
    @Test func anUpgradeIsNotForgotten() async throws {
        #expect(try await Self.found(.upgrade, depth: 4)["breakpoint"] == 3)
    }

    /// An app that was launched once and has ended differs from one that never was by its token alone.
    @Test func aLaunchIsNotForgotten() async throws {
        #expect(try await Self.found(.pushToStart, depth: 4)["started"] == 3)
    }

    /// A search that merges nothing finds the same with added inputs of every type, with as many inputs.
    @Test(arguments: Array(stride(from: 0, to: AddedInputs.types.count, by: typesOfOneSearch)))
    func nothingIsMissedWithAddedInputs(from place: Int) async throws {
        var random = SplitMix64(seed: UInt64(place) + 1)
        var tried = 0
        while tried < 2 {
            let settings = random.deviceSettings()
            let apps = AddedInputs.apps.map { random.manifest($0).value }
            guard var exploration = try? Exploration(name: "added", device: settings.value, apps: apps) else {
                continue
            }
            exploration.inputs.only = ["app.launch", "device.home", "device.unlock"]
            exploration.inputs.added =
                try AddedInputs.inputs(from: place, count: Self.typesOfOneSearch, &random)
            guard let context = try? SearchContext.make(for: exploration).context else { continue }
            tried += 1
            await PlainSearchTests.compare(context, depth: 3, interruptions: 1, "types from \(place)")
        }
    }

    private static let typesOfOneSearch = 8
}
