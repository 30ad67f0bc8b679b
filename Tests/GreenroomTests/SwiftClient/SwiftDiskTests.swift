import Foundation
import LifecycleKernel
import Testing
import WireFormat

@testable import GreenroomClient

/// An app that reads protected files when it gets a silent push.
private final class Vault: AppCode {
    static let bundleID = "com.example.vault"
    static let manifest = Pushes.manifest

    init(_ process: AppProcess) {
        process.on(.didReceiveRemoteNotification) { callback in
            var log = [try process.isProtectedDataAvailable ? "available" : "locked"]
            do {
                _ = try process.disk.read("secret", as: String.self)
            } catch let error as DiskError {
                log.append("\(error)")
            }
            do {
                try process.disk.write("another", "token", protection: .complete)
            } catch let error as DiskError {
                log.append("\(error)")
            }
            try process.disk.write("log", log)
            try process.completeFetch(callback)
        }
    }
}

/// An app that may be launched before the first unlock.
private final class Early: AppCode {
    static let bundleID = "com.example.early"
    static let manifest = Pushes.manifest

    init(_ process: AppProcess) {
        process.on(.didReceiveRemoteNotification) { callback in
            let read: String
            do {
                read = try process.disk.read("usual")
            } catch let error as DiskError {
                read = "\(error)"
            }
            let log = try process.disk.read("log", as: [String].self)
            try process.disk.write("log", log + [read], protection: .none)
            try process.completeFetch(callback)
        }
    }
}

/// A shop that is slow after it has saved.
private final class SavesThenFlushes: Shop {
    required init(_ process: AppProcess) throws {
        try super.init(process)
        process.on(.sceneDidEnterBackground) { [self] _ in
            try save()
            try process.takes(seconds: 12)
            try process.disk.write("after", "the upload")
        }
    }
}

/// Something with a reference.
private final class Draft: Codable {
    var text: String

    init(_ text: String) { self.text = text }
}

/// Something that cannot be encoded.
private struct Unencodable: Encodable {
    func encode(to encoder: any Encoder) throws { throw CancellationError() }
}

