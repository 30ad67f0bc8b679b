// What the abstract state of a device consists of, and how it is made. Each type of the state has `fields(_:)` beside it, which
// says of each of its fields how it counts; a test fails on one that is not mentioned.

/// A part of a device's state that says how each of its fields counts towards the abstract state.
///
/// A field is ignored for one of these reasons, and a comment beside it says which:
/// - no input of a search changes it: a search sends events and lets apps act, and installs nothing;
/// - only records, reports and explanations read it, no decision of the kernel and no property of a user;
/// - it only makes numbers that count by their order. If inputs name such numbers, the field counts.
protocol StateFields {
    /// Visits every field.
    func fields(_ f: inout FieldVisitor)
}

/// Visits the fields of a state and writes them as words. The hash of these words is the abstract state.
///
/// If two states differ in something that counts, their words differ: each field writes its words at the same place,
/// and its first words say how many follow.
// A concrete type in the module of the types that it visits, so that the compiler specializes what is generic: a search makes
// some hundred thousand abstract states a second.
struct FieldVisitor {
    let options: AbstractStateOptions
    /// The instant of the state, relative to which instants count.
    private(set) var now: Instant = .earliest
    /// How long the device has slept. Its uptime clock does not count this time.
    private(set) var slept: Milliseconds = 0
    /// How far in the past something must be, under the rules of the state, for its age to make no difference.
    private(set) var bounds: Bounds
    /// The profile that the bounds follow from.
    private var profile: RuleProfile
    private var words: [UInt64] = []
    /// The words that stand for numbers, which are replaced by their order at the end.
    private var ordinals: [OrdinalWord] = []
    private let observer: FieldObserver?

    /// The app whose fields are being visited, as a hash of its identifier.
    private var app: UInt64 = 0
    /// The process whose fields are being visited.
    private var process: UInt64 = 0

    private struct OrdinalWord {
        var kind: Numbered
        var owner: UInt64
        var number: Int64
        var index: Int

        /// Whether the other number is of the same kind and owner. Only such numbers are compared.
        func isNumbered(with other: OrdinalWord) -> Bool { kind == other.kind && owner == other.owner }
    }

    /// Things whose numbers count by their order among those of their kind. Each app numbers its scenes, and each process its
    /// assertions.
    enum Numbered: UInt16 {
        case process = 1
        case scene, assertion, callback, push, liveActivity, transfer, visit, pastDate
    }

    /// Makes a visitor for devices whose rules have the same overrides.
    init(rules: Rulebook, options: AbstractStateOptions, observer: FieldObserver?) {
        self.options = options
        self.observer = observer
        profile = rules.profile
        bounds = Bounds(rules, options)
        words.reserveCapacity(1_024)
    }

    /// The abstract state of a device.
    mutating func state(of device: Device) -> AbstractState {
        words.removeAll(keepingCapacity: true)
        ordinals.removeAll(keepingCapacity: true)
        now = device.now
        slept = device.system.slept
        if device.rulebook.profile != profile {
            profile = device.rulebook.profile
            bounds = Bounds(device.rulebook, options)
        }
        for instant in options.instants { put(instant > now ? untilInstant(instant) : 0) }
        write(device)
        replaceOrdinals()
        return AbstractState(hashOf: words)
    }

    private mutating func replaceOrdinals() {
        guard !ordinals.isEmpty else { return }
        ordinals.sort { ($0.kind.rawValue, $0.owner, $0.number) < ($1.kind.rawValue, $1.owner, $1.number) }
        var rank: UInt64 = 0
        for index in ordinals.indices {
            let ordinal = ordinals[index]
            if index == 0 || !ordinals[index - 1].isNumbered(with: ordinal) {
                rank = 1
            } else if ordinals[index - 1].number != ordinal.number {
                rank += 1
            }
            words[ordinal.index] = rank
        }
    }

    // MARK: Fields

    /// Visits a field that counts as its type says.
    mutating func field(_ key: StaticString, _ value: some StateFields) {
        if visits(key) { write(value) }
    }

    /// Visits the name of a case.
    mutating func field<Name: RawRepresentable>(_ key: StaticString, _ name: Name) where Name.RawValue == String {
        if visits(key) { write(name) }
    }

    /// Visits the name of a case, if there is one.
    mutating func field<Name: RawRepresentable>(_ key: StaticString, _ name: Name?) where Name.RawValue == String {
        guard visits(key) else { return }
        if let name { write(name) } else { put(0) }
    }

    /// Visits an instant in the past. What counts is how long ago it was.
    ///
    /// - Parameter bound: A longer time makes no difference.
    mutating func field(_ key: StaticString, elapsedSince instant: Instant?, atMost bound: Milliseconds) {
        guard visits(key) else { return }
        guard let instant else { return put(0) }
        put(1)
        write(min(now - instant, bound))
    }

