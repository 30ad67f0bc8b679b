import LifecycleKernel

/// The words in which only what counts of a state is left, while they are written.
struct SituationWords {
    let options: SituationOptions
    /// The profile that `bounds` follow from.
    private var profile: RuleProfile
    private var bounds: Bounds
    private(set) var words: [UInt64] = []
    /// The words that stand for numbers, which are replaced by their order at the end.
    private var references: [ReferenceWord] = []
    private var now: Int64 = 0
    private var isLaunching = false
    private var state = ProcessState.notRunning
    /// Where the last word with the treatment `used` is.
    private var usedIndex = 0
    private var settledAt: Int64 = 0
    private var isWindowOver = false
    /// Whether the element of a list that is being written does not count.
    private var isElementLeftOut = false

    private static let end: UInt64 = 0xe0d0_0000_0000_0000
    private static let blank: UInt64 = 0xb1a0_0000_0000_0000

    /// In milliseconds, how far ahead an instant may be before it makes no difference any more: longer than any sequence of
    /// a search, which has at most 256 inputs and lets at most a day pass with each.
    private static let horizon: Int64 = 366 * 86_400_000

    /// How long ago something may be before it makes no difference any more, in milliseconds.
    private struct Bounds {
        let handler: Int64
        let homeTransition: Int64
        let longIdleExit: Int64
        let memoryWarning: Int64
        /// How long a window of the limit on the processor is.
        let processorWindow: Int64

        /// The rules that look at how long ago a handler began.
        private static let handlerLimits: [RuleKey] = [
            .launchLimitSeconds, .sceneUpdateLimitSeconds, .didEnterBackgroundLimitSeconds, .willTerminateLimitSeconds,
            .documentedDidEnterBackgroundSeconds, .slowResignActiveSeconds, .notificationServiceLimitSeconds,
            .notificationServiceExpirationSeconds,
        ]

        init(_ rules: Rulebook, _ options: SituationOptions) {
            func length(_ key: RuleKey) -> Milliseconds { rules.length(of: key) ?? 0 }
            handler = Self.handlerLimits.reduce(options.handlerTime) { max($0, length($1)) }.count + 1
            homeTransition = length(.homeTransitionSeconds).count
            longIdleExit = max(1, length(.longIdleExitSeconds).count)
            memoryWarning = Device.memoryWarningRest.count
            processorWindow = max(1, length(.backgroundProcessorWindowSeconds).count)
        }

        func of(_ bound: SituationTable.Bound) -> Int64 {
            switch bound {
            case .handler: handler
            case .homeTransition: homeTransition
            case .longIdleExit: longIdleExit
            case .memoryWarning: memoryWarning
            }
        }
    }

    private struct ReferenceWord {
        var kind: SituationTable.Reference
        var value: Int64
        var index: Int
    }

    /// What a single number is by its type.
    enum Kind {
        case plain, container, instant
        case reference(SituationTable.Reference)
    }

    /// Makes words for devices whose rules have the same overrides.
    init(rules: Rulebook, options: SituationOptions) {
        profile = rules.profile
        bounds = Bounds(rules, options)
        self.options = options
        words.reserveCapacity(1_024)
    }

    /// Forgets what was written, for the state that a device is in.
    mutating func begin(_ device: Device) {
        words.removeAll(keepingCapacity: true)
        references.removeAll(keepingCapacity: true)
        now = device.now.milliseconds
        if device.rulebook.profile != profile {
            profile = device.rulebook.profile
            bounds = Bounds(device.rulebook, options)
        }
        for instant in options.instants where instant > device.now {
            words.append(untilInstant(instant.milliseconds))
        }
    }

    // MARK: Hashing

    mutating func situation() -> Situation {
        replaceReferences()
        var first: UInt64 = 0x9e37_79b9_7f4a_7c15
        var second: UInt64 = 0xc2b2_ae3d_27d4_eb4f
        for word in words {
            first = StateHash.fold(first, word)
            second = StateHash.fold(second, word &+ 0x1656_67b1_9e37_79f9)
        }
        return Situation(first, second)
    }

    private mutating func replaceReferences() {
        guard !references.isEmpty else { return }
        references.sort { ($0.kind.rawValue, $0.value) < ($1.kind.rawValue, $1.value) }
        var rank: UInt64 = 0
        for index in references.indices {
            let reference = references[index]
            if index == 0 || references[index - 1].kind != reference.kind {
                rank = 1
            } else if references[index - 1].value != reference.value {
                rank += 1
            }
            words[reference.index] = rank
        }
    }

    // MARK: Structures and lists

    var count: Int { words.count }

    /// Writes the end of a structure or a list that began at a count of words, if something was written of it.
    mutating func end(from count: Int) { if words.count > count { words.append(Self.end) } }

    /// Called when an element of a list was written, which counts even if nothing is written of it.
    mutating func endElement(from count: Int, _ treatment: SituationTable.Treatment) {
        if isElementLeftOut {
            words.removeLast(words.count - count)
            isElementLeftOut = false
        } else if words.count == count {
            switch treatment {
            case .withinAnHour, .elementsThatCount: return
            default: words.append(Self.blank)
            }
        }
    }

