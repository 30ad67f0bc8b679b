import Logging
import Testing

@testable import Greenroom

/// Another value than the default for each setting, as text.
private let otherValues: [String: String] = [
    "host": "0.0.0.0", "port": "9", "token": "visible-characters", "demo": "true", "seed": "/seed",
    "log-format": "json",
    "log-level": "debug", "tick-interval": "50", "shards": "3", "max-devices": "4", "max-apps-per-device": "5",
    "records-per-device": "60", "deadlines-per-advance": "7", "max-body-bytes": "8000", "max-connections": "9",
    "max-streams": "12", "stream-buffer": "13", "stream-heartbeat": "14", "idle-timeout": "10",
    "shutdown-timeout": "11", "max-requests": "17", "inputs-per-device": "15", "data-dir": "/data",
    "durability": "power", "journal-records-per-device": "16", "max-journal-bytes": "1000000",
]

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

    @Test("every setting is an option that changes the configuration", arguments: Settings.all)
    func option(of setting: SettingDescription) throws {
        let text = try #require(otherValues[setting.name])
        let arguments = setting.name == "demo" ? [setting.option] : [setting.option, text]
        #expect(try configuration(arguments) != configuration())
    }

    @Test("every setting is a variable that means the same as the option", arguments: Settings.all)
    func variable(of setting: SettingDescription) throws {
        let text = try #require(otherValues[setting.name])
        let arguments = setting.name == "demo" ? [setting.option] : [setting.option, text]
        #expect(try configuration([], [setting.variable: text]) == configuration(arguments))
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
                ["--max-journal-bytes", "65535"], [:],
                "--max-journal-bytes: \"65535\" is not accepted: expected a whole number of bytes from 65536"
            ),
            (["--data-dir", ""], [:], "--data-dir: \"\" is not accepted: expected the path of a directory"),
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

    @Test("a token that is not accepted is not shown", arguments: ["", "short", "with a space", "schlüssel-lang"])
    func secret(token: String) {
        let error = #expect(throws: SettingError.self) { try configuration([], ["GREENROOM_TOKEN": token]) }
        #expect(
            error?.description
                == "GREENROOM_TOKEN: its value is not accepted: expected 8 to 256 visible ASCII characters"
        )
    }

    @Test("a variable that looks like a setting and is none is noticed") func unknownVariables() {
        let environment = [
            "GREENROOM_PROT": "1", "GREENROOM_PORT": "2", "HOME": "/root", "GREENROOM_A": "", "GREENROOM_SERVER": "3",
        ]
        #expect(SettingSource.unknownVariables(in: environment) == ["GREENROOM_A", "GREENROOM_PROT"])
    }

    @Test(
        "a server is open to others when it listens beyond loopback without a token",
        arguments: [
            ([], false), (["--host", "127.0.0.2"], false), (["--host", "localhost"], false),
            (["--host", "::1"], false),
            (["--host", "0.0.0.0"], true), (["--host", "10.1.2.3"], true), (["--host", "::"], true),
            (["--host", "0.0.0.0", "--token", "visible-characters"], false),
        ] as [([String], Bool)]
    )
    func openness(arguments: [String], isOpen: Bool) throws {
        #expect(try configuration(arguments).isOpenToOthers == isOpen)
    }
}
