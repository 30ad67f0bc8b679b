import DeviceHost
import LifecycleKernel

/// Which of the items of a stream are wanted.
struct RecordFilter: Sendable {
    /// Only what is about this device.
    var device: DeviceID?
    /// Only what is about devices that have all these labels.
    var labels: [Label] = []
    /// Only records that match this query; its `after` and limits are ignored.
    var query: TimelineQuery

    /// Whether a record is wanted.
    func wants(_ streamed: StreamedRecord) -> Bool {
        query.matches(streamed.record) && wants(streamed.device, streamed.labels)
    }

    /// Whether something about a device is wanted.
    func wants(_ device: DeviceID, _ labels: [Label]) -> Bool {
        (self.device == nil || self.device == device) && self.labels.allSatisfy(labels.contains)
    }
}
