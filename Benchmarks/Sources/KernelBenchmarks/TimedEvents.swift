import LifecycleKernel
import Measuring

/// Apps that are suspended for 55 seconds and run in the background for 5, again and again, by themselves: the system
/// wakes each for a background fetch every minute, and its code takes five seconds for it.
///
/// Each device is advanced once, as by somebody who lets hours pass: devices know nothing of each other, so nothing has
/// to go from one to the next at each instant. The peer is SimPy with one process for each app and the same two timeouts
/// a minute; there, too, all the time passes in one call.
func measureTimedEvents(devices: Int, appsPerDevice: Int, minutes: Int) throws {
    let apps = (0..<appsPerDevice).map { number in
        AppManifest(
            bundleID: "com.example.app\(number)",
            lifecycle: .appDelegate,
            infoPlist: InfoPlist(backgroundModes: ["fetch"]),
            behavior: AppBehavior(handlers: [
                .init(name: .performFetch, entries: [.act(.completeFetch(.newData), takes: 5_000)])
            ])
        )
    }
    // Each is made by itself, as each process of SimPy is: copies would part only while time is measured.
    var hosted = try (0..<devices).map { _ in try deviceThatFetches(apps) }
    var events = 0
    let time = ProcessorTime()
    for place in hosted.indices {
        try hosted[place].apply(.advance(.by(Milliseconds(minutes) * 60_000)), at: hosted[place].now, limit: 1_000_000)
        events += processChanges(in: hosted[place].takeRecords())
    }
    let length = time.elapsed
    precondition(events == 2 * devices * appsPerDevice * minutes, "\(events)")
    Figure.rate("kernel.timedEvents.\(appsPerDevice)", events, in: length).report()
}

/// How many records tell of a process that changed its state; looked through by place, since a closure would be handed a
/// copy of every record.
private func processChanges(in records: [Record]) -> Int {
    var count = 0
    for place in records.indices {
        if case .process = records[place].body { count += 1 }
    }
    return count
}

/// A device that charges, whose apps are suspended and fetch once a minute.
private func deviceThatFetches(_ apps: [AppManifest]) throws -> Device {
    var device = Device(DeviceSettings(memoryBytes: .gibibytes(1_024)), at: .manualStart)
    func apply(_ input: Input) throws { try device.apply(input, at: device.now, limit: 1_000) }
    try apply(.event(.device(.condition(.setBattery(level: nil, isCharging: true)))))
    for app in apps {
        try apply(.install(app))
        try apply(.event(.app(app.bundleID, .launch(arguments: []))))
        try apply(.action(app.bundleID, .setMinimumBackgroundFetchInterval(60_000)))
        try apply(.event(.device(.home)))
        try apply(.advance(.by(1_000)))
    }
    // Everybody's first fetch is over.
    try apply(.advance(.by(120_000)))
    _ = device.takeRecords()
    return device
}
