/// A value of a statement, in PostgreSQL's binary format.
struct Parameter {
    /// The bytes; nil for NULL.
    let bytes: [UInt8]?

    private init(_ bytes: [UInt8]?) { self.bytes = bytes }

    static func bigint(_ value: Int64?) -> Parameter { Parameter(value?.networkBytes) }
    static func text(_ value: String?) -> Parameter { Parameter(value.map { Array($0.utf8) }) }
    static func bytea(_ value: [UInt8]) -> Parameter { Parameter(value) }

    static func bool(_ value: Bool) -> Parameter { Parameter([value ? 1 : 0]) }
    static func uuid(_ value: UInt128) -> Parameter { Parameter(value.networkBytes) }

    static func bigints(_ values: [Int64?]) -> Parameter { array(of: ObjectID.bigint, values.map { $0?.networkBytes }) }
    static func texts(_ values: [String?]) -> Parameter {
        array(of: ObjectID.text, values.map { $0.map { Array($0.utf8) } })
    }
    static func byteas(_ values: [[UInt8]?]) -> Parameter { array(of: ObjectID.bytea, values) }
    static func uuids(_ values: [UInt128?]) -> Parameter { array(of: ObjectID.uuid, values.map { $0?.networkBytes }) }

    /// The object ids of types. They are the same in every PostgreSQL.
    private enum ObjectID {
        static let bytea: Int32 = 17
        static let bigint: Int32 = 20
        static let text: Int32 = 25
        static let uuid: Int32 = 2950
    }

    /// An array of one dimension: its number of dimensions, whether there are NULLs, the type, length and lower bound, then
    /// each element behind its length.
    private static func array(of type: Int32, _ elements: [[UInt8]?]) -> Parameter {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(elements.reduce(20) { $0 + 4 + ($1?.count ?? 0) })
        let hasNulls = elements.contains { $0 == nil }
        for number: Int32 in [elements.isEmpty ? 0 : 1, hasNulls ? 1 : 0, type] { bytes += number.networkBytes }
        if !elements.isEmpty { bytes += Int32(clamping: elements.count).networkBytes + Int32(1).networkBytes }
        for element in elements {
            bytes += Int32(clamping: element?.count ?? -1).networkBytes
            if let element { bytes += element }
        }
        return Parameter(bytes)
    }
}

extension FixedWidthInteger {
    /// The bytes, the most significant first.
    var networkBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
