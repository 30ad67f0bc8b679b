import Foundation
import Logging
import Telemetry
import TestKit
import Testing

@testable import Commands
@testable import Greenroom
@testable import GreenroomServer

/// A file with a token, made once.
private let tokenFile = TemporaryFile.lasting("token-of-a-file\n")

/// A file with a header field, made once.
private let headersFile = TemporaryFile.lasting("Authorization: Bearer open-sesame\n")

/// Values of settings, as text: each setting accepts one that is not its default.
private let values = [
    "true", "7", "70000", "2000000", "power", "json", "debug", "verify", "localhost", "http://localhost:4318",
    "postgres://localhost/test", tokenFile, headersFile, "/data", "visible-characters",
]

extension SettingDescription {
    /// What gives the setting a value that is not its default, as options and as the text that the configuration then has.
    fileprivate func other() throws -> (arguments: [String], text: String) {
        for text in values where text != defaultText {
            let arguments = isFlag ? [option] : [option, text]
            if (try? configuration(arguments))?.texts[name] == text { return (arguments, text) }
        }
        throw SettingError(source: option, problem: "accepts none of the values of these tests")
    }
}

@Suite("Settings") struct SettingsTests {
    @Test("without options and variables the defaults count") func defaults() throws {
        let read = try configuration()
        #expect(read.host == "127.0.0.1")
        #expect(read.port == 8_080)
        #expect(read.token == nil)
        #expect(read.demo == false)
        #expect(read.logFormat == .text)
        #expect(read.logLevel == .notice)
        #expect(read.tickInterval == .milliseconds(10))
        #expect(read.idleTimeout == .seconds(60))
        #expect(read.shutdownTimeout == .seconds(20))
    }

    @Test("every setting is an option that changes the configuration", arguments: Settings.all(with: Features.all))
    func option(of setting: SettingDescription) throws {
        let (arguments, text) = try setting.other()
        #expect(try configuration(arguments).texts[setting.name] == text)
        #expect(try configuration().texts[setting.name] != text)
    }

    @Test("every setting is a variable that means the same as the option", arguments: Settings.all(with: Features.all))
    func variable(of setting: SettingDescription) throws {
        let (arguments, text) = try setting.other()
        #expect(try configuration([], [setting.variable: text]).texts == configuration(arguments).texts)
    }

    @Test("an option counts more than a variable") func precedence() throws {
        let read = try configuration(["--port", "1"], ["GREENROOM_PORT": "2", "GREENROOM_SHARDS": "4"])
        #expect(read.port == 1)
        #expect(read.shards == 4)
    }

    @Test(
        "a value that is not accepted is refused with the name, the value and what is accepted",
        arguments: [
            (["--port", "http"], [:], "--port: \"http\" is not accepted: expected a whole number from 0 to 65535"),
            (["--port", "65536"], [:], "--port: \"65536\" is not accepted: expected a whole number from 0 to 65535"),
            (["--shards", "0"], [:], "--shards: \"0\" is not accepted: expected a whole number from 1 to 1024"),
            (["--host", ""], [:], "--host: \"\" is not accepted: expected an address or the name of one"),
            (
                [], ["GREENROOM_SHUTDOWN_TIMEOUT": "20s"],
                "GREENROOM_SHUTDOWN_TIMEOUT: \"20s\" is not accepted: expected a whole number of seconds from 1 to 3600"
            ),
            (["--durability", "none"], [:], "--durability: \"none\" is not accepted: expected one of process, power"),
            (
                ["--max-store-bytes", "65535"], [:],
                "--max-store-bytes: \"65535\" is not accepted: expected a whole number of bytes from 65536"
            ),
            (["--data-dir", ""], [:], "--data-dir: \"\" is not accepted: expected the path of a directory"),
            (
                ["--allowed-hosts", "a,b c"], [:],
                "--allowed-hosts: \"a,b c\" is not accepted: "
                    + "expected host names without ports, separated by commas, or * for any"
            ),
            (
                ["--allowed-origins", "https://app.example.com/"], [:],
                "--allowed-origins: \"https://app.example.com/\" is not accepted: expected origins of HTTP or HTTPS "
                    + "without a path, such as https://app.example.com,http://localhost:5173, separated by commas; "
                    + "or * for any, with a token"
            ),
            ([], ["GREENROOM_DEMO": "yes"], "GREENROOM_DEMO: \"yes\" is not accepted: expected true or false"),
            (
                [], ["GREENROOM_LOG_FORMAT": "xml"],
                "GREENROOM_LOG_FORMAT: \"xml\" is not accepted: expected one of text, json"
            ),
            (
                [], ["GREENROOM_LOG_LEVEL": "loud"],
                "GREENROOM_LOG_LEVEL: \"loud\" is not accepted: "
                    + "expected one of trace, debug, info, notice, warning, error, critical"
            ),
        ] as [([String], [String: String], String)]
    )
    func refusal(arguments: [String], environment: [String: String], message: String) {
        let error = #expect(throws: SettingError.self) { try configuration(arguments, environment) }
        #expect(error?.description == message)
    }

