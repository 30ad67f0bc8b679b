import Synchronization

@testable import DeviceHost

extension DeviceRegistry {
    /// How many streams have sent what there was, and wait for more.
    var waitingStreams: Int {
        hub.state.withLock { $0.devices.values.map(\.log) }.reduce(0) { $0 + $1.waitingReaderCount }
    }

    /// How many requests wait for something to happen.
    var waiting: Int {
        get async {
            var count = 0
            for shard in shards { count += await shard.waiters.count }
            return count
        }
    }
}

/// Lets other tasks run until a condition holds, or the test is cancelled because it has taken too long.
func soon(_ holds: () async -> Bool) async {
    while !(await holds()), !Task.isCancelled { await Task.yield() }
}
