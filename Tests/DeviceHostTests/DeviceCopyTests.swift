import LifecycleKernel
import StateCoding
import TestKit
import Testing

@testable import DeviceHost

@Suite("What a copy of a device takes along")
struct DeviceCopyTests {
    private func copy() async throws -> DeviceCopy {
        let registry = DeviceRegistry(limits: limits { $0.recordsPerDevice = 8 })
        var new = NewDevice.manual("phone")
        new.labels = [Label(key: "run", value: "4711:\u{1F34E}")]
        new.expiresAfter = 60_000
        let device = try await registry.create(new).id
        for input in [launchNotes, pressHome] { _ = try await registry.apply(input, to: device) }
        return try await registry.copy(of: device)
    }

    @Test("is read as it was written")
    func roundTrip() async throws {
        let copy = try await copy()
        let read = try DeviceCopy(encoded: copy.encoded())
        #expect(read.device.stateHash == copy.device.stateHash)
        #expect(RecordText.write(read.records) == RecordText.write(copy.records))
        #expect(read.records.count == 8)
        #expect(read.labels == copy.labels)
        #expect(read.expiresAfter == .seconds(60))
        var bare = copy
        (bare.records, bare.labels, bare.expiresAfter) = ([], [], nil)
        let again = try DeviceCopy(encoded: bare.encoded())
        #expect(again.records.isEmpty && again.labels.isEmpty && again.expiresAfter == nil)
    }

    @Test("is refused when a byte of it is wrong or missing")
    func damage() async throws {
        let bytes = try await copy().encoded()
        let head = bytes.firstIndex(of: UInt8(ascii: "\n"))!
        // Not every byte of the first line is checked: a label may be any other.
        for index in stride(from: head, to: bytes.count, by: 11) {
            var damaged = bytes
            damaged[index] ^= 0x55
            #expect(throws: DeviceCopy.DecodingError.self, "byte \(index)") { try DeviceCopy(encoded: damaged) }
        }
        for count in stride(from: 0, to: bytes.count, by: 37) {
            #expect(throws: DeviceCopy.DecodingError.self, "\(count) bytes") {
                try DeviceCopy(encoded: Array(bytes.prefix(count)))
            }
        }
    }

    @Test("is refused when its records have a gap, or are not the last ones")
    func records() async throws {
        var copy = try await copy()
        copy.records.remove(at: 3)
        #expect(throws: DeviceCopy.DecodingError.damaged("its records are not its last ones")) {
            try DeviceCopy(encoded: copy.encoded())
        }
        copy.records = Array(copy.records.prefix(2))
        #expect(throws: DeviceCopy.DecodingError.damaged("its records are not its last ones")) {
            try DeviceCopy(encoded: copy.encoded())
        }
    }

    @Test("is not taken from another version of the kernel")
    func kernel() async throws {
        let bytes = try await copy().encoded()
        let mark = Array("\"kernel\":\"".utf8)
        let start = bytes.indices.first { bytes[$0...].starts(with: mark) }! + mark.count
        let other = bytes[..<start] + Array("x".utf8) + bytes[start...]
        #expect(throws: DeviceCopy.DecodingError.otherKernel("x" + KernelVersion.current)) {
            try DeviceCopy(encoded: Array(other))
        }
    }
}
