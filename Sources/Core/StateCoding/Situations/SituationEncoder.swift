import LifecycleKernel

/// Encodes a device as words in which only what counts of a situation is left, and hashes them.
///
/// One encoder is made for a search and used again and again, as it learns how types are encoded. What most states have
/// is visited and not encoded, as that takes a tenth of the time; both lead to the same situation.
package final class SituationEncoder: Encoder {
    // Nothing has access to the words while they are written: what checks that took a tenth of the time.
    @exclusivity(unchecked)
    fileprivate var words: SituationWords
    private let table: SituationTable
    /// The structures met, by their types.
    private var forms: [ObjectIdentifier: Form] = [:]
    /// How the next single number is to be written.
    private var treatment = SituationTable.Treatment.kept
    private var kind = SituationWords.Kind.plain
    fileprivate var form: Form
    private var visitor: SituationVisitor
    /// The keys of structures that have no row, as `Group key`.
    package private(set) var unknownKeys: Set<String> = []

    /// Makes an encoder for devices whose rules have the same overrides.
    package init(rules: Rulebook, options: SituationOptions, table: SituationTable = .standard) {
        words = SituationWords(rules: rules, options: options)
        visitor = SituationVisitor(table, words)
        self.table = table
        form = Form(name: "", kind: .plain, table)
    }

    package func situation(of device: Device) -> Situation {
        visitor.situation(of: device, encodingRareParts: self)
    }

    /// The same situation, with everything encoded and nothing visited.
    package func situation(encoding device: Device) -> Situation {
        words.begin(device)
        encodeSurely { try write(device) }
        return words.situation()
    }

    /// Encodes a part of a state, to learn its keys.
    package func learn(_ part: some Encodable) { encodeSurely { try write(part) } }

    /// The keys visited so far, as `Group key`.
    package var visitedKeys: Set<String> { visitor.keys }

    /// The keys encoded so far whose fields had a value, as `Group key`.
    package private(set) var encodedKeys: Set<String> = []

    /// The types of the keys of the structures encoded so far.
    package private(set) var keyTypes: [String: any CodingKey.Type] = [:]

    private func encodeSurely(_ body: () throws -> Void) {
        do { try body() } catch { preconditionFailure("a state that cannot be encoded: \(error)") }
    }

    package var codingPath: [any CodingKey] { [] }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        begin(form, type)
        return KeyedEncodingContainer(KeyedSituationWriter(encoder: self, form: form))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedSituationWriter(encoder: self) }

    package func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

// MARK: Words

extension SituationEncoder {
    fileprivate func form(of type: Any.Type) -> Form {
        let id = ObjectIdentifier(type)
        if let known = forms[id] { return known }
        let made = Form(of: type, table)
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
        if form.isContainer { words.end(from: count) }
        kind = .plain
        self.form = outer
    }

    fileprivate func write<Part: Encodable>(_ part: Part) throws { try write(part, as: form(of: Part.self)) }

    /// Writes an element of a list.
    fileprivate func writeElement<Part: Encodable>(_ part: Part) throws {
        let count = words.count
        try write(part)
        words.endElement(from: count, treatment)
    }

    fileprivate func put(_ word: UInt64) { words.put(word) }

    fileprivate func put(_ text: String) { words.put(text) }

    fileprivate func put(_ flag: Bool, _ row: SituationRow) { words.put(flag, row) }

    fileprivate func put(case row: SituationRow) { words.put(case: row) }

    /// Writes a field.
    ///
    /// - Parameter isOptional: Whether the field may be nil, so that it counts even if nothing is written of it.
    fileprivate func writeField(_ row: SituationRow, isOptional: Bool, _ body: () throws -> Void) rethrows {
        switch row.treatment {
        case .omitted: return
        case .presence:
            words.beginField(row)
            return
        default: break
        }
        let count = words.count
        words.beginField(row)
        let outer = treatment
        treatment = row.treatment
        try body()
        treatment = outer
        words.endField(row, from: count, isOptional: isOptional)
    }

    fileprivate func note(_ part: some Encodable, _ row: SituationRow) {
        if row.isProcessState, let state = part as? ProcessState { words.note(state) }
    }

    /// Called before a structure is written.
    fileprivate func begin(_ form: Form, _ keys: any CodingKey.Type) {
        if form.isProcess { words.beginProcess() }
        guard !form.isKnown else { return }
        form.isKnown = true
        keyTypes[form.name] = keys
    }

    /// Called when a field has a value.
    fileprivate func noteValue(of field: Form.Field, in form: Form) {
        guard !field.isKnown else { return }
        field.isKnown = true
        encodedKeys.insert("\(form.name) \(field.key)")
    }

    fileprivate func noteUnknown(_ key: String, of form: Form) { unknownKeys.insert("\(form.name) \(key)") }
}

// MARK: Parts of what is visited

extension SituationEncoder {
    /// Writes a field that is not visited.
    func write<Part: Encodable>(_ part: Part, as row: SituationRow, into words: inout SituationWords) {
        swap(&words, &self.words)
        writeField(row, isOptional: true) { encodeSurely { try write(part) } }
        swap(&words, &self.words)
    }

    /// Writes an element of a list.
    func writeElement<Part: Encodable>(
        _ part: Part,
        _ treatment: SituationTable.Treatment,
        into words: inout SituationWords
    ) {
        swap(&words, &self.words)
        self.treatment = treatment
        encodeSurely { try writeElement(part) }
        self.treatment = .kept
        swap(&words, &self.words)
    }
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
    package func encode(_ value: some FixedWidthInteger & Encodable) {
        words.put(number: Int64(truncatingIfNeeded: value), treatment, kind)
    }
    package func encode(_ value: some Encodable) throws { try write(value) }
}

