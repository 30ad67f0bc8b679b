extension DeviceShard {
    /// Evicts records while all devices here together keep more than this shard's share.
    ///
    /// Devices take turns, and each loses the older half of its records: devices that write little keep some, and a turn
    /// costs no more than what was written since the last one.
    func makeRoomForRecords() {
        let share = max(limits.recordsInTotal / shardCount, limits.recordsPerDevice)
        var left = slots.values.count
        while recordCount > share, left > 0 {
            recordEvictionSlot = (recordEvictionSlot + 1) % slots.values.count
            left -= 1
            guard let evicted = slots.values[recordEvictionSlot]?.records.dropOlderHalf() else { continue }
            slots.values[recordEvictionSlot]!.history?.dropOldestState()
            recordCount -= evicted
            counters.countEvictedRecords(evicted)
        }
    }
}
