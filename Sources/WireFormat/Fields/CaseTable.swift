import LifecycleKernel

/// The descriptors of all cases of an enum.
struct CaseTable<Subject: Sendable>: Sendable {
    let rows: [CaseDescriptor<Subject>]
    private let rowsByName: [String: CaseDescriptor<Subject>]

    /// Makes a table of rows whose names differ.
    init(_ rows: [CaseDescriptor<Subject>]) {
        self.rows = rows
        rowsByName = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0) })
    }

    /// The descriptor of a name; nil where no case has it.
    subscript(name: String) -> CaseDescriptor<Subject>? { rowsByName[name] }

    /// What there is to know outside of each case.
    var descriptions: [InputDescription] { rows.map { InputDescription($0) } }

    /// The descriptor of the case that something is of.
    func row(of subject: Subject) -> CaseDescriptor<Subject> {
        // By index: a loop over the rows would copy each of them, which took 4 % of a POST.
        for index in rows.indices where rows[index].matches(subject) { return rows[index] }
        preconditionFailure("no descriptor for \(subject)")
    }
}

/// Something that comes in under one of several names, with fields of its own: for those who describe the interface.
package struct InputDescription: Sendable {
    /// The name.
    package let name: String
    /// What it means, as a sentence.
    package let summary: String
    /// Its own fields.
    package let fields: [FieldDescription]

    init(_ row: CaseDescriptor<some Sendable>) {
        name = row.name
        summary = row.summary
        fields = row.fields
    }
}
