import LifecycleKernel
import Testing
import WireFormat

/// What is wrong is refused, with a stable code and the path of the field.
@Suite struct BadInputTests {
    struct Bad: Sendable, CustomTestStringConvertible {
        var value: Value
        var code: Rejection.Code
        var field: String?

        init(_ value: Value, _ code: Rejection.Code, _ field: String?) {
            self.value = value
            self.code = code
            self.field = field
        }

        var testDescription: String { "\(code.rawValue) \(field ?? "-")" }
    }

    private func expectRefusal(_ bad: Bad, _ read: (Value, String) throws(Rejection) -> Void) {
        let rejection = #expect(throws: Rejection.self) { try read(bad.value, "") }
        #expect(rejection?.code == bad.code)
        #expect(rejection?.field == bad.field)
        #expect((rejection?.detail.description.utf8.count ?? 0) < 400, "a message is short")
        // At a path, the same is refused at the path.
        let nested = #expect(throws: Rejection.self) { try read(bad.value, "steps[3].send") }
        #expect(nested?.field == (bad.field.map { "steps[3].send.\($0)" } ?? "steps[3].send"))
    }

    static let events: [Bad] = [
        Bad(.null, .invalidValue, nil), Bad([], .invalidValue, nil), Bad("device.home", .invalidValue, nil),
        Bad([:], .missingField, "type"), Bad(["type": .null], .missingField, "type"),
        Bad(["type": 1], .invalidValue, "type"), Bad(["type": "device.hom"], .unknownEvent, "type"),
        Bad(["type": "Device.home"], .unknownEvent, "type"),
        Bad(["type": .string(String(repeating: "x", count: 200))], .unknownEvent, "type"),
        Bad(["type": "device.home", "bundleID": "a"], .unknownField, "bundleID"),
        Bad(["type": "device.home", "": 1], .unknownField, ""),
        Bad(["type": "device.home", "b": 1, "a": 1], .unknownField, "b"),
        Bad(["type": "device.closeAppSwitcher", "select": "a b"], .invalidValue, "select"),
        Bad(["type": "device.presentSystemAlert", "alert": "nuclear"], .invalidValue, "alert"),
        Bad(["type": "device.incomingCall", "style": 1], .invalidValue, "style"),
        Bad(["type": "device.changeLanguage"], .missingField, "language"),
        Bad(["type": "device.changeLanguage", "language": ""], .invalidValue, "language"),
        Bad(["type": "device.upgradeOS"], .missingField, "profile"),
        Bad(["type": "device.upgradeOS", "profile": "ios99"], .invalidValue, "profile"),
        Bad(["type": "app.launch"], .missingField, "bundleID"),
        Bad(["type": "app.launch", "bundleID": ""], .invalidValue, "bundleID"),
        Bad(["type": "app.launch", "bundleID": ".a"], .invalidValue, "bundleID"),
        Bad(["type": "app.launch", "bundleID": "a/b"], .invalidValue, "bundleID"),
        Bad(["type": "app.launch", "bundleID": "ä"], .invalidValue, "bundleID"),
        Bad(
            ["type": "app.launch", "bundleID": .string(String(repeating: "a", count: 156))],
            .invalidValue,
            "bundleID"
        ),
        Bad(["type": "app.launch", "bundleID": "a", "arguments": "-x"], .invalidValue, "arguments"),
        Bad(["type": "app.launch", "bundleID": "a", "arguments": ["x", 2]], .invalidValue, "arguments[1]"),
        Bad(
            ["type": "app.launch", "bundleID": "a", "arguments": .array(Array(repeating: "x", count: 65))],
            .invalidValue,
            "arguments"
        ),
        Bad(["type": "app.openURL"], .missingField, "url"),
        Bad(["type": "app.openURL", "url": ""], .invalidValue, "url"),
        Bad(
            ["type": "app.openURL", "url": .string(String(repeating: "u", count: 8_193))],
            .invalidValue,
            "url"
        ),
        Bad(["type": "app.continueActivity", "bundleID": "a"], .missingField, "activityType"),
        Bad(["type": "app.performShortcut", "bundleID": "a"], .missingField, "shortcutType"),
        Bad(["type": "app.tapNotification", "bundleID": "a", "notificationID": 3], .invalidValue, "notificationID"),
        Bad(["type": "app.crash", "bundleID": "a"], .missingField, "exception"),
        Bad(["type": "app.crash", "bundleID": "a", "exception": "oops"], .invalidValue, "exception"),
        Bad(["type": "app.terminate", "bundleID": "a"], .missingField, "cause"),
        Bad(["type": "app.changePermission", "bundleID": "a"], .missingField, "permission"),
        Bad(["type": "scene.activate", "bundleID": "a"], .missingField, "sceneID"),
        Bad(["type": "scene.close", "bundleID": "a", "sceneID": 1], .invalidValue, "sceneID"),
        Bad(["type": "scene.close", "bundleID": "a", "sceneID": "0"], .invalidValue, "sceneID"),
        Bad(["type": "scene.close", "bundleID": "a", "sceneID": "-1"], .invalidValue, "sceneID"),
        Bad(["type": "scene.close", "bundleID": "a", "sceneID": "+1"], .invalidValue, "sceneID"),
        Bad(["type": "scene.close", "bundleID": "a", "sceneID": "01"], .invalidValue, "sceneID"),
        Bad(["type": "scene.close", "bundleID": "a", "sceneID": " 1"], .invalidValue, "sceneID"),
        Bad(["type": "scene.close", "bundleID": "a", "sceneID": "2147483648"], .invalidValue, "sceneID"),
        Bad(["type": "scene.create", "bundleID": "a", "sceneID": "1"], .unknownField, "sceneID"),
        Bad(["type": "scene.create", "bundleID": "a", "placement": "left"], .invalidValue, "placement"),
        Bad(["type": "push.deliver", "bundleID": "a"], .missingField, "payload"),
        Bad(["type": "push.deliver", "bundleID": "a", "payload": [:], "priority": 4], .invalidValue, "priority"),
        Bad(["type": "push.deliver", "bundleID": "a", "payload": [:], "priority": 11], .invalidValue, "priority"),
        Bad(["type": "push.deliver", "bundleID": "a", "payload": [:], "pushType": "voip2"], .invalidValue, "pushType"),
        Bad(["type": "push.deliver", "bundleID": "a", "payload": [:], "expiresAt": "now"], .invalidValue, "expiresAt"),
        Bad(
            ["type": "push.deliver", "bundleID": "a", "payload": [:], "expiresAt": "2026-02-29T00:00:00.000Z"],
            .invalidValue,
            "expiresAt"
        ),
        Bad(
            [
                "type": "push.deliver", "bundleID": "a", "payload": [:],
                "collapseID": .string(String(repeating: "c", count: 65)),
            ],
            .invalidValue,
            "collapseID"
        ),
    ]

