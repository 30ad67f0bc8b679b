import LifecycleKernel

/// The descriptors of all cases of an enum.
struct CaseTable<Subject: Sendable>: Sendable {
    let rows: [CaseDescriptor<Subject>]
    private let rowsByName: [ExactText: CaseDescriptor<Subject>]

    /// Makes a table of rows whose names differ.
    init(_ rows: [CaseDescriptor<Subject>]) {
        self.rows = rows
        rowsByName = Dictionary(uniqueKeysWithValues: rows.map { (ExactText($0.name), $0) })
    }

    /// The descriptor of a name; nil where no case has it.
    subscript(name: String) -> CaseDescriptor<Subject>? { rowsByName[ExactText(name)] }

    /// The descriptions of all cases, for the interface.
    var descriptions: [InputDescription] { rows.map { InputDescription($0) } }

    /// The descriptor of the case that something is of.
    func row(of subject: Subject) -> CaseDescriptor<Subject> {
        // By index: a loop over the rows would copy each of them, which took 4 % of a POST.
        for index in rows.indices where rows[index].matches(subject) { return rows[index] }
        preconditionFailure("no descriptor for \(subject)")
    }
}

/// A description of an event or action: its name, meaning and fields, for the description of the interface.
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
