/// Audio that plays in the background, and what interrupts it. Source: facts 6.1.
extension App {
    /// Audio plays; with the mode that holds the process.
    mutating func playAudio(in system: inout SystemState) {
        setAudio(plays: true, in: &system)
        noteUse(of: .audio)
        if !system.isAudioInterrupted { holdForAudio(in: &system) }
    }

    mutating func stopAudio(in system: inout SystemState) {
        setAudio(plays: false, in: &system)
        release(.audio, in: &system)
        release(.audioInterruption, in: &system)
    }

    mutating func setAudio(plays: Bool, in system: inout SystemState) {
        settleEnergy(in: &system)
        process.work.playsAudio = plays
        process.work.isAudible = plays && !system.isAudioInterrupted
    }

    /// Whether audio holds its process: what a Push to Talk channel plays does, too. Source: facts 6.1.
    private var playsInBackground: Bool { declares(.audio) || declares(.pushToTalk) }

    mutating func holdForAudio(in system: inout SystemState) {
        if playsInBackground, !holds(.audio) { acquire(.audio, in: &system) }
    }

    /// A process that the system had suspended while it played plays on.
    mutating func resumeAudio(in system: inout SystemState) {
        guard process.work.playsAudio, playsInBackground else { return }
        acquire(system.isAudioInterrupted ? .audioInterruption : .audio, in: &system)
    }
}
