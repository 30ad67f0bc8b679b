import DeviceHost
import LifecycleKernel
import WireFormat

extension NewDevice {
    /// How many apps can be installed with the device; the host's own limit is usually lower.
    private static let appCount = 0...1_000

    /// Reads what a device is created with from an object, as `POST /v1/devices` takes it; every field has a default.
    ///
    /// - Parameter path: The path of the object; empty for a whole body or file.
    /// - Throws: What is wrong, with the path of the field.
    public init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        let id = try fields.optionalDeviceID()
        var settings = try DeviceSettings(reading: &fields)
        var startsAt: Instant?
        settings.clock = ClockSettings(mode: .realtime)
        if fields.has("clock") {
            let clock = try fields.nested("clock") { value, path throws(Rejection) in
                try ClockSettings.read(value, at: path)
            }
            (settings.clock, startsAt) = clock
        }
        self.init(
            id: id,
            settings: settings,
            startsAt: startsAt,
            labels: try fields.labels(),
            expiresAfter: try fields.optionalSeconds("expiresAfterSeconds"),
            apps: try fields.list("apps", count: Self.appCount, AppManifest.init(_:at:))
        )
        try fields.finish()
    }
}
