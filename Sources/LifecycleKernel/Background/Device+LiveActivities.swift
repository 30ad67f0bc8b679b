/// The end of Live Activities that have lasted as long as they may. Source: facts 10.4.
extension Device {
    /// An activity has lasted as long as it may.
    mutating func liveActivityEnds(startedBy record: SequenceNumber) {
        for index in apps.indices {
            guard let activity = apps[index].shownActivity(startedBy: record) else { continue }
            apps[index].end(activity, by: .limit, in: &system)
            return pump(index)
        }
    }
}
