import LifecycleKernel
import WireFormat

/// The letters of one group, in the order of simplicity, with what they need.
///
/// The order of the groups and of their rows is the order of simplicity: of two sequences that are as long, the one whose
/// letters come first is reported.
struct LetterGroup: Sendable {
    /// A letter before it is made for an app.
    struct Row: Sendable {
        var name: String
        var fields: [Value.Member]
        var isAction = false
        var precondition = Letter.Guard.always
        var opensTarget = false
        var windowPlace: Int?

        init(
            _ type: String,
            _ fields: KeyValuePairs<String, Value> = [:],
            name: String? = nil,
            if precondition: Letter.Guard = .always,
            opens: Bool = false,
            window: Int? = nil
        ) {
            self.name = name ?? type
            self.fields = [Value.Member("type", .string(type))] + fields.map { Value.Member($0.key, $0.value) }
            self.precondition = precondition
            opensTarget = opens
            windowPlace = window
        }

        static func action(
            _ action: String,
            _ fields: KeyValuePairs<String, Value>,
            if precondition: Letter.Guard
        ) -> Row {
            var row = Row(action, fields, if: precondition)
            row.fields[0] = Value.Member("action", .string(action))
            row.isAction = true
            return row
        }
    }

    let name: String
    let weight: Int
    /// Whether the group is tried unless it is left out.
    let isDefault: Bool
    let rows: [Row]

    init(_ name: String, weight: Int, isDefault: Bool = true, _ rows: [Row]) {
        self.name = name
        self.weight = weight
        self.isDefault = isDefault
        self.rows = rows
    }
}

extension LetterGroup {
    /// The groups for an app: those that it declares something for, and those that are tried only when asked for.
    static func groups(for app: AppProfile) -> [LetterGroup] {
        alwaysThere(app) + declared(app) + asked(app)
    }

    private static func alwaysThere(_ app: AppProfile) -> [LetterGroup] {
        let bundleID = Value.string(app.bundleID.rawValue)
        let edits =
            app.isPlayed || app.takes { if case .edit = $0 { true } else if case .save = $0 { true } else { false } }
        return [
            LetterGroup("user", weight: 10, [Row("app.launch", ["bundleID": bundleID], opens: true)]),
            LetterGroup(
                "code",
                weight: 10,
                edits ? [.action("edit", ["bundleID": bundleID, "count": 1], if: .nothingToEditYet)] : []
            ),
            LetterGroup("user", weight: 10, [Row("device.home")]),
            LetterGroup(
                "system",
                weight: 4,
                [
                    Row("app.terminate", ["bundleID": bundleID, "cause": "jetsam"], if: .targetSuspended)
                ]
            ),
            LetterGroup("user", weight: 6, [Row("device.lock"), Row("device.unlock")]),
            LetterGroup("interrupt", weight: 4, [Row("device.presentSystemAlert"), Row("device.dismissSystemAlert")]),
            LetterGroup("user", weight: 4, [Row("app.forceQuit", ["bundleID": bundleID])]),
        ]
    }

    private static func declared(_ app: AppProfile) -> [LetterGroup] {
        [
            memory(app), push(app), fetch(app), tasks(app), needs(app), calls(app), audio(app), wakes(app),
            payloads(app), windows(app),
        ]
    }

    private static func memory(_ app: AppProfile) -> LetterGroup {
        let reacts = app.has(.didReceiveMemoryWarning) || app.takes { if case .allocate = $0 { true } else { false } }
        return LetterGroup("memory", weight: 6, reacts ? [Row("device.memoryWarning")] : [])
    }

    private static func push(_ app: AppProfile) -> LetterGroup {
        guard app.declares("remote-notification") || app.has(.didReceiveRemoteNotification) else {
            return LetterGroup("push", weight: 8, [])
        }
        return LetterGroup(
            "push",
            weight: 8,
            [
                Row(
                    "push.deliver",
                    [
                        "bundleID": .string(app.bundleID.rawValue), "payload": ["aps": ["content-available": 1]],
                        "pushType": "background", "priority": 5,
                    ]
                )
            ]
        )
    }

