import LifecycleKernel
import Simulation
import StateCoding
import Testing
import WireFormat

@testable import Explorer

/// States that are one situation behave alike; a field that is wrongly left out is noticed.
@Suite struct BisimulationTests {
    @Test(arguments: ExampleApps.all) func statesOfOneSituationBehaveAlike(_ name: String) throws {
        var bisimulation = Bisimulation(try ExampleApps.context(ExampleApps.document(name)))
        bisimulation.walk(300, seed: 1)
        #expect(bisimulation.pairs > 50)
        #expect(bisimulation.differences.isEmpty, "\(bisimulation.differences.first ?? "")")
    }

    /// A field that counts, and an app for which it does.
    static let fields = [
        ("App", "isForceQuit", "c2-messages"), ("Screen", "isLocked", "c1-notes"),
        ("AppProcess", "state", "c2-messages"), ("HandlerInFlight", "entry", "c2-messages"),
        ("AppProcess", "footprintBytes", "e08-cache-grows-with-every-visit"), ("Deadline", "at", "c2-messages"),
    ]

    @Test(arguments: fields) func aFieldWronglyLeftOutIsNoticed(_ structure: String, key: String, app: String) throws {
        let table = SituationTable.standard.leavingOut(key, of: structure)
        var bisimulation = Bisimulation(try ExampleApps.context(ExampleApps.document(app)), table: table)
        for seed in 1...12 as ClosedRange<UInt64> where bisimulation.differences.isEmpty {
            bisimulation.walk(300, seed: seed)
        }
        #expect(!bisimulation.differences.isEmpty)
    }
}
