import LifecycleKernel

/// Something that lies over the screen of a device: an app below it is not active, or in the background.
package struct ScreenOverlay: Hashable, Sendable {
    /// Its name, as deactivation reasons have it.
    package var name: String
    /// The app whose own it is; nil if it is the system's.
    package var bundleID: BundleID?
}
