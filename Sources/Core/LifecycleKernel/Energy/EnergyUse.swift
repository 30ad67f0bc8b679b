/// What a process uses besides time. Everything is a whole number, so that sums do not depend on the order of addition.
package struct EnergyUse: Hashable, Codable, Sendable {
    /// Processor time, in microseconds: all cores together.
    package var cpuMicroseconds: Int64 = 0
    /// Bytes that went over the network.
    package var networkBytes: ByteCount = 0
    /// How long audio was heard.
    package var audio: Milliseconds = 0
    /// How long location updates were on.
    package var location: Milliseconds = 0
    /// How long it scanned or advertised over Bluetooth.
    package var bluetooth: Milliseconds = 0
    /// How often the system launched or resumed it in the background, by reason, in the order of the first time.
    package var wakeUps: [WakeUpCount] = []
    /// How long it was shown on the display of a car and not on the device's own screen, which was dark or showed
    /// another app.
    package var carDisplay: Milliseconds = 0

    /// How often the system woke something for one reason.
    package struct WakeUpCount: Hashable, Codable, Sendable {
        package var reason: LaunchReason
        /// How often.
        package var count: Int64
    }

    static let nothing = EnergyUse()

    /// How often the system launched or resumed it in the background.
    package var wakeUpCount: Int64 { wakeUps.reduce(0) { $0.adding($1.count) } }

    /// Makes a use; without arguments, nothing used.
    package init(
        cpuMicroseconds: Int64 = 0,
        networkBytes: ByteCount = 0,
        carDisplay: Milliseconds = 0
    ) {
        self.cpuMicroseconds = cpuMicroseconds
        self.networkBytes = networkBytes
        self.carDisplay = carDisplay
    }

    /// Processor time in whole milliseconds.
    package var cpu: Milliseconds { Milliseconds(cpuMicroseconds / 1_000) }

    /// Adds what was used at another time.
    static func += (left: inout EnergyUse, right: EnergyUse) {
        left.cpuMicroseconds = left.cpuMicroseconds.adding(right.cpuMicroseconds)
        left.networkBytes += right.networkBytes
        left.audio += right.audio
        left.location += right.location
        left.bluetooth += right.bluetooth
        left.carDisplay += right.carDisplay
        for wakeUps in right.wakeUps { left.count(wakeUps) }
    }

    /// Adds wake-ups for one reason.
    mutating func count(_ other: WakeUpCount) {
        if let index = wakeUps.firstIndex(where: { $0.reason == other.reason }) {
            wakeUps[index].count = wakeUps[index].count.adding(other.count)
        } else {
            wakeUps.append(other)
        }
    }
}

/// What was used in one state.
package struct StateEnergy: Hashable, Codable, Sendable {
    /// The state; `notRunning` for what the system did for an app without a process.
    package var state: ProcessState
    /// How long the state lasted; 0 for `notRunning`, which is not counted.
    package var time: Milliseconds = 0
    /// What was used meanwhile.
    package var use = EnergyUse.nothing
}

extension [StateEnergy] {
    /// The row of a state; an empty one where there is none.
    package subscript(state: ProcessState) -> StateEnergy {
        first { $0.state == state } ?? StateEnergy(state: state)
    }

    /// Adds a row to that of its state. Rows stand in the order of `ProcessState.allCases`.
    mutating func add(_ row: StateEnergy) {
        let index = firstIndex { $0.state.ordinal >= row.state.ordinal } ?? endIndex
        if index == endIndex || self[index].state != row.state {
            insert(row, at: index)
        } else {
            self[index].time += row.time
            self[index].use += row.use
        }
    }

    /// Adds all rows of another list.
    mutating func add(_ rows: [StateEnergy]) {
        for row in rows { add(row) }
    }
}
