import LifecycleKernel

/// Encodes a device as words in which only what counts of a situation is left, and hashes them.
///
/// One encoder is made for a search and used again and again, as it learns how types are encoded.
package final class SituationEncoder: Encoder {
    /// How long ago something may be before it makes no difference any more, in milliseconds.
    private let bounds: Bounds
    private let options: SituationOptions
    private var words: [UInt64] = []
    /// The words that stand for numbers, which are replaced by their order at the end.
    private var references: [ReferenceWord] = []
    /// The structures met, by their types.
    private var forms: [ObjectIdentifier: Form] = [:]
    private var now: Int64 = 0
    /// How the next single number is to be written.
    private var treatment = SituationTable.Treatment.kept
    private var kind = Form.Kind.plain
    private var isLaunching = false
    private var isSuspended = false
    private var startedAt: Int64?
    private var isWindowOver = false
    /// How long a window of the limit on the processor is.
    private let processorWindow: Int64
    /// The form of what is being encoded.
    fileprivate var form: Form
    /// The keys of structures that have no row, as `Group key`.
    package private(set) var unknownKeys: Set<String> = []

    private struct Bounds {
        var homeTransition: Int64
        var longIdleExit: Int64
        var memoryWarning: Int64

        func of(_ bound: SituationTable.Bound) -> Int64 {
            switch bound {
            case .handler: 60_001
            case .homeTransition: homeTransition
            case .longIdleExit: max(1, longIdleExit)
            case .memoryWarning: memoryWarning
            }
        }
    }

    private struct ReferenceWord {
        var kind: SituationTable.Reference
        var value: Int64
        var index: Int
    }

    /// Makes an encoder for devices with the same rules.
    package init(rules: Rulebook, options: SituationOptions) {
        bounds = Bounds(
            homeTransition: rules.milliseconds(.homeTransitionSeconds).count,
            longIdleExit: rules.milliseconds(.longIdleExitSeconds).count,
            memoryWarning: Device.memoryWarningRest.count
        )
        processorWindow = max(1, rules.milliseconds(.backgroundProcessorWindowSeconds).count)
        self.options = options
        form = Form(name: "", kind: .plain)
        words.reserveCapacity(1_024)
    }

    /// The situation that a device is in.
    package func situation(of device: Device) -> Situation {
        words.removeAll(keepingCapacity: true)
        references.removeAll(keepingCapacity: true)
        now = device.now.milliseconds
        do {
            try write(device)
        } catch {
            preconditionFailure("a state that cannot be encoded: \(error)")
        }
        replaceReferences()
        return hash()
    }

    package var codingPath: [any CodingKey] { [] }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedSituationWriter(encoder: self, form: form))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedSituationWriter(encoder: self) }

    package func singleValueContainer() -> any SingleValueEncodingContainer { self }

    // MARK: Hashing

    private func replaceReferences() {
        guard !references.isEmpty else { return }
        references.sort { ($0.kind.rawValue, $0.value) < ($1.kind.rawValue, $1.value) }
        var rank: UInt64 = 0
        for index in references.indices {
            let reference = references[index]
            if index == 0 || references[index - 1].kind != reference.kind {
                rank = 1
            } else if references[index - 1].value != reference.value {
                rank += 1
            }
            words[reference.index] = rank
        }
    }

    private func hash() -> Situation {
        var first: UInt64 = 0x9e37_79b9_7f4a_7c15
        var second: UInt64 = 0xc2b2_ae3d_27d4_eb4f
        for word in words {
            first = StateHash.fold(first, word)
            second = StateHash.fold(second, word &+ 0x1656_67b1_9e37_79f9)
        }
        return Situation(first, second)
    }
}

// MARK: Words

extension SituationEncoder {
    private static let end: UInt64 = 0xe0d0_0000_0000_0000
    private static let blank: UInt64 = 0xb1a0_0000_0000_0000

    fileprivate func form(of type: Any.Type) -> Form {
        let id = ObjectIdentifier(type)
        if let known = forms[id] { return known }
        let made = Form(of: type)
        forms[id] = made
        return made
    }

