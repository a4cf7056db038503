"""The client against a fake service: retries, timeouts, redirects, an unreachable service."""

import gzip
import json
import socket
import threading
import unittest
from unittest import mock

import byhand
from fake_service import FakeService

REQUEST = {"survey_id": "s", "participant_id": "p", "questions": {"q": "Why?"}, "responses": {"q": "So"}}
BUSY = (503, {}, b"{}")
AWAY = "http://127.0.0.1:9"


class ClientTest(unittest.TestCase):
    def test_retries_calls_that_may_be_repeated_and_gives_up_in_the_end(self) -> None:
        with FakeService(BUSY, (500, {}, b"no"), (200, {}, b"{}"), BUSY, BUSY, BUSY) as service:
            client = byhand.Client(service.url, "k")
            client.report("a")
            self.assertEqual(len(service.requests), 3)
            with self.assertRaises(byhand.ByhandUnavailable):
                client.report("a")
            self.assertEqual(len(service.requests), 6)

    def test_does_not_retry_a_new_job(self) -> None:
        with FakeService(BUSY) as service:
            with self.assertRaises(byhand.ByhandUnavailable):
                byhand.Client(service.url, "k").create_survey_job(b"a\n1\n", name="a.csv")
            self.assertEqual(len(service.requests), 1)

    def test_waits_as_long_as_the_service_asks_up_to_a_limit(self) -> None:
        with FakeService((429, {"retry-after": "7"}, b"{}"), (429, {"retry-after": "900"}, b"{}")) as service:
            with mock.patch("time.sleep") as sleep:
                byhand.Client(service.url, "k", longest_wait=60).report("a")
            self.assertEqual([call.args[0] for call in sleep.call_args_list], [7, 60])

    def test_raises_the_problem_of_the_service_without_a_retry(self) -> None:
        problem = {"code": "invalid_request", "detail": "Not valid.", "errors": [{"pointer": "/q", "detail": "is bad"}]}
        with FakeService((400, {}, json.dumps(problem).encode())) as service:
            with self.assertRaises(byhand.ByhandError) as raised:
                byhand.Client(service.url, "k").check_survey(REQUEST)
        self.assertEqual(raised.exception.status, 400)
        self.assertEqual(str(raised.exception), "Not valid. (/q is bad)")
        self.assertEqual(len(service.requests), 1)

    def test_sends_the_key_to_no_other_address(self) -> None:
        with FakeService() as other, FakeService((302, {"location": other.url}, b"")) as service:
            with self.assertRaises(byhand.ByhandError):
                byhand.Client(service.url, "k").report("a")
            self.assertEqual(other.requests, [])

    def test_gives_up_when_the_service_does_not_answer_in_time(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            url = f"http://127.0.0.1:{server.getsockname()[1]}"
            with self.assertRaises(byhand.ByhandUnavailable):
                byhand.Client(url, "k", retries=0, timeout=0.05).report("a")

    def test_returns_unknown_while_the_service_is_away_if_configured(self) -> None:
        client = byhand.Client(AWAY, "k", retries=0, on_unavailable="unknown")
        report = client.report("a")
        self.assertEqual((report["session_id"], report["effective_action"]), ("a", "Unknown"))
        self.assertEqual((report["proven"], report["decision"]), ("nothing", "step_up"))
        self.assertEqual(set(report["biometric_checks"].values()), {"Unknown"})
        self.assertEqual(len(report["biometric_checks"]), 9)
        result = client.check_survey(REQUEST)
        self.assertEqual((result["error"], result["flagged"], result["checks"]), (True, False, {"q": []}))
        with self.assertRaises(byhand.ByhandUnavailable):
            client.events("a")

    def test_decides_by_the_decision_alone(self) -> None:
        def decide(answer: object) -> str:
            with FakeService((200, {}, json.dumps(answer).encode())) as service:
                return byhand.Client(service.url, "k").decide("bhr1_any", "bh_pk_x")

        misleading = {"effective_action": "Auto-accept", "risk_score": 0, "step_up": "passed"}
        for decision in ("accept", "step_up", "reject"):
            self.assertEqual(decide({"valid": True, "result": {**misleading, "decision": decision}}), decision)
        self.assertEqual(decide({"valid": False, "reason": "expired"}), "reject")
        for older in (misleading, {**misleading, "decision": "monitor"}):
            with self.assertRaisesRegex(byhand.ByhandError, "Install the same version"):
                decide({"valid": True, "result": older})

    def test_reads_settings_from_the_environment(self) -> None:
        with mock.patch.dict("os.environ", {"BYHAND_URL": AWAY, "BYHAND_KEY": "bh_sk_test_x"}):
            self.assertTrue(byhand.Client().is_test)
        with mock.patch.dict("os.environ", {}, clear=True):
            with self.assertRaisesRegex(ValueError, "BYHAND_KEY"):
                byhand.Client(AWAY)
        with self.assertRaisesRegex(ValueError, "http"):
            byhand.Client("byhand.example.org", "k")
        with self.assertRaisesRegex(ValueError, "on_unavailable"):
            byhand.Client(AWAY, "k", on_unavailable="ignore")  # type: ignore[arg-type]

    def test_compresses_long_survey_requests(self) -> None:
        with FakeService() as service:
            client = byhand.Client(service.url, "k")
            client.check_survey({**REQUEST, "responses": {"q": "x" * 20_000}})
            client.check_survey(REQUEST)
        (_, _, long, body), (_, _, short, _) = service.requests
        self.assertEqual(long["content-encoding"], "gzip")
        self.assertEqual(json.loads(gzip.decompress(body))["responses"]["q"], "x" * 20_000)
        self.assertNotIn("content-encoding", short)

    def test_follows_the_pages_of_a_list(self) -> None:
        link = '</v1/tags/sessions?tag=a&before=x%2Fy>; rel="next"'
        with FakeService((200, {"link": link}, b'{"tag":"a","sessions":[]}'), (200, {}, b"{}")) as service:
            client = byhand.Client(service.url, "k")
            page = client.tag_sessions("a", limit=1)
            self.assertEqual(page["next"], "x/y")
            self.assertNotIn("next", client.tag_sessions("a", before=page["next"]))
        self.assertIn("before=x%2Fy", service.requests[1][1])

    def test_follows_the_schedule_of_retries(self) -> None:
        """The one of docs/reference/limits.md, which the Node client and the R package follow too."""
        retried = {408, 429, 500, 502, 503, 504}
        with mock.patch("random.random", return_value=1.0), mock.patch("time.sleep") as sleep:
            for status in (*sorted(retried), 400, 401, 404, 409):
                sleep.reset_mock()
                with FakeService(*[(status, {}, b"{}")] * 3) as service:
                    with self.assertRaises(byhand.ByhandUnavailable if status in retried else byhand.ByhandError):
                        byhand.Client(service.url, "k").report("a")
                self.assertEqual(len(service.requests), 3 if status in retried else 1)
                waits = [call.args[0] for call in sleep.call_args_list]
                self.assertEqual(waits, [0.2, 0.8] if status in retried else [])
            sleep.reset_mock()
            with FakeService((429, {"retry-after": "2"}, b"{}"), (429, {"retry-after": "900"}, b"{}")) as service:
                byhand.Client(service.url, "k").report("a")
            self.assertEqual([call.args[0] for call in sleep.call_args_list], [2, 5])

    def test_continues_an_export_that_breaks_off(self) -> None:
        rows = [json.dumps({"session_id": name, "cursor": name}).encode() + b"\n" for name in "abc"]
        # As long as announced, but the last line is incomplete.
        with FakeService((200, {}, rows[0] + rows[1] + b'{"ses'), (200, {}, rows[2])) as service:
            found = [row["session_id"] for row in byhand.Client(service.url, "k").export_sessions(tag="x")]
        self.assertEqual(found, ["a", "b", "c"])
        self.assertEqual([path for _, path, _, _ in service.requests][1], "/v1/exports/sessions?tag=x&cursor=b")
        with FakeService((200, {}, b'{"ses')) as service, self.assertRaisesRegex(byhand.ByhandUnavailable, "broke off"):
            list(byhand.Client(service.url, "k").export_events())

    def test_notices_that_a_chunked_export_breaks_off(self) -> None:
        line = b'{"cursor":"a"}\n'
        with socket.create_server(("127.0.0.1", 0)) as server:

            def answer() -> None:
                for chunk in (b"%x\r\n%s\r\n" % (len(line), line), b""):
                    connection, _address = server.accept()
                    connection.recv(65_536)
                    head = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
                    connection.sendall(head + chunk)
                    connection.close()

            thread = threading.Thread(target=answer, daemon=True)
            thread.start()
            client = byhand.Client(f"http://127.0.0.1:{server.getsockname()[1]}", "k", retries=0)
            rows = client.export_sessions()
            self.assertEqual(next(rows), {"cursor": "a"})
            with self.assertRaises(byhand.ByhandUnavailable):
                next(rows)
            thread.join(5)


if __name__ == "__main__":
    unittest.main()
