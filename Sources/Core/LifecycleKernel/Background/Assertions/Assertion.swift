// Assertions: what keeps a process running in the background.
//
// A process in the background runs while it holds at least one assertion. The system acquires one when the app leaves the
// screen (`transition`), for whatever it wakes the app for, and for what the app asks for: a background task, audio, location.
// An assertion ends when it is released, or when it expires. For some kinds, expiry ends the process. A process that is
// idle and holds none is suspended (Suspension). Sources: facts 2.2.
//
// Records: `assertion` for acquisition, warning and end; `process` for suspension and resumption.

/// Keeps a process running in the background: it runs there only while it holds at least one assertion.
///
/// The mechanism is RunningBoard's. An assertion has a kind, a start, and a policy for its end. One that expires has a
/// deadline, `assertionEnds`. Source: facts 2.2.
public struct Assertion: Hashable, Codable, Sendable {
    /// What an assertion is held for.
    public enum Kind: String, CaseIterable, Codable, Sendable {
        /// The grace period after the app enters the background.
        case transition
        /// A task begun with `beginBackgroundTask`.
        case backgroundTask
        /// A silent push, until it is completed.
        case remoteNotification
        /// A background fetch, until it is completed.
        case backgroundFetch
        /// A task of `BGTaskScheduler`, until it is completed.
        case backgroundTaskScheduler
        /// The events of a background URL session, until they are completed.
        case urlSessionEvents
        /// Audio plays.
        case audio
        /// Audio that a call or another interruption has paused.
        case audioInterruption
        /// Location updates are delivered.
        case location
        /// A Bluetooth event.
        case bluetooth
        /// A VoIP push, until the call is reported.
        case voip
        /// A VoIP call that was reported, until it ends.
        case voipCall
        /// A session of Nearby Interaction runs.
        case nearbyInteraction
        /// A framework has woken the app.
        case systemWake
    }

    /// The record of its acquisition.
    var acquiredBy: SequenceNumber
    /// The callback whose completion handler ends it; nil if there is none.
    var completionHandlerCallback: SequenceNumber?
    package var kind: Kind
    /// Identifies it within its process.
    var id: AssertionID

    /// The number of the background task that it is held for; nil for other kinds.
    var taskNumber: AssertionID? { kind == .backgroundTask ? id : nil }
}

extension Assertion: StateFields {
    func fields(_ f: inout FieldVisitor) {
        // For a VoIP push, it says which handler has to report the call. Otherwise it is only evidence for a finding.
        f.field("acquiredBy", ordinal: kind == .voip ? acquiredBy : nil, of: .callback)
        f.field("completionHandlerCallback", ordinal: completionHandlerCallback, of: .callback)
        f.field("kind", kind)
        f.field("id", id)
    }
}

/// Identifies an assertion within a process, and the background task that it is held for. Ids count from 1.
public struct AssertionID: Identifier {
    public let rawValue: UInt32

    /// Makes the id of a number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

extension Assertion.Kind {
    private struct Policy {
        var leavesTaskClockRunning = false
        var reasonAtEnd: TerminationReason?
    }

    private var policy: Policy {
        switch self {
        case .transition: Policy(leavesTaskClockRunning: true)
        case .backgroundTask: Policy(leavesTaskClockRunning: true, reasonAtEnd: .backgroundTaskAssertionTimeout)
        case .backgroundTaskScheduler: Policy(reasonAtEnd: .backgroundTaskAssertionTimeout)
        case .remoteNotification, .backgroundFetch: Policy(reasonAtEnd: .backgroundFetchTimeout)
        case .urlSessionEvents: Policy(reasonAtEnd: .backgroundURLSessionTimeout)
        case .voip: Policy(reasonAtEnd: .voipNotReported)
        default: Policy()
        }
    }

    /// Whether the clock of the background task allowance keeps running while an assertion of this kind is held.
    /// Source: facts 2.2, "delayed relative": the clock runs only while background tasks are the reason why the process
    /// runs.
    var leavesTaskClockRunning: Bool { policy.leavesTaskClockRunning }

    /// Why the process is terminated when an assertion of this kind expires; nil if the assertion is only released.
    package var reasonAtEnd: TerminationReason? { policy.reasonAtEnd }

    /// The callback that the system acquires an assertion of this kind for; nil if it is not for a callback.
    package var callback: CallbackName? {
        switch self {
        case .remoteNotification: .didReceiveRemoteNotification
        case .backgroundFetch: .performFetch
        case .backgroundTaskScheduler: .launchHandler
        case .urlSessionEvents: .handleEventsForBackgroundURLSession
        case .voip: .didReceiveIncomingPush
        default: nil
        }
    }
}

/// A set of kinds of assertions in two bytes.
package struct AssertionKinds: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package init(_ kind: Assertion.Kind) {
        self.init(rawValue: 1 << UInt16(Assertion.Kind.allCases.firstIndex(of: kind) ?? 0))
    }

    /// The kinds, in the order in which `Assertion.Kind` lists them.
    package var kinds: [Assertion.Kind] { Assertion.Kind.allCases.filter { contains(Self($0)) } }
}
