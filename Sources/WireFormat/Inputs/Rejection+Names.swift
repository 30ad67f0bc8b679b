import LifecycleKernel

extension Rejection {
    /// What would have been accepted instead, events by their types.
    package var acceptedNames: [String] { accepted + acceptedEvents.map(\.typeName) }
}
