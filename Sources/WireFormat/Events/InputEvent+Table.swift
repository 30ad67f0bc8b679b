import LifecycleKernel

extension InputEvent {
    /// The events of the user inside an app.
    static let table = CaseTable<InputEvent>([
        .init(
            "input.touch",
            "The user touches a responder of the app.",
            target,
            make: { .touch(target: $0) },
            content: { if case .touch(let target) = $0 { target } else { nil } }
        ),
        .init(
            "input.remoteControl",
            "A remote control's button goes to a responder of the app.",
            target,
            make: { .remoteControl(target: $0) },
            content: { if case .remoteControl(let target) = $0 { target } else { nil } }
        ),
    ])

    private static var target: Fields<String> { .text("target", "The responder that is meant.") }
}
