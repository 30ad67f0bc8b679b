import Synchronization

@testable import DeviceHost

extension DeviceRegistry {
    /// How many streams have sent what there was, and wait for more.
    var waitingStreamCount: Int {
        let logs = hub.state.withLock { $0.devices.values.map(\.log) }
        return logs.reduce(hub.all.waitingReaderCount) { $0 + $1.waitingReaderCount }
    }
}
