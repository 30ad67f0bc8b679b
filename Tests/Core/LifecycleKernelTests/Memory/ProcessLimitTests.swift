import LifecycleKernel
import TestKit
import Testing
import WireFormat

/// The memory limit of a process.
@Suite struct ProcessLimitTests {
    private static func device(_ model: DeviceModel, gigabytes: Int64) -> Device {
        Device(DeviceSettings(model: model, memoryBytes: .gibibytes(gigabytes)), at: .manualStart)
    }

    /// Launches an app of a size, and returns how it ended.
    private static func exit(ofAppTaking bytes: ByteCount, on device: Device) throws -> ExitRecord? {
        var device = device
        let manifest = AppManifest(bundleID: "a", lifecycle: .appDelegate, footprintBytes: bytes)
        try device.apply(.event(.device(.freeSystemMemory(.gibibytes(1_024)))), at: device.now, limit: 10)
        try device.apply(.install(manifest), at: device.now, limit: 10)
        try device.apply(.event(.app("a", .launch(arguments: []))), at: device.now, limit: 10)
        return device.takeRecords().exit
    }

    @Test(
        "The limit depends on the device's memory",
        arguments: [
            (.iPhone, 1, 645), (.iPhone, 2, 1_395), (.iPhone, 3, 1_792), (.iPhone, 4, 2_040), (.iPad, 2, 1_395),
            (.iPad, 3, 1_844), (.iPad, 4, 2_858), (.iPad, 6, 4_598),
        ] as [(DeviceModel, Int64, Int64)]
    )
    func measured(model: DeviceModel, gigabytes: Int64, mebibytes: Int64) throws {
        let device = Self.device(model, gigabytes: gigabytes)
        #expect(try Self.exit(ofAppTaking: .mebibytes(mebibytes), on: device) == nil)
        let exit = try Self.exit(ofAppTaking: .mebibytes(mebibytes) + 1, on: device)
        #expect(exit?.reason == .memoryResourceLimit)
    }

    @Test(
        "The limit is half of the memory where nothing was measured",
        arguments: [(.iPhone, 6), (.iPhone, 8), (.iPad, 8)] as [(DeviceModel, Int64)]
    )
    func half(model: DeviceModel, gigabytes: Int64) throws {
        let device = Self.device(model, gigabytes: gigabytes)
        #expect(try Self.exit(ofAppTaking: .mebibytes(gigabytes * 512) - 10_000, on: device) == nil)
        #expect(try Self.exit(ofAppTaking: .mebibytes(gigabytes * 512) + 1, on: device)?.reason == .memoryResourceLimit)
    }

    /// Profiles, the memory of an iPhone, and what an app may take of it with the entitlement for more, in MiB.
    static let increased: [(profile: RuleProfile, gigabytes: Int64, mebibytes: Int64)] = [
        (.ios18, 6, 4_300), (.ios18, 4, 2_867), (.ios26, 8, 5_734), (.ios18, 1, 716), (.ios12, 6, 3_072),
    ]

    @Test("With the entitlement for more a process may take more, where the system has it", arguments: increased)
    func entitlement(row: (profile: RuleProfile, gigabytes: Int64, mebibytes: Int64)) throws {
        let source: Value = ["com.apple.developer.kernel.increased-memory-limit": true]
        for (bytes, reason) in [(row.mebibytes, nil), (row.mebibytes + 1, TerminationReason.memoryResourceLimit)] {
            var device = TestDevice(
                DeviceSettings(profile: row.profile, memoryBytes: .gibibytes(row.gigabytes))
            )
            try device.send(.freeSystemMemory(.gibibytes(1_024)))
            try device.install(
                AppManifest(
                    bundleID: "a",
                    lifecycle: .appDelegate,
                    entitlements: Entitlements(source: source),
                    footprintBytes: .mebibytes(bytes)
                )
            )
            #expect(try device.launch().exit?.reason == reason)
        }
    }

    @Test("The limit can be set for a device")
    func overridden() throws {
        let rule = try RuleOverride(name: "iPhone4GBProcessLimitMebibytes", value: 100, at: "")
        let settings = DeviceSettings(overrides: [rule], memoryBytes: .gibibytes(4))
        let device = Device(settings, at: .manualStart)
        #expect(try Self.exit(ofAppTaking: .mebibytes(100) + 1, on: device)?.reason == .memoryResourceLimit)
    }

    @Test("An app that is too large ends without another being killed for it")
    func nobodyElse() throws {
        var device = try TestDevice()
        try device.install("b", megabytes: 500)
        try device.install("a", megabytes: 7_000)
        try device.launch("b")
        try device.send(.home)
        try device.advance(5)
        #expect(try device.launch("a").killed == ["a"])
        #expect(device.state("b") == .suspended)
    }

    @Test("An app near its limit is warned, and not again for 25 seconds")
    func warned() throws {
        var device = try TestDevice()
        try device.install("a", megabytes: 100)
        try device.launch("a")
        #expect(try device.act(.allocate(bytes: TestDevice.megabyte * 2_400), "a").warned.isEmpty)
        #expect(try device.act(.allocate(bytes: TestDevice.megabyte * 100), "a").warned == ["a"])
        try device.advance(24.999)
        #expect(try device.act(.allocate(bytes: TestDevice.megabyte), "a").warned.isEmpty)
        try device.advance(0.001)
        #expect(try device.act(.allocate(bytes: TestDevice.megabyte), "a").warned == ["a"])
    }
}
