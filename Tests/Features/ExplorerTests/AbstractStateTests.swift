import LifecycleKernel
import Simulation
import Testing
import WireFormat

/// Two states that are one abstract state behave alike: the same inputs lead to one abstract state again.
@Suite struct AbstractStateTests {
    /// A device that lived the same life an hour later, with records and numbers that differ, has the same abstract states.
    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64]) func whenAndHowOftenMakesNoDifference(_ seed: UInt64) throws
    {
        var random = SplitMix64(seed: seed)
        var one = Device(DeviceSettings(), at: .manualStart)
        var other = Device(DeviceSettings(), at: .manualStart + 3_600_000)
        // Numbers of processes and records differ: an app lives and dies on one of them before.
        let visitor = AppManifest(bundleID: "com.example.visitor")
        try other.apply(.install(visitor), at: other.now, limit: 1_000)
        try other.apply(.event(.app(visitor.bundleID, .launch(arguments: []))), at: other.now, limit: 1_000)
        try other.apply(.uninstall(visitor.bundleID), at: other.now, limit: 1_000)
        let app = random.manifest("com.example.app")
        for device in [0, 1] {
            if device == 0 { try one.apply(.install(app), at: one.now, limit: 1_000) }
            if device == 1 { try other.apply(.install(app), at: other.now, limit: 1_000) }
        }
        let abstraction = Abstraction(rules: one.rulebook, options: AbstractStateOptions(countsUnsavedChanges: true))
        for _ in 0..<200 {
            let input = random.input(for: one)
            guard input.isAlikeOnBoth else { continue }
            let length: Milliseconds = random.oneIn(2) ? 0 : random.duration()
            let isTaken = (try? one.apply(input, at: one.now + length, limit: 100_000)) != nil
            let isTakenByOther = (try? other.apply(input, at: other.now + length, limit: 100_000)) != nil
            #expect(isTaken == isTakenByOther, "\(input)")
            #expect(abstraction.state(of: one) == abstraction.state(of: other), "\(input)")
            _ = (one.takeRecords(), other.takeRecords())
        }
    }

    /// What makes a difference is told apart.
    @Test func whatCountsIsToldApart() throws {
        let app = AppManifest(bundleID: "com.example.app")
        var device = Device(DeviceSettings(), at: .manualStart)
        let abstraction = Abstraction(rules: device.rulebook, options: AbstractStateOptions())
        var met: Set<AbstractState> = [abstraction.state(of: device)]
        let inputs: [Input] = [
            .install(app), .event(.app(app.bundleID, .launch(arguments: []))),
            .action(app.bundleID, .edit(count: 1, scene: nil)),
            .action(app.bundleID, .beginBackgroundTask(name: "t", endsAfter: nil, hasExpirationHandler: true)),
            .event(.device(.home)), .advance(.by(1_000)), .advance(.by(1_000)),
        ]
        for input in inputs {
            try device.apply(input, at: device.now, limit: 1_000)
            #expect(met.insert(abstraction.state(of: device)).inserted, "\(input)")
        }
    }

    /// What is undone is not: the device is where it was before.
    @Test func whatIsUndoneLeadsBack() throws {
        let app = AppManifest(bundleID: "com.example.app")
        var device = Device(DeviceSettings(), at: .manualStart)
        try device.apply(.install(app), at: device.now, limit: 1_000)
        try device.apply(.event(.app(app.bundleID, .launch(arguments: []))), at: device.now, limit: 1_000)
        let abstraction = Abstraction(rules: device.rulebook, options: AbstractStateOptions())
        let before = abstraction.state(of: device)
        try device.apply(.event(.device(.lock)), at: device.now, limit: 1_000)
        #expect(abstraction.state(of: device) != before)
        try device.apply(.event(.device(.unlock)), at: device.now + 2_000, limit: 1_000)
        #expect(abstraction.state(of: device) == before)
    }
}

extension Input {
    /// Whether it means the same on devices whose numbers and instants differ: it names no callback, scene or instant.
    fileprivate var isAlikeOnBoth: Bool {
        switch self {
        case .event(.app), .event(.push), .event(.device), .event(.wake): true
        case .event, .action, .completion, .install, .uninstall, .clock, .advance: false
        }
    }
}
