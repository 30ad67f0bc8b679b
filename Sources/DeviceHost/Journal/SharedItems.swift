/// Items of a journal that several servers share, and that any of them changes: each change is made only if no other came before it.
package protocol SharedItems: Sendable {
    /// Adds an item, unless there is one of its name or as many of its kind as there may be. It is durable then.
    ///
    /// Where servers add items at the same time, there may be a few more.
    ///
    /// - Returns: Whether it was added.
    func add(_ item: ServerItem, atMost limit: Int) async throws -> Bool

    /// Changes what an item holds, or removes it, if it still holds what was read. Its place among the others stays.
    ///
    /// - Parameters:
    ///   - item: The item as it was read.
    ///   - value: What it is to hold; nil to remove it.
    /// - Returns: Whether it was changed.
    func replace(_ item: ServerItem, with value: [UInt8]?) async throws -> Bool
}
