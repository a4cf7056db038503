"""The client against a fake service: retries, timeouts, redirects, an unreachable service."""

import gzip
import json
import socket
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
        self.assertEqual(set(report["biometric_checks"].values()), {"Unknown"})
        self.assertEqual(len(report["biometric_checks"]), 9)
        result = client.check_survey(REQUEST)
        self.assertEqual((result["error"], result["flagged"], result["checks"]), (True, False, {"q": []}))
        with self.assertRaises(byhand.ByhandUnavailable):
            client.events("a")

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


if __name__ == "__main__":
    unittest.main()
