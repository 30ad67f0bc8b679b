import LifecycleKernel
import WireFormat

/// What MetricKit would give an app about itself, in the layout of `MXMetricPayload.jsonRepresentation()`. Source: facts 4.5.
///
/// It covers the time since the app was installed; a device cuts it into days. Every counter is there, also those that
/// are zero, which devices leave out. Metrics that the simulation does not measure are absent.
public struct MetricPayload: FieldWritable, Sendable {
    private let metrics: AppMetrics

    package init(_ metrics: AppMetrics) { self.metrics = metrics }

    /// Puts the sections of the payload.
    package func write(to sink: inout some FieldSink) {
        sink.put("appVersion", metrics.bundle.version)
        sink.put("timeStampBegin", metrics.begin.reportSecond)
        sink.put("timeStampEnd", metrics.end.reportSecond)
        sink.put("metaData", object: writeMetaData)
        sink.put("applicationTimeMetrics", object: writeTimes)
        sink.put("cpuMetrics") { $0.put("cumulativeCPUTime", seconds(metrics.energy.total.cpu)) }
        sink.put("memoryMetrics") { sink in
            sink.put("peakMemoryUsage", "\((metrics.peakFootprintBytes + 500) / 1_000) kB")
        }
        sink.put("applicationExitMetrics") { sink in
            sink.put("foregroundExitData", value: counters(inForeground: true))
            sink.put("backgroundExitData", value: counters(inForeground: false))
        }
    }

    private func writeMetaData(to sink: inout some FieldSink) {
        sink.put("appBuildVersion", metrics.bundle.build)
        sink.put("bundleIdentifier", metrics.bundleID)
        sink.put("osVersion", ReportedDevice.osVersion(metrics.profile))
        sink.put("deviceType", ReportedDevice.modelCode(metrics.model))
        sink.put("regionFormat", region)
        sink.put("platformArchitecture", "arm64e")
        sink.put("lowPowerModeEnabled", metrics.isLowPowerMode)
        sink.put("isTestFlightApp", false)
    }

    private func writeTimes(to sink: inout some FieldSink) {
        let energy = metrics.energy
        sink.put("cumulativeForegroundTime", seconds(energy.foregroundTime))
        sink.put("cumulativeBackgroundTime", seconds(energy.backgroundTime))
        sink.put("cumulativeBackgroundAudioTime", seconds(energy.backgroundAudioTime))
        sink.put("cumulativeBackgroundLocationTime", seconds(energy.backgroundLocationTime))
    }

    /// A length of time as MetricKit writes it: `700 sec`.
    private func seconds(_ length: Milliseconds) -> String { "\(length / 1_000) sec" }

    /// The region of the locale: `US` of `en_US`.
    private var region: String {
        let parts = metrics.locale.split { $0 == "_" || $0 == "-" }
        return parts.count > 1 ? String(parts[parts.count - 1]) : metrics.locale
    }

    private func counters(inForeground: Bool) -> Value {
        let counters = ExitCounter.allCases.filter { !inForeground || $0.countsInForeground }
        return .object(
            counters.map { counter in
                let count = metrics.exits.count(of: counter, inForeground: inForeground)
                return Value.Member(counter.key, .integer(Int64(count)))
            }
        )
    }
}
