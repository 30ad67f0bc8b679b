/// How a request of a route reaches what it is about, where several servers share their devices.
enum Reach: Hashable, Sendable {
    /// It is answered by the server that it came to.
    case local
    /// By the owner of the device that the path names.
    case device
    /// As `device`. It waits until something has happened, also if the device gets another owner meanwhile.
    case wait
    /// As `device`. Its answer may be a stream of events, which goes on if the device gets another owner.
    case stream
    /// By the owner of the device that the body names, or by any owner if it names none.
    case creation
    /// As `creation`; by the owner of the device that the path names if the body names none.
    case copy
    /// By every owner for its own devices; the answers become one.
    case gather(Gathering)
    /// Each line of the body by the owner of its device.
    case lines
    /// By the owner of the device that the push was for.
    case push
    /// By the server that has the exploration that the path names.
    case exploration
    /// By the owner of the device that the exploration in the body begins with; by the server that it came to if it begins with
    /// none.
    case newExploration
    /// By every server for its own explorations; the answers become one.
    case explorations

    /// How the answers of several owners become one.
    enum Gathering: Hashable, Sendable {
        /// The pages of a list, in the order of devices and processes. With the name of the list.
        case pages(String)
        /// The numbers of an object are added.
        case sum
    }
}