    /// Writes a part, and what ends it if it wrote something.
    fileprivate func write<Part: Encodable>(_ part: Part, as form: Form) throws {
        let outer = self.form
        self.form = form
        kind = form.kind
        let count = words.count
        try part.encode(to: self)
        if form.isContainer, words.count > count { words.append(Self.end) }
        kind = .plain
        self.form = outer
    }

    fileprivate func write<Part: Encodable>(_ part: Part) throws { try write(part, as: form(of: Part.self)) }

    /// Writes an element of a list, which counts even if nothing is written of it.
    fileprivate func writeElement<Part: Encodable>(_ part: Part) throws {
        let count = words.count
        try write(part)
        if words.count == count { words.append(Self.blank) }
    }

    fileprivate func put(_ word: UInt64) { words.append(word) }

    fileprivate func put(_ text: String) {
        words.append(UInt64(text.utf8.count))
        var word: UInt64 = 0
        var count = 0
        for byte in text.utf8 {
            word = word << 8 | UInt64(byte)
            count += 1
            if count == 8 {
                words.append(word)
                (word, count) = (0, 0)
            }
        }
        if count > 0 { words.append(word) }
    }

    private func put(_ kind: SituationTable.Reference, _ value: Int64) {
        references.append(ReferenceWord(kind: kind, value: value, index: words.count))
        words.append(0)
    }

    /// Writes a number by the treatment of its field and by the type that it belongs to.
    fileprivate func put(number: Int64) {
        switch treatment {
        case .kept:
            switch kind {
            case .plain, .container: words.append(UInt64(bitPattern: number))
            case .instant: words.append(UInt64(bitPattern: number - now))
            case .reference(let reference): if number == 0 { words.append(0) } else { put(reference, number) }
            }
        case .numbered(let reference): if number == 0 { words.append(0) } else { put(reference, number) }
        case .elapsed(let bound): words.append(UInt64(bitPattern: min(now - number, bounds.of(bound))))
        case .elapsedInSuspension(let bound):
            if isSuspended { words.append(UInt64(bitPattern: min(now - number, bounds.of(bound)))) }
        case .elapsedInLaunch: if isLaunching { words.append(UInt64(bitPattern: now - number)) }
        case .due:
            if number > now { words.append(UInt64(bitPattern: number - now)) } else { put(.pastDate, number) }
        case .withinAnHour:
            if options.countsPushes, now - number < 3_600_000 { words.append(UInt64(bitPattern: now - number)) }
        case .since: startedAt = number
        case .untilNow:
            words.append(UInt64(bitPattern: number + (startedAt.map { now - $0 } ?? 0)))
            startedAt = nil
        case .windowStart:
            isWindowOver = now - number >= processorWindow
            words.append(UInt64(bitPattern: (now - number) % processorWindow))
        case .usedInWindow: words.append(isWindowOver ? 0 : UInt64(bitPattern: number))
        case .unsavedChanges:
            words.append(UInt64(bitPattern: options.countsUnsavedChanges ? number : min(number, 1)))
        case .randomNumbers: if options.drawsRandomNumbers { words.append(UInt64(bitPattern: number)) }
        case .omitted, .presence: break
        }
    }

    /// Writes a field.
    ///
    /// - Parameter isOptional: Whether the field may be nil, so that it counts even if nothing is written of it.
    fileprivate func writeField(
        _ row: Form.Row,
        isOptional: Bool,
        _ body: () throws -> Void
    ) rethrows {
        switch row.treatment {
        case .omitted: return
        case .presence:
            words.append(row.word)
            return
        default: break
        }
        let count = words.count
        words.append(row.word)
        let outer = treatment
        treatment = row.treatment
        try body()
        treatment = outer
        if words.count == count + 1, !isOptional || row.treatment != .kept { words.removeLast() }
    }

    fileprivate func noteFlag(_ flag: Bool, _ row: Form.Row) { if flag, row.isLaunchFlag { isLaunching = true } }

    fileprivate func noteState(_ state: some Encodable, _ row: Form.Row) {
        if row.isProcessState { isSuspended = state as? ProcessState == .suspended }
    }

    /// Called before a structure is written.
    fileprivate func begin(_ form: Form) {
        if form.isProcess { (isLaunching, isSuspended, startedAt) = (false, false, nil) }
    }

