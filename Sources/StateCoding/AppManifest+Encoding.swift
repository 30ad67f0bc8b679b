import LifecycleKernel

extension AppManifest {
    /// The manifest in the form of the encoded state of a device.
    ///
    /// Manifests have the same bytes only if they are written alike: members of objects in the same order, numbers of the
    /// same kind.
    package func encoded() -> [UInt8] { StateEncoder.encode(self) }
}
