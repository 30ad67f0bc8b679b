/// The ended transfers that the waiting steps of a process would have delivered. Source: facts 6.3.
struct UndeliveredTransfers {
    /// What was about to be delivered, in order.
    private(set) var finished: [FinishedTransfer] = []
    /// The sessions of transfers that a force quit cancelled, in order, one for each transfer.
    private(set) var cancelled: [String] = []
    /// The sessions that steps would have delivered transfers of, each once: first those of ended transfers, then those
    /// of cancelled ones.
    private(set) var sessions: [String] = []

    /// Reads the steps that have not begun.
    init(_ steps: [Step]) {
        // A download that has been handed over is not handed over again.
        var isDownload = false
        for step in steps {
            switch step {
            case .deliverTransfers(let session?), .deliverTransfer(let session, _):
                sessions.append(session)
            case .call(.urlSessionDidFinishDownloading, _, _):
                isDownload = true
            case .call(.urlSessionTaskDidComplete, _, let arguments):
                guard case .string(let session)? = arguments.first?.value else { continue }
                if arguments.count > 1 {
                    cancelled.append(session)
                } else {
                    finished.append(FinishedTransfer(identifier: session, kind: isDownload ? .download : nil))
                    sessions.append(session)
                }
                isDownload = false
            default: continue
            }
        }
        var seen: Set<String> = []
        sessions = (sessions + cancelled).filter { seen.insert($0).inserted }
    }
}
