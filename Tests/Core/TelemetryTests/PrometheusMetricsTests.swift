import CoreMetrics
import Telemetry
import Testing

@Suite struct PrometheusMetricsTests {
    /// The exposition without the family that is always there.
    private func exposition(
        _ configuration: PrometheusMetrics.Configuration = .init(),
        _ body: (PrometheusMetrics) -> Void
    ) -> String {
        let metrics = PrometheusMetrics(configuration)
        body(metrics)
        let lines = metrics.render().split(separator: "\n").filter { !$0.contains("telemetry_series_dropped_total") }
        return lines.joined(separator: "\n")
    }

    @Test func everyKindOfMetricIsToldInTheTextFormat() {
        let configuration = PrometheusMetrics.Configuration(
            timerBounds: [0.005, 0.5],
            recorderBounds: [1, 10],
            help: ["sim.exits": "Processes that ended.\nBy reason: \\see the rulebook."]
        )
        let text = exposition(configuration) { metrics in
            Counter(label: "sim.exits", dimensions: [("reason", "jetsam"), ("app", "notes")], factory: metrics)
                .increment(by: 3)
            Counter(label: "sim.exits", dimensions: [("reason", "crash")], factory: metrics).increment()
            FloatingPointCounter(label: "cpu.used", factory: metrics).increment(by: 0.25)
            Meter(label: "sim.processes", dimensions: [("state", "active")], factory: metrics).set(42)
            Recorder(label: "tick.lag", dimensions: [], aggregate: false, factory: metrics).record(1.5)
            let batch = Recorder(label: "flush-batch", dimensions: [], aggregate: true, factory: metrics)
            for size in [1, 7, 300] { batch.record(size) }
            let timer = Timer(label: "tick.duration", dimensions: [("shard", "0")], factory: metrics)
            timer.recordMilliseconds(2)
            timer.recordMilliseconds(20)
            timer.recordSeconds(3)
        }
        #expect(
            text == #"""
                # TYPE cpu_used_total counter
                cpu_used_total 0.25
                # TYPE flush_batch histogram
                flush_batch_bucket{le="1"} 1
                flush_batch_bucket{le="10"} 2
                flush_batch_bucket{le="+Inf"} 3
                flush_batch_sum 308
                flush_batch_count 3
                # HELP sim_exits_total Processes that ended.\nBy reason: \\see the rulebook.
                # TYPE sim_exits_total counter
                sim_exits_total{app="notes",reason="jetsam"} 3
                sim_exits_total{reason="crash"} 1
                # TYPE sim_processes gauge
                sim_processes{state="active"} 42
                # TYPE tick_duration_seconds histogram
                tick_duration_seconds_bucket{shard="0",le="0.005"} 1
                tick_duration_seconds_bucket{shard="0",le="0.5"} 2
                tick_duration_seconds_bucket{shard="0",le="+Inf"} 3
                tick_duration_seconds_sum{shard="0"} 3.022
                tick_duration_seconds_count{shard="0"} 3
                # TYPE tick_lag gauge
                tick_lag 1.5
                """#
        )
    }

    @Test(arguments: [
        ("requests", "requests_total"), ("requests_total", "requests_total"),
        ("http.server-requests", "http_server_requests_total"),
        ("2xx", "_2xx_total"), ("größe", "gr__e_total"), ("a:b", "a:b_total"), ("", "__total"),
    ])
    func namesAreMadeFit(label: String, name: String) {
        let text = exposition { Counter(label: label, factory: $0).increment() }
        #expect(text == "# TYPE \(name) counter\n\(name) 1")
    }

    @Test(arguments: [
        (#"C:\temp"#, #"C:\\temp"#), ("two\nlines", #"two\nlines"#), (#"say "hi""#, #"say \"hi\""#), ("größe", "größe"),
        ("", ""),
    ])
    func labelValuesAreEscaped(value: String, escaped: String) {
        let text = exposition { Counter(label: "c", dimensions: [("v", value)], factory: $0).increment() }
        #expect(text.hasSuffix("\nc_total{v=\"\(escaped)\"} 1"))
    }

    @Test func labelNamesAreMadeFitAndTheLastOfAnameCounts() {
        let text = exposition { metrics in
            Counter(label: "c", dimensions: [("http.code", "1"), ("0", "x"), ("http.code", "2")], factory: metrics)
                .increment()
            Timer(label: "t", dimensions: [("le", "mine")], factory: metrics).recordSeconds(99)
        }
        #expect(text.contains(#"c_total{_0="x",http_code="2"} 1"#))
        #expect(text.contains(#"t_seconds_bucket{le_="mine",le="+Inf"} 1"#))
    }

    @Test func theSameNameAndLabelsInAnyOrderGiveTheSameHandler() {
        let metrics = PrometheusMetrics()
        let one = metrics.makeCounter(label: "c", dimensions: [("a", "1"), ("b", "2")])
        let other = metrics.makeCounter(label: "c", dimensions: [("b", "2"), ("a", "1")])
        let fractional = metrics.makeFloatingPointCounter(label: "c", dimensions: [("a", "1"), ("b", "2")])
        #expect(one === other)
        #expect(one === fractional)
        #expect(one !== metrics.makeCounter(label: "c", dimensions: [("a", "1")]))
    }

    @Test func aCounterNeverGoesDown() {
        let text = exposition { metrics in
            let counter = metrics.makeFloatingPointCounter(label: "c", dimensions: [])
            counter.increment(by: 1.5)
            counter.increment(by: -1)
            counter.increment(by: .nan)
            counter.increment(by: .infinity)
            metrics.makeCounter(label: "c", dimensions: []).increment(by: -7)
        }
        #expect(text.hasSuffix("\nc_total 1.5"))
    }

    @Test func aResetCounterStartsAgainAtZero() {
        let text = exposition { metrics in
            let counter = FloatingPointCounter(label: "c", factory: metrics)
            counter.increment(by: 2.5)
            counter.reset()
        }
        #expect(text.hasSuffix("\nc_total 0"))
    }

    @Test(arguments: [
        (Double.infinity, "+Inf"), (-Double.infinity, "-Inf"), (Double.nan, "NaN"), (-3, "-3"), (0.1, "0.1"),
        (1e300, "1e+300"),
    ])
    func aGaugeTellsAnyNumber(value: Double, text: String) {
        #expect(exposition { Meter(label: "g", factory: $0).set(value) }.hasSuffix("\ng \(text)"))
    }

    @Test func aGaugeGoesUpAndDown() {
        let text = exposition { metrics in
            let gauge = Meter(label: "g", factory: metrics)
            gauge.set(10)
            gauge.increment(by: 5)
            gauge.decrement(by: 7.5)
        }
        #expect(text.hasSuffix("\ng 7.5"))
    }

    @Test func whatGoesBeyondTheSeriesLimitIsDroppedAndCounted() {
        let metrics = PrometheusMetrics(.init(seriesPerFamily: 2))
        for id in 1...5 { Counter(label: "c", dimensions: [("id", String(id))], factory: metrics).increment() }
        let text = metrics.render()
        #expect(text.contains(#"c_total{id="2"} 1"#))
        #expect(!text.contains(#"id="3""#))
        #expect(text.contains("\ntelemetry_series_dropped_total 3\n"))
    }

    @Test func whatGoesBeyondTheFamilyLimitIsDroppedAndCounted() {
        let metrics = PrometheusMetrics(.init(families: 2))
        Counter(label: "a", factory: metrics).increment()
        Counter(label: "b", factory: metrics).increment()
        #expect(metrics.render().contains("a_total 1"))
        #expect(!metrics.render().contains("b_total"))
        #expect(metrics.render().contains("\ntelemetry_series_dropped_total 1\n"))
    }

    @Test func aNameKeepsTheKindItWasFirstUsedWith() {
        let metrics = PrometheusMetrics()
        Meter(label: "x_seconds", factory: metrics).set(1)
        Timer(label: "x", factory: metrics).recordSeconds(1)
        #expect(metrics.render().contains("# TYPE x_seconds gauge\nx_seconds 1\n"))
        #expect(metrics.render().contains("telemetry_series_dropped_total 1\n"))
    }

    @Test func aDestroyedMetricIsForgottenUnlessAnotherTookItsPlace() {
        let metrics = PrometheusMetrics()
        let old = Counter(label: "c", dimensions: [("a", "1")], factory: metrics)
        old.increment()
        old.destroy()
        #expect(!metrics.render().contains("c_total"))
        Counter(label: "c", dimensions: [("a", "1")], factory: metrics).increment(by: 5)
        old.destroy()
        #expect(metrics.render().contains(#"c_total{a="1"} 5"#))
    }

    @Test func everyFactoryMethodDestroysWhatItMade() {
        let metrics = PrometheusMetrics()
        let empty = metrics.render()
        metrics.destroyFloatingPointCounter(metrics.makeFloatingPointCounter(label: "a", dimensions: []))
        metrics.destroyMeter(metrics.makeMeter(label: "b", dimensions: []))
        metrics.destroyRecorder(metrics.makeRecorder(label: "c", dimensions: [], aggregate: true))
        metrics.destroyRecorder(metrics.makeRecorder(label: "d", dimensions: [], aggregate: false))
        metrics.destroyTimer(metrics.makeTimer(label: "e", dimensions: []))
        #expect(metrics.render() == empty)
    }

    @Test func manyThreadsLoseNoIncrement() async {
        let metrics = PrometheusMetrics()
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    let counter = FloatingPointCounter(label: "c", factory: metrics)
                    let gauge = Meter(label: "g", factory: metrics)
                    for _ in 0..<1_000 {
                        counter.increment(by: 0.5)
                        gauge.increment(by: 1)
                    }
                }
            }
        }
        #expect(metrics.render().contains("\nc_total 4000\n"))
        #expect(metrics.render().contains("\ng 8000\n"))
    }
}
