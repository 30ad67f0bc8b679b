import DeviceHost
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import HTTPAPI

@Suite("Tasks on event loops")
struct EventLoopTasksTests {
    private let loop = MultiThreadedEventLoopGroup.singleton.next()

    init() throws {
        try #require(EventLoopTasks.keep(), "this Swift runtime has the hook")
    }

    private final class Flag: Sendable {
        private let state = Mutex(false)
        var isSet: Bool { state.withLock { $0 } }

        func set() { state.withLock { $0 = true } }
    }

    /// Goes there; not when the loop was so quick that there was nothing to wait for, hence again.
    private func goToLoop() async {
        while !loop.inEventLoop { await wakeFromLoop() }
    }

    private func wakeFromLoop() async {
        await withUnsafeContinuation { continuation in loop.execute { continuation.resume() } }
    }

    @Test("A task that an event loop wakes goes on there, through calls and actors")
    func kept() async {
        actor Visited {
            func isOn(_ loop: any EventLoop) -> Bool { loop.inEventLoop }
        }
        #expect(EventLoopTasks.here == nil)
        await goToLoop()
        #expect(loop.inEventLoop)
        #expect(await Visited().isOn(loop))
        #expect(loop.inEventLoop)
        await Task { #expect(loop.inEventLoop) }.value
        #expect(loop.inEventLoop)
    }

    @Test("A task comes back to the thread that it was on, whoever wakes it")
    func comesBack() async throws {
        await goToLoop()
        let here = try #require(EventLoopTasks.here)
        for _ in 0..<100 {
            await withUnsafeContinuation { continuation in
                Task.detached(executorPreference: QueueExecutor.pool) { here.perform { continuation.resume() } }
            }
            #expect(loop.inEventLoop)
        }
    }

    @Test("What the loop has to do comes before a task that goes behind")
    func behind() async {
        await goToLoop()
        let flag = Flag()
        let other = Task { flag.set() }
        #expect(!flag.isSet)
        await EventLoopTasks.goBehind()
        #expect(flag.isSet)
        await other.value
        #expect(loop.inEventLoop)
    }

    @Test("Elsewhere than on a loop a task goes behind as well")
    func behindInThePool() async {
        await withTaskExecutorPreference(QueueExecutor.pool) {
            await EventLoopTasks.goBehind()
            #expect(!loop.inEventLoop)
        }
    }

    @Test("What is to take long stays in the pool, also when an event loop wakes it")
    func pool() async {
        await goToLoop()
        await withTaskExecutorPreference(QueueExecutor.pool) {
            #expect(!loop.inEventLoop)
            for _ in 0..<100 {
                await wakeFromLoop()
                #expect(!loop.inEventLoop)
            }
        }
    }
}
