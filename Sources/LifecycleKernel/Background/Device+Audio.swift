/// Audio that plays in the background, and what interrupts it. Source: facts 6.1.
extension Device {
    /// Audio plays; with the mode that holds the process.
    mutating func playAudio(_ index: Int) {
        setAudio(plays: true, index)
        noteUse(of: .audio, index)
        if !isAudioInterrupted { holdForAudio(index) }
    }

    mutating func stopAudio(_ index: Int) {
        setAudio(plays: false, index)
        release(.audio, of: index)
        release(.audioInterruption, of: index)
    }

    private mutating func setAudio(plays: Bool, _ index: Int) {
        settleEnergy(index)
        self[process: index].playsAudio = plays
        self[process: index].isAudible = plays && !isAudioInterrupted
    }

    private mutating func holdForAudio(_ index: Int) {
        if declares(.audio, index), !holds(.audio, index) { acquire(.audio, for: index) }
    }

    /// A process that the system had suspended while it played plays on.
    mutating func goOnWithAudio(_ index: Int) {
        guard self[process: index].playsAudio, declares(.audio, index) else { return }
        acquire(isAudioInterrupted ? .audioInterruption : .audio, for: index)
    }

    /// Whether a call or something else has the speaker.
    var isAudioInterrupted: Bool { screen.call != nil || isSpeakerTaken }

    /// Playing apps hear that they are interrupted, or that they may go on; the interruption holds them meanwhile.
    mutating func audioFollowsInterruption(from wasInterrupted: Bool) {
        guard wasInterrupted != isAudioInterrupted else { return }
        for index in installed.indices {
            guard let process = installed[index].process, process.playsAudio else { continue }
            setAudio(plays: true, index)
            guard process.state != .suspended else { continue }
            if isAudioInterrupted {
                if holds(.audio, index) { acquire(.audioInterruption, for: index) }
                release(.audio, of: index)
            } else {
                holdForAudio(index)
                release(.audioInterruption, of: index)
            }
            enqueue([.post(.audioInterruption, scene: 0)], index)
            pump(index)
        }
    }
}
