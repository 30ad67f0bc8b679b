/// What a pass of a search has come to.
public struct PassSummary: Hashable, Sendable {
    /// The most interruptions on a sequence.
    public var interruptions: Int
    /// Whether no sequence leads to a new situation any more: every sequence of any length has been tried.
    public var isClosed: Bool
    /// To how many inputs every sequence has been tried.
    public var inputs: Int
    /// How many situations were met.
    public var situations: Int
    /// How many inputs were taken in some situation.
    public var transitions: Int
    /// Of a pass that is not closed, what has the most values in its last layer; nil where nothing differs.
    public var growing: GrowingPart?
}
