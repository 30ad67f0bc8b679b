// Audio in the background.
//
// An app that plays with the background mode `audio` holds an assertion. An interruption, such as a call, replaces it by
// `audioInterruption`, so that the app can go on afterwards. A change of the route changes nothing by itself: the app is
// notified of it, and decides what to do. The buttons of remote control go to the app that played last, even if it is
// suspended or does not run (InputEvents). A rule says whether a suspension interrupts audio for good. Sources: facts
// 6.1, 8, 10.2.
//
// Notifications: `AVAudioSession.interruptionNotification`, `AVAudioSession.routeChangeNotification`. Records:
// `assertion` of `audio` and `audioInterruption`.

/// Audio that plays in the background, and what interrupts it. Source: facts 6.1.
extension App {
    /// Plays audio. With the background mode, that holds the process.
    mutating func playAudio(in system: inout SystemState) {
        setAudio(plays: true, in: &system)
        process.work.hasAudioSession = true
        noteUse(of: .audio)
        // An app without the mode could not play in the background, and one that is ending plays no more.
        if declares(.audio), !isEnding { system.nowPlaying = manifest.bundleID }
        if !system.isAudioInterrupted { holdForAudio(in: &system) }
    }

    mutating func stopAudio(in system: inout SystemState) {
        setAudio(plays: false, in: &system)
        release(.audio, in: &system)
        release(.audioInterruption, in: &system)
    }

    fileprivate mutating func setAudio(plays: Bool, in system: inout SystemState) {
        settleEnergy(in: &system)
        process.work.playsAudio = plays
        process.work.isAudible = plays && !system.isAudioInterrupted
    }

    /// Whether audio holds the process. Audio of a Push to Talk channel does, too. Source: facts 6.1.
    private var playsInBackground: Bool { declares(.audio) || declares(.pushToTalk) }

    fileprivate mutating func holdForAudio(in system: inout SystemState) {
        if playsInBackground, !process.assertions.holds(.audio) { acquire(.audio, in: &system) }
    }

    /// Called when a process resumes. If it played before the suspension, a rule decides whether it plays on, or is
    /// notified that the suspension has interrupted its audio.
    mutating func resumeAudio(in system: inout SystemState) {
        guard process.work.playsAudio else { return }
        if system.rulebook.suspensionInterruptsAudio {
            setAudio(plays: false, in: &system)
            enqueue([.audioInterruption(began: true, wasSuspended: true)])
        } else if playsInBackground {
            acquire(system.isAudioInterrupted ? .audioInterruption : .audio, in: &system)
        }
    }
}

extension Step {
    /// Notifies an app that an interruption of its audio has begun or ended.
    fileprivate static func audioInterruption(began: Bool, wasSuspended: Bool = false) -> Step {
        var arguments = [Value.Member("type", began ? "began" : "ended")]
        if wasSuspended { arguments.append(Value.Member("wasSuspended", true)) }
        return .post(.audioInterruption, arguments: CallbackArguments(arguments))
    }
}

extension Device {
    /// Notifies playing apps that an interruption began or ended; an assertion holds them meanwhile.
    mutating func updateAudio(from wasInterrupted: Bool) {
        guard wasInterrupted != system.isAudioInterrupted else { return }
        for index in apps.indices {
            guard apps[index].hasProcess, apps[index].process.work.playsAudio else { continue }
            apps[index].setAudio(plays: true, in: &system)
            guard apps[index].runs else { continue }
            if system.isAudioInterrupted {
                if apps[index].process.assertions.holds(.audio) { apps[index].acquire(.audioInterruption, in: &system) }
                apps[index].release(.audio, in: &system)
            } else {
                apps[index].holdForAudio(in: &system)
                apps[index].release(.audioInterruption, in: &system)
            }
            apps[index].enqueue([.audioInterruption(began: system.isAudioInterrupted)])
            pump(index)
        }
    }
}

extension App {
    /// Whether this app was the last one to play audio, and the rules say that remote control wakes that app.
    func isNowPlaying(in system: SystemState) -> Bool {
        system.nowPlaying == manifest.bundleID && system.rulebook.remoteControlWakesNowPlayingApp
    }
}

extension SystemState {
    /// Called when the user force-quits or removes an app: it is no longer the one that played last.
    mutating func endNowPlaying(_ bundleID: BundleID) {
        if nowPlaying == bundleID { nowPlaying = nil }
    }

    /// Whether a call or something else interrupts audio.
    var isAudioInterrupted: Bool { screen.call != nil || telephony.isInterrupted }
}

extension Device {
    mutating func interruptAudio(_ isInterrupted: Bool) {
        let wasInterrupted = system.isAudioInterrupted
        system.telephony.setInterrupted(isInterrupted)
        updateAudio(from: wasInterrupted)
    }
}

/// Changes of the route that audio takes. Source: facts 8.
extension Device {
    mutating func changeAudioRoute(_ reason: AudioRouteChange) {
        for index in apps.indices { carryOut(apps[index].notify(ofRouteChange: reason), of: index) }
    }
}

extension App {
    /// Notifies a process that has played audio, if its code runs. A suspended one is notified of the last change when it
    /// resumes.
    fileprivate mutating func notify(ofRouteChange reason: AudioRouteChange) -> AppEffect? {
        guard hasLaunched, process.work.hasAudioSession else { return nil }
        guard runs else {
            process.changeSuspension { $0.missed?.audioRoute = reason }
            return nil
        }
        enqueue([reason.notification])
        return .runMainThread
    }
}

extension AudioRouteChange {
    /// The step that notifies an app.
    var notification: Step {
        .post(.audioRouteChange, arguments: [Value.Member("reason", .string(rawValue))])
    }
}
