import APNs
import DeviceHost
import LifecycleKernel
import WireFormat

/// The state of the APNs listener.
struct PushServiceDocument: FieldWritable {
    let service: PushService
    let faults: [Fault]

    func write(to sink: inout some FieldSink) {
        if let address = service.listening.address { sink.put("address", address) } else { sink.putNull("address") }
        sink.put("auth", service.settings.check.rawValue)
        sink.put("keys", strings: service.keys.all.map(\.keyID))
        sink.put("faults", list: faults)
        sink.put("connections", Int64(service.metrics.connections))
        sink.put("requests", list: service.metrics.requests.map(RequestCount.init))
    }

    private struct RequestCount: FieldWritable {
        let status: Int
        let reason: Reason?
        let count: Int64

        func write(to sink: inout some FieldSink) {
            sink.put("status", Int64(status))
            if let reason { sink.put("reason", reason.rawValue) } else { sink.putNull("reason") }
            sink.put("count", count)
        }
    }
}

extension PushPage: FieldWritable {
    package func write(to sink: inout some FieldSink) {
        sink.put("pushes", list: pushes)
        if let next { sink.put("next", next) } else { sink.putNull("next") }
    }
}
