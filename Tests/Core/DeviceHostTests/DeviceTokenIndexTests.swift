import DeviceTokens
import LifecycleKernel
import TestKit
import Testing

@testable import DeviceHost

/// The index of device tokens follows what happens to devices.
@Suite("The index of device tokens")
struct DeviceTokenIndexTests {
    private static let phone = DeviceID("phone")!
    private static let notes: BundleID = "com.example.notes"
    private let index = DeviceTokenIndex()

    private func host(_ clock: HandMovedClock = HandMovedClock()) -> DeviceRegistry {
        DeviceRegistry(wall: clock, store: nil, tokens: index)
    }

    private func entry(_ app: AppStatus) throws -> DeviceTokenIndex.Entry? {
        index.entry(try #require(DeviceTokenKey(hexadecimal: app.pushToken ?? "")))
    }

    private func create(_ id: DeviceID, in host: DeviceRegistry, expiresAfter: Milliseconds? = nil) async throws {
        var new = NewDevice(
            id: id,
            settings: DeviceSettings(clock: ClockSettings(mode: .manual)),
            apps: [AppManifest(bundleID: Self.notes, name: "Notes")]
        )
        new.expiresAfter = expiresAfter
        _ = try await host.create(new)
    }

    @Test("Apps of a new device are found, an uninstalled one is retired, a fork has tokens of its own")
    func lives() async throws {
        let host = host()
        try await create(Self.phone, in: host)
        let app = try await host.app(Self.notes, on: Self.phone).value
        let owner = DeviceTokenIndex.Owner(device: Self.phone, bundleID: Self.notes, kind: .push)
        #expect(try entry(app) == .live(owner))
        let copy = DeviceID("copy")!
        _ = try await host.fork(Self.phone, as: copy, at: nil)
        let forked = try await host.app(Self.notes, on: copy).value
        #expect(try entry(forked) == .live(.init(device: copy, bundleID: Self.notes, kind: .push)))
        _ = try await host.apply(.uninstall(Self.notes), to: Self.phone)
        #expect(try entry(app) == .retired(owner, at: .manualStart))
        #expect(try entry(forked) != nil)
        _ = try await host.install(app.manifest, on: Self.phone)
        let again = try await host.app(Self.notes, on: Self.phone).value
        #expect(again.pushToken != app.pushToken)
        #expect(try entry(again) == .live(owner))
    }

    @Test("An update keeps the token, and gives one for calls if the app asks for them")
    func updates() async throws {
        let host = host()
        try await create(Self.phone, in: host)
        let app = try await host.app(Self.notes, on: Self.phone).value
        let plist = InfoPlist(backgroundModes: ["voip"])
        _ = try await host.install(AppManifest(bundleID: Self.notes, infoPlist: plist), on: Self.phone)
        let updated = try await host.app(Self.notes, on: Self.phone).value
        #expect(updated.pushToken == app.pushToken)
        let voip = try #require(DeviceTokenKey(hexadecimal: updated.voipToken ?? ""))
        #expect(index.entry(voip) == .live(.init(device: Self.phone, bundleID: Self.notes, kind: .voip)))
        _ = try await host.install(app.manifest, on: Self.phone)
        guard case .retired? = index.entry(voip) else {
            Issue.record("The token for calls lives, and the app takes none.")
            return
        }
        #expect(try entry(updated) == .live(.init(device: Self.phone, bundleID: Self.notes, kind: .push)))
    }

    @Test("Tokens of a device that is deleted or expires are retired for ever: one that is made again has others")
    func deletions() async throws {
        let clock = HandMovedClock()
        let host = host(clock)
        try await create(Self.phone, in: host)
        let app = try await host.app(Self.notes, on: Self.phone).value
        let owner = DeviceTokenIndex.Owner(device: Self.phone, bundleID: Self.notes, kind: .push)
        try await host.delete(Self.phone)
        #expect(try entry(app) == .retired(owner, at: .manualStart))
        try await create(Self.phone, in: host, expiresAfter: 10_000)
        #expect(try entry(app) == .retired(owner, at: .manualStart))
        let again = try await host.app(Self.notes, on: Self.phone).value
        #expect(again.pushToken != app.pushToken)
        #expect(try entry(again) == .live(owner))
        clock.advance(by: .seconds(11))
        await host.tick(at: clock.now)
        #expect(try entry(again) == .retired(owner, at: clock.date))
        try await create(Self.phone, in: host)
        let third = try await host.app(Self.notes, on: Self.phone).value
        #expect(![app.pushToken, again.pushToken].contains(third.pushToken))
        #expect(try entry(app) == .retired(owner, at: .manualStart))
    }

    @Test("A key is 64 hexadecimal digits of either case, and is written in lower case")
    func keys() {
        let text = "0123456789abcdef0123456789abcdef0123456789abcdef00000000000000ff"
        #expect(DeviceTokenKey(hexadecimal: text.uppercased())?.text == text)
        for wrong in ["", String(text.dropLast()), text + "0", "g" + text.dropFirst()] {
            #expect(DeviceTokenKey(hexadecimal: wrong) == nil)
        }
    }
}
