import DeviceHost
import LifecycleKernel
import Measuring

/// Devices in real time, full of suspended apps: what a process takes in memory, and what ticks, expiry and lists cost.
func measurePopulation(devices: Int, appsPerDevice: Int) async throws {
    let population = try await Population(devices: devices, appsPerDevice: appsPerDevice)
    let processes = devices * appsPerDevice
    let summary = await population.registry.summary()
    precondition(summary.counts.contains { $0.state == .suspended && $0.count == processes }, "\(summary)")
    Figure("host.bytesPerSuspendedProcess", Double(population.bytes) / Double(processes), "B").report()
    Figure.rate("host.inputs", population.inputs, in: population.inputTime).report()
    await measureIdleTick(population)
    try await measureExpiry(population)
    try await measureLists(population)
}

/// A registry whose clock is moved by hand.
final class Population {
    let wall = SteppedClock()
    let registry: DeviceRegistry
    let ids: [DeviceID]
    let apps: [AppManifest]
    /// What the suspended processes and their devices take.
    private(set) var bytes = 0
    /// How many inputs it took to bring them there, and how long that took.
    private(set) var inputs = 0
    private(set) var inputTime = Duration.zero

    private static let devicesAtOnce = 1_000

    init(devices: Int, appsPerDevice: Int) async throws {
        var limits = HostLimits()
        limits.devices = devices + 1
        limits.recordsPerDevice = 0
        limits.inputsPerDevice = 0
        registry = DeviceRegistry(limits: limits, wall: wall)
        // Small enough that the audit finds nothing: a finding would be kept with the app.
        apps = (0..<appsPerDevice).map {
            AppManifest(bundleID: "com.example.application\($0)", footprintBytes: 20_971_520)
        }
        ids = (0...devices).map { number in DeviceID("device-\(number)")! }
        // What is made once, such as the rulebook's tables, is not counted.
        try await populate(ids[devices])
        await expire()
        try await registry.delete(ids[devices])
        let before = residentBytes()
        inputs = 0
        // A few at a time, as phones come and sleep: what a process takes only while it runs is free for the next ones.
        for start in stride(from: 0, to: devices, by: Self.devicesAtOnce) {
            let time = ProcessorTime()
            for id in ids[start..<min(start + Self.devicesAtOnce, devices)] { try await populate(id) }
            inputTime += time.elapsed
            await expire()
        }
        bytes = residentBytes() - before
    }

    /// Makes a device and opens every app of it, one after the other; the last one goes home.
    private func populate(_ id: DeviceID) async throws {
        _ = try await registry.create(NewDevice(id: id, apps: apps))
        for app in apps { try await apply(.event(.app(app.bundleID, .launch(arguments: []))), to: id) }
        try await apply(.event(.device(.home)), to: id)
    }

    func apply(_ input: Input, to id: DeviceID) async throws {
        _ = try await registry.apply(input, to: id)
        inputs += 1
    }

    /// Lets a minute pass and ticks until nothing is due any more.
    func expire() async {
        wall.advance(by: .seconds(60))
        while await registry.tick(at: wall.now).isUnfinished {}
    }
}

/// One tick with nothing due, all shards together.
private func measureIdleTick(_ population: Population) async {
    let ticks = 10_000
    let time = ProcessorTime()
    for _ in 0..<ticks {
        population.wall.advance(by: .milliseconds(10))
        await population.registry.tick(at: population.wall.now)
    }
    Figure("host.idleTick", time.elapsed / .microseconds(ticks), "us").report()
}

/// One app of every device runs in the background, and all of them are suspended at one instant.
private func measureExpiry(_ population: Population) async throws {
    let bundleID = population.apps[0].bundleID
    let ids = population.ids.dropLast()
    for id in ids {
        try await population.apply(.event(.app(bundleID, .launch(arguments: []))), to: id)
        try await population.apply(.event(.device(.home)), to: id)
    }
    let time = ProcessorTime()
    await population.expire()
    Figure.rate("host.expiry", ids.count, in: time.elapsed).report()
}

/// The summary of all states, a page of processes from the middle, and a page of devices.
private func measureLists(_ population: Population) async throws {
    let rounds = 100
    func measure(_ name: String, _ look: () async throws -> Void) async rethrows {
        let time = ProcessorTime()
        for _ in 0..<rounds { try await look() }
        Figure(name, time.elapsed / .microseconds(rounds), "us").report()
    }
    let registry = population.registry
    await measure("host.summary") { _ = await registry.summary() }
    let page = try await registry.processes()
    try await measure("host.pageOf100Processes") { _ = try await registry.processes(after: page.next) }
    try await measure("host.pageOf100Devices") { _ = try await registry.devices() }
}
