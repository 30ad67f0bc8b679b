import DeviceHost
import LifecycleKernel

/// The device that `--demo` creates: an iPhone in real time, with Notes in front and Music suspended.
enum DemoDevice {
    static let id: DeviceID = {
        guard let id = DeviceID("demo") else { preconditionFailure("demo is a device's name") }
        return id
    }()
    static let notes: BundleID = "com.example.notes"
    static let music: BundleID = "com.example.music"

    /// Creates the device and puts its apps in their states. A device that has been recovered stays as it is.
    ///
    /// - Throws: When the host's limits leave no room for it.
    static func create(in registry: DeviceRegistry) async throws(HostError) {
        let device = NewDevice(
            id: id,
            settings: DeviceSettings(clock: ClockSettings(mode: .realtime)),
            labels: [Label(key: "demo", value: "true")],
            apps: [notesApp, AppManifest(bundleID: music, name: "Music")]
        )
        do throws(HostError) {
            _ = try await registry.create(device)
        } catch .deviceExists {
            return
        }
        let events: [Event] = [
            .app(music, .launch(arguments: [])),
            .device(.home),
            .app(music, .suspend),
            .app(notes, .launch(arguments: [])),
        ]
        _ = try await registry.apply(events.map(Input.event), to: id)
    }

    /// An app that saves when it is left, and finishes an upload in a background task.
    private static var notesApp: AppManifest {
        AppManifest(
            bundleID: notes,
            name: "Notes",
            behavior: AppBehavior(handlers: [
                AppBehavior.Handler(
                    name: .sceneDidEnterBackground,
                    entries: [
                        .act(.save(count: nil), takes: 500),
                        .act(
                            .beginBackgroundTask(name: "upload", endsAfter: 3_000, hasExpirationHandler: true),
                            takes: 0
                        ),
                    ]
                )
            ])
        )
    }
}
