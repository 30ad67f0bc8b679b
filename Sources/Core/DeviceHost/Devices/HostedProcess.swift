import DeviceTokens
import LifecycleKernel

/// A process and the device that it is on.
public struct HostedProcess: Sendable {
    /// The device.
    public var device: DeviceID
    /// The process.
    package var process: ProcessStatus
}

/// Which processes to list; a property that is nil matches all.
public struct ProcessQuery: Sendable {
    /// Their state; without it the living ones are listed. Ended ones are `terminated`, and listed as far as they are kept.
    public var state: ProcessState?
    /// Their app.
    public var bundleID: BundleID?
    /// The device they are on.
    public var device: DeviceID?
    /// Labels that their devices have, all of them.
    public var labels: [Label]

    /// Makes a query.
    public init(
        state: ProcessState? = nil,
        bundleID: BundleID? = nil,
        device: DeviceID? = nil,
        labels: [Label] = []
    ) {
        self.state = state
        self.bundleID = bundleID
        self.device = device
        self.labels = labels
    }

    func matches(_ process: ProcessStatus) -> Bool {
        guard bundleID == nil || bundleID == process.bundleID else { return false }
        return state.map { $0 == process.state } ?? (process.state != .terminated)
    }

    /// Whether processes on a device with these labels are wanted.
    func wants(_ labels: [Label]) -> Bool { self.labels.allSatisfy(labels.contains) }
}

/// One page of the processes of all devices.
public struct ProcessPage: Sendable {
    /// The processes, in the order of their devices' ids and of their numbers.
    public var processes: [HostedProcess]
    /// The cursor of the next page; nil at the end. A page may have fewer processes than the limit, even none, and still
    /// not be the last.
    public var next: String?
}

/// How many apps are in each state, on all devices.
public struct StateSummary: Hashable, Sendable {
    /// How many apps are in one state.
    public struct Count: Hashable, Sendable {
        /// The state.
        public var state: ProcessState
        /// How many.
        public var count: Int
    }

    /// How many devices there are.
    public var devices: Int
    /// A count for each state but `terminated`; `notRunning` counts apps without a process.
    public var counts: [Count]
}

/// What a poll for the callbacks of an attached app found.
package struct CallbackPoll: Hashable, Sendable {
    /// A process that ended.
    package struct EndedProcess: Hashable, Sendable {
        /// Its number.
        package var pid: ProcessID
        /// How it ended.
        package var exit: ExitRecord
    }

    /// The callbacks that wait to be completed: one at most in the app's process, and one in its extension's.
    package var callbacks: [CallbackInFlight]
    /// The process that the app had when the poll began, if it has ended since.
    package var ended: EndedProcess?

    /// Whether there is nothing to tell yet.
    var isEmpty: Bool { callbacks.isEmpty && ended == nil }
}

/// A callback that an app is in.
package struct CallbackInFlight: Hashable, Sendable {
    /// The app.
    package var bundleID: BundleID
    /// The process.
    package var pid: ProcessID
    /// The extension of the app whose process it is; nil for the app's own.
    package var appExtension: AppExtension?
    /// The callback.
    package var callback: PendingCallback

    /// Returns the callback as a client of a device sees it.
    func namingToken(on device: DeviceID) -> CallbackInFlight {
        var named = self
        named.callback = callback.namingToken(of: bundleID, on: device.description)
        return named
    }
}
