import LifecycleKernel

/// Describes how one case of an enum is read and written: its name, its meaning and its fields. The only place that does.
struct CaseDescriptor<Subject: Sendable>: Sendable {
    /// The name of the case in the interface.
    let name: String
    /// What it means, as a sentence.
    let summary: String
    /// Its own fields, in the order in which they are read.
    let fields: [FieldDescription]
    /// Reads its fields.
    let read: @Sendable (inout FieldReader) throws(Rejection) -> Subject
    /// Whether something is of this case.
    let matches: @Sendable (Subject) -> Bool
    /// Writes its fields, of something that is of this case.
    let write: @Sendable (Subject, FieldOutput) -> Void
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
        self.init(
            name: name,
            summary: summary,
            fields: a.descriptions + b.descriptions,
            read: { fields throws(Rejection) in make(try a.read(&fields), try b.read(&fields)) },
            matches: { content($0) != nil },
            write: { subject, output in
                guard let content = content(subject) else { return }
                a.write(content.0, output)
                b.write(content.1, output)
            }
        )
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
        self.init(
            name: name,
            summary: summary,
            fields: a.descriptions + b.descriptions + c.descriptions,
            read: { fields throws(Rejection) in make(try a.read(&fields), try b.read(&fields), try c.read(&fields)) },
            matches: { content($0) != nil },
            write: { subject, output in
                guard let content = content(subject) else { return }
                a.write(content.0, output)
                b.write(content.1, output)
                c.write(content.2, output)
            }
        )
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
        self.init(
            name: name,
            summary: summary,
            fields: a.descriptions + b.descriptions + c.descriptions + d.descriptions,
            read: { fields throws(Rejection) in
                make(try a.read(&fields), try b.read(&fields), try c.read(&fields), try d.read(&fields))
            },
            matches: { content($0) != nil },
            write: { subject, output in
                guard let content = content(subject) else { return }
                a.write(content.0, output)
                b.write(content.1, output)
                c.write(content.2, output)
                d.write(content.3, output)
            }
        )
    }
}