    @Test(arguments: events) func anEventThatIsWrongIsRefused(_ bad: Bad) {
        expectRefusal(bad) { value, path throws(Rejection) in _ = try Event(value, at: path) }
    }

    @Test func anUnknownTypeOrActionListsTheKnownOnes() {
        let event = #expect(throws: Rejection.self) { try Event(["type": "x"], at: "") }
        #expect(event?.accepted == Event.knownTypes)
        let action = #expect(throws: Rejection.self) { try Action(["action": "x"], at: "") }
        #expect(action?.accepted == Action.knownNames)
    }

    @Test(
        arguments: [
            ("home", Event.knownTypes, ["device.home"]), ("app.tap", Event.knownTypes, ["app.tapNotification"]),
            ("applicationWillTerminate", CallbackName.allCases.map(\.rawValue), ["applicationWillTerminate(_:)"]),
            ("sav", Action.knownNames, ["save"]), ("sistem", Event.knownTypes + ["system"], ["system"]),
            ("x", ["b", "a"], ["b", "a"]),
        ]
    )
    func ofManyNamesThoseMostLikeTheGivenOneAreListed(given: String, names: [String], first: [String]) {
        let listed = names.listed(with: "There is no event \"\(given, as: "name")\".")
        #expect(listed.count == min(names.count, 8))
        #expect(Array(listed.prefix(first.count)) == first)
    }

