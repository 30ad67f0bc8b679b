import LifecycleKernel
import TestKit
import Testing

/// An app that is opened with several payloads before the first is delivered.
@Suite struct OpenedTwiceTests {
    private static let url = Event.openURL("a://x", sourceApplication: "b", bundleID: "a")

    @Test("Equal payloads are each delivered", arguments: [AppLifecycle.appDelegate, .scenes])
    func equal(lifecycle: AppLifecycle) throws {
        let slow: [AppBehavior.Entry] = [.act(.log(message: "slow"), takes: 1_000)]
        var device = try TestDevice()
        try device.install(
            "a",
            lifecycle,
            [.applicationWillEnterForeground: slow, .sceneWillEnterForeground: slow]
        )
        try device.launch()
        try device.advance(1)
        try device.send(.home)
        for _ in 0..<3 { try device.send(Self.url) }
        let told = try device.advance(1).callbacks.filter { $0 == .openURL || $0 == .sceneOpenURLContexts }
        #expect(told.count == 3)
    }

    @Test("The connection options of a scene list all of them")
    func connectionOptions() throws {
        var device = try TestDevice()
        try device.install("a", .scenes, [.didFinishLaunching: [.act(.log(message: "slow"), takes: 1_000)]])
        try device.send(Self.url)
        try device.send(Self.url)
        let connection = try #require(
            try device.advance(1).compactMap { record in
                if case .callback(let callback) = record.body, callback.name == .sceneWillConnect {
                    callback
                } else {
                    nil
                }
            }
            .first
        )
        #expect(connection.arguments.map(\.name) == ["urlContexts", "sourceApplication"])
        #expect(connection.arguments.first?.value == ["a://x", "a://x"])
    }

    @Test(
        "A URL begins with a scheme, whether an app is named or not",
        arguments: ["notes", "", ":x", "1notes:x", "no tes:x", "né:x", "notes/x:y"]
    )
    func withoutScheme(url: String) throws {
        var device = try TestDevice()
        try device.install("a", .appDelegate, infoPlist: InfoPlist(urlSchemes: ["notes"]))
        for bundleID in [nil, "a"] as [BundleID?] {
            #expect(device.refusal(of: .openURL(url, sourceApplication: nil, bundleID: bundleID)) == .invalidValue)
        }
        let opened = try device.send(.openURL("NOTES:1", sourceApplication: nil, bundleID: nil))
        #expect(opened.callbacks.last == .applicationDidBecomeActive)
    }
}
