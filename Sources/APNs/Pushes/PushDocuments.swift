import DeviceHost
import LifecycleKernel

/// Pushes of one device, oldest first, with the verdicts about each.
///
/// A verdict names an apns-id, and a client may have sent that twice: then the verdicts are those of several pushes.
struct PushDocuments {
    private(set) var all: [PushDocument] = []
    /// Where the pushes of each apns-id are, oldest first.
    private var places: [String: [Int]] = [:]

    /// Adds a push, after all others.
    mutating func add(_ receipt: PushReceipt) {
        places[receipt.apnsID, default: []].append(all.count)
        all.append(PushDocument(receipt: receipt))
    }

    /// Adds what a record says of one of the pushes, if it is a verdict about one.
    mutating func add(_ record: Record) {
        guard case .verdict(let verdict) = record.body, let id = verdict.apnsID,
            let place = place(of: verdict.decision, among: places[id] ?? [])
        else { return }
        all[place].decisions.append(
            PushDocument.Decision(
                sequence: record.sequence,
                time: record.time,
                verdict: verdict.decision,
                reason: verdict.reason
            )
        )
    }

    /// Which of the pushes of one apns-id a verdict is about; nil if it is about an earlier one that is not among them.
    ///
    /// A push replaces older ones before its own first verdict. Of those that are held the oldest is decided about first.
    private func place(of decision: Verdict.Decision, among places: [Int]) -> Int? {
        guard let newest = places.last else { return nil }
        if decision == .replaced {
            return places.first { all[$0].verdict.map { $0 != .replaced && $0 != .dropped } ?? false }
        }
        guard all[newest].verdict != nil else { return newest }
        return places.first { all[$0].verdict == .held } ?? newest
    }
}
