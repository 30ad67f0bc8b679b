import LifecycleKernel
import Measuring

/// An app goes to the screen and home again: how many states it goes through in a second, every record written.
///
/// The peer is a `gen_statem` of Erlang that is called for each transition.
func measureTransitions(_ lifecycle: AppLifecycle, cycles: Int) throws {
    var device = Device(DeviceSettings(), at: .manualStart)
    let bundleID: BundleID = "com.example.notes"
    try device.apply(.install(AppManifest(bundleID: bundleID, lifecycle: lifecycle)), at: device.now, limit: 1_000)
    let inputs: [Input] = [.event(.app(bundleID, .launch(arguments: []))), .event(.device(.home))]
    func live() throws -> [Record] {
        var records: [Record] = []
        for input in inputs {
            try device.apply(input, at: device.now, limit: 1_000)
            records += device.takeRecords()
        }
        return records
    }
    // The first cycle launches; every one after it is like the second.
    _ = try live()
    let transitions = try live().count { $0.kind == .process }
    var records = 0
    let time = ProcessorTime()
    for _ in 0..<cycles {
        for input in inputs {
            try device.apply(input, at: device.now, limit: 1_000)
            records += device.takeRecords().count
        }
    }
    let length = time.elapsed
    Figure.rate("kernel.transitions.\(lifecycle.rawValue)", transitions * cycles, in: length).report()
    Figure.rate("kernel.records.\(lifecycle.rawValue)", records, in: length).report()
}
