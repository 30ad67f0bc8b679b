extension DeviceShard {
    /// Makes room when all devices here together keep more records than this shard's share.
    ///
    /// A hand goes round the devices, and each gives up the older half of its records when it is its turn: those who
    /// write little keep some, and a turn costs no more than what was written since the last one.
    func makeRoomForRecords() {
        let share = max(limits.recordsInTotal / shardCount, limits.recordsPerDevice)
        var left = slots.values.count
        while recordCount > share, left > 0 {
            evictionHand = (evictionHand + 1) % slots.values.count
            left -= 1
            guard let evicted = slots.values[evictionHand]?.records.dropOlderHalf() else { continue }
            slots.values[evictionHand]!.history?.dropOldestState()
            recordCount -= evicted
            tally.countEvictedRecords(evicted)
        }
    }
}
