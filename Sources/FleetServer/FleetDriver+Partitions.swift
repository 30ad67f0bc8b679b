import Fleet
import Logging

// What is done with the devices of partitions: one step after another for each of them.
extension FleetDriver {
    /// Adds to the work on a partition, which is done in order.
    private func add(to partition: Partition, _ step: @escaping @Sendable () async -> Void) {
        let before = work[partition]
        work[partition] = Task {
            await before?.value
            await step()
        }
    }

    func load(_ claim: Claim) {
        add(to: claim.partition) { [host, logger] in
            do {
                let count = try await host.load(claim)
                await self.loaded(claim, devices: count)
            } catch {
                logger.error(
                    "the devices of a partition cannot be loaded",
                    metadata: ["partition": "\(claim.partition.number)", "why": "\(error)"]
                )
                await self.tell(.loadingFailed(claim))
            }
        }
    }

    private func loaded(_ claim: Claim, devices: Int) async {
        loadedDevices[claim.partition] = devices
        tell(.loaded(claim))
        // It may have been lost meanwhile.
        guard membership?.owned.contains(claim) != true else { return }
        await host.drop([claim.partition])
    }

    func release(_ claim: Claim, _ offered: Int64?) {
        releasing.insert(claim.partition)
        add(to: claim.partition) { [host, logger] in
            do {
                try await host.release(claim, offered: offered)
                await self.ended(releaseOf: claim, .released(claim))
            } catch {
                logger.warning(
                    "a partition could not be handed over",
                    metadata: ["partition": "\(claim.partition.number)", "why": "\(error)"]
                )
                await self.ended(releaseOf: claim, .releaseFailed(claim))
            }
        }
    }

    private func ended(releaseOf claim: Claim, _ event: FleetEvent) {
        releasing.remove(claim.partition)
        tell(event)
    }

    func drop(_ partitions: [Partition]) {
        // What is being handed over may be free already in the table that was read.
        let lost = partitions.filter { !releasing.contains($0) }
        if !lost.isEmpty {
            logger.warning("partitions were lost", metadata: ["partitions": "\(lost.map(\.number))"])
        }
        for partition in partitions {
            // A load that is under way is of no use any more.
            work[partition]?.cancel()
            add(to: partition) { [host] in await host.drop([partition]) }
        }
    }
}