    private static func fetch(_ app: AppProfile) -> LetterGroup {
        let fetches = app.declares("fetch") && app.has(.performFetch)
        let row = Row("backgroundFetch.perform", ["bundleID": .string(app.bundleID.rawValue)])
        return LetterGroup("fetch", weight: 6, fetches ? [row] : [])
    }

    private static func tasks(_ app: AppProfile) -> LetterGroup {
        LetterGroup(
            "tasks",
            weight: 6,
            app.taskIdentifiers.flatMap { identifier in
                ["backgroundTask.launch", "backgroundTask.expire"].map { type in
                    Row(
                        type,
                        ["bundleID": .string(app.bundleID.rawValue), "identifier": .string(identifier)],
                        name: app.taskIdentifiers.count > 1 ? "\(type) \(identifier)" : type
                    )
                }
            }
        )
    }

    private static func needs(_ app: AppProfile) -> LetterGroup {
        var rows: [Row] = []
        let requests = app.requests
        if requests.contains(where: \.requiresExternalPower) {
            rows += [
                Row("device.setBattery", ["charging": true], name: "device.setBattery charging"),
                Row("device.setBattery", ["charging": false], name: "device.setBattery not charging"),
            ]
        }
        let transfers = app.takes { if case .startTransfer = $0 { true } else { false } }
        if transfers || requests.contains(where: \.requiresNetworkConnectivity) {
            rows += ["none", "wifi"].map { network in
                Row("device.setNetwork", ["network": .string(network)], name: "device.setNetwork \(network)")
            }
        }
        return LetterGroup("needs", weight: 2, rows)
    }

    private static func calls(_ app: AppProfile) -> LetterGroup {
        let hearsCalls =
            app.declares("audio") || app.declares("voip")
            || app.takes { action in
                switch action {
                case .playAudio, .reportIncomingCall, .reportIncomingVideoCall: true
                default: false
                }
            }
        let rows = [
            Row("device.incomingCall", ["style": "fullScreen"]), Row("device.answerCall"), Row("device.declineCall"),
            Row("device.endCall"),
        ]
        return LetterGroup("calls", weight: 4, hearsCalls ? rows : [])
    }

    private static func audio(_ app: AppProfile) -> LetterGroup {
        let plays = app.takes { if case .playAudio = $0 { true } else { false } }
        return LetterGroup("audio", weight: 4, plays ? [Row("audio.interrupt"), Row("audio.resume")] : [])
    }

    private static func wakes(_ app: AppProfile) -> LetterGroup {
        let bundleID = Value.string(app.bundleID.rawValue)
        var rows: [Row] = []
        if app.takes({ if case .startLocation = $0 { true } else { false } }) {
            rows.append(Row("location.update", ["bundleID": bundleID]))
        }
        if app.takes({ if case .monitorSignificantLocationChanges = $0 { true } else { false } }) {
            rows.append(Row("location.significantChange", ["bundleID": bundleID]))
        }
        let usesBluetooth = app.takes { action in
            switch action {
            case .scanBluetooth, .advertiseBluetooth: true
            default: false
            }
        }
        if usesBluetooth { rows.append(Row("bluetooth.event", ["bundleID": bundleID])) }
        if app.declares("voip") { rows.append(Row("voip.push", ["bundleID": bundleID])) }
        rows += app.transferSessions.map { session in
            Row(
                "urlSession.finish",
                ["bundleID": bundleID, "identifier": .string(session)],
                name: "urlSession.finish \(session)"
            )
        }
        return LetterGroup("wakes", weight: 6, rows)
    }

