import LifecycleKernel

/// What a search has tried, and what it has reached.
struct Coverage: Sendable {
    private let letters: Int
    /// A cell for each class of situation and each letter.
    private var cells: [CoverageReport.Cell]
    /// The least inputs to what was reached.
    private(set) var reached: [Feature: Int] = [:]

    init(letters: Int) {
        self.letters = letters
        cells = Array(repeating: CoverageReport.Cell(), count: SituationClass.all.count * letters)
    }

    /// What became of a letter in the situations of a class.
    func cell(_ situation: SituationClass, letter: Int) -> CoverageReport.Cell {
        cells[situation.index * letters + letter]
    }

    /// What became of a letter in all situations.
    func total(ofLetter letter: Int) -> CoverageReport.Cell {
        SituationClass.all.reduce(into: CoverageReport.Cell()) { $0.add(cell($1, letter: letter)) }
    }

    /// Writes down what became of a letter.
    mutating func note(_ outcome: ExploredState.Outcome, of letter: Int, in situation: SituationClass) {
        let place = situation.index * letters + letter
        switch outcome {
        case .taken: cells[place].tried += 1
        case .guarded: cells[place].guarded += 1
        case .refused(let code): cells[place].refused[code, default: 0] += 1
        }
    }

    /// Writes down what was reached with so many inputs.
    mutating func note(_ features: [Feature], inputs: Int) {
        for feature in features { reached[feature] = min(reached[feature] ?? inputs, inputs) }
    }

    /// Takes up what another part of the search has tried and reached.
    mutating func merge(_ other: Coverage) {
        for place in cells.indices { cells[place].add(other.cells[place]) }
        reached.merge(other.reached) { min($0, $1) }
    }
}
