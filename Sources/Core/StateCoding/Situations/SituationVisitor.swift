import LifecycleKernel

/// Visits states and writes the words of their situations.
struct SituationVisitor {
    private var state = StateFields()
    private var writer: SituationFieldWriter
    /// The keys visited, as `Group key`.
    var keys: Set<String> {
        Set(state.keys.enumerated().compactMap { place, key in key.map { StateFields.name(of: $0, at: place) } })
    }

    init(_ table: SituationTable, _ words: SituationWords) { writer = SituationFieldWriter(table, words) }

    mutating func situation(of device: Device, encodingRareParts encoder: SituationEncoder) -> Situation {
        state.begin()
        device.visit(by: &state)
        return writer.situation(of: state, from: device, encodingRareParts: encoder)
    }
}

extension StateFields {
    fileprivate static func name(of key: StaticString, at place: Int) -> String {
        "\(structure(at: place).name) \(key)"
    }
}

/// Writes the words of a situation of the fields that a state is visited as.
// Apart from the list of fields, which is only read here: kept together in one structure, the list would be retained and
// released with each field.
private struct SituationFieldWriter {
    private let table: SituationTable
    private var words: SituationWords
    /// The row of each field, by its place in `StateFields.keys`, once it was visited.
    private var rows = [SituationRow?](repeating: nil, count: StateStructure.allCases.count * StateFields.most)

    init(_ table: SituationTable, _ words: SituationWords) {
        self.table = table
        self.words = words
    }

    mutating func situation(
        of state: StateFields,
        from device: Device,
        encodingRareParts encoder: SituationEncoder
    ) -> Situation {
        words.begin(device)
        write(0..<state.fields.count, of: state, as: .kept, encoder)
        words.end(from: 0)
        return words.situation()
    }

    // MARK: Rows

    private mutating func row(at place: UInt16, of state: StateFields) -> SituationRow {
        rows[Int(place)] ?? learn(Int(place), of: state)
    }

    private mutating func learn(_ place: Int, of state: StateFields) -> SituationRow {
        let known = table.rows(of: StateFields.structure(at: place).name)
        guard let key = state.keys[place], let row = known.first(where: { $0.key == key.description })?.row else {
            preconditionFailure("the field at \(place) has no row in the table")
        }
        rows[place] = row
        return row
    }

    // MARK: Fields

    /// Writes fields.
    ///
    /// - Parameter treatment: How those are written that are elements of a list.
    private mutating func write(
        _ range: Range<Int>,
        of state: StateFields,
        as treatment: SituationTable.Treatment,
        _ encoder: SituationEncoder
    ) {
        var index = range.lowerBound
        while index < range.upperBound {
            let field = state.fields[index]
            index += 1
            switch field.kind {
            case .flag: words.put(true, row(at: field.place, of: state))
            case .optionalNumber: put(field.value, row(at: field.place, of: state), .plain, isOptional: true)
            case .number: put(field.value, row(at: field.place, of: state), .plain, isOptional: false)
            case .instant: put(field.value, row(at: field.place, of: state), .instant, isOptional: true)
            case .process: put(field.value, row(at: field.place, of: state), .reference(.process), isOptional: true)
            case .scene: put(field.value, row(at: field.place, of: state), .reference(.scene), isOptional: false)
            case .assertion:
                put(field.value, row(at: field.place, of: state), .reference(.assertion), isOptional: false)
            case .text: put(state.texts[Int(field.value)], row(at: field.place, of: state))
            case .caseName: put(case: state.texts[Int(field.value)], row(at: field.place, of: state))
            case .caseSet: put(set: UInt64(field.value), row(at: field.place, of: state))
            case .processState:
                let process = ProcessState.allCases[Int(field.value)]
                words.note(process)
                put(case: process.rawValue, row(at: field.place, of: state))
            case .choice: words.put(case: row(at: field.place, of: state))
            case .part, .list:
                write(row(at: field.place, of: state), index..<Int(field.value), of: state, encoder)
                index = Int(field.value)
            case .optionalPart:
                write(row(at: field.place, of: state), index..<Int(field.value), of: state, isOptional: true, encoder)
                index = Int(field.value)
            case .box:
                write(row(at: field.place, of: state), index..<Int(field.value), of: state, isBox: true, encoder)
                index = Int(field.value)
            case .processBegin: words.beginProcess()
            case .element:
                let count = words.count
                write(index..<Int(field.value), of: state, as: treatment, encoder)
                words.end(from: count)
                words.endElement(from: count, treatment)
                index = Int(field.value)
            case .instantElement: put(element: field.value, .instant, treatment)
            case .processNumber: put(element: field.value, .reference(.process), treatment)
            case .sceneNumber: put(element: field.value, .reference(.scene), treatment)
            case .rare:
                let part: any Encodable = state.rare[Int(field.value)]
                encoder.write(part, as: row(at: field.place, of: state), into: &words)
            case .rareElement:
                let part: any Encodable = state.rare[Int(field.value)]
                encoder.writeElement(part, treatment, into: &words)
            }
        }
    }

    /// Writes a field that is a structure or a list.
    private mutating func write(
        _ row: SituationRow,
        _ range: Range<Int>,
        of state: StateFields,
        isOptional: Bool = false,
        isBox: Bool = false,
        _ encoder: SituationEncoder
    ) {
        switch row.treatment {
        case .omitted: return
        case .presence:
            words.beginField(row)
            return
        default: break
        }
        let count = words.count
        words.beginField(row)
        write(range, of: state, as: row.treatment, encoder)
        words.end(from: count + 1)
        if isBox { words.end(from: count + 1) }
        words.endField(row, from: count, isOptional: isOptional)
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

    private mutating func put(_ text: String, _ row: SituationRow) {
        switch row.treatment {
        case .omitted: return
        case .presence: words.beginField(row)
        default:
            words.beginField(row)
            words.put(text)
        }
    }

    private mutating func put(case name: String, _ row: SituationRow) {
        guard row.treatment != .omitted else { return }
        put(name, row)
        words.end(from: 0)
    }

    private mutating func put(set: UInt64, _ row: SituationRow) {
        guard row.treatment != .omitted else { return }
        words.beginField(row)
        words.put(set)
        words.end(from: 0)
    }

    private mutating func put(
        element number: Int64,
        _ kind: SituationWords.Kind,
        _ treatment: SituationTable.Treatment
    ) {
        let count = words.count
        words.put(number: number, treatment, kind)
        words.endElement(from: count, treatment)
    }
}
