/// Transfers of background URL sessions: they go on while the app is suspended or gone. Source: facts 6.3.
extension Device {
    /// The network or the power is gone: transfers stand still; it is back: they go on.
    mutating func transfersFollowNetwork() {
        for index in apps.indices {
            for transfer in apps[index].background.transfers {
                if !system.mayTransfer {
                    apps[index].pause(transfer, in: &system)
                } else if transfer.endsAt == nil {
                    apps[index].start(transfer.number, in: &system)
                }
            }
        }
    }

    /// A transfer has ended: a running app hears its session's delegate, any other is woken when its session is done.
    mutating func transferEnds(_ number: UInt32) {
        guard let index = index(ofTransfer: number),
            let place = apps[index].background.transfers.firstIndex(where: { $0.number == number })
        else { return }
        system.deadlines.callOff(pid: 0) { $0 == .transferEnds(number) }
        let transfer = apps[index].background.transfers.remove(at: place)
        apps[index].countNetwork(transfer.bytes)
        apps[index].write(.verdict(.transfer, .finished, nil, transfer.identifier), in: &system)
        apps[index].background.finishedTransfers.append(transfer.identifier)
        tellFinishedSession(transfer.identifier, index)
    }

    private func index(ofTransfer number: UInt32) -> Int? {
        apps.indices.first { index in
            apps[index].background.transfers.contains { $0.number == number }
        }
    }

    /// Tells of what has ended of a session: a running app at once, an ending one when its process has ended, any other
    /// when all of the session is done; before the first unlock that waits.
    private mutating func tellFinishedSession(_ identifier: String, _ index: Int) {
        if apps[index].isEnding {
            apps[index].background.sessionsAwaitEnd = true
        } else if apps[index].hasLaunched, apps[index].runs {
            apps[index].enqueue(apps[index].takeFinished(identifier))
            pump(index)
        } else {
            wake(forSession: identifier, index)
        }
    }

    private mutating func wake(forSession identifier: String, _ index: Int) {
        let isLaunch = !apps[index].hasLaunched
        guard apps[index].isDone(identifier),
            !isLaunch || system.mayLaunchInBackground && !apps[index].installation.isForceQuit
        else {
            return
        }
        let limit = system.rulebook.milliseconds(.urlSessionEventsLimitSeconds)
        guard run(index, for: .urlSession, holding: .urlSessionEvents, lasting: limit) != nil else {
            let next = "the process did not live to be told; the app hears of it when it is launched next"
            apps[index].write(.verdict(.transfer, .held, Refusal(.processNotRunning, next), identifier), in: &system)
            return
        }
        let session = [Value.Member("session", .string(identifier))]
        apps[index].enqueue(
            [.call(.handleEventsForBackgroundURLSession, scene: 0, arguments: session)]
                + apps[index].takeFinished(identifier)
                + [.call(.urlSessionDidFinishEvents, scene: 0, arguments: session)]
        )
        pump(index)
        // A new process is told of every session that is done.
        for other in isLaunch ? apps[index].background.finishedTransfers : [] where apps[index].hasLaunched {
            wake(forSession: other, index)
        }
    }

    /// Sessions that were done before the first unlock are told of now.
    mutating func tellFinishedSessions() {
        for index in apps.indices { tellFinishedSessions(index) }
    }

    mutating func tellFinishedSessions(_ index: Int) {
        // A session is listed once for each of its transfers; it is told of once, all of them together.
        var told: [String] = []
        for identifier in apps[index].background.finishedTransfers where !told.contains(identifier) {
            told.append(identifier)
            tellFinishedSession(identifier, index)
        }
    }

    /// The user opens an app that was launched in the background since the force quit: it hears of its transfers now.
    mutating func tellCancelledTransfers(_ index: Int) {
        guard !apps[index].background.isBlank, apps[index].background.cancelledTransfers != nil,
            apps[index].hasProcess
        else { return }
        apps[index].enqueue(apps[index].takeCancelled())
        pump(index)
    }
}

extension SystemState {
    var mayTransfer: Bool { screen.isOn && conditions.network != .none }
}