    @Test(
        "settings that do not go together are refused with the options",
        arguments: [
            (
                ["--appium-port", "8080"],
                "--port and --appium-port are both 8080: each needs a port of its own"
            ),
            (
                ["--wda-port", "9000", "--apns-port", "9000"],
                "--wda-port and --apns-port are both 9000: each needs a port of its own"
            ),
            (["--port", "0", "--wda-port", "0", "--apns-port", "0"], nil),
            (
                ["--durability", "power"],
                "--durability power needs --data-dir: without a data directory nothing survives the end of the server"
            ),
            (["--durability", "power", "--data-dir", "d"], nil),
            (["--durability", "process"], nil),
            (["--database", "postgres:///test"], nil),
            (
                ["--database", "postgres:///test", "--max-store-bytes", "100000"],
                "--max-store-bytes has no effect with --database: leave it out. It is about devices that one server keeps for itself"
            ),
            (
                ["--database", "postgres:///test", "--durability", "process"],
                "--durability has no effect with --database: leave it out. It is about devices that one server keeps for itself"
            ),
            (
                ["--database", "postgres:///test", "--accept-damage"],
                "--accept-damage has no effect with --database: leave it out. It is about devices that one server keeps for itself"
            ),
            (
                ["--database", "postgres:///test", "--inputs-per-device", "5"],
                "--inputs-per-device has no effect with --database: leave it out. "
                    + "It is about devices that one server keeps for itself"
            ),
        ]
    )
    func conflict(arguments: [String], problem: String?) throws {
        #expect(try configuration(arguments).problem == problem)
    }

    @Test("a token that is not accepted is not shown", arguments: ["", "short", "with a space", "schlüssel-lang"])
    func secret(token: String) {
        let error = #expect(throws: SettingError.self) { try configuration([], ["GREENROOM_TOKEN": token]) }
        #expect(
            error?.description
                == "GREENROOM_TOKEN: its value is not accepted: expected 8 to 256 visible ASCII characters"
        )
    }

    @Test("what was given is told for the log, and no secret") func given() throws {
        let arguments = ["--port", "1", "--token", "visible-characters"]
        let read = try configuration(arguments, ["GREENROOM_SHARDS": "4", "GREENROOM_PORT": "2"])
        #expect(read.given == ["port": "1", "shards": "4"])
        #expect(try configuration().given.isEmpty)
    }

    @Test("a variable that looks like a setting and is none is noticed") func unknownVariables() {
        let environment = [
            "GREENROOM_PROT": "1", "GREENROOM_PORT": "2", "HOME": "/root", "GREENROOM_A": "", "GREENROOM_SERVER": "3",
        ]
        let known = Settings.all(with: Features.all).map(\.variable) + [ServerOptions.variable]
        #expect(SettingSource.unknownVariables(in: environment, known: known) == ["GREENROOM_A", "GREENROOM_PROT"])
    }

    @Test(
        "a server is open to others when it listens beyond loopback without a token",
        arguments: [
            ([], false), (["--host", "127.0.0.2"], false), (["--host", "localhost"], false),
            (["--host", "::1"], false),
            (["--host", "0.0.0.0"], true), (["--host", "10.1.2.3"], true), (["--host", "::"], true),
            (["--host", "0.0.0.0", "--token", "visible-characters"], false),
            (["--host", "0.0.0.0", "--token-file", tokenFile], false), (["--host", "127.evil.example"], true),
            (["--host", "127.0.0.1.evil.example"], true), (["--host", "0:0:0:0:0:0:0:1"], false),
        ] as [([String], Bool)]
    )
    func openness(arguments: [String], isOpen: Bool) throws {
        #expect(try configuration(arguments).isOpenToOthers == isOpen)
        let problem = try configuration(arguments).opennessProblem
        #expect((problem != nil) == isOpen)
        if isOpen { #expect(problem?.contains("--insecure") == true) }
        #expect(try configuration(arguments + ["--insecure"]).opennessProblem == nil)
    }

    @Test(
        "pages of every origin are allowed only with a token",
        arguments: [
            (["--allowed-origins", "*"], true), (["--allowed-origins", "*", "--insecure"], true),
            (["--allowed-origins", "*", "--token", "visible-characters"], false),
            (["--allowed-origins", "*", "--token-file", tokenFile], false),
            (["--allowed-origins", "http://localhost:5173"], false), ([], false),
        ] as [([String], Bool)]
    )
    func everyOrigin(arguments: [String], isRefused: Bool) throws {
        #expect((try configuration(arguments).originsProblem != nil) == isRefused)
    }

    @Test(
        "a token that may only read stands beside another one",
        arguments: [
            (["--read-only-token", "only-reading"], true),
            (["--read-only-token", "only-reading", "--token", "only-reading"], true),
            (["--read-only-token-file", tokenFile, "--token", "token-of-a-file"], true),
            (["--read-only-token", "only-reading", "--token", "visible-characters"], false),
            (["--read-only-token-file", tokenFile, "--token", "visible-characters"], false), ([], false),
        ] as [([String], Bool)]
    )
    func readOnlyToken(arguments: [String], isRefused: Bool) throws {
        let read = try configuration(arguments)
        #expect((read.readOnlyTokenProblem != nil) == isRefused)
        #expect(!read.given.values.contains("only-reading"))
    }

    @Test(
        "allowed hosts are names separated by commas, in lower case",
        arguments: [
            ("greenroom", ["greenroom"]), ("A.example , b_c", ["a.example", "b_c"]), ("*", ["*"]),
            ("", nil), ("a,", nil), ("a:8080", nil), ("http://a", nil), ("*.a", nil), ("a..b", nil), ("ä", nil),
        ] as [(String, [String]?)]
    )
    func allowedHosts(text: String, names: [String]?) {
        #expect(HostNames.list(text) == names)
    }
}

