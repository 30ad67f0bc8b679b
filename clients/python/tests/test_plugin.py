"""The pytest plugin, as suites meet it."""

import os
import stat
import sys
from pathlib import Path

import pytest

from greenroom_client import Client, LocalServer, ServerNotStarted
from greenroom_client.server import find_binary

LOSES_DATA = """
    import pytest

    def lose(device):
        notes = device.app("com.example.notes")
        notes.install()
        notes.send("app.launch")
        notes.act("edit")
        notes.send("app.terminate", cause="jetsam")
"""


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, greenroom_server: str) -> pytest.Pytester:
    """A suite against the server of this run."""
    monkeypatch.setenv("GREENROOM_SERVER", greenroom_server)
    return pytester


def test_the_report_of_a_failed_test_says_what_happened(suite: pytest.Pytester) -> None:
    suite.makepyfile(LOSES_DATA + "\n    def test(device):\n        lose(device)\n        assert False")
    result = suite.runpytest_subprocess()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*Greenroom device-*",
            "com.example.notes is notRunning",
            "*finding dataLoss (error): the process ended with 1 unsaved change.*",
            "*ended at 2026-01-01T00:00:00.000Z: memoryPressure*1 unsaved change lost",
            "*nothing will happen to it by itself*",
        ]
    )
    result.stdout.no_fnmatch_line("*the last records*")
    suite.makeini("[pytest]\ngreenroom_records = 20")
    suite.runpytest_subprocess().stdout.fnmatch_lines(["the last records (at most 20):", "*finding*dataLoss*"])


def test_the_report_of_a_test_that_passes_says_nothing(suite: pytest.Pytester) -> None:
    suite.makepyfile(LOSES_DATA + "\n    def test(device):\n        lose(device)")
    result = suite.runpytest_subprocess("-rA")
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*Greenroom device*")


@pytest.mark.parametrize(("severity", "failed"), [("error", 1), ("warning", 1), ("", 0)])
@pytest.mark.parametrize("by_marker", [True, False])
def test_findings_fail_a_test_where_that_is_asked_for(
    suite: pytest.Pytester, severity: str, failed: int, by_marker: bool
) -> None:
    marker = f'    @pytest.mark.greenroom(fail_on_findings="{severity}")\n' if by_marker else ""
    suite.makeini("" if by_marker else f"[pytest]\ngreenroom_fail_on_findings = {severity}")
    suite.makepyfile(LOSES_DATA + f"\n{marker}    def test(device):\n        lose(device)")
    result = suite.runpytest_subprocess()
    result.assert_outcomes(failed=failed, passed=1 - failed)
    if failed:
        result.stdout.fnmatch_lines(["com.example.notes: dataLoss (error): *Save each change when it is made*"])


def test_an_app_that_fails_in_an_exploration_fails_its_test_with_the_report(suite: pytest.Pytester) -> None:
    suite.makepyfile(
        """
        import pytest

        def app(handler):
            return {"bundleID": "com.example.notes", "behavior": {handler: [{"action": "save"}]}}

        @pytest.mark.greenroom(rules="ios18")
        def test_at_the_end(explore):
            explore(app("applicationWillTerminate(_:)"), interruptions=0)

        @pytest.mark.greenroom(rules="ios18")
        def test_in_time(explore):
            assert explore(app("sceneDidEnterBackground(_:)"), interruptions=0, device={"rules": "ios26"}).closed
        """
    )
    result = suite.runpytest_subprocess()
    result.assert_outcomes(failed=1, passed=1)
    result.stdout.fnmatch_lines(
        [
            "E *ExplorationFailed: test_at_the_end: com.example.notes on ios18, *",
            "E *closed: every sequence of any length*",
            "E *dataLoss *error, 5 inputs*",
            "E *do    Save in *",
        ]
    )
    # No frames of the client.
    result.stdout.no_fnmatch_line("*service.py*")


ASKS_IN_VAIN = """
    import pytest
    from greenroom_client import AppCode, on

    class Asks(AppCode):
        bundle_id = "com.example.app"

        @on("sceneDidEnterBackground(_:)")
        def ask(self, callback):
            self.result = self.submit_task_request("com.example.app.refresh")

    def leave(device, attached_app):
        app = attached_app(Asks)
        app.send("app.launch")
        device.send("device.home")
        return app
"""
TEST_THAT_LEAVES = "    def test(device, attached_app):\n        app = leave(device, attached_app)\n"


@pytest.mark.parametrize(
    ("settings", "marker", "looks", "failed"),
    [
        ("", "", "pass", 1),
        ("", "", "assert app.code.result.refused", 0),
        ("", "", "assert len(app.refusals) == 1", 0),
        ("", "fail_on_refusals=False", "pass", 0),
        ("greenroom_fail_on_refusals = false", "", "pass", 0),
        ("greenroom_fail_on_refusals = false", "fail_on_refusals=True", "pass", 1),
        ("", "", "app.uninstall(); device.send('device.lock')", 1),
    ],
)
def test_a_refusal_that_nothing_looks_at_fails_a_test(
    suite: pytest.Pytester, settings: str, marker: str, looks: str, failed: int
) -> None:
    suite.makeini(f"[pytest]\n{settings}")
    suite.makepyfile(ASKS_IN_VAIN + f"\n    @pytest.mark.greenroom({marker})\n{TEST_THAT_LEAVES}        {looks}\n")
    result = suite.runpytest_subprocess()
    result.assert_outcomes(failed=failed, passed=1 - failed)
    if failed:
        line = (
            "com.example.app: Asks.ask did submitTaskRequest(identifier='com.example.app.refresh', kind='appRefresh'):"
            " taskRequest com.example.app.refresh was refused (notPermitted: *"
        )
        result.stdout.fnmatch_lines([line, "If that is right, look at it: app.refusals*"])


