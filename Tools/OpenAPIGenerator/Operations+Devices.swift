import HTTPAPI
import HTTPTypes
import LifecycleKernel

// Devices, their clocks, and what is installed on them.
extension Operation {
    static let devices: [Operation] = [
        Operation(
            .post,
            "/v1/devices",
            "createDevice",
            .devices,
            "Creates a device",
            about: "Every field has a default; without a body, a device with its own id and a clock in real time.",
            body: Body(
                schema: .component("NewDevice"),
                examples: [
                    .init(
                        "manual",
                        ["id": "checkout-test-17", "clock": ["mode": "manual"], "labels": ["run": "4711"]]
                    ),
                    .init(
                        "withApp",
                        [
                            "rules": ["profile": "ios18", "overrides": ["suspendDelaySeconds": 3]],
                            "clock": ["mode": "scaled", "rate": 60], "apps": [["bundleID": "com.example.notes"]],
                            "expiresAfterSeconds": 3_600,
                        ]
                    ),
                ],
                isRequired: false
            ),
            .json("Device", "The device.", status: .created, hasLocation: true),
            traits: [.once],
            problems: [.deviceExists, .limitReached, .tooManyDevices, .unknownRule, .unknownAction]
        ),
        Operation(
            .get,
            "/v1/devices",
            "listDevices",
            .devices,
            "Lists devices, by their ids",
            query: [.labels, .cursor, .limit],
            .json("DeviceList", "A page of devices.")
        ),
        Operation(
            .delete,
            "/v1/devices",
            "deleteDevices",
            .devices,
            "Deletes all devices with a label",
            query: [Parameter.labels.required],
            .json("Deleted", "How many were deleted."),
            problems: [.missingField]
        ),
        Operation(
            .get,
            "/v1/devices/{device}",
            "readDevice",
            .devices,
            "Reads a device",
            .json("Device", "The device."),
            traits: [.conditional]
        ),
        Operation(
            .delete,
            "/v1/devices/{device}",
            "deleteDevice",
            .devices,
            "Deletes a device and all that is on it",
            .empty("It is gone."),
            traits: [.guarded]
        ),
        Operation(
            .post,
            "/v1/devices/{device}/fork",
            "forkDevice",
            .devices,
            "Copies a device as it was",
            about: """
                The copy and the device go on by themselves. Without a sequence it is copied as it is now. A device has no \
                state in the midst of an input or a deadline: at a record of one the copy has all of it, and its \
                `sequence` says which record is its last.
                """,
            body: Body(
                schema: .component("ForkRequest"),
                examples: [.init("now", ["id": "what-if"]), .init("then", ["id": "what-if-then", "at": 1])],
                isRequired: false
            ),
            .json("Device", "The copy.", status: .created, hasLocation: true),
            traits: [.once],
            problems: [.deviceExists, .tooManyDevices, .recordsEvicted, .notPossibleNow]
        ),
    ]

    static let clock: [Operation] = [
        Operation(
            .get,
            "/v1/devices/{device}/clock",
            "readClock",
            .clock,
            "Reads a device's clock",
            .json("Clock", "The clock."),
            traits: [.conditional]
        ),
        Operation(
            .patch,
            "/v1/devices/{device}/clock",
            "changeClock",
            .clock,
            "Changes how a clock runs",
            about: "What is not given, or null, stays as it is.",
            body: Body(
                types: ClockEndpoints.patchTypes,
                schema: .component("ClockChange"),
                examples: [
                    .init("pause", ["paused": true]), .init("fast", ["mode": "scaled", "rate": 60]),
                ]
            ),
            .json("Clock", "The clock."),
            traits: [.guarded],
            problems: [.notPossibleNow, .overloaded]
        ),
        Operation(
            .post,
            "/v1/devices/{device}/clock/advance",
            "advanceClock",
            .clock,
            "Moves a clock on, and lets everything happen that is due on the way",
            query: [.vocabulary],
            body: Body(
                schema: .component("Advance"),
                examples: [
                    .init("halfAMinute", ["seconds": 30]), .init("toAnInstant", ["to": "2026-01-01T01:00:00.000Z"]),
                    .init("untilNothingIsDue", ["untilIdle": true]),
                    .init(
                        "untilSuspended",
                        [
                            "until": ["app": ["bundleID": "com.example.notes", "state": "suspended"]],
                            "limitSeconds": 3_600,
                        ]
                    ),
                    .init("untilACallbackWaits", ["seconds": 30, "stopAtCallbacks": true]),
                    .init("whileAHandlerWorks", ["seconds": 5, "stopAtCallbacks": true, "during": [17]]),
                ]
            ),
            .outcome("AdvanceOutcome", "What happened, and where the clock stopped."),
            traits: [.guarded, .once],
            problems: [.notPossibleNow, .tooComplex, .unknownCallback, .notAcceptable]
        ),
    ]

    private static let app = "/v1/devices/{device}/apps/{bundleID}"

    static let apps: [Operation] = [
        Operation(
            .get,
            "/v1/devices/{device}/apps",
            "listApps",
            .apps,
            "Lists what is installed on a device",
            .json("AppList", "All of the apps."),
            traits: [.conditional]
        ),
        Operation(
            .put,
            app,
            "installApp",
            .apps,
            "Installs an app, or updates it",
            about: "A running app that is updated is killed: its exit is an `appUpdate`.",
            body: Body(
                schema: .component("InstalledApp"),
                examples: [
                    .init(
                        "scenes",
                        [
                            "name": "Notes", "lifecycle": "scenes",
                            "infoPlist": ["UIBackgroundModes": ["remote-notification", "fetch"]],
                            "behavior": [
                                "sceneDidEnterBackground(_:)": [["action": "save", "takesSeconds": .number(1.5)]]
                            ],
                        ]
                    ),
                    .init("attached", ["driver": "attached"]),
                ],
                isRequired: false
            ),
            .json("App", "It is updated."),
            .json("App", "It is installed.", status: .created, hasLocation: true),
            traits: [.guarded],
            problems: [.limitReached, .unknownAction, .notPossibleNow, .overloaded]
        ),
        Operation(
            .get,
            app,
            "readApp",
            .apps,
            "Reads an app: its state, and what was installed",
            .json("App", "The app."),
            traits: [.conditional]
        ),
        Operation(
            .delete,
            app,
            "uninstallApp",
            .apps,
            "Uninstalls an app",
            .empty("It is gone."),
            traits: [.guarded],
            problems: [.notPossibleNow, .overloaded]
        ),
        Operation(
            .get,
            app + "/explain",
            "explainApp",
            .apps,
            "Says why an app is in its state, what holds it there, and what will happen next",
            .json("Explanation", "The explanation, with its reasons in the language that the client prefers."),
            traits: [.conditional]
        ),
        Operation(
            .get,
            app + "/energy",
            "readEnergy",
            .apps,
            "Reads what an app has used: time, processor, wake-ups, network, and an estimate of the battery",
            .json("Energy", "What was used."),
            traits: [.conditional]
        ),
        Operation(
            .get,
            app + "/audit",
            "auditApp",
            .apps,
            "Lists what was found in an app's conduct, the worst first",
            .json("Audit", "The findings, with advice in the language that the client prefers."),
            traits: [.conditional]
        ),
    ]
}
