import LifecycleKernel
import StateCoding
import Synchronization

/// Lets app manifests that are written alike, on many devices, share one copy.
///
/// Manifests are told apart by a digest of their encoded form. The pool holds them weakly: one that no device, record or
/// input has any more is gone, and takes no memory. Encoding a manifest takes about as long as reading it; it is done
/// before the lock is taken, on no shard, and not for a manifest that is already the shared copy.
final class ManifestPool: Sendable {
    private struct Entry {
        weak var manifest: AppManifest?
    }

    private struct State {
        var entries: [[UInt8]: Entry] = [:]
        /// The shared copies themselves.
        var copies: [ObjectIdentifier: Entry] = [:]
        /// How many manifests may be added until those that are gone are looked for.
        var room: Int
    }

    private let state: Mutex<State>
    private let capacity: Int

    /// An empty pool.
    ///
    /// - Parameter capacity: How many manifests are shared at most; further ones are kept separately.
    init(capacity: Int) {
        self.capacity = capacity
        state = Mutex(State(room: capacity))
    }

    /// The copy to use for a manifest.
    func shared(_ manifest: AppManifest) -> AppManifest {
        guard capacity > 0 else { return manifest }
        let isShared = state.withLock { $0.copies[ObjectIdentifier(manifest)]?.manifest === manifest }
        guard !isShared else { return manifest }
        let digest = SecureHash.sha256(manifest.encoded())
        return state.withLock { state in
            if let known = state.entries[digest]?.manifest { return known }
            if state.room == 0 { removeThoseGone(&state) }
            if state.room > 0 {
                state.room -= 1
                if state.entries.count < capacity {
                    state.entries[digest] = Entry(manifest: manifest)
                    state.copies[ObjectIdentifier(manifest)] = Entry(manifest: manifest)
                }
            }
            return manifest
        }
    }

    /// Makes room where manifests are gone. Where hardly any are, it looks for them again only after a while, so that a full
    /// pool does not cost every installation a search.
    private func removeThoseGone(_ state: inout State) {
        state.entries = state.entries.filter { $0.value.manifest != nil }
        state.copies = state.copies.filter { $0.value.manifest != nil }
        state.room = max(capacity - state.entries.count, (capacity + 7) / 8)
    }

    /// The input, with the shared copy of the manifest that it installs.
    func shared(_ input: Input) -> Input {
        if case .install(let manifest) = input { .install(shared(manifest)) } else { input }
    }

    /// How many manifests are shared now.
    var count: Int { state.withLock { $0.entries.values.count { $0.manifest != nil } } }
}
