import LifecycleKernel
import Synchronization

/// Lets app manifests that are written alike, on many devices, share one copy of what they hold.
final class ManifestPool: Sendable {
    private let shared = Mutex<Set<AppManifest>>([])
    private let capacity: Int

    /// An empty pool.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The copy to use for a manifest.
    ///
    /// A full pool is emptied: devices keep the copies they have, and equal manifests share a new copy from then on.
    func shared(_ manifest: AppManifest) -> AppManifest {
        shared.withLock { shared in
            if let index = shared.firstIndex(of: manifest) {
                return shared[index].isWritten(like: manifest) ? shared[index] : manifest
            }
            if shared.count >= capacity { shared.removeAll() }
            if capacity > 0 { shared.insert(manifest) }
            return manifest
        }
    }

    /// The input, with the shared copy of the manifest that it installs.
    func shared(_ input: Input) -> Input {
        if case .install(let manifest) = input { .install(shared(manifest)) } else { input }
    }

    /// How many manifests are shared.
    var count: Int { shared.withLock { $0.count } }
}

extension AppManifest {
    /// Whether an equal manifest is also written alike, so that a timeline shows it as it was given: equal objects may
    /// have their members in another order, and 1 equals 1.0.
    fileprivate func isWritten(like other: AppManifest) -> Bool {
        guard infoPlist.source.isWritten(like: other.infoPlist.source) else { return false }
        let others = other.notificationService?.behavior ?? AppBehavior()
        return behavior.isWritten(like: other.behavior)
            && (notificationService?.behavior ?? AppBehavior()).isWritten(like: others)
    }
}

extension AppBehavior {
    /// Whether an equal behaviour is also written alike.
    fileprivate func isWritten(like other: AppBehavior) -> Bool {
        zip(handlers, other.handlers).allSatisfy { one, other in
            zip(one.entries, other.entries).allSatisfy { entries in
                guard case (.returns(let one), .returns(let other)) = entries else { return true }
                return one.isWritten(like: other)
            }
        }
    }
}

extension Value {
    /// Whether two equal values are also the same text: members in the same order, numbers of the same kind.
    fileprivate func isWritten(like other: Value) -> Bool {
        switch (self, other) {
        case (.object(let one), .object(let other)):
            one.count == other.count
                && zip(one, other).allSatisfy { $0.name == $1.name && $0.value.isWritten(like: $1.value) }
        case (.array(let one), .array(let other)):
            one.count == other.count && zip(one, other).allSatisfy { $0.isWritten(like: $1) }
        case (.integer, .number), (.number, .integer): false
        case (.null, _), (.bool, _), (.integer, _), (.number, _), (.string, _), (.array, _), (.object, _): self == other
        }
    }
}
