import Explorer
import Foundation
import LifecycleKernel
import Scenarios
import Testing
import WireFormat

/// Explorations of which something is changed at random: each is refused, or searched, and nothing traps.
///
/// `GREENROOM_MUTATED_EXPLORATIONS` says how many, in place of 300; so many of each file, too.
@Suite struct MutatedExplorationTests {
    private static let count =
        ProcessInfo.processInfo.environment["GREENROOM_MUTATED_EXPLORATIONS"].flatMap { Int($0) } ?? 300

    private static let whole: Value = [
        "explore": "gallery", "device": ["rules": "ios18", "model": "iPad"], "target": "com.example.gallery",
        "apps": [
            [
                "bundleID": "com.example.gallery", "driver": "attached",
                "infoPlist": [
                    "UIBackgroundModes": ["remote-notification", "fetch", "processing", "voip", "audio"],
                    "BGTaskSchedulerPermittedIdentifiers": ["com.example.gallery.clean"],
                    "UIApplicationSceneManifest": ["UIApplicationSupportsMultipleScenes": true],
                ],
                "behavior": [
                    "sceneDidEnterBackground(_:)": [
                        ["action": "save", "count": 1, "takesSeconds": 0.5],
                        ["action": "beginBackgroundTask", "name": "upload", "endsAfterSeconds": 40],
                        ["action": "startTransfer", "identifier": "up", "seconds": 20],
                    ],
                    "expirationHandler": [["action": "endBackgroundTask", "name": "upload"]],
                ],
            ]
        ],
        "start": [["send": ["type": "app.launch", "bundleID": "com.example.gallery"]], ["advance": 2]],
        "inputs": [
            "with": ["conditions", "overlays", "harsh"], "without": ["app.forceQuit"], "times": [29.5], "grid": false,
            "resolution": 0.5,
            "add": [
                [
                    "name": "leave", "send": [["type": "device.home"], ["type": "device.lock"]], "weight": 5,
                    "when": ["app": ["bundleID": "com.example.gallery", "state": "active"]],
                ]
            ],
        ],
        "attached": ["within": 6],
        "variants": [["name": "slow", "behavior": ["sceneDidEnterBackground(_:)": [["action": "save"]]]]],
        "properties": [
            ["name": "a", "always": ["not": ["device": ["isLocked": true]]], "while": ["device": ["isOn": true]]],
            [
                "name": "b", "after": ["kind": "callback"], "eventually": ["kind": "log"], "within": 10,
                "unless": [["kind": "exit"]],
            ],
        ],
        "limits": ["interruptions": 1, "depth": 8, "transitions": 12, "seed": 3, "memoryMiB": 64, "stopAt": "error"],
        "known": ["com.example.gallery/dataLoss"],
    ]

    private static let replacements: [Value] = [
        .null, true, 0, -1, 1, 0.001, 1e300, .integer(.max), .integer(.min), "", "x", "ios27", "device.home", [], [:],
        ["type": "app.launch"], [[], [[]]], .string(String(repeating: "a", count: 300)),
    ]

    @Test func nothingTraps() async throws {
        var searched = 0
        for seed in 0..<Self.count {
            var generator = SplitMix64(seed: UInt64(seed))
            var document = Self.whole
            for _ in 0...Int(generator.next() % 3) { document = Self.mutated(document, &generator) }
            guard var exploration = try? Exploration(document, name: "mutated") else { continue }
            exploration.limits.transitions = min(exploration.limits.transitions, 12)
            exploration.limits.memory = 1_000_000
            guard let report = try? await Explorer.run(exploration) else { continue }
            searched += 1
            #expect(!report.text.isEmpty)
            #expect(report.failures.allSatisfy { $0.isConfirmed }, "seed \(seed)")
        }
        #expect(searched > Self.count / 20)
    }

    /// Files of which some bytes are changed: each is read or refused.
    @Test(arguments: ["e07-processing-task-and-the-user", "e09-unflushed", "c2-messages"])
    func noTextTraps(_ app: String) throws {
        let text = Array(try ExampleApps.text(app).utf8)
        let signs = Array("-:{}[]\"'#&*!|>%@\n\t 0129eE.~,?".utf8) + [0, 0x7F, 0xC3, 0xFF]
        for seed in 0..<Self.count {
            var generator = SplitMix64(seed: UInt64(seed) | 1 << 32)
            func draw(_ bound: Int) -> Int { Int(generator.next() % UInt64(max(1, bound))) }
            var bytes = text
            for _ in 0...draw(4) {
                let place = draw(bytes.count)
                switch draw(4) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(signs[draw(signs.count)], at: place)
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + draw(80)))
                default: bytes[place] = signs[draw(signs.count)]
                }
            }
            let read = try? DocumentFile.readAll(text: String(decoding: bytes, as: UTF8.self), name: "\(app).yaml") {
                document throws(Rejection) in try Exploration(document, name: app)
            }
            for exploration in read ?? [] { _ = try? Explorer.alphabet(of: exploration) }
        }
    }

    /// The document with one of its values replaced, left out or doubled.
    private static func mutated(_ value: Value, _ generator: inout SplitMix64) -> Value {
        func draw(_ bound: Int) -> Int { Int(generator.next() % UInt64(max(1, bound))) }
        switch value {
        case .object(var members) where !members.isEmpty && draw(8) > 0:
            let place = draw(members.count)
            switch draw(12) {
            case 0: members.remove(at: place)
            case 1: members[place] = Value.Member(members[place].name + "x", members[place].value)
            default:
                let changed = mutated(members[place].value, &generator)
                members[place] = Value.Member(members[place].name, changed)
            }
            return .object(members)
        case .array(var elements) where !elements.isEmpty && draw(8) > 0:
            let place = draw(elements.count)
            switch draw(8) {
            case 0: elements.remove(at: place)
            case 1: elements.append(elements[place])
            default: elements[place] = mutated(elements[place], &generator)
            }
            return .array(elements)
        default: return replacements[draw(replacements.count)]
        }
    }
}
