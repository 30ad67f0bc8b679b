import LifecycleKernel

/// What people tell situations apart by: the state of the target, whether it is in a handler, and what is on the screen.
struct SituationClass: Hashable, Sendable {
    /// What is on the screen.
    enum Screen: String, CaseIterable, Sendable {
        case free, covered, locked
    }

    var state: ProcessState
    var isInHandler: Bool
    var screen: Screen

    /// The class of the situation that a device is in.
    init(_ device: Device, target: BundleID) {
        let glance = device.glance(at: target)
        state = glance?.state ?? .notRunning
        isInHandler = glance?.isInHandler ?? false
        screen = device.isLocked ? .locked : device.overlays.isEmpty ? .free : .covered
    }

    private init(index: Int) {
        let screens = Screen.allCases.count
        state = ProcessState.allCases[index / screens / 2]
        isInHandler = index / screens % 2 == 1
        screen = Screen.allCases[index % screens]
    }

    /// Every class, in the order of their indices.
    static let all = (0..<ProcessState.allCases.count * 2 * Screen.allCases.count).map(SituationClass.init(index:))

    /// Its place in `all`.
    var index: Int {
        let screens = Screen.allCases.count
        return (state.ordinal * 2 + (isInHandler ? 1 : 0)) * screens + (Screen.allCases.firstIndex(of: screen) ?? 0)
    }

    /// Its name, such as `active, in a handler, covered`.
    var name: String {
        [state.rawValue, isInHandler ? "in a handler" : nil, screen == .free ? nil : screen.rawValue]
            .compactMap(\.self).joined(separator: ", ")
    }
}
