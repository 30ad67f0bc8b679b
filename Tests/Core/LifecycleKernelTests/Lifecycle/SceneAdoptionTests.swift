import LifecycleKernel
import TestKit
import Testing
import WireFormat

/// Apps without scenes on systems that ask for them. Sources: facts 10.1, rules 4.51.
@Suite struct SceneAdoptionTests {
    /// A device with an app that was built with an SDK.
    private static func device(
        _ profile: RuleProfile,
        _ sdk: Value?,
        _ overrides: [String: Value] = [:],
        _ handlers: [CallbackName: [AppBehavior.Entry]] = [:]
    ) throws -> TestDevice {
        var device = try TestDevice(profile, overrides)
        var plist: [Value.Member] = [Value.Member("UIBackgroundModes", ["remote-notification"])]
        if let sdk { plist.append(Value.Member("DTPlatformVersion", sdk)) }
        try device.install(
            "a",
            .appDelegate,
            infoPlist: InfoPlist(.object(plist), at: "infoPlist"),
            handlers
        )
        return device
    }

    static let launches: [(RuleProfile, Value?, traps: Bool)] = [
        (.ios27, "27.0", true), (.ios27, "27", true), (.ios27, "28.1", true), (.ios27, "26.5", false),
        (.ios27, nil, false), (.ios27, "", false), (.ios27, "beta", false), (.ios27, 27, false),
        (.ios26, "27.0", false), (.ios18, "27.0", false), (.simulator, "27.0", false), (.ios12, "27.0", false),
        (.documents, "27.0", false),
    ]

    @Test("Whether an app without scenes traps depends on the system and on its SDK", arguments: launches)
    func launch(row: (profile: RuleProfile, sdk: Value?, traps: Bool)) throws {
        var device = try Self.device(row.profile, row.sdk)
        let records = try device.launch()
        #expect(records.exit?.reason == (row.traps ? .breakpoint : nil))
        #expect(records.callbacks.isEmpty == row.traps)
        #expect(device.state() == (row.traps ? .notRunning : .active))
    }

    @Test(
        "A version of the SDK that cannot be read is named as ignored",
        arguments: [("27.0", false), ("27", false), ("26.4.1", false), (27, true), ("", true), ("beta", true)]
            as [(Value, Bool)]
    )
    func ignored(version: Value, isIgnored: Bool) throws {
        let plist = try InfoPlist(.object([.init("DTPlatformVersion", version)]), at: "infoPlist")
        #expect(plist.ignoredKeys == (isIgnored ? ["DTPlatformVersion"] : []))
    }

