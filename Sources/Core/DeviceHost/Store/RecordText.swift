import LifecycleKernel
import WireFormat

/// Records as the store keeps them: a JSON array of the same objects as in the HTTP interface, but for sentences: they
/// are kept with their parameters, to be told in the language of whoever reads them.
enum RecordText {
    /// The bytes of records.
    static func write(_ records: some Collection<Record>) -> [UInt8] {
        JSONText.write(all: records, keepingSentences: true)
    }

    /// Reads records.
    ///
    /// - Throws: `StoreDamage` if the bytes are not the output of `write`.
    static func read(_ bytes: [UInt8]) throws(StoreDamage) -> [Record] {
        do throws(Rejection) {
            guard case .array(let values) = try JSONText.parse(bytes) else {
                throw Rejection(.malformedBody, "the records are not an array")
            }
            var records: [Record] = []
            records.reserveCapacity(values.count)
            for value in values { records.append(try Record(value, at: "")) }
            return records
        } catch {
            throw StoreDamage("its records cannot be read: \(error.detail)")
        }
    }

    /// The digest of records that follow others. Digests form a chain: each depends on all records before.
    static func digest(_ bytes: [UInt8], after digest: UInt64) -> UInt64 {
        FNV1a.hash(bytes, from: digest)
    }
}
