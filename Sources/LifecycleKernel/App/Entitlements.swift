/// The entitlements of an app that matter to its life cycle, and what else was given.
public struct Entitlements: Hashable, Codable, Sendable {
    /// The entitlements as they were given.
    public let source: Value

    /// Makes entitlements.
    public init(source: Value) { self.source = source }

    /// The entitlement for more memory.
    package static let increasedMemoryLimit = "com.apple.developer.kernel.increased-memory-limit"
    /// The entitlement for the graphics processor in continued processing.
    package static let continuedProcessingGPU =
        "com.apple.developer.background-tasks.continued-processing.gpu"

    /// The entitlements that the model uses.
    package static let used = [increasedMemoryLimit, continuedProcessingGPU]

    /// Whether the app may use more memory, on devices that have it.
    var increasedMemoryLimit: Bool { source[Self.increasedMemoryLimit] == .bool(true) }

    /// Whether continued processing may use the graphics processor in the background.
    var continuedProcessingGPU: Bool { source[Self.continuedProcessingGPU] == .bool(true) }
}
