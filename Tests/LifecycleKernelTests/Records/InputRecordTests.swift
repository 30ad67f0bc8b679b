import LifecycleKernel
import TestKit
import Testing

/// The record of an input names the app that it is about.
@Suite struct InputRecordTests {
    @Test(
        "An input about an app names it, also an installation or an uninstall",
        arguments: [
            (.install(AppManifest(bundleID: "new")), "new"), (.install(AppManifest(bundleID: "a")), "a"),
            (.uninstall("a"), "a"), (.event(.app("a", .launch(arguments: []))), "a"), (.event(.device(.home)), nil),
            (.advance(.by(1)), nil),
        ] as [(Input, BundleID?)]
    )
    func inputs(input: Input, app: BundleID?) throws {
        var device = try TestDevice()
        try device.install("a")
        let record = try #require(try device.apply(input).first)
        #expect(record.kind == .input)
        #expect(record.bundleID == app)
        #expect(record.pid == nil)
    }

    @Test("An input about an app that runs names its process")
    func process() throws {
        var device = try TestDevice()
        try device.install("a")
        try device.launch()
        #expect(try device.act(.save(count: nil)).first?.pid == 101)
    }
}