    fileprivate func noteUnknown(_ key: String, of form: Form) { unknownKeys.insert("\(form.name) \(key)") }
}

extension SituationEncoder: ValueEncoder {
    package func encodeValue(_ value: Value) {
        switch value {
        case .null: put(1)
        case .bool(let flag): put(flag ? 3 : 2)
        case .integer(let number):
            put(4)
            put(UInt64(bitPattern: number))
        case .number(let number):
            put(5)
            put(number.bitPattern)
        case .string(let text):
            put(6)
            put(text)
        case .array(let elements):
            put(7)
            put(UInt64(elements.count))
            for element in elements { encodeValue(element) }
        case .object(let members):
            put(8)
            put(UInt64(members.count))
            for member in members {
                put(member.name)
                encodeValue(member.value)
            }
        }
    }
}

extension SituationEncoder: SingleValueEncodingContainer {
    package func encodeNil() {}
    package func encode(_ value: Bool) { put(value ? 1 : 0) }
    package func encode(_ value: String) { put(value) }
    package func encode(_ value: Double) { put(value.bitPattern) }
    package func encode(_ value: Float) { put(UInt64(value.bitPattern)) }
    package func encode(_ value: some FixedWidthInteger & Encodable) { put(number: Int64(truncatingIfNeeded: value)) }
    package func encode(_ value: some Encodable) throws { try write(value) }
}

// MARK: Structures and lists

/// What is known of a type that is encoded: its rows, if it is a structure.
private final class Form {
    /// What a single number of the type is.
    enum Kind {
        case plain, container, instant
        case reference(SituationTable.Reference)
    }

    /// A field.
    final class Row {
        let key: String
        let treatment: SituationTable.Treatment
        /// The word that stands for the field.
        let word: UInt64
        /// Whether it says that a process is being launched.
        let isLaunchFlag: Bool
        /// Whether it is the state of a process.
        let isProcessState: Bool
        /// The form of the values of the field, once one was met.
        var child: (type: ObjectIdentifier, form: Form)?
        /// The form of the values of a case of an enumeration.
        var nested: Form?

        init(_ key: String, _ treatment: SituationTable.Treatment, word: UInt64, ofProcess: Bool = false) {
            self.key = key
            self.treatment = treatment
            self.word = word
            isLaunchFlag = ofProcess && (key == "isComingUp" || key == "isLaunching")
            isProcessState = ofProcess && key == "state"
        }
    }

    let name: String
    let kind: Kind
    var rows: [Row]
    let isProcess: Bool
    var isContainer: Bool { if case .container = kind { true } else { false } }

    init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
        isProcess = name == "AppProcess"
        rows = Self.table[name].map { Self.rows(of: $0.group, number: $0.number) } ?? []
    }

    convenience init(of type: Any.Type) {
        switch type {
        case is Instant.Type: self.init(name: "Instant", kind: .instant)
        case is ProcessID.Type: self.init(name: "ProcessID", kind: .reference(.process))
        case is SceneID.Type: self.init(name: "SceneID", kind: .reference(.scene))
        case is AssertionID.Type: self.init(name: "AssertionID", kind: .reference(.assertion))
        case is any Identifier.Type, is any Quantity.Type: self.init(name: "number", kind: .plain)
        default: self.init(name: Self.name(of: type), kind: .container)
        }
    }

    /// The name of a type without what holds it: `HeldPush` for a box of it.
    private static func name(of type: Any.Type) -> String {
        var name = String(describing: type)
        for box in ["Box<", "LazyBox<", "Optional<"] where name.hasPrefix(box) {
            name = String(name.dropFirst(box.count).dropLast())
        }
        return name.firstIndex(of: "<").map { String(name[..<$0]) } ?? name
    }

    private static let table = Dictionary(
        uniqueKeysWithValues: SituationTable.groups.enumerated().map { ($1.name, (group: $1, number: $0 + 1)) }
    )

    private static func rows(of group: SituationTable.Group, number: Int) -> [Row] {
        group.rows.enumerated().map { index, row in
            Row(
                row.key,
                row.treatment,
                word: 0xf1e1_0000_0000_0000 | UInt64(number) << 16 | UInt64(index),
                ofProcess: group.name == "AppProcess"
            )
        }
    }

    /// The row of a key: that at a position, where the type was encoded in this order before, or another one, which is
    /// moved there.
    // By position, with the form of a field's values kept in its row: a search takes 15 % less time than with a dictionary for
    // each (2.46 s in place of 2.90 s for 60,000 transitions of c2-messages).
    func row(of key: String, at position: Int, in encoder: SituationEncoder) -> Row {
        if position < rows.count, rows[position].key == key { return rows[position] }
        if let index = rows.firstIndex(where: { $0.key == key }) {
            defer { if position < index { rows.swapAt(index, position) } }
            return rows[index]
        }
        encoder.noteUnknown(key, of: self)
        let made = Row(key, .kept, word: key.utf8.reduce(0xf1e2) { $0 &* 0x100_0000_01b3 ^ UInt64($1) })
        rows.append(made)
        return made
    }

    /// The form of a case of an enumeration.
    func nested(_ row: Row) -> Form {
        if let known = row.nested { return known }
        let made = Form(name: "\(name).\(row.key)", kind: .container)
        row.nested = made
        return made
    }
}

