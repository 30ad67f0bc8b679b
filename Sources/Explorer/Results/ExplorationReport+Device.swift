import LifecycleKernel

extension ExplorationReport {
    /// A device on which the first inputs of a failure have happened, with a clock that only advances move.
    ///
    /// - Parameters:
    ///   - failure: A failure of this report.
    ///   - count: How many of its inputs.
    /// - Returns: The device, and the records since it was made, or since the device that the search began with.
    /// - Throws: What is wrong with the device, an app or a step of the start; nothing of a report that was made of them.
    public func device(
        of failure: ExploredFailure,
        upTo count: Int
    ) throws(Rejection) -> (device: Device, records: [Record]) {
        var device = try exploration.makeStart().device
        if device.clock.mode != .manual {
            try device.apply(.clock(ClockChange(mode: .manual)), at: device.now, within: .standard)
        }
        for step in failure.steps.prefix(count) {
            for input in inputs(of: step, on: device) { try device.apply(input, at: device.now, within: .standard) }
        }
        let records = device.takeRecords()
        return (device, records)
    }

    private func inputs(of step: ExploredFailure.Step, on device: Device) -> [Input] {
        switch step.input {
        case .letter(let place): alphabet.letters[place].inputs(on: device, of: exploration.target) ?? []
        case .time(let length): [.advance(.by(length))]
        }
    }
}