@pytest.mark.parametrize(("looks", "failed"), [("pass", 1), ("assert len(app.exceptions) == 1", 0)])
def test_an_exception_of_the_code_that_nothing_looks_at_fails_a_test(
    suite: pytest.Pytester, looks: str, failed: int
) -> None:
    suite.makepyfile(
        f"""
        from greenroom_client import AppCode, on

        class Fails(AppCode):
            bundle_id = "com.example.app"

            @on("sceneDidEnterBackground(_:)")
            def left(self, callback):
                assert self.bundle_id == "another", "the code is wrong"

        def test(device, attached_app):
            app = attached_app(Fails)
            app.send("app.launch")
            device.send("device.home")
            assert app.read()["state"] == "notRunning"
            {looks}
        """
    )
    result = suite.runpytest_subprocess()
    result.assert_outcomes(failed=failed, passed=1 - failed)
    if failed:
        result.stdout.fnmatch_lines(
            [
                "*def left(self, callback):*",
                "E *AssertionError: the code is wrong*",
                "E *com.example.app crashed for it. If that is right, look at it: app.exceptions*",
                "  its code raised AssertionError: the code is wrong*",
            ]
        )


def test_a_device_is_made_as_settings_and_markers_say_and_deleted_after_the_test(
    suite: pytest.Pytester, greenroom_client: Client
) -> None:
    suite.makeini("[pytest]\ngreenroom_rules = ios26")
    suite.makepyfile(
        """
        import pytest
        made = []

        @pytest.mark.greenroom(model="iPad", labels={"a": "b"})
        class TestPads:
            def test_pad(self, device):
                read = device.read()
                made.append(device)
                assert (read["model"], read["rules"]["profile"], read["labels"]) == ("iPad", "ios26", {"a": "b"})
                assert read["clock"]["mode"] == "manual"

            @pytest.mark.greenroom(rules="ios18")
            def test_nearer(self, device, make_device):
                assert device.read()["rules"]["profile"] == "ios18"
                other = make_device(model="iPhone")
                assert other.read()["model"] == "iPhone"
                other.delete()

        def test_deleted(greenroom_client):
            assert made[0].id not in [one["id"] for one in greenroom_client.devices()]
        """
    )
    suite.runpytest_subprocess().assert_outcomes(passed=3)


def test_a_server_is_started_for_each_worker_and_stopped(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GREENROOM_BINARY", find_binary())
    monkeypatch.delenv("GREENROOM_SERVER", raising=False)
    monkeypatch.setenv("GREENROOM_TOKEN", "of-another-server")
    monkeypatch.setenv("GREENROOM_PORT", "1")
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.parametrize("number", range(6))
        def test_mine(device, greenroom_server, number, request):
            print("worker", greenroom_server)
            assert device.read()["sequence"] == 0
        """
    )
    result = pytester.runpytest_subprocess("-n", "2", "-rP")
    result.assert_outcomes(passed=6)
    urls = {line.split()[1] for line in result.outlines if line.startswith("worker ")}
    assert len(urls) == 2
    for url in urls:
        with Client(url) as client, pytest.raises(Exception, match="no answer"):
            client.ready()


def test_without_a_server_the_tests_that_need_one_say_what_to_do(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GREENROOM_SERVER", raising=False)
    monkeypatch.delenv("GREENROOM_BINARY", raising=False)
    monkeypatch.setenv("PATH", str(pytester.path))
    pytester.makepyfile(
        "import sys; sys.modules.setdefault('greenroom_bin', None)\n"
        "def test_one(device): pass\ndef test_two(device): pass\ndef test_other(): pass"
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(passed=1, errors=2)
    result.stdout.fnmatch_lines(["*no Greenroom was found. Set GREENROOM_SERVER*GREENROOM_BINARY*greenroom-bin*"])


def test_a_server_that_does_not_answer_is_named(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREENROOM_SERVER", "http://127.0.0.1:1")
    pytester.makepyfile("def test(device): pass")
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*no Greenroom at http://127.0.0.1:1: no answer*"])


def test_a_binary_that_does_not_start_says_why(tmp_path: Path) -> None:
    with pytest.raises(ServerNotStarted, match=r"did not become ready \(exit code 64\).*no-such-option"):
        LocalServer(find_binary(), ["--no-such-option"])
    script = tmp_path / "silent"
    script.write_text(f"#!{sys.executable}\n")
    with pytest.raises(ServerNotStarted, match="cannot be run: Permission denied"):
        LocalServer(str(script))
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    with pytest.raises(ServerNotStarted, match=r"did not become ready \(exit code 0\)"):
        LocalServer(str(script))


def test_a_variable_that_names_no_program_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREENROOM_BINARY", "/no/such/binary")
    with pytest.raises(ServerNotStarted, match="GREENROOM_BINARY is /no/such/binary"):
        find_binary()


def test_a_server_that_is_stopped_ends_well() -> None:
    server = LocalServer(options=["--shards", "1"])
    with Client(server.url) as client:
        assert client.ready()["status"] == "ready"
    assert server.stop() == 0
    assert not os.path.exists(f"/proc/{server.process.pid}/exe")
