/// What is kept of the records of devices, and of their inputs for forks.
struct KeptRecords: Hashable, Sendable {
    /// How many records are kept.
    var records = 0
    /// About how many bytes they take.
    var recordBytes = 0
    /// About how many bytes the inputs take.
    var inputBytes = 0

    /// How many bytes are kept in all.
    var bytes: Int { recordBytes + inputBytes }

    static func += (left: inout KeptRecords, right: KeptRecords) {
        left.records += right.records
        left.recordBytes += right.recordBytes
        left.inputBytes += right.inputBytes
    }

    static func -= (left: inout KeptRecords, right: KeptRecords) {
        left.records -= right.records
        left.recordBytes -= right.recordBytes
        left.inputBytes -= right.inputBytes
    }
}

extension HostedDevice {
    /// What is kept of its records and inputs.
    var kept: KeptRecords {
        KeptRecords(records: records.count, recordBytes: records.bytes, inputBytes: history?.bytes ?? 0)
    }
}

extension DeviceShard {
    /// Changes what is kept of the records and inputs of a device, and counts the change.
    func keeping<Result>(_ slot: Int, _ body: (inout HostedDevice) -> Result) -> Result {
        slots.withDevice(slot) { hosted in
            kept -= hosted.kept
            defer { kept += hosted.kept }
            return body(&hosted)
        }
    }

    /// Evicts records while all devices here together keep more than this shard's share.
    ///
    /// Devices take turns, and each loses the older half of its records: devices that write little keep some, and a turn
    /// costs no more than what was written since the last one.
    func makeRoomForRecords() {
        let share = SizeLimit(
            count: max(limits.recordsInTotal / shardCount, limits.recordsPerDevice),
            bytes: max(limits.recordBytesInTotal / shardCount, limits.recordBytesPerDevice)
        )
        var left = slots.values.count
        while share.isExceeded(count: kept.records, bytes: kept.bytes), left > 0 {
            recordEvictionSlot = (recordEvictionSlot + 1) % slots.values.count
            left -= 1
            guard slots.values[recordEvictionSlot] != nil else { continue }
            let evicted = keeping(recordEvictionSlot) { hosted in
                if hosted.history?.dropOldestState() == false { hosted.history = nil }
                return hosted.records.dropOlderHalf()
            }
            counters.countEvictedRecords(evicted)
        }
    }
}