// MARK: Structures and lists

/// What is known of a type that is encoded: its rows, if it is a structure.
private final class Form {
    final class Field {
        let key: String
        let row: SituationRow
        /// The form of the values of the field, once one was met.
        var child: (type: ObjectIdentifier, form: Form)?
        /// The form of the values of a case of an enumeration.
        var nested: Form?
        /// Whether a value of it was met.
        var isKnown = false

        init(_ key: String, _ row: SituationRow) {
            self.key = key
            self.row = row
        }
    }

    let name: String
    let kind: SituationWords.Kind
    var fields: [Field]
    fileprivate let isProcess: Bool
    /// Whether a structure of it was met.
    var isKnown = false
    private let table: SituationTable
    fileprivate var isContainer: Bool { if case .container = kind { true } else { false } }

    init(name: String, kind: SituationWords.Kind, _ table: SituationTable) {
        self.name = name
        self.kind = kind
        self.table = table
        isProcess = name == "AppProcess"
        fields = table.rows(of: name).map { Field($0.key, $0.row) }
    }

    convenience init(of type: Any.Type, _ table: SituationTable) {
        switch type {
        case is Instant.Type: self.init(name: "Instant", kind: .instant, table)
        case is ProcessID.Type: self.init(name: "ProcessID", kind: .reference(.process), table)
        case is SceneID.Type: self.init(name: "SceneID", kind: .reference(.scene), table)
        case is AssertionID.Type: self.init(name: "AssertionID", kind: .reference(.assertion), table)
        case is any Identifier.Type, is any Quantity.Type: self.init(name: "number", kind: .plain, table)
        default: self.init(name: Self.name(of: type), kind: .container, table)
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

    /// The field of a key: that at a position, where the type was encoded in this order before, or another one, which
    /// is moved there.
    // By position, with the form of a field's values kept in it: a search takes 15 % less time than with a dictionary
    // for each (2.46 s in place of 2.90 s for 60,000 transitions of c2-messages, when everything was encoded).
    func field(of key: String, at position: Int, in encoder: SituationEncoder) -> Field {
        if position < fields.count, fields[position].key == key { return fields[position] }
        if let index = fields.firstIndex(where: { $0.key == key }) {
            defer { if position < index { fields.swapAt(index, position) } }
            return fields[index]
        }
        encoder.noteUnknown(key, of: self)
        let word = key.utf8.reduce(0xf1e2) { $0 &* 0x100_0000_01b3 ^ UInt64($1) }
        let made = Field(key, SituationRow(key, .kept, word: word, of: name))
        fields.append(made)
        return made
    }

    /// The form of a case of an enumeration.
    func nested(_ field: Field) -> Form {
        if let known = field.nested { return known }
        let made = Form(name: "\(name).\(field.key)", kind: .container, table)
        field.nested = made
        return made
    }
}

/// Writes a structure, or a case of an enumeration.
private struct KeyedSituationWriter<Key: CodingKey>: OptionalFieldWriter {
    let encoder: SituationEncoder
    let form: Form
    private var position = 0

    init(encoder: SituationEncoder, form: Form) {
        self.encoder = encoder
        self.form = form
    }

    var codingPath: [any CodingKey] { [] }

    /// The field of a key that has a value.
    private mutating func field(_ key: Key) -> Form.Field {
        let field = place(of: key)
        encoder.noteValue(of: field, in: form)
        return field
    }

    private mutating func place(of key: Key) -> Form.Field {
        defer { position += 1 }
        return form.field(of: key.stringValue, at: position, in: encoder)
    }

    mutating func encodeNil(forKey key: Key) { _ = place(of: key) }

    mutating func encode(_ value: Bool, forKey key: Key) { encoder.put(value, field(key).row) }

    mutating func encode(_ value: String, forKey key: Key) {
        encoder.writeField(field(key).row, isOptional: true) { encoder.put(value) }
    }

    mutating func encode(_ value: some FixedWidthInteger & Encodable, forKey key: Key) {
        encoder.writeField(field(key).row, isOptional: false) { encoder.encode(value) }
    }

    mutating func encode<Part: Encodable>(_ value: Part, forKey key: Key) throws {
        try put(value, field(key), isOptional: false)
    }

    private func put<Part: Encodable>(_ value: Part, _ field: Form.Field, isOptional: Bool) throws {
        guard field.row.treatment != .omitted else { return }
        encoder.note(value, field.row)
        let form: Form
        if let child = field.child, child.type == ObjectIdentifier(Part.self) {
            form = child.form
        } else {
            form = encoder.form(of: Part.self)
            field.child = (ObjectIdentifier(Part.self), form)
        }
        try encoder.writeField(field.row, isOptional: isOptional) { try encoder.write(value, as: form) }
    }

    mutating func put(_ value: (some Encodable)?, _ key: Key) throws {
        let field = place(of: key)
        guard let value else { return }
        encoder.noteValue(of: field, in: form)
        try put(value, field, isOptional: true)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        let field = field(key)
        encoder.put(case: field.row)
        let nested = form.nested(field)
        encoder.begin(nested, type)
        return KeyedEncodingContainer(KeyedSituationWriter<Nested>(encoder: encoder, form: nested))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.put(field(key).row.word)
        return UnkeyedSituationWriter(encoder: encoder)
    }

    mutating func superEncoder() -> any Encoder { encoder }
    mutating func superEncoder(forKey key: Key) -> any Encoder {
        encoder.put(field(key).row.word)
        return encoder
    }
}

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
        encoder.begin(encoder.form, type)
        return KeyedEncodingContainer(KeyedSituationWriter<Nested>(encoder: encoder, form: encoder.form))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        count += 1
        return self
    }

    mutating func superEncoder() -> any Encoder { encoder }
}