    static let namesAlone: [(detail: String, read: @Sendable () throws(Rejection) -> Void)] = [
        (
            #"This must be an object, and is "save". Did you mean {"action": "save"}?"#,
            { () throws(Rejection) in _ = try Action("save", at: "") }
        ),
        (
            #"This must be an object, and is "home". Did you mean {"type": "device.home"}?"#,
            { () throws(Rejection) in _ = try Event("home", at: "") }
        ),
        (
            #"clock must be an object, and is "manual". Did you mean {"mode": "manual"}?"#,
            { () throws(Rejection) in _ = try DeviceSettings(["clock": "manual"], at: "") }
        ),
        (
            #"clock must be an object, and is "sundial"."#,
            { () throws(Rejection) in _ = try DeviceSettings(["clock": "sundial"], at: "") }
        ),
        (
            #"b.expirationHandler[0] must be an object, and is "svae". Did you mean {"action": "save"}?"#,
            { () throws(Rejection) in _ = try AppBehavior(["expirationHandler": ["svae"]], at: "b") }
        ),
    ]

    @Test(arguments: namesAlone.indices) func aNameAloneIsShownAsTheObjectThatItWouldName(index: Int) {
        let rejection = #expect(throws: Rejection.self) { try Self.namesAlone[index].read() }
        #expect(rejection?.detail.description == Self.namesAlone[index].detail)
    }

    @Test(
        arguments: [
            ("ios17", "ios18"), ("iOS 17.4", "ios18"), ("17", "ios18"), ("ios22", "ios26"), ("ios99", "ios27"),
            ("iOS18", "ios18"), ("ios", nil), ("android14", nil), ("documents2", "documents"),
        ] as [(String, String?)]
    )
    func theNearestVersionIsSuggested(given: String, meant: String?) {
        let rejection = #expect(throws: Rejection.self) { try DeviceSettings(["rules": .string(given)], at: "") }
        let end = meant.map { " Did you mean \"\($0)\"?" } ?? ""
        #expect(rejection?.detail.description == "rules must be one of the accepted names, and is \"\(given)\".\(end)")
    }

