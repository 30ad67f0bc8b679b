import DeviceHost
import LifecycleKernel
import WireFormat

// Processes across devices, and their callbacks in flight.

extension HostedProcess: FieldWritable {
    /// Puts the process and the device that it is on.
    package func write(to sink: inout some FieldSink) {
        sink.put("device", device.description)
        process.write(to: &sink)
    }
}

extension ProcessPage: FieldWritable {
    /// Puts the processes and where the next page begins.
    package func write(to sink: inout some FieldSink) {
        sink.put("processes", list: processes)
        sink.put("next", textOrNull: next)
    }
}

extension StateSummary: FieldWritable {
    /// Puts how many devices there are, and how many apps in each state.
    package func write(to sink: inout some FieldSink) {
        sink.put("devices", Int64(devices))
        let members = counts.map { Value.Member($0.state.rawValue, .integer(Int64($0.count))) }
        sink.put("states", value: .object(members))
    }
}

extension CallbackInFlight: FieldWritable {
    /// Puts the callback with its app and process.
    package func write(to sink: inout some FieldSink) {
        sink.put("bundleID", bundleID)
        sink.put("pid", pid)
        if let appExtension { sink.put("extension", appExtension.rawValue) }
        callback.write(to: &sink)
    }
}

extension CallbackPoll: FieldWritable {
    /// Puts the callbacks, and the process that has ended instead.
    package func write(to sink: inout some FieldSink) { write(to: &sink, [:]) }

    /// Puts them with what frameworks would have reported.
    func write(to sink: inout some FieldSink, _ vocabulary: Vocabulary) {
        sink.put("callbacks", callbacks, vocabulary)
        if let ended {
            sink.put(
                "ended",
                object: { fields in
                    fields.put("pid", ended.pid)
                    ended.exit.write(to: &fields)
                }
            )
        }
        sink.putNull("next")
    }
}

extension FieldSink {
    /// Takes callbacks in flight with what frameworks would have reported for their records.
    mutating func put(_ name: StaticString, _ callbacks: [CallbackInFlight], _ vocabulary: Vocabulary) {
        put(name, list: callbacks) { callback, sink in
            callback.write(to: &sink)
            if let reports = vocabulary[callback.callback.sequence] { sink.put("vocabulary", value: .object(reports)) }
        }
    }
}

/// A list that is short enough for one page, with its field's name.
package struct WholeList<Element: FieldWritable>: FieldWritable {
    package let name: StaticString
    package let elements: [Element]

    package init(_ name: StaticString, _ elements: [Element]) {
        self.name = name
        self.elements = elements
    }

    package func write(to sink: inout some FieldSink) {
        sink.put(name, list: elements)
        sink.putNull("next")
    }
}
