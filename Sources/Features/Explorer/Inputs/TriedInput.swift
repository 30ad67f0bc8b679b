import LifecycleKernel
import WireFormat

/// An event or an action that may be tried, or several of them at one instant.
public struct TriedInput: Hashable, Sendable {
    /// When an input is tried at all. The kernel may still refuse it.
    enum Guard: Hashable, Sendable {
        case always
        /// The target is active and has nothing unsaved.
        case nothingToEditYet
        case targetSuspended
        case targetNotInFront
        case targetInBackground
        /// Fewer windows than this.
        case windowsBelow(Int)
        /// At least so many windows.
        case windowsFrom(Int)
        /// What an exploration says.
        case condition(StateCondition)
    }

    enum Effect: Hashable, Sendable {
        /// Inputs at one instant: all of them, or none if one is refused.
        case inputs([Input])
        /// An input that takes the number of the window at a place, among those of the target.
        case window(Input, place: Int)
        /// The handler that the attached target is in returns.
        case handlerReturn
    }

    public let group: String
    /// Its name: the type of the event, or the action, and what tells it from others of the type.
    public let name: String
    /// Its step of a scenario: `send` or `act`. One that names a window has the first one's number.
    public let step: Value
    /// How likely it is in a random run.
    public let weight: Int
    /// Whether it opens the target, so that people wait for it.
    let opensTarget: Bool
    let precondition: Guard
    let effect: Effect

    /// Whether it interrupts a handler that is in flight: that the handler returns does not.
    var interrupts: Bool { effect != .handlerReturn }

    /// Whether it may be tried now.
    func isPossible(_ glance: AppGlance, on device: Device, target: BundleID) -> Bool {
        switch precondition {
        case .always: true
        case .nothingToEditYet: glance.state == .active && !glance.hasUnsavedChanges
        case .targetSuspended: glance.state == .suspended
        case .targetNotInFront: glance.state != .active && glance.state != .inactive
        case .targetInBackground: glance.state == .background
        case .windowsBelow(let count): device.windows(of: target).count < count
        case .windowsFrom(let count): device.windows(of: target).count >= count
        case .condition(let condition): condition.holds(on: device)
        }
    }

    /// The inputs on a device; nil where there is no such window, or the target is in no handler.
    func inputs(on device: Device, of target: BundleID) -> [Input]? {
        switch effect {
        case .inputs(let inputs): return inputs
        case .window(let input, let place):
            return window(at: place, of: target, on: device).map { [input.naming($0)] }
        case .handlerReturn:
            return device.pendingCallback(of: target).map { [.completion(target, Completion(callback: $0.sequence))] }
        }
    }

    /// The step of a scenario that does the same on a device.
    func step(on device: Device, of target: BundleID) -> Value {
        switch effect {
        case .inputs: return step
        case .window(_, let place):
            guard let event = step["send"], let scene = window(at: place, of: target, on: device) else { return step }
            return ["send": event.setting("sceneID", to: .string(String(scene)))]
        case .handlerReturn:
            guard let name = device.pendingCallback(of: target)?.called.name else { return step }
            return ["complete": ["bundleID": .string(target.rawValue), "callback": .string(name)]]
        }
    }

    private func window(at place: Int, of target: BundleID, on device: Device) -> SceneID? {
        let windows = device.windows(of: target)
        return windows.indices.contains(place) ? windows[place] : nil
    }
}

extension Input {
    /// The same about another window.
    fileprivate func naming(_ scene: SceneID) -> Input {
        switch self {
        case .event(.scene(let app, .activate(_, let placement))):
            .event(.scene(app, .activate(scene, placement: placement)))
        case .event(.scene(let app, .close)): .event(.scene(app, .close(scene)))
        default: self
        }
    }
}

extension Device {
    /// The callback that an attached app has to return from; nil when it is in none.
    func pendingCallback(of bundleID: BundleID) -> PendingCallback? {
        (try? processesInCallback(of: bundleID))?.first { $0.appExtension == nil }?.callbackInFlight
    }
}

extension PendingCallback.Called {
    /// The name, as Apple spells it.
    fileprivate var name: String {
        switch self {
        case .callback(let callback): callback.rawValue
        case .notification(let notification): notification.rawValue
        }
    }
}
