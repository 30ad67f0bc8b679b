import LifecycleKernel

extension Overlay {
    static let notificationCenter = Overlay.existing("notificationCenter")
    static let controlCenter = Overlay.existing("controlCenter")
    static let siri = Overlay.existing("siri")

    private static func existing(_ name: String) -> Overlay {
        guard let overlay = named(name) else { preconditionFailure("there is no overlay \(name)") }
        return overlay
    }
}
