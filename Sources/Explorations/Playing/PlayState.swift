import DeviceHost
import Explorer
import LifecycleKernel
import WireFormat

/// Which play of an exploration is wanted, handed out or reported.
struct PlayState: Sendable {
    /// Why a client that waits wakes.
    enum Alarm: Sendable {
        /// There is something to do.
        case event
        /// It has waited long enough, another client has asked, or its connection has ended.
        case nothing
    }

    struct PlayDevice: Sendable {
        var id: DeviceID
        /// The last record of how it was made.
        var made: SequenceNumber
    }

    /// A play that is being handed out.
    struct Claim: Sendable {
        var number: Int
        var steps: [Value]
        /// The device, when the play goes on there.
        var device: PlayDevice?
        /// A device that is used no more.
        var unused: DeviceID?
    }

    private struct Wanted: Sendable {
        var play: AppPlay
        var answer: Promise<PlayedLife?>
    }

    private var wanted: Wanted?
    /// All steps since the device was made, those of the wanted play included.
    private var steps: [Value] = []
    private var number = 0
    /// Whether the last play is handed out and was not reported.
    private var isOut = false
    private(set) var device: PlayDevice?
    private var waiting: Promise<Alarm>?
    /// When a client was last there.
    var contact: WallInstant
    /// When the search is given up, whatever a client does; nil before it has begun.
    var end: WallInstant?
    /// Whether nothing is played any more.
    private(set) var isStopped = false
    /// Whether the exploration has ended.
    private(set) var isOver = false

    init(contact: WallInstant) { self.contact = contact }

    // MARK: The search

    /// Wants a play.
    ///
    /// - Returns: Whether it can be played at all.
    mutating func want(_ play: AppPlay, _ answer: Promise<PlayedLife?>, at now: WallInstant) -> Bool {
        guard !isStopped else { return false }
        steps = play.continues ? steps + play.steps : play.steps
        wanted = Wanted(play: play, answer: answer)
        contact = now
        wake(.event)
        return true
    }

    /// Plays nothing any more: the search gets nothing.
    mutating func stop() {
        isStopped = true
        wanted?.answer.fulfill(nil)
        wanted = nil
    }

    /// Tells the client that waits that the exploration has ended.
    mutating func finish() {
        stop()
        isOver = true
        wake(.event)
    }

    // MARK: The client

    private mutating func wake(_ alarm: Alarm) {
        waiting?.fulfill(alarm)
        waiting = nil
    }

    /// Hands the wanted play out; if there is none, has the client wait, in place of another one that waits.
    ///
    /// One that was handed out before is handed out anew with all steps on a new device: its client has lost it.
    mutating func claim(orWaking alarm: Promise<Alarm>, at now: WallInstant) -> Claim? {
        contact = now
        wake(.nothing)
        guard let wanted else {
            if !isOver { waiting = alarm }
            return nil
        }
        number += 1
        if wanted.play.continues, !isOut, let device {
            isOut = true
            return Claim(number: number, steps: wanted.play.steps, device: device)
        }
        let unused = device?.id
        isOut = true
        device = nil
        return Claim(number: number, steps: steps, unused: unused)
    }

    /// Takes up the device that was made for a play.
    ///
    /// - Returns: Whether it is still wanted.
    mutating func take(_ made: PlayDevice, for number: Int) -> Bool {
        guard number == self.number, isOut, wanted != nil else { return false }
        device = made
        return true
    }

    /// Takes a play back that could not be handed out.
    mutating func takeBack(_ number: Int) {
        guard number == self.number else { return }
        isOut = false
        device = nil
    }

    /// Begins to take a report.
    ///
    /// - Returns: The device to be read; nil when the play is not the one that is handed out.
    mutating func beginReport(of number: Int, at now: WallInstant) -> PlayDevice? {
        contact = now
        guard number == self.number, isOut, wanted != nil, let device else { return nil }
        isOut = false
        return device
    }

    /// Leaves a play handed out whose device could not be read.
    mutating func leave(_ number: Int) {
        if number == self.number, wanted != nil { isOut = true }
    }

    /// Gives the search what became of its play.
    mutating func give(_ life: PlayedLife, of number: Int) {
        guard number == self.number, let wanted else { return }
        self.wanted = nil
        wanted.answer.fulfill(life)
    }

    /// The device of the last play, which is used no more.
    mutating func takeDevice() -> PlayDevice? {
        defer { device = nil }
        return device
    }
}
