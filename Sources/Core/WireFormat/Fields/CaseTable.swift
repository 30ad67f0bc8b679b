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
    package let name: String
    /// What it means, as a sentence.
    package let summary: String
    package let fields: [FieldDescription]
    /// Why an exploration does not try it by itself; nil where it does.
    package let untriedBecause: String?

    init(_ row: CaseDescriptor<some Sendable>) {
        name = row.name
        summary = row.summary
        fields = row.fields
        untriedBecause = row.untriedBecause
    }
}

/// Describes how one case of an enum is read and written: its name, its meaning and its fields. The only place that does.
struct CaseDescriptor<Subject: Sendable>: Sendable {
    /// The name of the case in the interface.
    let name: String
    /// What it means, as a sentence.
    let summary: String
    /// Its own fields, in the order in which they are read.
    let fields: [FieldDescription]
    let read: @Sendable (inout FieldReader) throws(Rejection) -> Subject
    /// Whether something is of this case.
    let matches: @Sendable (Subject) -> Bool
    /// Writes its fields, of something that is of this case.
    let write: @Sendable (Subject, FieldOutput) -> Void
    /// Why an exploration does not try it by itself; nil where it does.
    private(set) var untriedBecause: String?
}

extension CaseDescriptor {
    /// The same, which an exploration does not try by itself.
    func untried(because reason: String) -> Self {
        var row = self
        row.untriedBecause = reason
        return row
    }
}

extension CaseDescriptor {
    /// Describes a case without fields.
    init(_ name: String, _ summary: String, _ subject: Subject) where Subject: Equatable {
        self.init(
            name: name,
            summary: summary,
            fields: [],
            read: { _ in subject },
            matches: { $0 == subject },
            write: { _, _ in }
        )
    }

    /// Describes a case with one field, or with several that are read and written together.
    ///
    /// - Parameters:
    ///   - make: Makes something of this case.
    ///   - content: What something holds that is of this case; nil for every other.
    init<A>(
        _ name: String,
        _ summary: String,
        _ a: Fields<A>,
        make: @escaping @Sendable (A) -> Subject,
        content: @escaping @Sendable (Subject) -> A?
    ) {
        self.init(
            name: name,
            summary: summary,
            fields: a.descriptions,
            read: { fields throws(Rejection) in make(try a.read(&fields)) },
            matches: { content($0) != nil },
            write: { subject, output in
                if let content = content(subject) { a.write(content, output) }
            }
        )
    }

    /// Describes a case with two fields.
    init<A, B>(
        _ name: String,
        _ summary: String,
        _ a: Fields<A>,
        _ b: Fields<B>,
        make: @escaping @Sendable (A, B) -> Subject,
        content: @escaping @Sendable (Subject) -> (A, B)?
    ) {
        self.init(name, summary, .all(a, b), make: { make($0.0, $0.1) }, content: content)
    }

    /// Describes a case with three fields.
    init<A, B, C>(
        _ name: String,
        _ summary: String,
        _ a: Fields<A>,
        _ b: Fields<B>,
        _ c: Fields<C>,
        make: @escaping @Sendable (A, B, C) -> Subject,
        content: @escaping @Sendable (Subject) -> (A, B, C)?
    ) {
        self.init(name, summary, .all(a, b, c), make: { make($0.0, $0.1, $0.2) }, content: content)
    }

    /// Describes a case with four fields.
    init<A, B, C, D>(
        _ name: String,
        _ summary: String,
        _ a: Fields<A>,
        _ b: Fields<B>,
        _ c: Fields<C>,
        _ d: Fields<D>,
        make: @escaping @Sendable (A, B, C, D) -> Subject,
        content: @escaping @Sendable (Subject) -> (A, B, C, D)?
    ) {
        self.init(name, summary, .all(a, b, c, d), make: { make($0.0, $0.1, $0.2, $0.3) }, content: content)
    }
}
