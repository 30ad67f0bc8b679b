/// What the process of an app and that of an extension have in common.
protocol LivingProcess {
    var pid: ProcessID { get }
    var launchReason: LaunchReason { get }
    var startedAt: Instant { get }
    var state: ExecutionState { get }
    /// The memory that it uses.
    var footprintBytes: ByteCount { get }
    /// The most memory that it has used.
    var peakFootprintBytes: ByteCount { get }
    var runLoop: RunLoop { get }
}

extension LivingProcess {
    /// The extension that runs in it; nil if the app does.
    var appExtension: AppExtension? { launchReason == .notificationService ? .notificationService : nil }
}