/// Writes a structure, or a case of an enumeration.
private struct KeyedSituationWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: SituationEncoder
    let form: Form
    private var position = 0

    init(encoder: SituationEncoder, form: Form) {
        self.encoder = encoder
        self.form = form
        encoder.begin(form)
    }

    var codingPath: [any CodingKey] { [] }

    private mutating func row(_ key: Key) -> Form.Row {
        defer { position += 1 }
        return form.row(of: key.stringValue, at: position, in: encoder)
    }

    mutating func encodeNil(forKey key: Key) { _ = row(key) }

    mutating func encode(_ value: Bool, forKey key: Key) {
        let row = row(key)
        encoder.noteFlag(value, row)
        if value, row.treatment != .omitted { encoder.put(row.word) }
    }

    mutating func encode(_ value: String, forKey key: Key) {
        encoder.writeField(row(key), isOptional: true) { encoder.put(value) }
    }

    mutating func encode(_ value: some FixedWidthInteger & Encodable, forKey key: Key) {
        encoder.writeField(row(key), isOptional: false) { encoder.encode(value) }
    }

    mutating func encode<Part: Encodable>(_ value: Part, forKey key: Key) throws {
        try put(value, row(key), isOptional: false)
    }

    private func put<Part: Encodable>(_ value: Part, _ row: Form.Row, isOptional: Bool) throws {
        guard row.treatment != .omitted else { return }
        encoder.noteState(value, row)
        let form: Form
        if let child = row.child, child.type == ObjectIdentifier(Part.self) {
            form = child.form
        } else {
            form = encoder.form(of: Part.self)
            row.child = (ObjectIdentifier(Part.self), form)
        }
        try encoder.writeField(row, isOptional: isOptional) { try encoder.write(value, as: form) }
    }

    private mutating func put(_ value: (some Encodable)?, _ key: Key) throws {
        let row = row(key)
        if let value { try put(value, row, isOptional: true) }
    }

    // One overload for each type: otherwise the defaults of the standard library are chosen, which do not ask for a row.
    mutating func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try put(value, key) }
    mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try put(value, key) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        let row = row(key)
        encoder.put(row.word)
        return KeyedEncodingContainer(KeyedSituationWriter<Nested>(encoder: encoder, form: form.nested(row)))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.put(row(key).word)
        return UnkeyedSituationWriter(encoder: encoder)
    }

    mutating func superEncoder() -> any Encoder { encoder }
    mutating func superEncoder(forKey key: Key) -> any Encoder {
        encoder.put(row(key).word)
        return encoder
    }
}

/// Writes a list.
private struct UnkeyedSituationWriter: UnkeyedEncodingContainer {
    let encoder: SituationEncoder
    private(set) var count = 0

    init(encoder: SituationEncoder) { self.encoder = encoder }

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() { count += 1 }

    mutating func encode(_ value: some Encodable) throws {
        count += 1
        try encoder.writeElement(value)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        count += 1
        return KeyedEncodingContainer(KeyedSituationWriter<Nested>(encoder: encoder, form: encoder.form))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        count += 1
        return self
    }

    mutating func superEncoder() -> any Encoder { encoder }
}
