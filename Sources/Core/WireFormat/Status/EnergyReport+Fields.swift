import LifecycleKernel

// What an app has used: in all, by state, and by process; with the rules that the estimate was made with.
extension EnergyReport: FieldWritable {
    /// Puts what was used in all, by state and by process, and the rules of the estimate.
    package func write(to sink: inout some FieldSink) {
        sink.put("bundleID", bundleID)
        sink.put("time", instant: time)
        sink.put("total") { sink in
            sink.put("seconds", seconds: totalTime)
            sink.put("foregroundSeconds", seconds: foregroundTime)
            sink.put("backgroundSeconds", seconds: backgroundTime)
            total.write(to: &sink)
            model.writeEstimate(of: states, to: &sink)
        }
        sink.put("states", list: states) { $0.write(to: &$1, model) }
        sink.put("processes", list: processes) { $0.write(to: &$1, model) }
        sink.put("model", model)
    }
}

extension ProcessEnergy {
    /// Puts the process and what it used in each state.
    fileprivate func write(to sink: inout some FieldSink, _ model: EnergyModel) {
        sink.put("pid", pid)
        sink.put("startedAt", instant: startedAt)
        if let endedAt { sink.put("endedAt", instant: endedAt) }
        sink.put("states", list: states) { $0.write(to: &$1, model) }
    }
}

extension StateEnergy {
    /// Puts the state, how long it lasted, what was used and what that is estimated to have drawn.
    fileprivate func write(to sink: inout some FieldSink, _ model: EnergyModel) {
        sink.put("state", state.rawValue)
        sink.put("seconds", seconds: time)
        use.write(to: &sink)
        model.writeEstimate(of: [self], to: &sink)
    }
}

extension EnergyUse {
    /// Puts what was used besides time.
    fileprivate func write(to sink: inout some FieldSink) {
        sink.put("cpuSeconds", seconds: cpu)
        sink.put("wakeUps", wakeUpCount)
        let reasons = wakeUps.map { Value.Member($0.reason.rawValue, .integer($0.count)) }
        sink.put("wakeUpsByReason", value: .object(reasons))
        sink.put("networkBytes", networkBytes)
        sink.put("audioSeconds", seconds: audio)
        sink.put("locationSeconds", seconds: location)
        sink.put("bluetoothSeconds", seconds: bluetooth)
        sink.put("carDisplaySeconds", seconds: carDisplay)
    }
}

extension EnergyModel: FieldWritable {
    /// Puts the kind of device and every rule of the estimate with its value on the device.
    package func write(to sink: inout some FieldSink) {
        sink.put("device", device.rawValue)
        let rules = Rulebook.rules.filter { $0.group == .energy }
        let values = rules.map { Value.Member($0.key.name, rulebook[$0.key]?.value ?? .null) }
        sink.put("rules", value: .object(values))
    }

    /// Puts the estimate: the energy, and the part of a full battery that it is, null without a battery.
    fileprivate func writeEstimate(of rows: [StateEnergy], to sink: inout some FieldSink) {
        let drawn = Double(microjoules(of: rows))
        sink.put("estimatedMilliwattHours", value: Value(rounding: drawn / 3_600_000))
        let part = batteryMicrojoules > 0 ? Value(rounding: drawn / Double(batteryMicrojoules) * 100) : .null
        sink.put("estimatedBatteryPercent", value: part)
    }
}

extension Value {
    /// A number rounded to millionths: an estimate has no more to say.
    fileprivate init(rounding number: Double) { self.init((number * 1_000_000).rounded() / 1_000_000) }
}
