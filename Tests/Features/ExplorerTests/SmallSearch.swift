import LifecycleKernel
import WireFormat

@testable import Explorer

/// Something to search in which a field of the state makes a difference that nothing else shows.
enum SmallSearch: Sendable {
    /// An app of `examples/explore`.
    case example(String)
    /// Only the version of iOS decides whether the app can be launched.
    case upgrade
    /// Only an app that was launched once has a token by which a push starts a Live Activity.
    case pushToStart
    /// An input names a window by its number.
    case namedWindow
    /// The user taps one of two notifications, of which the newer one has taken the place of the older.
    case tappedNotifications

    /// What is searched.
    func exploration() throws -> Exploration {
        if case .example(let name) = self { return try Exploration(ExampleApps.document(name), name: "app") }
        return try Exploration(document, name: "small")
    }

    /// What searches it.
    func context() throws -> SearchContext { try SearchContext.make(for: exploration()).context }

    private static let app: Value = "com.example.app"

    private var document: Value {
        switch self {
        case .example: .null
        case .upgrade:
            [
                "explore": "upgrade",
                "device": ["rules": "ios26"],
                "apps": [
                    [
                        "bundleID": Self.app, "lifecycle": "appDelegate",
                        "infoPlist": ["DTPlatformVersion": "27.0"],
                    ]
                ],
                // A restart leads to the states to which an upgrade leads, but for the version.
                "inputs": [
                    "only": ["app.launch", "device.unlock", "device.home", "device.reboot"],
                    "add": [["name": "upgrade", "send": ["type": "device.upgradeOS", "profile": "ios27"]]],
                ],
            ]
        case .pushToStart:
            [
                "explore": "push-to-start",
                "apps": [
                    [
                        "bundleID": Self.app,
                        "infoPlist": ["NSSupportsLiveActivities": true, "UIBackgroundModes": ["remote-notification"]],
                        "behavior": [
                            "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)": [
                                ["action": "completeFetch", "result": "newData"]
                            ]
                        ],
                    ]
                ],
                "inputs": [
                    "only": ["push.deliver", "app.terminate"],
                    "add": [
                        [
                            "name": "start a ride",
                            "when": ["app": ["bundleID": Self.app, "state": "notRunning"]],
                            "send": ["type": "liveActivity.pushToStart", "bundleID": Self.app, "identifier": "ride"],
                        ]
                    ],
                ],
                "properties": [
                    [
                        "name": "started",
                        "never": ["kind": "verdict", "subject": "liveActivity", "verdict": "started"],
                    ]
                ],
            ]
        case .namedWindow:
            [
                "explore": "named-window",
                "device": ["model": "iPad"],
                "apps": [
                    [
                        "bundleID": Self.app, "lifecycle": "scenes",
                        "infoPlist": ["UIApplicationSceneManifest": ["UIApplicationSupportsMultipleScenes": true]],
                    ]
                ],
                "inputs": [
                    "only": ["app.launch", "scene.create", "scene.close"],
                    "add": [
                        [
                            "name": "close window 3",
                            "send": ["type": "scene.close", "bundleID": Self.app, "sceneID": "3"],
                        ]
                    ],
                ],
            ]
        case .tappedNotifications:
            [
                "explore": "tapped",
                "apps": [["bundleID": Self.app]],
                "inputs": [
                    "only": ["app.launch"],
                    "add": .array(
                        AddedInputs.identifiers.flatMap { id -> [Value] in
                            [
                                [
                                    "name": .string("push \(id)"),
                                    "send": [
                                        "type": "push.deliver", "bundleID": Self.app, "apnsID": .string(id),
                                        "collapseID": "score", "payload": ["aps": ["alert": "hello"]],
                                    ],
                                ],
                                [
                                    "name": .string("tap \(id)"),
                                    "send": [
                                        "type": "app.tapNotification", "bundleID": Self.app,
                                        "notificationID": .string(id),
                                    ],
                                ],
                            ]
                        }
                    ),
                ],
            ]
        }
    }
}
