import DeviceHost
import LifecycleKernel
import WireFormat

/// A line of a batch: an event, and the device that it is for.
struct BatchLine: Sendable {
    let device: DeviceID
    let event: Event
    /// The whole line.
    private let value: Value

    /// Reads a line.
    ///
    /// - Throws: What is wrong with it; `unknown-device` for a text that is not a device id.
    init(_ bytes: [UInt8]) throws(Problem) {
        let text: String
        do throws(Rejection) {
            value = try JSONText.parse(bytes)
            var fields = try FieldReader(value, at: "")
            text = try fields.string("device")
            event = try fields.nested("event", Event.init(_:at:))
            try fields.finish()
        } catch {
            throw Problem(error)
        }
        guard let id = DeviceID(text) else { throw .unknownDevice(text) }
        device = id
    }

    /// The event as it was sent.
    var eventText: [UInt8] { JSONText.write(value["event"] ?? .null) }
}
