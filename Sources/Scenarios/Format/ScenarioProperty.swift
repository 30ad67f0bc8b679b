import LifecycleKernel
import WireFormat

/// A property that is checked over all steps of a scenario.
public struct ScenarioProperty: Hashable, Sendable {
    /// The property.
    public var property: OwnProperty
    /// Whether the scenario passes only if the property is broken.
    public var isExpectedBroken: Bool

    /// Makes a property of a scenario.
    public init(_ property: OwnProperty, isExpectedBroken: Bool = false) {
        self.property = property
        self.isExpectedBroken = isExpectedBroken
    }
}

extension ScenarioProperty {
    private enum Expectation: String, CaseIterable {
        case holds, broken
    }

    /// Reads a property and what is expected of it.
    ///
    /// - Throws: What is wrong, with the path of the field.
    init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        property = try OwnProperty(reading: &fields)
        isExpectedBroken = try fields.choice("expect", orElse: Expectation.holds) == .broken
        try fields.finish()
    }
}
