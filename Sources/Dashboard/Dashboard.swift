/// The pages that people look at: static files, held in the binary.
public enum Dashboard {
    /// The path of the page itself.
    public static let pagePath = "/"

    /// What a browser may load and do on the page: what this server gives it, and nothing else.
    public static let contentSecurityPolicy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; \
        form-action 'none'; frame-ancestors 'none'
        """

    /// The page by the language that it is written in, a BCP 47 tag: the first is for readers of any other language.
    ///
    /// Scripts put further texts into it, in the language that it has or the reader has chosen.
    public static let pages: [(language: String, file: DashboardFile)] = [
        ("en", DashboardFile(pagePath, .html, PackageResources.index_html)),
        ("zh-Hans", DashboardFile(pagePath, .html, PackageResources.indexchinese_html)),
    ]

    /// Every file that a page loads.
    public static let files: [DashboardFile] = [
        DashboardFile("/dashboard/style.css", .css, PackageResources.style_css),
        DashboardFile("/dashboard/problems.css", .css, PackageResources.problems_css),
        DashboardFile("/dashboard/icon.svg", .svg, PackageResources.icon_svg),
        script("api.js", PackageResources.api_js),
        script("app.js", PackageResources.app_js),
        script("appdata.js", PackageResources.appdata_js),
        script("appdialog.js", PackageResources.appdialog_js),
        script("appupdate.js", PackageResources.appupdate_js),
        script("assertions.js", PackageResources.assertions_js),
        script("behaviortable.js", PackageResources.behaviortable_js),
        script("chinese.js", PackageResources.chinese_js),
        script("chineseadvice.js", PackageResources.chineseadvice_js),
        script("chineseapi.js", PackageResources.chineseapi_js),
        script("chineseexplorations.js", PackageResources.chineseexplorations_js),
        script("chinesefindings.js", PackageResources.chinesefindings_js),
        script("chinesereasons.js", PackageResources.chinesereasons_js),
        script("chineserefusals.js", PackageResources.chineserefusals_js),
        script("chineseserver.js", PackageResources.chineseserver_js),
        script("clockbar.js", PackageResources.clockbar_js),
        script("coalesce.js", PackageResources.coalesce_js),
        script("controls.js", PackageResources.controls_js),
        script("coverage.js", PackageResources.coverage_js),
        script("description.js", PackageResources.description_js),
        script("device.js", PackageResources.device_js),
        script("devicelist.js", PackageResources.devicelist_js),
        script("devices.js", PackageResources.devices_js),
        script("dialog.js", PackageResources.dialog_js),
        script("dom.js", PackageResources.dom_js),
        script("download.js", PackageResources.download_js),
        script("drawing.js", PackageResources.drawing_js),
        script("energy.js", PackageResources.energy_js),
        script("eventstream.js", PackageResources.eventstream_js),
        script("explain.js", PackageResources.explain_js),
        script("exploration.js", PackageResources.exploration_js),
        script("explorations.js", PackageResources.explorations_js),
        script("exploring.js", PackageResources.exploring_js),
        script("failures.js", PackageResources.failures_js),
        script("fields.js", PackageResources.fields_js),
        script("fleet.js", PackageResources.fleet_js),
        script("fork.js", PackageResources.fork_js),
        script("graphlayout.js", PackageResources.graphlayout_js),
        script("lanes.js", PackageResources.lanes_js),
        script("language.js", PackageResources.language_js),
        script("life.js", PackageResources.life_js),
        script("manifest.js", PackageResources.manifest_js),
        script("names.js", PackageResources.names_js),
        script("newestlist.js", PackageResources.newestlist_js),
        script("picker.js", PackageResources.picker_js),
        script("pushes.js", PackageResources.pushes_js),
        script("recorddetail.js", PackageResources.recorddetail_js),
        script("records.js", PackageResources.records_js),
        script("registrations.js", PackageResources.registrations_js),
        script("reports.js", PackageResources.reports_js),
        script("requests.js", PackageResources.requests_js),
        script("saving.js", PackageResources.saving_js),
        script("scenes.js", PackageResources.scenes_js),
        script("schema.js", PackageResources.schema_js),
        script("sessions.js", PackageResources.sessions_js),
        script("sentences.js", PackageResources.sentences_js),
        script("series.js", PackageResources.series_js),
        script("servertext.js", PackageResources.servertext_js),
        script("stategraph.js", PackageResources.stategraph_js),
        script("tabs.js", PackageResources.tabs_js),
        script("time.js", PackageResources.time_js),
        script("timelineview.js", PackageResources.timelineview_js),
        script("token.js", PackageResources.token_js),
        script("warnings.js", PackageResources.warnings_js),
        script("webhooks.js", PackageResources.webhooks_js),
    ]

    private static func script(_ name: String, _ bytes: [UInt8]) -> DashboardFile {
        DashboardFile("/dashboard/\(name)", .javaScript, bytes)
    }
}

/// A file of the dashboard.
public struct DashboardFile: Sendable {
    /// The path at which it is served.
    public let path: String
    /// What it is.
    public let type: MediaType
    /// Its bytes.
    public let bytes: [UInt8]

    /// The kinds of files.
    public enum MediaType: String, Sendable {
        case html = "text/html; charset=utf-8"
        case css = "text/css; charset=utf-8"
        case javaScript = "text/javascript; charset=utf-8"
        case svg = "image/svg+xml"
    }

    init(_ path: String, _ type: MediaType, _ bytes: [UInt8]) {
        self.path = path
        self.type = type
        self.bytes = bytes
    }
}
