/// What the code of a notification service extension can do, of what the code of an app can.
enum ServiceAction: Hashable, Sendable {
    /// Uses the processor, which is no energy of the app.
    case work
    case log(message: String)
    case allocate(bytes: ByteCount)
    case free(bytes: ByteCount)
    case holdFileLock
    case releaseFileLock
    case crash(CrashException)
    case hang
    case exit

    /// Makes it of an action of an app's code; nil for one that an extension cannot do. Most are about the screen, the
    /// background or the tasks of an app.
    init?(_ action: Action) {
        switch action {
        case .work: self = .work
        case .log(let message): self = .log(message: message)
        case .allocate(let bytes): self = .allocate(bytes: bytes)
        case .free(let bytes): self = .free(bytes: bytes)
        case .holdFileLock: self = .holdFileLock
        case .releaseFileLock: self = .releaseFileLock
        case .crash(let exception): self = .crash(exception)
        case .hang: self = .hang
        case .exit: self = .exit
        default: return nil
        }
    }
}
