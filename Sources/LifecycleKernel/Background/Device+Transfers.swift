/// Transfers of background URL sessions, which continue while the app is suspended or not running. Source: facts 6.3.
extension Device {
    /// Pauses transfers without network or power, and continues them when both are available; discretionary ones need
    /// Wi-Fi and a charger.
    mutating func updateTransfers() {
        for index in apps.indices {
            for transfer in apps[index].background.transfers where transfer.startsAt == nil {
                if !system.mayCarryOn(transfer) {
                    apps[index].pause(transfer, in: &system)
                } else if transfer.endsAt == nil {
                    apps[index].start(transfer.number, in: &system)
                }
            }
        }
    }

    /// A transfer has ended: a running app is notified by its session's delegate, any other is woken when its session
    /// is done.
    mutating func transferEnds(_ number: UInt32) {
        guard let index = index(ofTransfer: number),
            let transferIndex = apps[index].background.transfers.firstIndex(where: { $0.number == number })
        else { return }
        system.deadlines.cancel(pid: 0) { $0.isOf(transfer: number) }
        let transfer = apps[index].background.transfers.remove(at: transferIndex)
        apps[index].countNetwork(transfer.bytes)
        apps[index].write(.verdict(.transfer, .finished, nil, transfer.identifier), in: &system)
        apps[index].background.finishedTransfers.append(
            FinishedTransfer(identifier: transfer.identifier, kind: transfer.kind)
        )
        carryOut(apps[index].reportFinishedSession(transfer.identifier), of: index)
    }

    /// The delay of the resume rate limiter is over for a transfer.
    mutating func transferStarts(_ number: UInt32) {
        guard let index = index(ofTransfer: number) else { return }
        apps[index].endHold(of: number, in: &system)
    }

    private func index(ofTransfer number: UInt32) -> Int? {
        apps.indices.first { index in
            apps[index].background.transfers.contains { $0.number == number }
        }
    }

    /// Wakes an app whose process does not run for a session that is done; before the first unlock that waits.
    mutating func wake(_ index: Int, forSession identifier: String) {
        let isLaunch = !apps[index].hasLaunched
        guard apps[index].isDone(identifier), !isLaunch || !apps[index].installation.isForceQuit else { return }
        guard !isLaunch || system.mayLaunchInBackground else {
            return apps[index].awaitWake(forSession: identifier)
        }
        let limit = system.rulebook.milliseconds(.urlSessionEventsLimitSeconds)
        guard let assertion = run(index, for: .urlSession, holding: .urlSessionEvents, lasting: limit) else {
            apps[index].writeHeld(identifier, in: &system)
            return
        }
        apps[index].raiseTransferDelay(in: system)
        let session = [Value.Member("session", .string(identifier))]
        apps[index].enqueue([
            .callToComplete(.handleEventsForBackgroundURLSession, arguments: session, assertion),
            .deliverTransfers(ofSession: identifier),
            .call(.urlSessionDidFinishEvents, scene: 0, arguments: session),
        ])
        pump(index)
        guard isLaunch else { return }
        // A new process is notified of every session that is done.
        for other in apps[index].finishedSessions where other != identifier {
            guard apps[index].hasLaunched else { return }
            wake(index, forSession: other)
        }
    }

    /// Wakes an app for the sessions for which it could not be woken before.
    mutating func wakeForSessions(_ index: Int) {
        for identifier in apps[index].takeSessionsToWakeFor() {
            carryOut(apps[index].reportFinishedSession(identifier), of: index)
        }
    }
}

extension SystemState {
    /// Whether a transfer that has started may be carried on now. Source: facts 6.3 (isDiscretionary).
    func mayCarryOn(_ transfer: BackgroundTransfer) -> Bool {
        guard isReachable else { return false }
        return transfer.isDiscretionary != true || conditions.network == .wifi && conditions.isCharging
    }
}
