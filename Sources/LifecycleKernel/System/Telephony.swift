/// Who has the speaker of a device besides its apps, and which process has reported the call, with video or without. The
/// call itself is part of the screen, which it may cover.
struct Telephony: Sendable {
    /// Whether something that is no call interrupts audio.
    private(set) var isInterrupted: Bool
    /// The process that reported the call.
    private(set) var callOwner: ProcessID?
    /// Whether it was reported as one with video.
    private(set) var callHasVideo: Bool

    init(isInterrupted: Bool = false, callOwner: ProcessID? = nil, callHasVideo: Bool = false) {
        self.isInterrupted = isInterrupted
        self.callOwner = callOwner
        self.callHasVideo = callHasVideo
    }

    /// Something that is no call begins or ends to interrupt audio.
    mutating func setInterrupted(_ isInterrupted: Bool) { self.isInterrupted = isInterrupted }

    /// A process reports a call.
    mutating func beginCall(of pid: ProcessID, hasVideo: Bool) {
        callOwner = pid
        callHasVideo = hasVideo
    }

    /// The call is over, or its process is gone.
    mutating func endCall() {
        callOwner = nil
        callHasVideo = false
    }
}
