import LifecycleKernel
import WireFormat

/// The touches in the actions of W3C WebDriver (17.4), which clients send for taps on elements and on coordinates.
struct Touches: Sendable {
    /// Where a touch is.
    enum Place: Hashable, Sendable {
        case point(x: Double, y: Double)
        /// An offset from the middle of an element.
        case element(String, x: Double, y: Double)
    }

    /// Where touches begin and end, in order.
    private(set) var places: [Place] = []

    private static let limit = 1_000

    /// Reads the actions of a request.
    ///
    /// - Throws: `unsupported operation` for a gesture that is no touch, a key or a wheel; `invalid argument`.
    init(_ arguments: Arguments) throws(DriverError) {
        guard case .array(let sources)? = arguments["actions"] else {
            throw DriverError(.invalidArgument, "The argument 'actions' must be a list.")
        }
        for source in sources {
            let list = source["actions"]?.elements ?? []
            guard list.count <= Self.limit else {
                throw DriverError(.invalidArgument, "An input source may have at most \(Self.limit) actions.")
            }
            let isPointer = source["type"]?.text == "pointer"
            var place: Place?
            var isDown = false
            for action in list {
                switch action["type"]?.text {
                case "pause", "pointerCancel": break
                case "pointerMove" where isPointer:
                    guard !isDown else { throw Self.unsupported("a swipe") }
                    place = try Self.place(Arguments(action), from: place)
                case "pointerDown" where isPointer:
                    guard let place else {
                        throw DriverError(.invalidArgument, "A pointer must move to a point before it goes down.")
                    }
                    isDown = true
                    places.append(place)
                case "pointerUp" where isPointer: isDown = false
                case let other: throw Self.unsupported("'\(other?.prefix(bytes: 40) ?? "")'")
                }
            }
        }
    }

    private static func unsupported(_ what: String) -> DriverError {
        DriverError(
            .unsupportedOperation,
            """
            Of gestures only a tap means something for processes, not \(what). All responders of an app are on the screen at \
            once: leave the step out, and tap the responder.
            """
        )
    }

    private static func place(_ action: Arguments, from present: Place?) throws(DriverError) -> Place {
        let (x, y) = (try action.optionalNumber("x") ?? 0, try action.optionalNumber("y") ?? 0)
        if let origin = action["origin"], case .object = origin {
            let id = origin[ElementID.webKey]?.text ?? origin[ElementID.oldKey]?.text ?? origin["element"]?.text
            return .element(id ?? "", x: x, y: y)
        }
        guard try action.optionalString("origin") == "pointer", let present else { return .point(x: x, y: y) }
        return switch present {
        case .point(let oldX, let oldY): .point(x: oldX + x, y: oldY + y)
        case .element(let id, let oldX, let oldY): .element(id, x: oldX + x, y: oldY + y)
        }
    }
}

extension Call {
    /// Carries out the touches of a request, one after the other.
    func performActions() async throws -> Value {
        for place in try Touches(arguments).places {
            switch place {
            case .point(let x, let y): try await driver.touch(x: x, y: y)
            case .element(let id, let x, let y):
                if x == 0, y == 0 {
                    try await driver.touch(element: id)
                } else {
                    let middle = try await driver.place(of: id, x: nil, y: nil)
                    try await driver.touch(x: middle.x + x, y: middle.y + y)
                }
            }
        }
        return .null
    }

    /// Touches an element, or a place: on the screen, or in the element if there is one.
    ///
    /// - Parameters:
    ///   - element: The id of the element; else the arguments may name it.
    ///   - count: How often.
    /// - Throws: `invalid argument` if there is neither.
    func tap(element named: String? = nil, count: Int = 1) async throws -> Value {
        let (x, y) = (try arguments.optionalNumber("x"), try arguments.optionalNumber("y"))
        let element = try named ?? arguments.optionalString("elementId") ?? arguments.optionalString("element")
        for _ in 0..<count {
            if let element, x == nil || y == nil {
                try await driver.touch(element: element)
            } else if let x, let y {
                let place = if let element { try await driver.place(of: element, x: x, y: y) } else { (x: x, y: y) }
                try await driver.touch(x: place.x, y: place.y)
            } else {
                throw DriverError(.invalidArgument, "The command needs the arguments 'x' and 'y', or 'elementId'.")
            }
        }
        return .null
    }
}
