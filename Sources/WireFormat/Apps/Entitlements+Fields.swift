import LifecycleKernel

extension Entitlements {
    /// Reads entitlements. Those that the model does not use are kept.
    ///
    /// - Throws: `invalid-value` when one that the model uses is no boolean.
    package init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        guard value.isBounded else {
            throw Rejection(
                .invalidValue,
                "Entitlements are made of at most \(FieldReader.maximumNodes) values, nested at most "
                    + "\(FieldReader.maximumDepth) deep, their numbers finite.",
                field: path.isEmpty ? nil : path
            )
        }
        for name in Self.used { _ = try fields.bool(name, orElse: false) }
        self.init(source: value)
    }
}
