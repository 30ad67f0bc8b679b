import Explorer
import LifecycleKernel
import Measuring
import Synchronization

/// The property in a signature: `bundleID/property`, and what tells it apart.
private func property(of signature: String) -> String {
    String(signature.split(separator: "/").dropFirst().first ?? "")
}

/// When each of the failures that are looked for was met first; asked by all workers of a search.
private final class MeetingTimes: Sendable {
    private let wanted: Set<String>
    private let times = Mutex<[String: Duration]>([:])
    private let start = ProcessorTime()

    init(_ wanted: Set<String>) { self.wanted = wanted }

    /// Called when a failure of a property was met.
    func note(_ property: String) {
        guard wanted.contains(property) else { return }
        let elapsed = start.elapsed
        times.withLock { times in if times[property] == nil { times[property] = elapsed } }
    }

    /// How long it took to meet a property; nil for one that was not.
    subscript(property: String) -> Duration? { times.withLock { $0[property] } }

    /// Whether all of them were met.
    var isComplete: Bool { times.withLock { $0.count == wanted.count } }
}

/// How long it takes to meet each of the failures of an app, by default limits on one core.
func measureFailures(_ file: String, _ properties: Set<String>) async throws {
    var exploration = try exploration(of: file)
    exploration.limits.transitions = SearchLimits().transitions
    let times = MeetingTimes(properties)
    let report = try await Explorer.run(
        exploration,
        isOver: { times.isComplete },
        progress: { progress in
            for signature in progress.signatures { times.note(property(of: signature)) }
        }
    )
    // What the last block of a pass has met is told with the report only.
    for failure in report.failures { for broken in failure.broken + failure.onTheWay { times.note(broken.property) } }
    for property in properties.sorted() {
        guard let length = times[property] else { continue }
        Figure("explorer.\(name(of: file)).\(property)", length / .seconds(1), "s").report()
    }
}

/// After how many inputs random runs of 20 meet each of the failures of an app.
func measureRandomRuns(_ file: String, _ properties: Set<String>) throws {
    var monkey = try RandomMonkey(try exploration(of: file), length: 20, seed: 1)
    func met(_ monkey: RandomMonkey) -> [(property: String, inputs: Int)] {
        properties.sorted().compactMap { wanted in
            monkey.failures.first { property(of: $0.signature) == wanted }.map { (wanted, $0.inputs) }
        }
    }
    monkey.run(to: 2_000_000) { monkey in met(monkey).count == properties.count }
    for found in met(monkey) {
        Figure("randomRuns.\(name(of: file)).\(found.property)", Double(found.inputs), "inputs").report()
    }
}