    /// Visits an instant for which something waits. An instant that is still to come counts relative to now. Of instants
    /// that have passed, only the order counts.
    mutating func field(_ key: StaticString, due instant: Instant?) {
        guard visits(key) else { return }
        guard let instant else { return put(0) }
        if instant > now {
            put(1)
            write(instant)
        } else {
            put(2)
            write(ordinal: instant.milliseconds, of: .pastDate)
        }
    }

    /// Visits the number of something, which counts by its order; 0 or nil is none.
    mutating func field(_ key: StaticString, ordinal number: Int64?, of kind: Numbered) {
        if visits(key) { write(ordinal: number ?? 0, of: kind) }
    }

    /// Visits a record, which counts by its order among those of a kind.
    mutating func field(_ key: StaticString, ordinal record: SequenceNumber?, of kind: Numbered) {
        if visits(key) { write(ordinal: record ?? 0, of: kind) }
    }

    /// Visits the last number that was given to a thing of a kind. It counts if inputs name such numbers.
    mutating func field(_ key: StaticString, last number: some Identifier, of kind: Numbered) {
        if visits(key), options.named.contains(kind) { put(UInt64(truncatingIfNeeded: number.rawValue)) }
    }

    /// Mentions a field that does not count.
    mutating func ignore(_ key: StaticString) { _ = visits(key) }

    private func visits(_ key: StaticString) -> Bool {
        guard let observer else { return true }
        return observer.visits(key)
    }

    // MARK: Values

    /// Writes a value without a key: an element of a list, or the value of a case.
    mutating func write<Part: StateFields>(_ part: Part) {
        guard let observer else { return part.fields(&self) }
        observer.begin(part)
        part.fields(&self)
        observer.end()
    }

    /// Writes the name of a case.
    mutating func write<Name: RawRepresentable>(_ name: Name) where Name.RawValue == String { put(text: name.rawValue) }

    /// Writes the name of a case whose values follow.
    mutating func choice(_ name: StaticString) {
        name.withUTF8Buffer { put(bytes: $0) }
    }

    /// Writes a number that counts by its order; 0 is none.
    mutating func write(ordinal number: Int64, of kind: Numbered) {
        guard number != 0 else { return put(0) }
        guard !options.named.contains(kind) else { return put(UInt64(bitPattern: number)) }
        ordinals.append(OrdinalWord(kind: kind, owner: owner(of: kind), number: number, index: words.count))
        // A placeholder. Later replaced by the place in the order, which is not 0 either.
        put(1)
    }

    mutating func write(ordinal record: SequenceNumber, of kind: Numbered) {
        write(ordinal: Int64(bitPattern: record.rawValue), of: kind)
    }

    /// Enters an app. The scenes visited next are numbered within it.
    mutating func enter(_ bundleID: BundleID) {
        var text = bundleID.rawValue
        app = text.withUTF8 { $0.reduce(1) { StateHash.fold($0, UInt64($1)) } }
    }

    /// Enters a process. The assertions visited next are numbered within it.
    mutating func enter(_ pid: ProcessID) { process = UInt64(truncatingIfNeeded: pid.rawValue) }

    /// The owner of numbers of a kind: the app or process within which they are given; 0 for the device.
    private func owner(of kind: Numbered) -> UInt64 {
        switch kind {
        case .scene: app
        case .assertion: process
        default: 0
        }
    }

    /// Writes a list of the elements that fit.
    mutating func write<Elements: Collection>(_ elements: Elements, where fits: (Elements.Element) -> Bool)
    where Elements.Element: StateFields {
        for element in elements where fits(element) {
            put(1)
            write(element)
        }
        put(0)
    }

    /// Writes what a body writes, or a single 0 if all of that is 0: a blank structure counts like one that was never
    /// made.
    mutating func writeUnlessBlank(_ body: (inout Self) -> Void) {
        let start = words.count
        put(1)
        body(&self)
        for index in start + 1..<words.count where words[index] != 0 { return }
        words.removeLast(words.count - start)
        put(0)
    }

    mutating func put(_ word: UInt64) { words.append(word) }

    mutating func put(text: String) {
        var text = text
        text.withUTF8 { put(bytes: $0) }
    }

    private mutating func put(bytes: UnsafeBufferPointer<UInt8>) {
        // Not 0, which stands for nil.
        put(UInt64(bytes.count) + 1)
        var word: UInt64 = 0
        for index in bytes.indices {
            word = word << 8 | UInt64(bytes[index])
            if index & 7 == 7 {
                put(word)
                word = 0
            }
        }
        if bytes.count & 7 > 0 { put(word) }
    }

    /// The time until an instant, negative for one that has passed.
    fileprivate func untilInstant(_ instant: Instant) -> UInt64 {
        UInt64(bitPattern: min(instant - now, Self.horizon).count)
    }

