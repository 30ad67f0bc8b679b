import LifecycleKernel
import WireFormat

/// The target with some fields of its own, explored as an app of its own.
public struct AppVariant: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// The fields that replace those of the app; of `behavior`, handler by handler.
    public var fields: Value

    private static let behavior = "behavior"

    /// Reads a variant: an object with `name`, and fields of an app.
    ///
    /// - Throws: What is wrong, with the path of the field.
    public init(_ value: Value, at path: String) throws(Rejection) {
        var reader = try FieldReader(value, at: path)
        name = try reader.string("name")
        fields = value.without(["name"])
        if fields["bundleID"] != nil {
            throw Rejection(.invalidValue, "A variant is of the target: it has no bundleID.", field: "\(path).bundleID")
        }
    }

    /// The app with the fields of the variant.
    func applied(to app: Value) -> Value {
        guard case .object(let members) = fields else { return app }
        return members.reduce(app) { app, member in
            guard member.name == Self.behavior, case .object(let handlers) = member.value else {
                return app.setting(member.name, to: member.value)
            }
            let behavior = handlers.reduce(app[Self.behavior] ?? .object([])) { $0.setting($1.name, to: $1.value) }
            return app.setting(Self.behavior, to: behavior)
        }
    }
}

extension Exploration {
    /// The target, as it is given.
    var targetApp: Value { apps.first { $0["bundleID"] == .string(target.rawValue) } ?? .object([]) }

    /// The exploration of a variant.
    func exploring(_ variant: AppVariant) -> Exploration {
        var exploration = self
        exploration.name += "-" + variant.name
        exploration.apps = apps.map { app in
            app["bundleID"] == .string(target.rawValue) ? variant.applied(to: app) : app
        }
        exploration.variants = []
        return exploration
    }
}
