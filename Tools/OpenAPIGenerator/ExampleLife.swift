import HTTPAPI
import LifecycleKernel
import WireFormat

/// A short life of a device, in which there is a record of each kind: the examples are what the kernel says.
enum ExampleLife {
    /// The first record of a kind; of inputs, the first that is an event.
    static func record(of kind: Record.Kind) -> Value? {
        records.first { $0.kind == kind && (kind != .input || $0.value["event"] != nil) }?.value
    }

    private static let records: [Record] = {
        var device = Device(DeviceSettings(clock: ClockSettings(mode: .manual)), at: .manualStart)
        for text in inputs {
            // What is refused leaves no record, and a test misses it.
            guard let input = try? Input(text, at: "") else { continue }
            _ = try? device.apply(input, at: device.now, limit: 1_000)
        }
        return device.takeRecords()
    }()

    private static let notes: Value = "com.example.notes"

    private static let inputs: [Value] = [
        [
            "install": [
                "bundleID": notes, "lifecycle": "scenes",
                "behavior": ["sceneDidEnterBackground(_:)": [["action": "work", "cpuSeconds": 1, "takesSeconds": 1]]],
            ]
        ],
        ["event": ["type": "app.launch", "bundleID": notes]],
        ["advance": ["seconds": 2]],
        ["event": ["type": "input.touch", "bundleID": notes, "target": "view"]],
        ["action": ["bundleID": notes, "action": "log", "message": "Opened the list."]],
        ["action": ["bundleID": notes, "action": "startActivity", "name": "refresh", "activity": "timer"]],
        ["action": ["bundleID": notes, "action": "edit"]],
        ["event": ["type": "device.home"]],
        [
            "event": [
                "type": "push.deliver", "bundleID": notes, "pushType": "background",
                "payload": ["aps": ["content-available": 1]],
            ]
        ],
        ["advance": ["seconds": 30]],
        ["event": ["type": "device.allocateSystemMemory", "bytes": 6_200_000_000]],
        ["event": ["type": "app.terminate", "bundleID": notes, "cause": "system"]],
    ]
}
