import LifecycleKernel
import Testing
import WireFormat

/// An app as it is given to be installed.
@Suite struct ManifestTests {
    static let notes: Value = [
        "bundleID": "com.example.notes", "name": "Notes", "version": "1.2", "lifecycle": "scenes",
        "driver": "attached",
        "infoPlist": [
            "UIBackgroundModes": ["remote-notification", "not-a-mode"],
            "BGTaskSchedulerPermittedIdentifiers": ["com.example.notes.refresh"],
            "UIApplicationExitsOnSuspend": true,
            "UIApplicationSceneManifest": [
                "UIApplicationSupportsMultipleScenes": true,
                "UISceneConfigurations": [
                    "UIWindowSceneSessionRoleApplication": [
                        ["UISceneConfigurationName": "Default", "UISceneDelegateClassName": "SceneDelegate"],
                        ["UISceneDelegateClassName": "Nameless"], ["UISceneConfigurationName": "Editor"],
                    ],
                    "UIWindowSceneSessionRoleExternalDisplay": [],
                ],
            ],
            "CFBundleURLTypes": [
                ["CFBundleURLSchemes": ["notes", "x-notes"], "CFBundleURLName": "n"], ["CFBundleTypeRole": "None"],
                ["CFBundleURLSchemes": ["memo"]],
            ],
            "NSCameraUsageDescription": "To scan.", "CFBundleName": "Notes",
        ],
        "footprintBytes": 1_000, "purgeableBytes": 1_000,
        "responders": [
            ["name": "saveButton", "parent": "toolbar", "handles": ["touch"]],
            ["name": "toolbar", "parent": "viewController"], ["name": "loose"],
            [
                "name": "delete", "handles": ["touch"], "elementType": "button",
                "alert": ["title": "Delete?", "message": "All of it.", "buttons": ["Cancel", "Delete"]],
            ], ["name": "help", "alert": ["title": "No help"]],
        ],
        "behavior": [
            "sceneDidEnterBackground(_:)": [
                ["action": "save", "takesSeconds": .number(1.5)],
                ["action": "beginBackgroundTask", "name": "upload", "endsAfterSeconds": 12],
            ],
            "expirationHandler": [["action": "endBackgroundTask", "name": "upload"]],
            "application(_:didFinishLaunchingWithOptions:)": [["returns": false]],
            "sceneWillEnterForeground(_:)": [],
        ],
        "observes": [
            "UIScene.didActivateNotification", "UIApplication.willTerminateNotification",
            "UIScene.didActivateNotification",
        ],
    ]

