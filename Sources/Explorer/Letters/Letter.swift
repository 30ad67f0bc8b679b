import LifecycleKernel
import WireFormat

/// An event or an action that may be tried.
public struct Letter: Hashable, Sendable {
    /// When a letter is tried at all. The kernel may still refuse it.
    enum Guard: Hashable, Sendable {
        case always
        /// The target is active and has nothing unsaved.
        case nothingToEditYet
        case targetSuspended
        case targetNotInFront
        /// The target is in the background.
        case targetInBackground
        /// Fewer windows than this.
        case windowsBelow(Int)
        /// At least so many windows.
        case windowsFrom(Int)
    }

    /// Its group.
    public let group: String
    /// Its name: the type of the event, or the action, and what tells it from others of the type.
    public let name: String
    /// Its step of a scenario: `send` or `act`. One that names a window has the first one's number.
    public let step: Value
    /// How likely it is in a walk.
    public let weight: Int
    /// Whether it opens the target, so that people wait for it.
    let opensTarget: Bool
    let precondition: Guard
    /// The input; one that names a window takes the number of the window at a place.
    let input: Input
    /// The place of the window, among those of the target, that the input names.
    let windowPlace: Int?

    /// Whether it may be tried now.
    func isPossible(_ glance: AppGlance, windows: @autoclosure () -> Int) -> Bool {
        switch precondition {
        case .always: true
        case .nothingToEditYet: glance.state == .active && !glance.hasUnsavedChanges
        case .targetSuspended: glance.state == .suspended
        case .targetNotInFront: glance.state != .active && glance.state != .inactive
        case .targetInBackground: glance.state == .background
        case .windowsBelow(let count): windows() < count
        case .windowsFrom(let count): windows() >= count
        }
    }

    /// The input on a device.
    func input(on device: Device, of target: BundleID) -> Input? {
        guard let windowPlace else { return input }
        guard let scene = window(at: windowPlace, of: target, on: device) else { return nil }
        return switch input {
        case .event(.scene(let app, .activate(_, let placement))):
            .event(.scene(app, .activate(scene, placement: placement)))
        case .event(.scene(let app, .close)): .event(.scene(app, .close(scene)))
        default: input
        }
    }

    /// The step of a scenario that does the same on a device.
    func step(on device: Device, of target: BundleID) -> Value {
        guard let windowPlace, let event = step["send"], let scene = window(at: windowPlace, of: target, on: device)
        else { return step }
        return ["send": event.setting("sceneID", to: .string(String(scene)))]
    }

    private func window(at place: Int, of target: BundleID, on device: Device) -> SceneID? {
        let windows = device.windows(of: target)
        return windows.indices.contains(place) ? windows[place] : nil
    }
}
