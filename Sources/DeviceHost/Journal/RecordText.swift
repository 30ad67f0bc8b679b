import LifecycleKernel
import WireFormat

/// Records as a journal keeps them: a JSON array of the objects that the interface shows.
enum RecordText {
    /// The bytes of records.
    static func write(_ records: some Collection<Record>) -> [UInt8] { JSONText.write(all: records) }

    /// Reads them back.
    ///
    /// - Throws: When the bytes are not what `write` gave.
    static func read(_ bytes: [UInt8]) throws(JournalDamage) -> [Record] {
        do throws(Rejection) {
            guard case .array(let values) = try JSONText.parse(bytes) else {
                throw Rejection(.malformedBody, "they are no array")
            }
            var records: [Record] = []
            records.reserveCapacity(values.count)
            for value in values { records.append(try Record(value, at: "")) }
            return records
        } catch {
            throw JournalDamage("its records cannot be read: \(error.detail)")
        }
    }

    /// The digest of records behind others: a chain, so that one shows that all before are as they were written.
    static func digest(_ bytes: [UInt8], after digest: UInt64) -> UInt64 {
        FNV1a.hash(bytes, from: digest)
    }
}