    @Test func anUnknownFieldListsTheKnownOnes() {
        let rejection = #expect(throws: Rejection.self) {
            try Event(["type": "app.openURL", "url": "notes://u", "x": 1], at: "")
        }
        #expect(rejection?.accepted == ["type", "url", "sourceApplication", "bundleID"])
    }

    static let actions: [Bad] = [
        Bad(1, .invalidValue, nil), Bad([:], .missingField, "action"),
        Bad(["action": "dance"], .unknownAction, "action"), Bad(["action": false], .invalidValue, "action"),
        Bad(["action": "beginBackgroundTask"], .missingField, "name"),
        Bad(["action": "beginBackgroundTask", "name": "a", "endsAfterSeconds": -1], .invalidValue, "endsAfterSeconds"),
        Bad(
            ["action": "beginBackgroundTask", "name": "a", "hasExpirationHandler": 1],
            .invalidValue,
            "hasExpirationHandler"
        ),
        Bad(
            ["action": "endBackgroundTask", "name": .string(String(repeating: "n", count: 257))],
            .invalidValue,
            "name"
        ),
        Bad(["action": "work"], .missingField, "cpuSeconds"),
        Bad(["action": "work", "cpuSeconds": "1"], .invalidValue, "cpuSeconds"),
        Bad(["action": "work", "cpuSeconds": .number(.nan)], .invalidValue, "cpuSeconds"),
        Bad(["action": "work", "cpuSeconds": .number(.infinity)], .invalidValue, "cpuSeconds"),
        Bad(["action": "work", "cpuSeconds": .number(-0.001)], .invalidValue, "cpuSeconds"),
        Bad(["action": "work", "cpuSeconds": 3_155_760_001], .invalidValue, "cpuSeconds"),
        Bad(["action": "work", "cpuSeconds": .integer(.max)], .invalidValue, "cpuSeconds"),
        Bad(["action": "work", "cpuSeconds": .number(1e300)], .invalidValue, "cpuSeconds"),
        Bad(["action": "edit", "count": 0], .invalidValue, "count"),
        Bad(["action": "edit", "count": 1_000_000_001], .invalidValue, "count"),
        Bad(["action": "edit", "count": .number(1.5)], .invalidValue, "count"),
        Bad(["action": "save", "count": -1], .invalidValue, "count"),
        Bad(["action": "save", "sceneID": "1"], .unknownField, "sceneID"),
        Bad(["action": "log"], .missingField, "message"),
        Bad(["action": "log", "message": ""], .invalidValue, "message"),
        Bad(["action": "allocate", "bytes": -1], .invalidValue, "bytes"),
        Bad(["action": "allocate", "bytes": .integer(1 << 50 + 1)], .invalidValue, "bytes"),
        Bad(["action": "free", "bytes": .number(1e30)], .invalidValue, "bytes"),
        Bad(["action": "destroySceneSession"], .missingField, "sceneID"),
        Bad(["action": "crash"], .missingField, "exception"),
        Bad(["action": "exit", "code": 0], .unknownField, "code"),
    ]

    @Test(arguments: actions) func anActionThatIsWrongIsRefused(_ bad: Bad) {
        expectRefusal(bad) { value, path throws(Rejection) in _ = try Action(value, at: path) }
    }

    /// Conditions nested in one another.
    private static func nested(_ depth: Int) -> Value {
        depth == 1 ? ["record": [:]] : ["all": [nested(depth - 1)]]
    }

    static let conditions: [Bad] = [
        Bad("suspended", .invalidValue, nil), Bad([:], .missingField, nil),
        Bad(["app": ["bundleID": "a", "state": "active"], "record": [:]], .invalidValue, "record"),
        Bad(["app": ["bundleID": "a"]], .missingField, "app.state"),
        Bad(["app": ["bundleID": "a", "state": "asleep"]], .invalidValue, "app.state"),
        Bad(["app": ["bundleID": "a", "state": "active", "pid": 1]], .unknownField, "app.pid"),
        Bad(["record": []], .invalidValue, "record"), Bad(["record": .null], .invalidValue, "record"),
        Bad(["all": []], .invalidValue, "all"), Bad(["any": [:]], .invalidValue, "any"),
        Bad(["all": [["record": [:]], ["no": 1]]], .missingField, "all[1]"),
        Bad(["record": [:], "not": [:]], .unknownField, "not"),
        Bad(["record": ["knid": "exit"]], .unknownField, "record.knid"),
        Bad(["all": [["any": [["record": ["kind": "findings"]]]]]], .invalidValue, "all[0].any[0].record.kind"),
        Bad(["all": .array(Array(repeating: ["record": [:]], count: 100))], .tooComplex, "all[99]"),
        Bad(["all": .null], .missingField, "all"), Bad(["any": .null], .missingField, "any"),
        Bad(["any": [["all": .null]]], .missingField, "any[0].all"),
        Bad(nested(9), .tooComplex, "all[0].all[0].all[0].all[0].all[0].all[0].all[0].all[0]"),
    ]

    @Test(arguments: conditions) func aConditionThatIsWrongIsRefused(_ bad: Bad) {
        expectRefusal(bad) { value, path throws(Rejection) in _ = try Condition(value, at: path) }
    }

    @Test func aConditionMayBeAsLargeAsItsLimits() throws {
        _ = try Condition(Self.nested(8), at: "")
        _ = try Condition(["any": .array(Array(repeating: ["record": [:]], count: 99))], at: "")
    }

    static let advances: [Bad] = [
        Bad([:], .missingField, nil), Bad(["seconds": "1"], .invalidValue, "seconds"),
        Bad(["seconds": -1], .invalidValue, "seconds"),
        Bad(["seconds": 1, "untilIdle": true], .invalidValue, "untilIdle"),
        Bad(["seconds": 1, "limitSeconds": 1], .unknownField, "limitSeconds"),
        Bad(["seconds": 1, "before": 1], .invalidValue, "before"),
        Bad(["to": "2026-01-01T00:00:00Z", "before": true], .unknownField, "before"),
        Bad(["until": ["record": ["knid": "exit"]]], .unknownField, "until.record.knid"),
        Bad(["untilIdle": false], .invalidValue, "untilIdle"), Bad(["to": "2026-01-01"], .invalidValue, "to"),
        Bad(["to": "0000-01-01T00:00:00Z"], .invalidValue, "to"), Bad(["until": [:]], .missingField, "until"),
        Bad(["until": ["record": [:]], "limitSeconds": .number(-0.5)], .invalidValue, "limitSeconds"),
        Bad(["seconds": .null], .missingField, "seconds"), Bad(["seconds": 1, "during": 1], .invalidValue, "during"),
        Bad(["seconds": 1, "during": [1, "2"]], .invalidValue, "during[1]"),
    ]

    @Test(arguments: advances) func anAdvanceThatIsWrongIsRefused(_ bad: Bad) {
        expectRefusal(bad) { value, path throws(Rejection) in _ = try Advance(value, at: path) }
    }

    static let clockChanges: [Bad] = [
        Bad([], .invalidValue, nil), Bad(["mode": "fast"], .invalidValue, "mode"),
        Bad(["rate": 0], .invalidValue, "rate"), Bad(["rate": -1], .invalidValue, "rate"),
        Bad(["rate": .number(.nan)], .invalidValue, "rate"), Bad(["rate": .number(.infinity)], .invalidValue, "rate"),
        Bad(["rate": 1_000_001], .invalidValue, "rate"), Bad(["mode": "manual", "rate": 2], .invalidValue, "rate"),
        Bad(["paused": "yes"], .invalidValue, "paused"), Bad(["now": 1], .unknownField, "now"),
    ]

    @Test(arguments: clockChanges) func aChangeOfTheClockThatIsWrongIsRefused(_ bad: Bad) {
        expectRefusal(bad) { value, path throws(Rejection) in _ = try ClockChange(value, at: path) }
    }

    static let settings: [Bad] = [
        Bad("iPhone", .invalidValue, nil), Bad(["model": "iPod"], .invalidValue, "model"),
        Bad(["rules": "ios99"], .invalidValue, "rules"), Bad(["rules": 18], .invalidValue, "rules"),
        Bad(["rules": ["profile": "ios99"]], .invalidValue, "rules.profile"),
        Bad(["rules": ["override": [:]]], .unknownField, "rules.override"),
        Bad(["rules": ["overrides": []]], .invalidValue, "rules.overrides"),
        Bad(["rules": ["overrides": ["suspendDelay": 1]]], .unknownRule, "rules.overrides.suspendDelay"),
        Bad(
            ["rules": ["overrides": ["suspendDelaySeconds": "soon"]]],
            .invalidValue,
            "rules.overrides.suspendDelaySeconds"
        ),
        Bad(["memoryBytes": 1_000], .invalidValue, "memoryBytes"),
        Bad(["memoryBytes": .integer(1 << 46 + 1)], .invalidValue, "memoryBytes"),
        Bad(["passcode": 1], .invalidValue, "passcode"), Bad(["seed": .number(0.5)], .invalidValue, "seed"),
        Bad(["clock": "manual"], .invalidValue, "clock"),
        Bad(["clock": ["mode": "scaled"]], .missingField, "clock.rate"),
        Bad(["clock": ["mode": "realtime", "rate": 1]], .invalidValue, "clock.rate"),
        Bad(["clock": ["rate": 1]], .invalidValue, "clock.rate"),
        Bad(["clock": ["startsAt": "2026-01-01T00:00:00.000Z"]], .unknownField, "clock.startsAt"),
        Bad(["ios": 18], .unknownField, "ios"),
    ]

    @Test(arguments: settings) func settingsThatAreWrongAreRefused(_ bad: Bad) {
        expectRefusal(bad) { value, path throws(Rejection) in _ = try DeviceSettings(value, at: path) }
    }

    /// A manifest with one more field.
    @Test(
        arguments: [
            ("schedulerPolicy", "eager", "schedulerPolicy takes one of prompt, random, manual, not \"eager\""),
            ("schedulerPolicy", 1, "schedulerPolicy takes one of prompt, random, manual, not 1"),
            (
                "schedulerPolicy", .string(String(repeating: "x", count: 200)),
                "schedulerPolicy takes one of prompt, random, manual, not \"\(String(repeating: "x", count: 48))...\""
            ),
            ("memoryWarningFraction", .number(1.5), "memoryWarningFraction takes a number from 0 to 1, not 1.5"),
            ("memoryWarningFraction", [1, 2], "memoryWarningFraction takes a number from 0 to 1, not an array of 2"),
            (String(repeating: "y", count: 200), 1, "There is no rule \"\(String(repeating: "y", count: 48))...\"."),
            ("suspendDelaySecond", 1, "There is no rule \"suspendDelaySecond\". Did you mean \"suspendDelaySeconds\"?"),
        ] as [(String, Value, String)]
    )
    func anOverrideThatIsWrongIsToldWithWhatWasGiven(rule: String, value: Value, detail: String) {
        let rejection = #expect(throws: Rejection.self) { try RuleOverride(name: rule, value: value, at: "") }
        #expect(rejection?.detail.description == detail)
    }

    private static func app(_ name: String, _ value: Value) -> Value {
        .object([Value.Member("bundleID", "a.b"), Value.Member(name, value)])
    }

    /// A manifest with one key in its Info.plist.
    private static func plist(_ name: String, _ value: Value) -> Value {
        app("infoPlist", .object([Value.Member(name, value)]))
    }

    /// A manifest with configurations of the main role.
    private static func configurations(_ value: Value) -> Value {
        plist(
            "UIApplicationSceneManifest",
            ["UISceneConfigurations": ["UIWindowSceneSessionRoleApplication": value]]
        )
    }

    private static let roles =
        "infoPlist.UIApplicationSceneManifest.UISceneConfigurations.UIWindowSceneSessionRoleApplication"
    private static let tooLarge: Value = .array(Array(repeating: .null, count: 10_000))
    private static let tooDeep: Value = (0..<33).reduce(.null) { value, _ in .array([value]) }

    static let manifests: [Bad] = [
        Bad([], .invalidValue, nil), Bad([:], .missingField, "bundleID"), Bad(app("name", ""), .invalidValue, "name"),
        Bad(app("lifecycle", "swiftUI"), .invalidValue, "lifecycle"), Bad(app("driver", "me"), .invalidValue, "driver"),
        Bad(app("icon", "x"), .unknownField, "icon"), Bad(app("footprintBytes", -1), .invalidValue, "footprintBytes"),
        Bad(
            ["bundleID": "a", "footprintBytes": 10, "purgeableBytes": 11],
            .invalidValue,
            "purgeableBytes"
        ),
        Bad(app("infoPlist", []), .invalidValue, "infoPlist"),
        Bad(plist("UIBackgroundModes", "audio"), .invalidValue, "infoPlist.UIBackgroundModes"),
        Bad(plist("UIBackgroundModes", [1]), .invalidValue, "infoPlist.UIBackgroundModes[0]"),
        Bad(
            plist("BGTaskSchedulerPermittedIdentifiers", [:]),
            .invalidValue,
            "infoPlist.BGTaskSchedulerPermittedIdentifiers"
        ),
        Bad(plist("UIApplicationExitsOnSuspend", "YES"), .invalidValue, "infoPlist.UIApplicationExitsOnSuspend"),
        Bad(plist("NSSupportsLiveActivities", "YES"), .invalidValue, "infoPlist.NSSupportsLiveActivities"),
        Bad(plist("UIApplicationSceneManifest", true), .invalidValue, "infoPlist.UIApplicationSceneManifest"),
        Bad(plist("CFBundleURLTypes", ["notes"]), .invalidValue, "infoPlist.CFBundleURLTypes[0]"),
        Bad(
            plist("CFBundleURLTypes", [["CFBundleURLSchemes": "notes"]]),
            .invalidValue,
            "infoPlist.CFBundleURLTypes[0].CFBundleURLSchemes"
        ),
        Bad(
            configurations([["UISceneConfigurationName": "A"], ["UISceneConfigurationName": "A"]]),
            .invalidValue,
            roles
        ),
        Bad(configurations([["UISceneConfigurationName": 1]]), .invalidValue, roles + "[0].UISceneConfigurationName"),
        Bad(configurations([:]), .invalidValue, roles), Bad(plist("X", tooLarge), .invalidValue, "infoPlist"),
        Bad(plist("X", tooDeep), .invalidValue, "infoPlist"),
        Bad(app("responders", [["parent": "view"]]), .missingField, "responders[0].name"),
        Bad(app("responders", [["name": "a"], ["name": "a"]]), .invalidValue, "responders[1].name"),
        Bad(app("responders", [["name": "window", "parent": "view"]]), .invalidValue, "responders[0].parent"),
        Bad(app("responders", [["name": "a", "parent": "nobody"]]), .invalidValue, "responders[0].parent"),
        Bad(app("responders", [["name": "a", "parent": "a"]]), .invalidValue, "responders[0].parent"),
        Bad(
            app(
                "responders",
                [["name": "x", "parent": "a"], ["name": "a", "parent": "b"], ["name": "b", "parent": "a"]]
            ),
            .invalidValue,
            "responders[1].parent"
        ),
        Bad(app("responders", [["name": "a", "handle": []]]), .unknownField, "responders[0].handle"),
        Bad(app("responders", [["name": "a", "elementType": "Button"]]), .invalidValue, "responders[0].elementType"),
        Bad(app("responders", [["name": "a", "alert": [:]]]), .missingField, "responders[0].alert.title"),
        Bad(
            app("responders", [["name": "a", "alert": ["title": "T", "buttons": []]]]),
            .invalidValue,
            "responders[0].alert.buttons"
        ),
        Bad(
            app("responders", .array((0...1_000).map { ["name": .string("r\($0)")] })),
            .invalidValue,
            "responders"
        ),
        Bad(app("behavior", []), .invalidValue, "behavior"),
        Bad(app("behavior", ["viewDidLoad": []]), .invalidValue, "behavior.viewDidLoad"),
        Bad(app("behavior", ["expirationHandler": [:]]), .invalidValue, "behavior.expirationHandler"),
        Bad(app("behavior", ["expirationHandler": [[:]]]), .missingField, "behavior.expirationHandler[0]"),
        Bad(
            app("behavior", ["expirationHandler": [["action": "fly"]]]),
            .unknownAction,
            "behavior.expirationHandler[0].action"
        ),
        Bad(
            app("behavior", ["expirationHandler": [["returns": true], ["action": "exit"]]]),
            .invalidValue,
            "behavior.expirationHandler[0]"
        ),
        Bad(
            app("behavior", ["expirationHandler": [["returns": true, "action": "exit"]]]),
            .invalidValue,
            "behavior.expirationHandler[0].returns"
        ),
        Bad(
            app("behavior", ["expirationHandler": [["returns": 1, "takesSeconds": 1]]]),
            .unknownField,
            "behavior.expirationHandler[0].takesSeconds"
        ),
        Bad(
            app("behavior", ["expirationHandler": [["action": "exit", "takesSeconds": -1]]]),
            .invalidValue,
            "behavior.expirationHandler[0].takesSeconds"
        ),
        Bad(
            app(
                "behavior",
                [
                    "expirationHandler": .array(Array(repeating: ["action": "save"], count: 600)),
                    "applicationDidBecomeActive(_:)": .array(Array(repeating: ["action": "save"], count: 401)),
                ]
            ),
            .invalidValue,
            "behavior"
        ),
    ]

    @Test(arguments: manifests) func aManifestThatIsWrongIsRefused(_ bad: Bad) {
        expectRefusal(bad) { value, path throws(Rejection) in _ = try AppManifest(value, at: path) }
    }

    static let inputs: [Bad] = [
        Bad([:], .missingField, nil), Bad(["event": ["type": "x"]], .unknownEvent, "event.type"),
        Bad(["event": .null], .missingField, "event"),
        Bad(["action": ["action": "save"]], .missingField, "action.bundleID"),
        Bad(["action": ["bundleID": "a", "action": "save", "x": 1]], .unknownField, "action.x"),
        Bad(["completion": ["bundleID": "a"]], .missingField, "completion.callback"),
        Bad(["completion": ["bundleID": "a", "callback": 0]], .invalidValue, "completion.callback"),
        Bad(
            ["completion": ["bundleID": "a", "callback": 1, "actions": [[:]]]],
            .missingField,
            "completion.actions[0].action"
        ),
        Bad(["completion": ["bundleID": "a", "callback": 1, "returns": tooDeep]], .invalidValue, "completion.returns"),
        Bad(["uninstall": "a"], .invalidValue, "uninstall"), Bad(["install": [:]], .missingField, "install.bundleID"),
        Bad(["clock": [:], "advance": [:]], .invalidValue, "advance"),
        Bad(["clock": [:], "extra": 1], .unknownField, "extra"),
    ]

    @Test(arguments: inputs) func anInputThatIsWrongIsRefused(_ bad: Bad) {
        expectRefusal(bad) { value, path throws(Rejection) in _ = try Input(value, at: path) }
    }
}
