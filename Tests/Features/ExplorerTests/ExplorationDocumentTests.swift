import Explorer
import Foundation
import LifecycleKernel
import Testing
import WireFormat

/// An exploration is written as it is read.
@Suite struct ExplorationDocumentTests {
    private static let whole: Value = [
        "explore": "gallery", "device": ["rules": "ios18", "model": "iPad"], "target": "com.example.gallery",
        "apps": [
            ["bundleID": "com.example.notes"],
            ["bundleID": "com.example.gallery", "driver": "attached", "behavior": [:]],
        ],
        "start": [["send": ["type": "app.launch", "bundleID": "com.example.gallery"]], ["advance": 2]],
        "inputs": [
            "only": ["lifecycle"], "with": ["conditions", "overlays"], "without": ["app.forceQuit"],
            "times": [29.5, 3], "grid": true, "resolution": 0.25,
            "add": [
                [
                    "name": "leave", "send": [["type": "device.home"], ["type": "device.lock"]], "weight": 5,
                    "when": ["not": ["all": [["device": ["isLocked": true]], ["app": ["bundleID": "a.b"]]]]],
                ],
                ["name": "save", "weight": 4, "act": ["action": "save", "bundleID": "com.example.gallery"]],
            ],
        ],
        "attached": ["within": 6.5],
        "variants": [["name": "slow", "behavior": ["sceneDidEnterBackground(_:)": [["action": "save"]]]]],
        "properties": [
            [
                "name": "a", "severity": "warning", "always": ["not": ["device": ["isLocked": true]]],
                "while": ["device": ["isOn": true]],
            ],
            [
                "name": "b", "severity": "error", "after": ["kind": "callback"], "eventually": ["kind": "log"],
                "within": 10, "unless": [["kind": "exit"]],
            ],
            ["name": "c", "severity": "note", "never": [["kind": "exit"]], "after": ["kind": "log"]],
        ],
        "limits": [
            "interruptions": 1, "depth": 8, "transitions": 12, "seed": 3, "memoryMiB": 64, "stopAt": "warning",
        ],
        "known": ["com.example.gallery/dataLoss"],
    ]

    /// The members of an object in the order of their names, at every depth.
    private static func sorted(_ value: Value) -> Value {
        switch value {
        case .object(let members):
            .object(members.map { .init($0.name, sorted($0.value)) }.sorted { $0.name < $1.name })
        case .array(let elements): .array(elements.map(sorted))
        case .null, .bool, .integer, .number, .string: value
        }
    }

    @Test func everyKeyOfAnExplorationIsRead() {
        let keys = Set(Self.whole.members.map(\.name)).union(["about", "from"])
        #expect(keys == Set(DocumentForm.exploration.keys))
    }

    /// The file that `from` names has a form, too.
    @Test func aFileWithoutAFormIsNotBegunFrom() {
        let rejection = #expect(throws: Rejection.self) {
            try Exploration(["explore": "x", "from": "app.yaml"], name: "") { _ throws(Rejection) in
                ["exploration": "y", "apps": [["bundleID": "a.b"]]]
            }
        }
        #expect(rejection?.field == "from")
        #expect(rejection?.detail.description.hasPrefix("app.yaml: exploration: There is no field") == true)
    }

    @Test func everyFieldIsWrittenAsItIsRead() throws {
        let document = try Exploration(Self.whole, name: "").document
        #expect(Self.sorted(document) == Self.sorted(Self.whole))
    }

    @Test func whatIsNotGivenHasItsDefault() throws {
        let read = try Exploration(["bundleID": "com.example.notes"], name: "notes")
        let again = try Exploration(read.document, name: "")
        #expect(again.document == read.document)
        #expect(again.limits == read.limits && again.inputs == read.inputs && again.name == "notes")
    }

    @Test(
        arguments: [
            ("inputs", ["grid": 1], "inputs.grid"), ("inputs", ["resolution": 0], "inputs.resolution"),
            ("inputs", ["resolution": 61], "inputs.resolution"),
            ("inputs", ["resolution": -1], "inputs.resolution"),
            ("limits", ["memoryMiB": 0], "limits.memoryMiB"), ("limits", ["memoryMiB": 1_048_577], "limits.memoryMiB"),
            ("limits", ["memoryMiB": 1.5], "limits.memoryMiB"), ("limits", ["stopAt": "fatal"], "limits.stopAt"),
        ] as [(String, Value, String)]
    )
    func aFieldThatIsWrongIsRefusedWithItsPath(name: String, value: Value, field: String) {
        let document: Value = ["explore": "x", "apps": [["bundleID": "a.b"]]]
        let rejection = #expect(throws: Rejection.self) {
            try Exploration(document.setting(name, to: value), name: "")
        }
        #expect(rejection?.field == field)
    }
}
