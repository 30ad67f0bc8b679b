import LifecycleKernel

/// Writes the words of a situation as a state is visited.
struct SituationVisitor: StateVisitor {
    private let table: SituationTable
    private var words: SituationWords
    /// The row of each field, by its structure and its place in it, once it was visited.
    private var rows = [SituationRow?](repeating: nil, count: StateStructure.allCases.count * Self.fields)
    /// The keys of these fields.
    private var names = [StaticString?](repeating: nil, count: StateStructure.allCases.count * Self.fields)
    /// The place of the next field.
    private var place = 0
    private var structure = StateStructure.device
    /// How the elements of the list are written that is visited.
    private var treatment = SituationTable.Treatment.kept
    /// The keys visited, as `Group key`.
    private(set) var keys: Set<String> = []
    private var encoder: SituationEncoder?

    /// The most fields of a structure.
    private static let fields = 32

    init(_ table: SituationTable, _ words: SituationWords) {
        self.table = table
        self.words = words
    }

    /// The situation that a device is in.
    mutating func situation(of device: Device, encodingRareParts encoder: SituationEncoder) -> Situation {
        self.encoder = encoder
        defer { self.encoder = nil }
        words.begin(at: device.now)
        visit(.device) { device.visit(by: &$0) }
        words.end(from: 0)
        return words.situation()
    }

    // MARK: Rows

    private mutating func row(_ key: StaticString) -> SituationRow {
        defer { place += 1 }
        return row(key, at: place)
    }

    private mutating func row(_ key: StaticString, at place: Int) -> SituationRow {
        let row = rows[place] ?? learn(key, at: place)
        assert(names[place]?.description == key.description, "\(structure.name) \(key) is visited in another order")
        return row
    }

    private mutating func learn(_ key: StaticString, at place: Int) -> SituationRow {
        guard let row = table.rows(of: structure.name).first(where: { $0.key == key.description })?.row else {
            preconditionFailure("\(structure.name) \(key) has no row in the table")
        }
        rows[place] = row
        names[place] = key
        keys.insert("\(structure.name) \(key)")
        return row
    }

    // MARK: Structures and lists

    private mutating func visit(_ structure: StateStructure, _ body: (inout Self) -> Void) {
        let (outer, next) = (self.structure, place)
        self.structure = structure
        place = structure.rawValue * Self.fields
        if structure == .process { words.beginProcess() }
        body(&self)
        self.structure = outer
        place = next
    }

    mutating func part(_ key: StaticString, _ structure: StateStructure, _ body: (inout Self) -> Void) {
        field(key, isOptional: false) { visitor in
            let count = visitor.words.count
            visitor.visit(structure, body)
            visitor.words.end(from: count)
        }
    }

    mutating func box(_ key: StaticString, _ structure: StateStructure, _ body: (inout Self) -> Void) {
        field(key, isOptional: false) { visitor in
            let count = visitor.words.count
            visitor.visit(structure, body)
            visitor.words.end(from: count)
            visitor.words.end(from: count)
        }
    }

    mutating func list(_ key: StaticString, _ body: (inout Self) -> Void) {
        field(key, isOptional: false) { visitor in
            let count = visitor.words.count
            body(&visitor)
            visitor.words.end(from: count)
        }
    }

    private mutating func field(_ key: StaticString, isOptional: Bool, _ body: (inout Self) -> Void) {
        let row = row(key)
        switch row.treatment {
        case .omitted: return
        case .presence:
            words.beginField(row)
            return
        default: break
        }
        let outer = treatment
        treatment = row.treatment
        let count = words.count
        words.beginField(row)
        body(&self)
        words.endField(row, from: count, isOptional: isOptional)
        treatment = outer
    }

    mutating func element(_ structure: StateStructure, _ body: (inout Self) -> Void) {
        let count = words.count
        visit(structure, body)
        words.end(from: count)
        words.endElement(from: count, treatment)
    }

    mutating func choice(_ key: StaticString, at place: Int) { words.put(case: row(key, at: self.place + place)) }

    mutating func choice(
        _ key: StaticString,
        at place: Int,
        _ structure: StateStructure,
        _ body: (inout Self) -> Void
    ) {
        choice(key, at: place)
        visit(structure, body)
    }

    // MARK: Fields

    mutating func visit(_ key: StaticString, _ flag: Bool) {
        let row = row(key)
        if flag { words.put(flag, row) }
    }

    mutating func visit(_ key: StaticString, _ number: Int64) { put(number, row(key), .plain, isOptional: false) }

    mutating func visit(_ key: StaticString, _ instant: Instant?) {
        let row = row(key)
        if let instant { put(instant.milliseconds, row, .instant, isOptional: true) }
    }

    mutating func visit(_ key: StaticString, process: ProcessID?) {
        let row = row(key)
        if let process { put(Int64(process.rawValue), row, .reference(.process), isOptional: true) }
    }

    mutating func visit(_ key: StaticString, scene: SceneID) {
        put(Int64(scene.rawValue), row(key), .reference(.scene), isOptional: false)
    }

    mutating func visit(_ key: StaticString, assertion: AssertionID) {
        put(Int64(assertion.rawValue), row(key), .reference(.assertion), isOptional: false)
    }

    private mutating func put(
        _ number: Int64,
        _ row: SituationRow,
        _ kind: SituationWords.Kind,
        isOptional: Bool
    ) {
        switch row.treatment {
        case .omitted: return
        case .presence: words.beginField(row)
        default:
            let count = words.count
            words.beginField(row)
            words.put(number: number, row.treatment, kind)
            words.endField(row, from: count, isOptional: isOptional)
        }
    }

    mutating func visit(_ key: StaticString, _ text: String) { put(text, row(key)) }

    private mutating func put(_ text: String, _ row: SituationRow) {
        switch row.treatment {
        case .omitted: return
        case .presence: words.beginField(row)
        default:
            words.beginField(row)
            words.put(text)
        }
    }

    mutating func visit(_ key: StaticString, case name: String?) {
        let row = row(key)
        guard let name, row.treatment != .omitted else { return }
        put(name, row)
        words.end(from: 0)
    }

    mutating func visit(_ key: StaticString, set: UInt16) {
        let row = row(key)
        guard row.treatment != .omitted else { return }
        words.beginField(row)
        words.put(UInt64(set))
        words.end(from: 0)
    }

    mutating func visit(_ key: StaticString, state: ProcessState) {
        words.note(state)
        visit(key, case: state.rawValue)
    }

    // MARK: Elements

    mutating func element(process: ProcessID) { put(element: Int64(process.rawValue), .reference(.process)) }

    mutating func element(scene: SceneID) { put(element: Int64(scene.rawValue), .reference(.scene)) }

    mutating func element(_ instant: Instant) { put(element: instant.milliseconds, .instant) }

    private mutating func put(element number: Int64, _ kind: SituationWords.Kind) {
        let count = words.count
        words.put(number: number, treatment, kind)
        words.endElement(from: count, treatment)
    }

    // MARK: What is encoded

    mutating func rare(_ key: StaticString, _ part: (some Encodable)?) {
        let row = row(key)
        if let part { encoder?.write(part, as: row, into: &words) }
    }

    mutating func rareElement(_ part: some Encodable) { encoder?.writeElement(part, treatment, into: &words) }
}
