import LifecycleKernel

extension ServiceVersion {
    /// The version of this build.
    public static let current = ServiceVersion(service: "0.1.0", kernel: KernelVersion.current)
}