    /// How far ahead an instant counts. It is longer than any sequence of a search, which has at most 256 inputs and
    /// lets at most a day pass with each.
    private static let horizon = Milliseconds.days(366)

    // MARK: Bounds

    /// The bounds beyond which it no longer matters how long ago something was.
    struct Bounds {
        /// The beginning of a handler: the longest limit that depends on it. It needs a bound, since a handler may
        /// never return.
        let handler: Milliseconds
        /// The animation on leaving the screen.
        let homeTransition: Milliseconds
        /// An exit after long idleness.
        let longIdleExit: Milliseconds
        /// The window of the limit on the processor.
        let processorWindow: Milliseconds
        /// For what has no bound.
        let forEver = Milliseconds(.max)

        /// The rules that look at how long ago a handler began.
        private static let handlerLimits: [RuleKey] = [
            .launchLimitSeconds, .backgroundLaunchLimitSeconds, .sceneUpdateLimitSeconds,
            .backgroundSceneUpdateLimitSeconds, .didEnterBackgroundLimitSeconds, .willTerminateLimitSeconds,
            .documentedDidEnterBackgroundSeconds,
            .slowResignActiveSeconds, .notificationServiceLimitSeconds, .notificationServiceExpirationSeconds,
        ]

        init(_ rules: Rulebook, _ options: AbstractStateOptions) {
            func length(_ key: RuleKey) -> Milliseconds { rules.length(of: key) ?? 0 }
            handler = Self.handlerLimits.reduce(options.handlerTime) { max($0, length($1)) } + 1
            homeTransition = length(.homeTransitionSeconds)
            longIdleExit = max(1, length(.longIdleExitSeconds))
            processorWindow = max(1, length(.backgroundProcessorWindowSeconds))
        }
    }
}

// MARK: Values that most types have

extension Bool: StateFields {
    func fields(_ f: inout FieldVisitor) { f.put(self ? 1 : 0) }
}

extension Int: StateFields {
    func fields(_ f: inout FieldVisitor) { f.put(UInt64(bitPattern: Int64(self))) }
}

extension Int64: StateFields {
    func fields(_ f: inout FieldVisitor) { f.put(UInt64(bitPattern: self)) }
}

extension String: StateFields {
    func fields(_ f: inout FieldVisitor) { f.put(text: self) }
}

extension Milliseconds: StateFields {
    func fields(_ f: inout FieldVisitor) { f.write(count) }
}

extension ByteCount: StateFields {
    func fields(_ f: inout FieldVisitor) { f.write(count) }
}

extension Instant: StateFields {
    /// Instants count relative to now.
    func fields(_ f: inout FieldVisitor) { f.put(f.untilInstant(self)) }
}

extension ProcessID: StateFields {
    func fields(_ f: inout FieldVisitor) { f.write(ordinal: Int64(rawValue), of: .process) }
}

extension SceneID: StateFields {
    func fields(_ f: inout FieldVisitor) { f.write(ordinal: Int64(rawValue), of: .scene) }
}

extension AssertionID: StateFields {
    func fields(_ f: inout FieldVisitor) { f.write(ordinal: Int64(rawValue), of: .assertion) }
}

extension Optional: StateFields where Wrapped: StateFields {
    func fields(_ f: inout FieldVisitor) {
        guard let self else { return f.put(0) }
        f.put(1)
        f.write(self)
    }
}

extension Array: StateFields where Element: StateFields {
    func fields(_ f: inout FieldVisitor) { f.write(self) { _ in true } }
}

extension TinyArray: StateFields where Element: StateFields {
    func fields(_ f: inout FieldVisitor) { f.write(self) { _ in true } }
}

extension Box: StateFields where Value: StateFields {
    func fields(_ f: inout FieldVisitor) { f.write(value) }
}

extension LazyBox: StateFields where Value: StateFields {
    func fields(_ f: inout FieldVisitor) {
        if isBlank { return f.put(0) }
        f.writeUnlessBlank { $0.write(value) }
    }
}

extension CaseSet: StateFields {
    func fields(_ f: inout FieldVisitor) { f.put(UInt64(truncatingIfNeeded: rawValue)) }
}

extension Value: StateFields {
    func fields(_ f: inout FieldVisitor) {
        switch self {
        case .null: f.put(1)
        case .bool(let flag): f.put(flag ? 3 : 2)
        case .integer(let number):
            f.put(4)
            f.write(number)
        case .number(let number):
            f.put(5)
            f.put(number.bitPattern)
        case .string(let text):
            f.put(6)
            f.put(text: text)
        case .array(let elements):
            f.put(7)
            f.write(elements)
        case .object(let members):
            f.put(8)
            f.write(members)
        }
    }
}

extension Value.Member: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("name", name)
        f.field("value", value)
    }
}