    @Test func everythingThatAManifestSaysIsRead() throws {
        let manifest = try AppManifest(Self.notes, at: "")
        #expect(manifest.bundleID == "com.example.notes")
        #expect(manifest.name == "Notes")
        #expect(manifest.version == "1.2")
        #expect(manifest.lifecycle == .scenes)
        #expect(manifest.driver == .attached)
        #expect(manifest.footprintBytes == 1_000)
        #expect(manifest.purgeableBytes == 1_000)
        #expect(
            manifest.responders == [
                Responder(name: "saveButton", parent: "toolbar", handles: ["touch"]),
                Responder(name: "toolbar", parent: "viewController"), Responder(name: "loose"),
                Responder(
                    name: "delete",
                    handles: ["touch"],
                    elementType: .button,
                    alert: Responder.Alert(title: "Delete?", message: "All of it.", buttons: ["Cancel", "Delete"])
                ),
                Responder(name: "help", alert: Responder.Alert(title: "No help", buttons: ["OK"])),
            ]
        )
        #expect(manifest.observes == [.willTerminate, .sceneDidActivate])
    }

    @Test func theKeysOfAnInfoPlistThatMatterAreReadAndTheOthersAreNamed() throws {
        let infoPlist = try AppManifest(Self.notes, at: "").infoPlist
        #expect(infoPlist.backgroundModes == ["remote-notification", "not-a-mode"])
        #expect(infoPlist.permittedTaskIdentifiers == ["com.example.notes.refresh"])
        #expect(infoPlist.exitsOnSuspend)
        #expect(
            infoPlist.sceneManifest
                == SceneManifest(supportsMultipleScenes: true, configurationNames: ["Default", "Editor"])
        )
        #expect(infoPlist.urlSchemes == ["notes", "x-notes", "memo"])
        #expect(infoPlist.ignoredKeys == ["CFBundleName", "NSCameraUsageDescription"])
        #expect(infoPlist.source == Self.notes["infoPlist"])
    }

    @Test func anEmptyInfoPlistPermitsEveryTaskIdentifierToBeUndecided() throws {
        let infoPlist = try InfoPlist([:], at: "")
        #expect(infoPlist == InfoPlist())
        #expect(infoPlist.permittedTaskIdentifiers == nil)
        #expect(try InfoPlist(["BGTaskSchedulerPermittedIdentifiers": []], at: "").permittedTaskIdentifiers == [])
    }

    @Test func theHandlersOfABehaviourStandInTheOrderOfTheirNames() throws {
        let behavior = try AppManifest(Self.notes, at: "").behavior
        let names: [CallbackName] = [
            .didFinishLaunching, .expirationHandler, .sceneDidEnterBackground, .sceneWillEnterForeground,
        ]
        #expect(behavior.handlers.map(\.name) == names)
        #expect(behavior.declares(.sceneWillEnterForeground) && behavior[.sceneWillEnterForeground].isEmpty)
        #expect(!behavior.declares(.sceneDidBecomeActive))
        #expect(behavior[.didFinishLaunching] == [.returns(false)])
        #expect(
            behavior[.sceneDidEnterBackground] == [
                .act(.save(count: nil), takes: 1_500),
                .act(
                    .beginBackgroundTask(name: "upload", endsAfter: 12_000, hasExpirationHandler: true),
                    takes: 0
                ),
            ]
        )
        #expect(try AppBehavior(behavior.value, at: "") == behavior)
    }

    @Test(arguments: [(1_000, 0), (600, 400), (1_001, 0), (600, 401)])
    func aBehaviourHasAThousandEntriesInAllItsHandlers(first: Int, second: Int) throws {
        let entry: Value = ["action": "edit"]
        let value: Value = [
            "sceneDidBecomeActive(_:)": .array(Array(repeating: entry, count: first)),
            "sceneWillResignActive(_:)": .array(Array(repeating: entry, count: second)),
        ]
        if first + second <= 1_000 {
            let behavior = try AppBehavior(value, at: "behavior")
            #expect(behavior.handlers.map(\.entries.count) == [first, second])
            return
        }
        let rejection = #expect(throws: Rejection.self) { try AppBehavior(value, at: "behavior") }
        #expect(rejection?.field == (first > 1_000 ? "behavior.sceneDidBecomeActive(_:)" : "behavior"))
    }

    @Test func aManifestReadsBackAsItself() throws {
        let manifest = try AppManifest(Self.notes, at: "")
        #expect(try AppManifest(manifest.value, at: "") == manifest)
    }

    @Test func aMisspeltNotificationIsRefusedWithTheRightName() {
        let misspelt: Value = ["observes": ["UIScene.didActivateNotification", "UIScene.didActivateNotificaton"]]
        let rejection = #expect(throws: Rejection.self) { try AppManifest(misspelt, at: "", bundleID: "a.b") }
        #expect(rejection?.field == "observes[1]")
        #expect(rejection?.accepted == NotificationName.allCases.map(\.rawValue))
        let suggestion = "Did you mean \"UIScene.didActivateNotification\"?"
        #expect(rejection?.detail.description.hasSuffix(suggestion) == true)
    }

    @Test func whatIsNotSaidHasADefault() throws {
        #expect(try AppManifest(["bundleID": "a.b"], at: "") == AppManifest(bundleID: "a.b"))
    }

    @Test func anAppNamedElsewhereNeedNotNameItself() throws {
        #expect(try AppManifest([:], at: "", bundleID: "a.b") == AppManifest(bundleID: "a.b"))
        #expect(try AppManifest(["bundleID": "a.b"], at: "", bundleID: "a.b").bundleID == "a.b")
        let other = #expect(throws: Rejection.self) { try AppManifest(["bundleID": "c"], at: "", bundleID: "a.b") }
        #expect(other?.field == "bundleID")
        #expect(other?.accepted == ["a.b"])
        #expect(throws: Rejection.self) { try AppManifest([:], at: "", bundleID: "a b") }
    }

    @Test func aLongChainOfRespondersHasAnEnd() throws {
        let count = 1_000
        let chain = (0..<count).map { index -> Value in
            index == 0
                ? ["name": "r0", "parent": "window"]
                : ["name": .string("r\(index)"), "parent": .string("r\(index - 1)")]
        }
        let manifest = try AppManifest(["bundleID": "a", "responders": .array(chain.reversed())], at: "")
        #expect(manifest.responders.count == count)
    }

    @Test func aNotificationServiceExtensionReadsBackAsItself() throws {
        let value: Value = [
            "bundleID": "a.b",
            "notificationService": [
                "name": "Decryptor", "footprintBytes": 1_000,
                "behavior": [
                    "didReceive(_:withContentHandler:)": [
                        ["action": "allocate", "bytes": 5, "takesSeconds": 2], ["returns": ["aps": ["alert": "x"]]],
                    ]
                ],
            ],
        ]
        let manifest = try AppManifest(value, at: "")
        #expect(manifest.notificationService?.name == "Decryptor")
        #expect(manifest.notificationService?.footprintBytes == 1_000)
        #expect(manifest.notificationService?.behavior.handlers.count == 1)
        #expect(manifest.value["notificationService"] == value["notificationService"])
        #expect(try AppManifest(manifest.value, at: "") == manifest)
        let usual = try AppManifest(["bundleID": "a.b", "notificationService": [:]], at: "")
        #expect(usual.notificationService == NotificationServiceExtension())
    }

    private static let wrongExtensions: [(Value, String)] = [
        (["name": "a/b"], "notificationService.name"),
        (["nam": "a"], "notificationService.nam"),
        (
            ["behavior": ["sceneDidBecomeActive(_:)": []]],
            "notificationService.behavior.sceneDidBecomeActive(_:)"
        ),
        (
            ["behavior": ["didReceive(_:withContentHandler:)": [["action": "playAudio"]]]],
            "notificationService.behavior.didReceive(_:withContentHandler:)[0].action"
        ),
        (
            ["behavior": ["didReceive(_:withContentHandler:)": [["returns": "x"]]]],
            "notificationService.behavior.didReceive(_:withContentHandler:)[0].returns"
        ),
        (
            ["behavior": ["didReceive(_:withContentHandler:)": [["returns": ["aps": "x"]]]]],
            "notificationService.behavior.didReceive(_:withContentHandler:)[0].returns.aps"
        ),
    ]

    @Test(arguments: wrongExtensions) func whatAnExtensionCannotDoIsRefused(value: Value, field: String) throws {
        let rejection = #expect(throws: Rejection.self) {
            try AppManifest(["bundleID": "a.b", "notificationService": value], at: "")
        }
        #expect(rejection?.field == field)
    }
}