    private static func payloads(_ app: AppProfile) -> LetterGroup {
        let bundleID = Value.string(app.bundleID.rawValue)
        var rows: [Row] = []
        if let scheme = app.urlSchemes.first {
            rows.append(Row("app.openURL", ["bundleID": bundleID, "url": .string("\(scheme)://explore")], opens: true))
        }
        if app.has(.continueUserActivity) || app.has(.sceneContinueUserActivity) {
            rows.append(Row("app.continueActivity", ["bundleID": bundleID, "activityType": "explore"], opens: true))
        }
        if app.has(.performAction) || app.has(.windowScenePerformAction) {
            rows.append(Row("app.performShortcut", ["bundleID": bundleID, "shortcutType": "explore"], opens: true))
        }
        if app.has(.didReceiveNotificationResponse) {
            rows.append(Row("app.tapNotification", ["bundleID": bundleID], opens: true))
        }
        return LetterGroup("payloads", weight: 6, rows)
    }

    private static func windows(_ app: AppProfile) -> LetterGroup {
        let bundleID = Value.string(app.bundleID.rawValue)
        var rows: [Row] = []
        if app.has(.stateRestorationActivity) || app.hasSeveralWindows {
            rows.append(Row("scene.disconnect", ["bundleID": bundleID]))
        }
        if app.hasSeveralWindows {
            rows.append(Row("scene.create", ["bundleID": bundleID], if: .windowsBelow(3)))
            for (type, name) in [("scene.activate", "activate"), ("scene.close", "close")] {
                rows += (0..<3).map { place in
                    Row(
                        type,
                        ["bundleID": bundleID, "sceneID": "1"],
                        name: "scene.\(name) window \(place + 1)",
                        if: .windowsFrom(place + 1),
                        window: place
                    )
                }
            }
        }
        return LetterGroup("windows", weight: 4, rows)
    }

    private static func asked(_ app: AppProfile) -> [LetterGroup] {
        let bundleID = Value.string(app.bundleID.rawValue)
        return [
            LetterGroup(
                "overlays",
                weight: 2,
                isDefault: false,
                [Row("device.openAppSwitcher"), Row("device.closeAppSwitcher")]
                    + DeviceEvent.overlayNames.map { Row($0) } + [
                        Row("app.presentAlert", ["bundleID": bundleID]),
                        Row("app.dismissAlert", ["bundleID": bundleID]),
                        Row("app.presentShareSheet", ["bundleID": bundleID]),
                        Row("app.dismissShareSheet", ["bundleID": bundleID]),
                    ]
            ),
            LetterGroup(
                "conditions",
                weight: 1,
                isDefault: false,
                [
                    Row("device.changeTime"), Row("device.changeLocale", ["locale": "fr_FR"]),
                    Row("device.setLowPowerMode", ["enabled": true], name: "device.setLowPowerMode on"),
                    Row("device.setLowPowerMode", ["enabled": false], name: "device.setLowPowerMode off"),
                    Row("device.setBackgroundRefresh", ["enabled": false], name: "device.setBackgroundRefresh off"),
                    Row("device.setBackgroundRefresh", ["enabled": true], name: "device.setBackgroundRefresh on"),
                    Row("device.setThermalState", ["state": "critical"], name: "device.setThermalState critical"),
                    Row("device.setThermalState", ["state": "nominal"], name: "device.setThermalState nominal"),
                    Row("device.rotate", ["orientation": "landscapeLeft"]),
                    Row("app.changeSettings", ["bundleID": bundleID, "keys": ["explore"]]),
                    Row("app.changePermission", ["bundleID": bundleID, "permission": "camera"], if: .targetNotInFront),
                ]
            ),
            LetterGroup(
                "power",
                weight: 1,
                isDefault: false,
                [
                    Row("device.reboot"), Row("device.powerOff"), Row("device.powerOn"),
                ]
            ),
            LetterGroup(
                "harsh",
                weight: 1,
                isDefault: false,
                [
                    Row(
                        "app.terminate",
                        ["bundleID": bundleID, "cause": "jetsam"],
                        name: "app.terminate running",
                        if: .targetInBackground
                    ),
                    Row(
                        "app.terminate",
                        ["bundleID": bundleID, "cause": "system"],
                        name: "app.terminate system",
                        if: .targetNotInFront
                    ),
                    Row("app.suspend", ["bundleID": bundleID]),
                    Row("app.crash", ["bundleID": bundleID, "exception": "abort"], if: .targetNotInFront),
                ]
            ),
        ]
    }
}