    /// Writes the beginning of a field.
    mutating func beginField(_ row: SituationRow) { words.append(row.word) }

    /// Called when a field was written that began at a count of words: without anything in it, it does not count.
    ///
    /// - Parameter isOptional: Whether the field may be nil, so that it counts even if nothing is written of it.
    mutating func endField(_ row: SituationRow, from count: Int, isOptional: Bool) {
        guard words.count == count + 1 else { return }
        // A pattern, which is faster than `==`.
        if isOptional, case .kept = row.treatment { return }
        words.removeLast()
    }

    /// Writes a case of an enumeration that has no number and no text.
    mutating func put(case row: SituationRow) {
        words.append(row.word)
        if case .idleness = row.treatment, !options.countsIdleness { isElementLeftOut = true }
    }

    mutating func put(_ flag: Bool, _ row: SituationRow) {
        guard flag else { return }
        if row.isLaunchFlag { isLaunching = true }
        switch row.treatment {
        case .omitted: return
        case .idleness where !options.countsIdleness: return
        default: words.append(row.word)
        }
    }

    /// Called before a process is written.
    mutating func beginProcess() { (isLaunching, state) = (false, .notRunning) }

    /// Called when the state of a process is written.
    mutating func note(_ state: ProcessState) { self.state = state }

    // MARK: Single words

    mutating func put(_ word: UInt64) { words.append(word) }

    mutating func put(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            words.append(UInt64(bytes.count))
            var word: UInt64 = 0
            for index in bytes.indices {
                word = word << 8 | UInt64(bytes[index])
                if index & 7 == 7 {
                    words.append(word)
                    word = 0
                }
            }
            if bytes.count & 7 > 0 { words.append(word) }
        }
    }

    private mutating func put(_ kind: SituationTable.Reference, _ value: Int64) {
        guard !options.named.contains(kind) else { return words.append(UInt64(bitPattern: value)) }
        references.append(ReferenceWord(kind: kind, value: value, index: words.count))
        words.append(0)
    }

    /// The word for the time until an instant, negative for one that has passed.
    private func untilInstant(_ milliseconds: Int64) -> UInt64 {
        UInt64(bitPattern: min(milliseconds - now, Self.horizon))
    }

    /// Writes a number by the treatment of its field and by the type that it belongs to.
    mutating func put(number: Int64, _ treatment: SituationTable.Treatment, _ kind: Kind) {
        switch treatment {
        case .kept:
            switch kind {
            case .plain, .container: words.append(UInt64(bitPattern: number))
            case .instant: words.append(untilInstant(number))
            case .reference(let reference): if number == 0 { words.append(0) } else { put(reference, number) }
            }
        case .numbered(let reference): if number == 0 { words.append(0) } else { put(reference, number) }
        case .elapsed(let bound): words.append(UInt64(bitPattern: min(now - number, bounds.of(bound))))
        case .elapsedInLaunch: if isLaunching { words.append(UInt64(bitPattern: now - number)) }
        case .due:
            if number > now { words.append(untilInstant(number)) } else { put(.pastDate, number) }
        case .withinAnHour:
            if options.countsPushes, now - number < 3_600_000 { words.append(UInt64(bitPattern: now - number)) }
        case .used:
            usedIndex = words.count
            words.append(UInt64(bitPattern: number))
        case .runningSince:
            words[usedIndex] &+= UInt64(bitPattern: now - number)
            words.append(1)
        case .settled: settledAt = number
        case .sinceSettled:
            if state == .background { words.append(UInt64(bitPattern: min(now - settledAt, bounds.processorWindow))) }
        case .windowStart:
            isWindowOver = now - number >= bounds.processorWindow
            words.append(UInt64(bitPattern: (now - number) % bounds.processorWindow))
        case .usedInWindow: words.append(isWindowOver ? 0 : UInt64(bitPattern: number))
        case .anyOrNone: words.append(number > 0 ? 1 : 0)
        case .last(let reference):
            if options.named.contains(reference) { words.append(UInt64(bitPattern: number)) }
        case .unsavedChanges:
            words.append(UInt64(bitPattern: options.countsUnsavedChanges ? number : min(number, 1)))
        case .randomNumbers: if options.drawsRandomNumbers { words.append(UInt64(bitPattern: number)) }
        case .omitted, .presence, .elementsThatCount, .idleness: break
        }
    }
}

/// How a field is written.
struct SituationRow {
    var treatment: SituationTable.Treatment
    /// The word that stands for the field.
    var word: UInt64
    /// Whether it says that a process is being launched.
    var isLaunchFlag = false
    var isProcessState = false

    init(_ key: String, _ treatment: SituationTable.Treatment, word: UInt64, of structure: String) {
        self.treatment = treatment
        self.word = word
        guard structure == "AppProcess" else { return }
        isLaunchFlag = key == "isLaunching" || key == "isRunningLaunchMethods"
        isProcessState = key == "state"
    }
}