@Suite("The file of the token") struct TokenFileTests {
    /// What is read from a file with a content, or what is wrong with it.
    private func token(of bytes: [UInt8], _ more: [String] = []) throws -> Result<String?, SettingError> {
        let directory = TemporaryDirectory()
        let path = directory.path + "/token"
        try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { withExtendedLifetime(directory) {} }
        do {
            return .success(try configuration(["--token-file", path] + more).token)
        } catch let error as SettingError {
            return .failure(error)
        }
    }

    @Test("has the token, and at most one end of a line", arguments: ["", "\n", "\r\n"])
    func read(end: String) throws {
        #expect(try token(of: Array("sesame-open-4711\(end)".utf8)) == .success("sesame-open-4711"))
    }

    @Test(
        "without a token in it is refused, and its content is not shown",
        arguments: [
            "", "\n", "short", "two tokens-here", "sesame-open-4711\n\n", "sesame-open\nsecond-line",
            " sesame-open-4711",
            "schlüssel-lang", String(repeating: "x", count: 257), String(repeating: "x", count: 5_000),
        ]
    )
    func refused(text: String) throws {
        guard case .failure(let error) = try token(of: Array(text.utf8)) else {
            Issue.record("it was taken")
            return
        }
        #expect(error.source == "--token-file")
        #expect(error.problem.hasSuffix("expected 8 to 256 visible ASCII characters"))
        #expect(
            !error.problem.contains("sesame") && !error.problem.contains("xxx") && !error.description.contains("\n")
        )
        if text.isEmpty { #expect(error.problem.contains("is empty")) }
    }

    @Test("that cannot be read is named, with what the system says")
    func unreadable() {
        let missing = #expect(throws: SettingError.self) {
            try configuration([], ["GREENROOM_TOKEN_FILE": "/nowhere/token"])
        }
        #expect(
            missing?.description
                == "GREENROOM_TOKEN_FILE: /nowhere/token cannot be read: No such file or directory"
        )
        let folder = #expect(throws: SettingError.self) { try configuration(["--token-file", "/"]) }
        #expect(folder?.description == "--token-file: / cannot be read: Is a directory")
    }

    @Test("and a token at once are refused, wherever they are given")
    func both() throws {
        let error = #expect(throws: SettingError.self) {
            try configuration(["--token-file", "/nowhere"], ["GREENROOM_TOKEN": "visible-characters"])
        }
        #expect(error?.description == "--token-file: GREENROOM_TOKEN is given too; give one")
    }
}
