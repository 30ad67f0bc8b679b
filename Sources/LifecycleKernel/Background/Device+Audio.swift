/// Audio that plays in the background, and what interrupts it. Source: facts 6.1.
extension Device {
    /// Notifies playing apps that an interruption began or ended; an assertion holds them meanwhile.
    mutating func updateAudio(from wasInterrupted: Bool) {
        guard wasInterrupted != system.isAudioInterrupted else { return }
        for index in apps.indices {
            guard apps[index].hasProcess, apps[index].process.work.playsAudio else { continue }
            apps[index].setAudio(plays: true, in: &system)
            guard apps[index].runs else { continue }
            if system.isAudioInterrupted {
                if apps[index].holds(.audio) { apps[index].acquire(.audioInterruption, in: &system) }
                apps[index].release(.audio, in: &system)
            } else {
                apps[index].holdForAudio(in: &system)
                apps[index].release(.audioInterruption, in: &system)
            }
            apps[index].enqueue([.post(.audioInterruption, scene: 0)])
            pump(index)
        }
    }
}

extension SystemState {
    /// Whether a call or something else has the speaker.
    var isAudioInterrupted: Bool { screen.call != nil || telephony.isInterrupted }
}
