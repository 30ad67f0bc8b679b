/// The order in which responders are asked: the app's own views and controllers, then what every app has.
///
/// Source: facts 8, "Using responders and the responder chain to handle events".
enum ResponderChain {
    /// The responders from a target on, each asked once.
    static func from(_ target: String, _ responders: [Responder], hasScenes: Bool) -> [String] {
        var chain: [String] = []
        var next: String? = target
        while let name = next, !Responder.builtIn.contains(name), !chain.contains(name) {
            chain.append(name)
            next = responders.first { $0.name == name }?.parent
        }
        // A responder without a declared parent belongs to a window.
        let start = next.flatMap(Responder.builtIn.firstIndex(of:)) ?? 2
        return chain + Responder.builtIn[start...].filter { $0 != "scene" || hasScenes }
    }
}
