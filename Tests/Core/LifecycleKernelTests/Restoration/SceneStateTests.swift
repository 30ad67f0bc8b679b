import LifecycleKernel
import TestKit
import Testing

/// Windows that preserve their state, and windows that lose it.
@Suite struct SceneStateTests {
    static let activity: Value = ["activityType": "edit", "note": 7]

    /// An app that was opened and left, with several windows possible.
    static func device(
        _ entries: [AppBehavior.Entry]? = [.returns(activity)],
        multipleScenes: Bool = false
    ) throws -> TestDevice {
        var device = try TestDevice(model: .iPad)
        try device.install(
            "a",
            .scenes,
            multipleScenes: multipleScenes,
            entries.map { [.stateRestorationActivity: $0] } ?? [:]
        )
        try device.launch()
        try device.send(.home)
        return device
    }

    @Test("A window in the background is asked for its activity, and a verdict says that it is kept")
    func preservation() throws {
        let device = try Self.device()
        #expect(
            device.history.callbacks.suffix(3) == [
                .sceneDidEnterBackground, .stateRestorationActivity, .sceneDidUpdateUserActivity,
            ]
        )
        #expect(device.history.last?.scene == 1)
    }

    @Test(
        "The activity is delivered when the window connects again",
        arguments: [
            ([.returns(activity)], activity), ([], [:]), ([.returns(.null)], nil), ([.returns(false)], nil), (nil, nil),
        ] as [([AppBehavior.Entry]?, Value?)],
        [true, false]
    )
    func reconnection(answer: (entries: [AppBehavior.Entry]?, given: Value?), isKilled: Bool) throws {
        var device = try Self.device(answer.entries)
        try Self.lose(&device, isKilled: isKilled)
        let records = try device.launch()
        #expect(Self.state(givenTo: records) == answer.given)
        #expect(records.losses == (answer.given == nil && !isKilled ? [1] : []))
    }

    /// How the window's scene disconnects: with its process, or alone.
    static func lose(_ device: inout TestDevice, isKilled: Bool) throws {
        if isKilled {
            try device.send(.app("a", .terminate(.jetsam)))
        } else {
            try device.advance(5)
            try device.send(.scene("a", .disconnect(1)))
        }
    }

    static func state(givenTo records: [Record]) -> Value? {
        for case .callback(let callback) in records.map(\.body) where callback.name == .sceneWillConnect {
            return callback.arguments.first { $0.name == "stateRestorationActivity" }?.value
        }
        return nil
    }

    @Test(
        "Where several windows are possible, a kill loses the state that they had not preserved",
        arguments: [true, false]
    )
    func severalWindows(preserves: Bool) throws {
        var device = try Self.device(preserves ? [] : nil, multipleScenes: true)
        try Self.lose(&device, isKilled: true)
        #expect(try device.launch().losses == (preserves ? [] : [1]))
        // It is reported once: the window has new state from now on.
        try device.send(.home)
        try device.send(.app("a", .terminate(.jetsam)))
        #expect(try device.launch().losses == (preserves ? [] : [1]))
    }

    @Test("A window that was never active has nothing to lose")
    func neverActive() throws {
        var device = try TestDevice(model: .iPad)
        try device.install("a", .scenes, multipleScenes: true)
        try device.send(.presentSystemAlert(.permission))
        try device.launch()
        try device.send(.home)
        try device.send(.app("a", .terminate(.jetsam)))
        #expect(try device.launch().losses.isEmpty)
    }

    @Test("State preserved earlier is delivered, however old")
    func crashInFront() throws {
        var device = try Self.device(multipleScenes: true)
        try device.launch()
        try device.send(.app("a", .crash(.abort, message: nil)))
        let records = try device.launch()
        #expect(Self.state(givenTo: records) == Self.activity)
        #expect(records.losses.isEmpty)
    }

    @Test("A force quit and an uninstall discard the activity with a verdict")
    func thrownAway() throws {
        for input in [Input.event(.app("a", .forceQuit)), .uninstall("a")] {
            var device = try Self.device()
            let verdicts = try device.apply(input).filter { $0.kind == .verdict }
            #expect(verdicts.map(\.scene) == [1])
            #expect(verdicts.verdicts.map(\.subject) == [.stateRestoration])
        }
    }
}

extension [Record] {
    /// The windows whose state was lost.
    fileprivate var losses: [SceneID?] {
        filter { if case .finding(let finding) = $0.body { finding.code == .sceneStateLost } else { false } }
            .map(\.scene)
    }
}