@Suite("The disk of an app whose code is Swift") struct SwiftDiskTests {
    @Test("what was not written does not survive") func unwritten() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Shop.self)
            try await app.send("app.launch")
            try await app.run { try $0.track("one") }
            try await app.run { try $0.save() }
            try await app.run { try $0.track("two") }
            try await app.send("app.crash", ["exception": "badAccess"])
            try await app.send("app.launch")
            #expect(try await app.run { $0.queue } == ["one"])
            #expect(try await app.read().lostChanges == 1)
        }
    }

    @Test("reading gives a copy") func copies() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Shop.self)
            try await app.send("app.launch")
            try await app.run { shop in
                let draft = Draft("Dear all,")
                try shop.process.disk.write("draft", draft)
                draft.text = "not written"
                let read = try shop.process.disk.read("draft", as: Draft.self)
                read.text = "not written"
            }
            let read = try app.world.disk.read("draft", as: Draft.self)
            #expect(read.text == "Dear all,")
            read.text = "not written"
            #expect(try app.world.disk.read("draft") == ["text": "Dear all,"])
        }
    }

    @Test("what is no json cannot be written") func notJSON() async throws {
        let values: [any Encodable] = [
            Double.nan, [1, Double.infinity], ["a": ["b": Double.nan]], Value.number(.nan),
            ["a": .number(.infinity)] as Value, Unencodable(),
        ]
        let disk = World().disk
        for value in values {
            let error = #expect(throws: AttachedAppError.self) { try disk.write("when", value) }
            #expect(error?.description.hasPrefix("when must be bytes, text or JSON: ") == true)
        }
        #expect(disk.paths == [])
        try await withDevice { device, _ in
            let app = try await device.attach(Shop.self)
            try await app.send("app.launch")
            let error = await #expect(throws: AttachedAppError.self) {
                try await app.run { shop in try? shop.process.disk.write("when", Double.nan) }
            }
            #expect(error?.description.hasPrefix("when must be bytes, text or JSON: ") == true)
        }
    }

    @Test("bytes and text are written as they are") func contents() throws {
        let disk = World().disk
        try disk.write("bytes", [0, 255] as [UInt8])
        try disk.write("data", Data([7]))
        try disk.write("json", ["a": [1, nil]] as [String: [Int?]])
        try disk.write("text", "text")
        #expect(disk.paths == ["bytes", "data", "json", "text"])
        #expect(try disk.read("bytes") == Data([0, 255]))
        #expect(try disk.read("data") == [7] as [UInt8])
        #expect(try disk.read("json") == ["a": [1, nil]] as [String: [Int?]])
        #expect(try disk.read("json") == ["a": [1, .null]] as Value)
        #expect(try disk.read("text") == "text")
        #expect(throws: DecodingError.self) { try disk.read("bytes", as: String.self) }
        disk.delete("text")
        #expect(!disk.contains("text"))
        #expect(throws: DiskError.noSuchFile("text")) { try disk.read("text", as: String.self) }
        #expect(try disk.read("text", default: "none") == "none")
    }

    @Test("a full disk keeps what it holds") func full() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Shop.self)
            try await app.send("app.launch")
            try await app.run { try $0.save() }
            app.world.disk.isFull = true
            try await app.run { try $0.track("one") }
            await #expect(throws: DiskError.full("queue")) { try await app.run { try $0.save() } }
            #expect(try app.world.disk.read("queue") == [String]())
            #expect(try await app.read().state == "notRunning")
        }
    }

    @Test("protected data is not available on a locked device") func locked() async throws {
        try await withDevice(["passcode": true]) { device, _ in
            let app = try await device.attach(Vault.self)
            try app.world.disk.write("secret", "token", protection: .complete)
            try await app.send("app.launch")
            try await app.send("push.deliver", Pushes.silent)
            #expect(try app.world.disk.read("log") == ["available"])
            app.world.disk.delete("another")
            try await device.send("device.lock")
            try await app.send("push.deliver", Pushes.silent)
            let refused = ["secret", "another"].map { "\(DiskError.protected($0))" }
            #expect(try app.world.disk.read("log") == ["locked"] + refused)
            #expect(!app.world.disk.contains("another"))
        }
    }

    @Test("files cannot be read before the first unlock") func restarted() async throws {
        let rules: Value = ["profile": "ios18", "overrides": ["backgroundLaunchBeforeFirstUnlock": "all"]]
        try await withDevice(["rules": rules, "passcode": true]) { device, _ in
            let app = try await device.attach(Early.self)
            try app.world.disk.write("usual", "there")
            try app.world.disk.write("log", [String](), protection: .none)
            try await app.send("app.launch")
            try await device.send("device.reboot")
            try await app.send("push.deliver", Pushes.silent)
            #expect(try app.world.disk.read("log") == ["\(DiskError.protected("usual"))"])
            try await device.send("device.unlock")
            try await app.send("push.deliver", Pushes.silent)
            #expect(try app.world.disk.read("log") == ["\(DiskError.protected("usual"))", "there"])
        }
    }

    @Test("an update keeps the disk and an uninstallation clears it") func updates() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(Shop.self)
            try await app.send("app.launch")
            try await app.run { try $0.save() }
            try await app.update(["version": "2"])
            #expect(app.world.disk.paths == ["queue"])
            try await app.uninstall()
            #expect(app.world.disk.paths == [])
        }
    }

    @Test("an update ends the code of the process") func updated() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(KeptShop.self)
            try await app.send("app.launch")
            let dead = try await app.code { $0 }
            try await app.update(["version": "2"])
            let none = await #expect(throws: AttachedAppError.self) { try await app.code { $0.queue } }
            #expect(none?.description.hasPrefix("no process of com.example.shop lives: the process ") == true)
            #expect(none?.description.hasSuffix(" has ended with an update") == true)
            let updated = #expect(throws: AttachedAppError.self) { try dead.save() }
            #expect(updated?.description.contains(", which has ended with an update; ") == true)
            try await app.send("app.launch")
            let last = try await app.code { $0 }
            #expect(last !== dead)
            try await app.run { try $0.save() }
            try await app.uninstall()
            let uninstalled = #expect(throws: AttachedAppError.self) { try last.save() }
            #expect(uninstalled?.description.contains(", which has ended as the app was uninstalled; ") == true)
        }
    }

    @Test("a write before a slow upload is on the disk") func slowUpload() async throws {
        try await withDevice { device, _ in
            let app = try await device.attach(SavesThenFlushes.self)
            try await app.send("app.launch")
            try await app.run { try $0.track("one") }
            try await device.send("device.home")
            #expect(app.world.disk.paths == ["queue"])
            #expect(try app.world.disk.read("queue") == ["one"])
            let ended = try await app.read()
            #expect(ended.lastExitReason == "appWatchdog")
            #expect(ended.lostChanges == 0)
            #expect(try await !app.findings().contains("dataLoss"))
        }
    }
}