    @Test("Nothing that a program outside would have to complete is left of a trap")
    func attached() throws {
        var device = try TestDevice(.ios27)
        let plist = try InfoPlist(["DTPlatformVersion": "27.0"], at: "infoPlist")
        try device.install("a", .appDelegate, driver: .attached, infoPlist: plist)
        for _ in 0..<2 { #expect(try device.launch().exit?.code == 5) }
        #expect(device.kernel.nextDeadline == nil)
        #expect(device.summary(.sceneLifecycleNotAdopted)?.count == 2)
    }

    @Test("A launch in the background goes on, and the app traps when the user opens it")
    func openedLater() throws {
        var device = try Self.device(.ios27, "27.0")
        let woken = try device.push()
        #expect(woken.callbacks.contains(.didReceiveRemoteNotification))
        #expect(woken.exit == nil)
        let opened = try device.launch()
        #expect(opened.exit?.reason == .breakpoint)
        #expect(opened.callbacks.isEmpty)
    }

    @Test("A prewarmed process traps like a new one")
    func prewarmed() throws {
        var device = try Self.device(.ios27, "27.0")
        try device.send(.prewarm)
        #expect(try device.launch().exit?.reason == .breakpoint)
    }

    @Test("An upgrade of the system lets an app trap that ran before, and the rule can be switched off")
    func upgrade() throws {
        var device = try Self.device(.ios26, "27.0")
        #expect(try device.launch().exit == nil)
        try device.send(.upgradeOS(.ios27))
        try device.send(.unlock)
        #expect(try device.launch().exit?.reason == .breakpoint)
        for rule in ["scenesRequired", "scenesAvailable"] {
            var lenient = try Self.device(.ios27, "27.0", [rule: false])
            #expect(try lenient.launch().exit == nil, "\(rule)")
        }
    }

    static let adoptions: [(RuleProfile, Value, [CallbackName], AppLifecycle)] = [
        (.ios27, ["DTPlatformVersion": "27.0"], [], .appDelegate),
        (.ios27, ["DTPlatformVersion": "27.0"], [.configurationForConnecting], .scenes),
        (.ios27, ["DTPlatformVersion": "27.0", "UIApplicationSceneManifest": [:]], [], .scenes),
        (.ios27, [:], [], .scenes), (.ios26, ["DTPlatformVersion": "26.0"], [], .appDelegate),
        (.ios26, ["DTPlatformVersion": "26.0"], [.configurationForConnecting], .scenes), (.ios26, [:], [], .scenes),
        (.simulator, ["DTPlatformVersion": "26.0"], [], .appDelegate),
        (.ios18, ["DTPlatformVersion": "18.5"], [], .appDelegate),
        (.ios12, ["DTPlatformVersion": "12.0"], [], .appDelegate),
    ]

    @Test("Scenes are adopted by a manifest, or by the method that configures them", arguments: adoptions)
    func adoption(row: (profile: RuleProfile, plist: Value, handlers: [CallbackName], lifecycle: AppLifecycle)) throws {
        var device = try TestDevice(row.profile)
        let handlers = row.handlers.map { AppBehavior.Handler(name: $0, entries: []) }
        try device.install(
            AppManifest(
                bundleID: "a",
                infoPlist: InfoPlist(row.plist, at: "infoPlist"),
                behavior: AppBehavior(handlers: handlers)
            )
        )
        #expect(device.kernel.app("a")?.lifecycle == row.lifecycle)
    }

    static let notices: [(RuleProfile, Value?, log: String?, finds: Bool)] = [
        (
            .ios18, "18.5",
            "This process does not adopt UIScene lifecycle. This will become an assert in a future version.", true
        ),
        (.ios18, nil, nil, false),
        (
            .ios26, "26.0",
            "UIScene lifecycle will soon be required. Failure to adopt will result in an assert in the future.", true
        ),
        (.ios26, nil, nil, true),
        (
            .ios27, "26.5",
            "UIScene lifecycle will soon be required. Failure to adopt will result in an assert in the future.", true
        ),
        (.ios12, "18.5", nil, false), (.documents, "18.5", nil, false),
    ]

    @Test("Before it traps, the system logs that an app has not adopted scenes", arguments: notices)
    func notice(row: (profile: RuleProfile, sdk: Value?, log: String?, finds: Bool)) throws {
        var device = try Self.device(row.profile, row.sdk)
        let records = try device.launch()
        #expect(records.compactMap(\.logged) == (row.log.map { [$0] } ?? []))
        #expect((device.summary(.sceneLifecycleNotAdopted) != nil) == row.finds)
    }
}

extension Record {
    fileprivate var logged: String? { if case .log(let message) = body { message } else { nil } }
}

/// Apps that are said to have the life cycle of the app delegate beside what gives them scenes.
@Suite struct SceneContradictionTests {
    @Test("An app that adopts scenes cannot have the life cycle of the app delegate", arguments: RuleProfile.allCases)
    func contradiction(profile: RuleProfile) throws {
        let manifests = [
            AppManifest(bundleID: "a", lifecycle: .appDelegate, infoPlist: InfoPlist(sceneManifest: SceneManifest())),
            AppManifest(
                bundleID: "a",
                lifecycle: .appDelegate,
                delegateImplements: [.didFinishLaunching, .configurationForConnecting]
            ),
            AppManifest(
                bundleID: "a",
                lifecycle: .appDelegate,
                behavior: AppBehavior([.configurationForConnecting: []])
            ),
        ]
        for manifest in manifests {
            var device = try TestDevice(profile)
            do throws(Rejection) {
                try device.install(manifest)
                Issue.record("it was installed")
            } catch {
                #expect(error.code == .invalidValue && error.field == "lifecycle" && error.accepted == ["scenes"])
            }
            #expect(device.kernel.app("a") == nil)
        }
    }

    @Test("One with code of a scene delegate and no way to scenes traps where they are required")
    func deadSceneCode() throws {
        var device = try TestDevice(.ios27)
        try device.install(
            "a",
            .appDelegate,
            infoPlist: InfoPlist(source: ["DTPlatformVersion": "27.0"]),
            [.sceneDidBecomeActive: [.now(.save(count: nil))]]
        )
        #expect(try device.launch().exit?.reason == .breakpoint)
    }
}
