import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import Reports
import WireFormat

/// What the system writes about an app: reports of its ends, and the payload of MetricKit.
struct ReportEndpoints: Sendable {
    let registry: DeviceRegistry

    private static let reports = "/v1/devices/{device}/apps/{bundleID}/reports"

    var routes: [Route] {
        [
            Route(.get, Self.reports, list),
            Route(.get, Self.reports + "/{report}", read),
            Route(.get, "/v1/devices/{device}/apps/{bundleID}/metrickit", metrics),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        let incidents = try await registry.incidents(of: context.bundleID, on: context.device())
        let summaries = WholeList("reports", incidents.value.map(ReportSummary.init))
        return request.answer(summaries, at: incidents.sequence)
    }

    /// The file as on a device: a header and a body, two JSON objects on two lines, or one and a text.
    @Sendable private func read(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        let device = try context.device()
        let incidents = try await registry.incidents(of: context.bundleID, on: device)
        let id = context.parameter("report")
        guard let incident = incidents.value.first(where: { $0.reportID == id }) else {
            throw Problem(
                .unknownReport,
                """
                There is no report "\(id.shortened, as: "report")" of \
                "\(context.bundleID.rawValue.shortened, as: "bundleID")", or it is no longer kept.
                """
            )
        }
        let report = DiagnosticReport(incident, deviceID: device.description)
        let type = report.isText ? MediaType.text : MediaType.jsonLines
        var response = request.answer(report.text, as: type, at: incidents.sequence)
        if response.status == .ok {
            response.headers[.contentDisposition] = "attachment; filename=\"\(incident.reportID)\""
        }
        return response
    }

    @Sendable private func metrics(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        let metrics = try await registry.metrics(of: context.bundleID, on: context.device())
        return request.answer(MetricPayload(metrics.value), at: metrics.sequence)
    }
}
