import DeviceHost
import Foundation
import LifecycleKernel
import SQLiteStore
import Simulation
import StoreTestKit
import TestKit

/// Writes the store that `RecordedStoreTests` replay: random lives from fixed seeds.
func recordStore() async throws {
    let directory = TemporaryDirectory()
    let clock = HandMovedClock()
    let store = try SQLiteStore(directory: directory.path)
    try await withHost(store, clock, limits { $0.stepsPerSnapshot = 60 }) { registry in
        for number in 0..<6 { try await live(number, registry, clock) }
    }
    await store.close()
    let file = repository.appending(path: "Tests/Core/SQLiteStoreTests/Recorded/greenroom.sqlite")
    try? FileManager.default.removeItem(at: file)
    try FileManager.default.copyItem(at: URL(filePath: directory.file), to: file)
}

/// Lets a device live: half of them on clocks that advances move, half in real time, with ticks.
private func live(_ number: Int, _ registry: DeviceRegistry, _ clock: HandMovedClock) async throws {
    var random = SplitMix64(seed: UInt64(number) + 1)
    var settings = random.deviceSettings()
    settings.clock = ClockSettings(mode: number.isMultiple(of: 2) ? .manual : .realtime)
    var apps: [AppManifest] = []
    for bundleID in SplitMix64.bundleIDs.dropLast() {
        if case .install(let app) = Input.install(random.manifest(bundleID)).asSent { apps.append(app) }
    }
    let device = id("d\(number)")
    _ = try await registry.create(
        NewDevice(id: device, settings: settings, startsAt: .manualStart, apps: apps)
    )
    // What a random life does next depends on the device, which stays on its shard; a twin tells the same.
    var twin = Device(settings, at: .manualStart)
    for app in apps { try twin.apply(.install(app), at: twin.now, limit: 1_000) }
    for _ in 0..<150 {
        let input = random.input(for: twin).asSent
        _ = try? await registry.apply(input, to: device)
        _ = try? twin.apply(input, at: twin.now, limit: 1_000)
        guard random.oneIn(3) else { continue }
        clock.advance(by: .milliseconds(random.duration()))
        await registry.tick(at: clock.now)
        let now = try await registry.device(device).clock.now
        if twin.now < now { _ = twin.settle(before: now, within: .unlimited) }
    }
}
