extension Promise {
    /// Waits for the value, and no longer than up to a deadline, at which the promise is fulfilled with another one. Only one
    /// task may wait.
    ///
    /// - Parameters:
    ///   - deadline: The deadline; nil for none.
    ///   - wall: The clock that it is read from.
    ///   - late: The value that the promise is fulfilled with then.
    ///   - cancelled: What is returned if the task is cancelled.
    package func value(
        by deadline: WallInstant?,
        on wall: any WallClock,
        orElse late: Value,
        whenCancelled cancelled: Value,
        isolation: isolated (any Actor)? = #isolation
    ) async -> Value {
        await withTaskGroup(of: Void.self) { group in
            if let deadline {
                group.addTask {
                    // Cancelled when the promise has been fulfilled before.
                    guard (try? await wall.sleep(until: deadline)) != nil else { return }
                    self.fulfill(late)
                }
            }
            let value = await self.value(whenCancelled: cancelled)
            group.cancelAll()
            return value
        }
    }
}
