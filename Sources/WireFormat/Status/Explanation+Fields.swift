import LifecycleKernel

// Why an app is in its state, and what happens next.
extension Explanation: FieldWritable {
    /// Puts the state and the reasons, what holds and what blocks the process, and what happens next.
    package func write(to sink: inout some FieldSink) {
        sink.put("bundleID", app.manifest.bundleID)
        sink.put("state", app.state.rawValue)
        if let pid = app.pid { sink.put("pid", pid) } else { sink.putNull("pid") }
        sink.put("inFront", isInFront)
        sink.put("forceQuit", app.forceQuit)
        sink.put("because", strings: because)
        sink.put("heldBy", list: process?.assertions ?? []) { $0.write(to: &$1) }
        sink.put("deactivationReasons", strings: process?.deactivationReasons ?? [])
        if let callback = process?.callbackInFlight {
            sink.put("callbackInFlight", callback)
        } else {
            sink.putNull("callbackInFlight")
        }
        sink.put("next", list: next) { $0.writeForeseen(to: &$1) }
        sink.put("complete", isComplete)
    }
}
