/// What the metrics tell, as the Prometheus text format shows it in `# HELP`.
enum MetricsHelp {
    /// The texts, by the labels under which the metrics are made.
    static let texts: [String: String] = [
        "greenroom.devices": "Devices that live.",
        "greenroom.processes": "Processes that live, by state.",
        "greenroom.inputs": "Inputs applied to devices, by kind.",
        "greenroom.transitions": "Changes of processes from one state to another.",
        "greenroom.exits": "Processes that ended, by reason.",
        "greenroom.records.evicted": "Records that made room for newer ones.",
        "greenroom.idempotency.bytes": "What is kept under idempotency keys, about, in bytes.",
        "greenroom.idempotency.evicted": "Answers under idempotency keys that made room for others or became too old.",
        "greenroom.waiters": "Requests that wait for something to happen on a device.",
        "greenroom.stream.subscribers": "Streams of records that are open.",
        "greenroom.stream.records": "Records sent to streams.",
        "greenroom.stream.gaps": "How often a stream has missed records.",
        "greenroom.devices.set_aside": "Devices that could not be recovered.",
        "greenroom.journal.entries": "Changes written to the journal.",
        "greenroom.journal.failures": "Batches of changes that could not be written to the journal.",
        "greenroom.journal.refused": "Changes refused because too many waited to be written to the journal.",
        "greenroom.journal.commit.duration": "How long it took to write a batch of changes to the journal.",
        "greenroom.journal.bytes": "What the journal takes on disk, in bytes.",
        "greenroom.journal.queue.length": "Changes that wait to be written to the journal.",
        "greenroom.journal.up": "Whether the journal can be written: 1 or 0; 0 without one.",
        "greenroom.tick.duration": "How long a tick took.",
        "greenroom.tick.lag": "How late the last tick was, in seconds.",
        "greenroom.http.requests": "Requests answered, by method, route and status.",
        "greenroom.http.requests.active": "Requests being answered.",
        "greenroom.http.request.duration": "How long requests took, by method and route.",
        ProcessMetrics.uptimeLabel: "Seconds since the server was started.",
        ProcessMetrics.residentMemoryLabel: "Memory of the process that is in RAM, in bytes.",
        ProcessMetrics.openFilesLabel: "File descriptors that are open.",
    ]
}
