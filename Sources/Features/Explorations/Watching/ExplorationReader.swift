import DeviceHost
import LifecycleKernel
import Synchronization
import WireFormat

/// Something that a stream of an exploration tells.
package struct ExplorationEvent: Hashable, Codable, Sendable {
    /// What it is about.
    package enum Name: String, CaseIterable, Codable, Sendable {
        /// How far the search is.
        case progress
        /// A pass has ended.
        case pass
        /// A property was broken for the first time.
        case failure
        /// The last: why the exploration has ended.
        case end
    }

    /// What it is about.
    package var name: Name
    /// Its number, from 1 without gaps, with which a client resumes.
    package var number: Int
    /// What is told.
    package var data: Value
}

/// What streams of an exploration tell, so that a client that comes later or again misses nothing: everything but progress
/// that is out of date.
struct ExplorationLog: Codable, Sendable {
    private var events: [ExplorationEvent] = []
    private(set) var lastNumber = 0

    /// The signatures that are told.
    var failures: [String] { events.compactMap { $0.name == .failure ? $0.data["signature"]?.text : nil } }

    func count(of name: ExplorationEvent.Name) -> Int { events.count { $0.name == name } }

    mutating func append(_ name: ExplorationEvent.Name, _ data: Value) {
        lastNumber += 1
        if name == .progress { events.removeAll { $0.name == .progress } }
        events.append(ExplorationEvent(name: name, number: lastNumber, data: data))
    }

    func events(after number: Int) -> [ExplorationEvent] { events.filter { $0.number > number } }
}

/// Reads what happens to an exploration, event by event, until its end.
package final class ExplorationReader: Sendable {
    /// What comes next.
    package enum Step: Sendable {
        /// Events, at least one.
        case events([ExplorationEvent])
        /// Nothing for a while.
        case heartbeat
        /// The exploration was forgotten.
        case forgotten
        /// There is no more.
        case end

        /// Whether another step follows.
        var isOpen: Bool {
            switch self {
            case .events, .heartbeat: true
            case .forgotten, .end: false
            }
        }
    }

    /// Why a reader wakes.
    enum Alarm: Sendable {
        case event, silence, closed
    }

    private struct State {
        var position: Int
        var isClosed = false
        var alarm: Promise<Alarm>?
    }

    private let state: Mutex<State>
    private let service: ExplorationService
    private let number: Int
    private let start: ExplorationService.Start
    private let isCounted: Bool

    init(
        _ service: ExplorationService,
        _ number: Int,
        of start: ExplorationService.Start,
        after position: Int,
        isCounted: Bool
    ) {
        self.service = service
        self.number = number
        self.start = start
        self.isCounted = isCounted
        state = Mutex(State(position: position))
    }

    deinit {
        if isCounted { service.closeReader() }
    }

    /// Waits for the end, until an instant at most.
    func waitForEnd(until limit: WallInstant) async {
        while service.wall.now < limit, await next(by: limit).isOpen {}
    }

    /// Waits for the next step. Only one task may wait.
    ///
    /// - Parameter limit: When a heartbeat comes at the latest; nil for the usual time.
    package func next(by limit: WallInstant? = nil) async -> Step {
        while true {
            let alarm = Promise<Alarm>()
            let position: Int? = state.withLock { state in
                state.alarm = alarm
                return state.isClosed ? nil : state.position
            }
            guard let position else { return .end }
            if let step = service.step(of: start, after: position, orWaking: number, alarm) {
                if case .events(let events) = step, let last = events.last {
                    state.withLock { $0.position = last.number }
                }
                return step
            }
            let heartbeat = service.wall.now + service.heartbeat
            let deadline = limit.map { min($0, heartbeat) } ?? heartbeat
            let woken = await alarm.value(by: deadline, on: service.wall, orElse: .silence, whenCancelled: .closed)
            switch woken {
            case .event: continue
            case .silence: return .heartbeat
            case .closed: return .end
            }
        }
    }

    /// Ends the reading: whoever waits gets the end.
    package func cancel() {
        let alarm = state.withLock { state in
            state.isClosed = true
            return state.alarm
        }
        alarm?.fulfill(.closed)
    }
}

extension ExplorationService {
    /// What a reader gets next; nil when nothing has happened: its alarm is then fulfilled with the next event.
    fileprivate func step(
        of start: Start,
        after position: Int,
        orWaking reader: Int,
        _ alarm: Promise<ExplorationReader.Alarm>
    ) -> ExplorationReader.Step? {
        state.withLock { state in
            guard let hosted = state.explorations[start.id], hosted.number == start.number else { return .forgotten }
            let events = hosted.row.log.events(after: position)
            if !events.isEmpty { return .events(events) }
            // With other servers, the search goes on elsewhere, and who reads it, too.
            if hosted.status.isEnd || state.isStopping && sharing != nil { return .end }
            state.explorations[start.id]?.watch(reader, alarm)
            return nil
        }
    }

    fileprivate func closeReader() { state.withLock { $0.readers -= 1 } }
}
