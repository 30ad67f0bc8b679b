import DeviceHost
import LifecycleKernel
import WireFormat

/// What was found in an app's conduct, and the device that it is on.
struct HostedAudit: FieldWritable {
    let device: DeviceID
    let audit: AppAudit

    /// Puts the device, the app and the findings; they are few, so the list is whole.
    func write(to sink: inout some FieldSink) {
        sink.put("device", device.description)
        audit.write(to: &sink)
        sink.putNull("next")
    }
}
