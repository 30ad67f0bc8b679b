import LifecycleKernel

/// A crash report, bug type 309. Source: facts 4.4.
struct CrashReport {
    let incident: Incident
    let device: ReportedDevice

    private var circumstances: DeathCircumstances { incident.circumstances }
    private var bundle: DeathCircumstances.BundleInfo { incident.circumstances.bundle }

    var header: Value {
        [
            "app_name": .string(bundle.executable),
            "timestamp": .string(incident.endedAt.reportText(fraction: 2)),
            "app_version": .string(bundle.version),
            "slice_uuid": .string(images.app.uuid),
            "build_version": .string(bundle.build),
            "platform": .integer(device.platform),
            "bundleID": .string(incident.binaryID),
            "share_with_app_devs": 0,
            "is_first_party": 0,
            "bug_type": .string(incident.bugType),
            "os_version": .string(device.osVersion),
            "roots_installed": 0,
            "name": .string(bundle.executable),
            "incident_id": .string(incident.incidentID(on: device)),
        ]
    }

    var body: Value {
        let parts = [process, system, [exception, termination], applicationInfo, threads, [usedImages, sharedCache]]
        return .object(parts.flatMap { $0 })
    }

    // MARK: Who, when, where

    private var process: [Value.Member] {
        [
            Value.Member("uptime", .integer((incident.endedAt - circumstances.bootedAt).count / 1_000)),
            Value.Member("procRole", .string(circumstances.isForeground ? "Foreground" : "Background")),
            Value.Member("version", 2),
            Value.Member("coalitionID", .integer(Int64(incident.pid.rawValue))),
            Value.Member("coalitionName", .string(incident.bundleID.rawValue)),
            Value.Member("captureTime", .string(incident.endedAt.reportText(fraction: 4))),
            Value.Member("procLaunch", .string(incident.startedAt.reportText(fraction: 4))),
            Value.Member("incident", .string(incident.incidentID(on: device))),
            Value.Member("pid", .integer(Int64(incident.pid.rawValue))),
            Value.Member("procName", .string(bundle.executable)),
            Value.Member("procPath", .string(images.app.path)),
            Value.Member("parentPid", 1),
            Value.Member("parentProc", "launchd"),
            Value.Member(
                "bundleInfo",
                [
                    "CFBundleShortVersionString": .string(bundle.version),
                    "CFBundleVersion": .string(bundle.build),
                    "CFBundleIdentifier": .string(incident.binaryID),
                ]
            ),
            Value.Member(
                "storeInfo",
                [
                    "deviceIdentifierForVendor": .string(device.fingerprint("vendor", vendor).uuid.uppercased()),
                    "thirdParty": true,
                ]
            ),
        ]
    }

    /// What the apps of one vendor have in common: the bundle identifier without its last part.
    private var vendor: String {
        incident.bundleID.rawValue.split(separator: ".").dropLast().joined(separator: ".")
    }

    private var system: [Value.Member] {
        [
            Value.Member("modelCode", .string(device.modelCode)),
            Value.Member(
                "osVersion",
                [
                    "isEmbedded": true, "train": .string(device.train), "releaseType": "User",
                    "build": .string(ReportedDevice.build),
                ]
            ),
            Value.Member("cpuType", "ARM-64"),
            Value.Member("translated", false),
            Value.Member("isCorpse", 1),
            Value.Member("isSimulated", 1),
            Value.Member("crashReporterKey", .string(device.crashReporterKey)),
            Value.Member(
                "bootSessionUUID",
                .string(device.fingerprint("boot", circumstances.bootedAt.description).uuid.uppercased())
            ),
        ]
    }

    // MARK: What happened

    private var exception: Value.Member { Value.Member("exception", MachException(incident.exit).value) }

    private var termination: Value.Member {
        Value.Member("termination", .object(TerminationText(incident).members))
    }

    /// The message of the app, in the words of the library that printed it.
    private var applicationInfo: [Value.Member] {
        guard MachException(incident.exit).isAbort else {
            let lines = [circumstances.message, incident.exit.signature].compactMap(\.self)
            guard incident.exit.namespace == "SIGNAL", !lines.isEmpty else { return [] }
            let speaker =
                incident.failsInSwiftLibrary
                ? "libswiftCore.dylib"
                : circumstances.mainThread == .sceneAdoptionCheck ? "UIKitCore" : bundle.executable
            return [Value.Member("asi", .object([Value.Member(speaker, .array(lines.map { .string($0) }))]))]
        }
        var lines = [Value.Member("libsystem_c.dylib", ["abort() called"])]
        guard let message = uncaughtException else { return [Value.Member("asi", .object(lines))] }
        lines.insert(Value.Member("CoreFoundation", [.string(message)]), at: 0)
        return [
            Value.Member("asi", .object(lines)),
            Value.Member("lastExceptionBacktrace", images.value(of: stacks.throwing)),
        ]
    }

    /// What is printed for an uncaught exception. Unless the app's code has told its name, it has the generic one.
    private var uncaughtException: String? {
        let (message, signature) = (circumstances.message, incident.exit.signature)
        guard message != nil || signature != nil else { return nil }
        let name = signature ?? "NSGenericException"
        return "*** Terminating app due to uncaught exception '\(name)', reason: '\(message ?? "(null)")'"
    }

    // MARK: Threads and binaries

    private var images: BinaryImages { BinaryImages(incident, device) }
    private var stacks: Stacks { Stacks(incident) }

    private var threads: [Value.Member] {
        let images = images
        let main = stacks.main
        return [
            Value.Member("faultingThread", 0),
            Value.Member(
                "threads",
                [
                    [
                        "triggered": true,
                        "id": .integer(threadID(0)),
                        "threadState": ThreadState(
                            programCounter: main.first.map(images.address) ?? 0,
                            linkRegister: main.dropFirst().first.map(images.address) ?? 0
                        ).value,
                        "queue": "com.apple.main-thread",
                        "frames": images.value(of: main),
                    ],
                    [
                        "id": .integer(threadID(1)),
                        "name": "com.apple.uikit.eventfetch-thread",
                        "frames": images.value(of: Stacks.eventFetching),
                    ],
                ]
            ),
            Value.Member("legacyInfo", ["threadTriggered": ["queue": "com.apple.main-thread"]]),
        ]
    }

    /// Numbers of threads are unique on a device while it runs.
    private func threadID(_ index: Int64) -> Int64 { Int64(incident.pid.rawValue) * 1_000 + index }

    private var usedImages: Value.Member { Value.Member("usedImages", images.value) }
    private var sharedCache: Value.Member { Value.Member("sharedCache", images.sharedCache) }
}
