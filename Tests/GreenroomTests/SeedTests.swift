import DeviceHost
import Foundation
import GreenroomClient
import LifecycleKernel
import NIOHTTP1
import TestKit
import Testing

@testable import GreenroomServer

@Suite("The seed folder") struct SeedTests {
    /// Creates the devices of these files.
    private func registry(
        seededWith files: [String: String],
        limits: HostLimits = HostLimits(),
        _ prepare: (DeviceRegistry) async throws -> Void = { _ in }
    ) async throws -> DeviceRegistry {
        let registry = DeviceRegistry(limits: limits)
        try await prepare(registry)
        try await withFolder(files) { folder in
            try await SeedFolder(path: folder).createDevices(in: registry, logger: quietLogger)
        }
        return registry
    }

    private func ids(_ registry: DeviceRegistry) async throws -> [String] {
        try await registry.devices(labels: [], after: nil, limit: 100).devices.map(\.id.description)
    }

    @Test("a file is a device with its apps, in YAML or in JSON, and called as the file unless it has an id")
    func devices() async throws {
        let registry = try await registry(seededWith: [
            "phone.yaml": "apps:\n  - bundleID: com.example.notes\n    version: 1.20\n",
            "tablet.json": #"{"id": "big", "model": "iPad", "apps": [{"bundleID": "com.example.music"}]}"#,
            "empty.yml": "{}",
        ])
        #expect(try await ids(registry) == ["big", "empty", "phone"])
        let notes = try await registry.app("com.example.notes", on: #require(DeviceID("phone")))
        #expect(notes.value.manifest.version == "1.20")
    }

    @Test("hidden files, folders and other files are left alone") func otherFiles() async throws {
        let registry = try await registry(seededWith: [
            "phone.yaml": "{}", ".hidden.yaml": "no: device", "..data/phone.yaml": "no: device",
            "notes.yaml/inner.yaml": "no: device", "README.md": "no device",
        ])
        #expect(try await ids(registry) == ["phone"])
    }

    @Test("an empty folder has no devices") func emptyFolder() async throws {
        #expect(try await ids(try await registry(seededWith: [:])) == [])
    }

    @Test("a device that exists already stays as it is") func existing() async throws {
        let id = try #require(DeviceID("phone"))
        let registry = try await registry(seededWith: ["phone.yaml": "apps: [{bundleID: com.example.notes}]"]) {
            _ = try await $0.create(NewDevice(id: id))
        }
        #expect(try await ids(registry) == ["phone"])
        await #expect(throws: HostError.self) { try await registry.app("com.example.notes", on: id) }
    }

    @Test(
        "a bad file is refused with its name, the field and what is wrong, and no device is made",
        arguments: [
            (["a.yaml": "modell: iPad"], "/a.yaml:1:1: modell: "),
            (["a.yaml": "model: iPod"], "/a.yaml:1:1: model must be "),
            (["a.yaml": "rules: ios99"], "/a.yaml:1:1: rules"),
            (["a.yaml": "- id: phone"], "/a.yaml: "),
            (["a.yaml": ""], "/a.yaml: The text is empty."),
            (["a.yaml": "id: [unclosed"], "/a.yaml:2:1: This is not YAML with one document: line "),
            (["a.json": "{"], "/a.json: "),
            (["a.json": "id: phone"], "/a.json: "),
            (["a.yaml": "apps: [{bundleID: com.example.a}, {name: B}]"], "/a.yaml:1:35: apps[1].bundleID: "),
            (
                ["a.yaml": "apps: [{bundleID: com.example.a, lifecycle: scene}]"],
                "/a.yaml:1:34: apps[0].lifecycle must be "
            ),
            (["a.yaml": "apps: [{bundleID: com.example.a}, {bundleID: com.example.a}]"], "/a.yaml: "),
            (["A_B.yaml": "{}"], "/A_B.yaml:1:1: id: "),
            (["a.yaml": "id: Phone"], "/a.yaml:1:1: id must be "),
            (["a.yaml": "{}", "b.yaml": "id: a"], "/b.yaml: id: "),
            (["a.yaml": "{}", "b.yaml": "expiresAfterSeconds: soon"], "/b.yaml:1:1: expiresAfterSeconds must be "),
        ] as [([String: String], String)]
    )
    func badFiles(files: [String: String], message: String) async throws {
        let registry = DeviceRegistry()
        try await withFolder(files) { folder in
            let error = await #expect(throws: SeedError.self) {
                try await SeedFolder(path: folder).createDevices(in: registry, logger: quietLogger)
            }
            let said = try #require(error?.description)
            #expect(said.hasPrefix(folder + message), "\(said)")
            #expect(!said.contains("\n"))
        }
        #expect(try await ids(registry) == [])
    }

    @Test("a file that is no text is refused") func noText() async throws {
        try await withFolder([:]) { folder in
            let file = URL(filePath: folder).appending(path: "a.yaml")
            try Data([0xff, 0xfe, 0x00, 0xd8]).write(to: file)
            let error = #expect(throws: SeedError.self) { try SeedFolder(path: folder).read() }
            #expect(error?.description.hasSuffix("/a.yaml: it cannot be read as UTF-8 text") == true)
        }
    }

    @Test("a folder that is not there is refused") func noFolder() {
        let error = #expect(throws: SeedError.self) { try SeedFolder(path: "/nowhere/seed").read() }
        #expect(error?.description == "/nowhere/seed: there is no folder that can be read")
    }

    @Test("the limits of the server hold for the folder too") func limits() async throws {
        var limits = HostLimits()
        limits.devices = 1
        let error = await #expect(throws: SeedError.self) {
            try await registry(seededWith: ["a.yaml": "{}", "b.yaml": "{}"], limits: limits)
        }
        #expect(error?.description.contains("/b.yaml: This server has 1 devices") == true)
    }

    @Test("a server has the devices of the folder as soon as it is ready") func server() async throws {
        try await withFolder(["phone.yaml": "apps: [{bundleID: com.example.notes}]"]) { folder in
            try await withServer(["--seed", folder]) { address, _ in
                let path = ["v1", "devices", "phone", "apps", "com.example.notes"]
                let app = try await ServerConnection(address: address).send(.GET, path)
                #expect(app.status == 200)
            }
        }
    }
}
