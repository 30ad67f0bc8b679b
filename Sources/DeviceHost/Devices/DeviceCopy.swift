import DeviceTokens
import LifecycleKernel
import StateCoding
import WireFormat

/// What a copy of a device takes along: the state after a record, and what the host keeps beside it.
package struct DeviceCopy: Sendable {
    /// The state, its records taken.
    package var device: Device
    /// Its newest records, up to its last one.
    package var records: [Record]
    /// The device's labels.
    package var labels: [Label]
    /// How long the device is kept without requests; nil for ever.
    package var expiresAfter: Duration?
}

// Servers of a fleet send it to each other: a line of JSON that says what follows, the state, and the records as the journal
// has them. Both ends must have the same version of the kernel.
extension DeviceCopy {
    /// Why the bytes of another server are no copy of a device.
    package enum DecodingError: Error, Hashable, Sendable {
        /// They were written by this version of the kernel, which is not the one here.
        case otherKernel(String)
        /// They are not what a server writes, with the reason.
        case damaged(String)
    }

    /// The copy as bytes.
    package func encoded() -> [UInt8] {
        let state = device.encodedState()
        let text = RecordText.write(records.withoutTokens)
        let head: [Value.Member] = [
            .init("kernel", .string(KernelVersion.current)),
            .init("labels", .object(labels.map { Value.Member($0.key, .string($0.value)) })),
            .init("expiresAfter", expiresAfter.map { .integer($0.wholeMilliseconds.count) } ?? .null),
            .init("state", .integer(Int64(state.count))),
            .init("digest", .integer(Int64(bitPattern: RecordText.digest(text, after: FNV1a.start)))),
        ]
        return JSONText.write(Value.object(head)) + [UInt8(ascii: "\n")] + state + text
    }

    /// Reads what `encoded()` has returned.
    package init(encoded bytes: [UInt8]) throws(DecodingError) {
        let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        let head = try Head(bytes[..<lineEnd])
        let rest = bytes.dropFirst(lineEnd + 1)
        guard (0...rest.count).contains(head.stateBytes) else { throw .damaged("it is cut off") }
        let text = Array(rest.dropFirst(head.stateBytes))
        guard RecordText.digest(text, after: FNV1a.start) == head.digest else {
            throw .damaged("its records are not what was written")
        }
        do throws(StateCodingError) {
            device = try Device(encodedState: Array(rest.prefix(head.stateBytes)))
        } catch {
            throw .damaged(error.description)
        }
        do throws(JournalDamage) {
            records = try RecordText.read(text)
        } catch {
            throw .damaged(error.description)
        }
        labels = head.labels
        expiresAfter = head.expiresAfter
        guard hasWholeEnd else { throw .damaged("its records are not its last ones") }
    }

    /// Whether the records are without gaps, up to the last one of the device.
    private var hasWholeEnd: Bool {
        guard let last = records.last else { return true }
        return last.sequence == device.lastSequence
            && zip(records, records.dropFirst()).allSatisfy { $0.sequence.next == $1.sequence }
    }

    /// The line before the state.
    private struct Head {
        private let kernel: String
        let labels: [Label]
        let expiresAfter: Duration?
        let stateBytes: Int
        let digest: UInt64

        init(_ line: ArraySlice<UInt8>) throws(DecodingError) {
            do throws(Rejection) {
                var fields = try FieldReader(JSONText.parse(line), at: "")
                kernel = try fields.string("kernel")
                labels = try fields.labels()
                expiresAfter = try fields.optionalInteger("expiresAfter", in: Self.lengths).map { .milliseconds($0) }
                stateBytes = Int(try fields.integer("state", in: 0...Int64(Int32.max)))
                digest = UInt64(bitPattern: try fields.integer("digest", in: Int64.min...Int64.max))
            } catch {
                throw .damaged(error.detail)
            }
            guard kernel == KernelVersion.current else { throw .otherKernel(kernel) }
        }

        /// How long devices may be kept, in milliseconds; more than a client can ask for.
        private static let lengths: ClosedRange<Int64> = 1...1_000_000_000_000_000
    }
}
