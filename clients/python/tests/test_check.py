"""`byhand.check` against a fake service: tables, requests, resuming."""

import json
import os
import tempfile
import unittest
from pathlib import Path
from typing import Any, Dict, List
from unittest import mock

import byhand
from fake_service import FakeService

ROWS: List[Dict[str, Any]] = [
    {"participant_id": "p1", "like": "The park", "age": 31},
    {"participant_id": "p2", "like": None, "age": None},
    {"participant_id": "p1", "like": "The bakery", "age": 40},
]
QUESTIONS = {"like": "What do you like?"}


def result(**more: Any) -> "tuple[int, dict[str, str], bytes]":
    body = {
        "error": False,
        "flagged": True,
        "num_checks_failed": 1,
        "response_groups": {"like": 2},
        "checks": {"like": ["Low-effort"]},
        "effort_ratings": {"like": 3},
        "typing_url": "http://x/app/typing/1",
        "analyzed_at": 1_742_913_050_007,
        "model": "byhand-v021",
        "verdict": "review",
        "severity": 0.3,
        "reasons": ["like: Low-effort. Effort is rated 3 of 10 (threshold 3)."],
        "explanation": {},
        **more,
    }
    return 200, {}, json.dumps(body).encode()


class Column(List[Any]):
    def tolist(self) -> "List[Any]":
        return list(self)


class Frame:
    """The part of a pandas data frame that the client uses; the real one is in test_frame.py."""

    def __init__(self, columns: Dict[str, List[Any]]) -> None:
        self.data = columns

    @property
    def columns(self) -> List[str]:
        return list(self.data)

    @property
    def iloc(self) -> "Frame":
        return self

    def __getitem__(self, key: Any) -> Column:
        return Column(list(self.data.values())[key[1]])

    def assign(self, **added: List[Any]) -> "Frame":
        return Frame({**self.data, **added})


class CheckTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_check(self, service: FakeService, data: Any = ROWS, **options: Any) -> Any:
        given = {"survey_id": "s", "questions": QUESTIONS, **options}
        return byhand.check(data, url=service.url, key="k", **given)

    def sent(self, service: FakeService) -> "List[Dict[str, Any]]":
        return [json.loads(body) for _, path, _, body in service.requests if path.startswith("/survey-check/")]

    def test_returns_the_same_rows_with_results(self) -> None:
        with FakeService(result(), result(flagged=False, verdict="keep", reasons=[])) as service:
            rows = self.run_check(service)
        self.assertEqual([row["like"] for row in rows], ["The park", None, "The bakery"])
        self.assertEqual([row["byhand_verdict"] for row in rows], ["review", None, "keep"])
        self.assertEqual([row["byhand_q1_effort"] for row in rows], [3, None, 3])
        self.assertEqual([row["byhand_q1_group"] for row in rows], [2, None, 2])
        self.assertEqual(rows[0]["byhand_q1_checks"], "Low-effort")
        self.assertEqual(rows[0]["byhand_typing_url"], "http://x/app/typing/1")
        self.assertIn("rated 3 of 10", rows[0]["byhand_reasons"])
        self.assertEqual(rows[0]["byhand_analyzed_at"], "2025-03-25T14:30:50.007Z")
        self.assertEqual(rows[1]["byhand_warning"], "Not analyzed: the row has no answers.")
        self.assertNotIn("byhand_verdict", ROWS[0])

    def test_sends_rows_in_order_and_numbers_repeated_participants(self) -> None:
        with FakeService(result(), result()) as service:
            self.run_check(service, low_effort_threshold=3, question_types={"like": "brand"})
        first, second = self.sent(service)
        self.assertEqual(first["participant_id"], "p1")
        self.assertEqual(second["participant_id"], "p1 (row 3)")
        self.assertEqual(first["questions"], QUESTIONS)
        self.assertEqual((first["low_effort_threshold"], first["question_types"]), (3, {"like": "brand"}))
        self.assertIn("explain=true", service.requests[0][1])

    def test_accepts_a_data_frame_with_empty_values(self) -> None:
        frame = Frame({"id": [1.0, 2.0], "like": ["The park", float("nan")]})
        with FakeService(result()) as service:
            checked = self.run_check(service, frame, participant="id")
        self.assertIsInstance(checked, Frame)
        self.assertEqual(checked.data["byhand_verdict"], ["review", None])
        self.assertEqual(self.sent(service)[0]["participant_id"], "1")

    def test_reads_a_file(self) -> None:
        path = self.folder / "spring.csv"
        path.write_bytes('\ufeffparticipant_id;like;like\r\np1;"The; ""park""";x\r\np2\r\n'.encode())
        with FakeService(result()) as service:
            rows = self.run_check(service, str(path), survey_id=None)
        self.assertEqual(self.sent(service)[0]["survey_id"], "spring")
        self.assertEqual(self.sent(service)[0]["responses"], {"like": 'The; "park"'})
        self.assertEqual((rows[0]["like"], rows[0]["like.1"], rows[1]["like"]), ('The; "park"', "x", ""))

    def test_names_the_fault_of_a_file(self) -> None:
        wide, other, latin = (self.folder / name for name in ("wide.csv", "book.xlsx", "latin.csv"))
        wide.write_text("like\na,b\n")
        other.write_bytes(b"PK")
        latin.write_bytes("like\nCafé\n".encode("latin-1"))
        with FakeService(result()) as service:
            for path, reason in [(wide, "row 1 has 2 cells"), (other, "pandas"), (latin, "encoding")]:
                with self.assertRaisesRegex(ValueError, reason):
                    self.run_check(service, path)
            rows = self.run_check(service, latin, encoding="latin-1")
        self.assertEqual(rows[0]["like"], "Café")

    def test_names_the_fault_of_an_argument(self) -> None:
        with FakeService() as service:
            for reason, data, options in [
                ("no column 'liek'.*like", ROWS, {"questions": {"liek": "?"}}),
                ("at least one", ROWS, {"questions": []}),
                ("at least one", ROWS, {"questions": "like"}),
                ("no column 'x'", ROWS, {"participant": "x"}),
                ("no column 'x'", ROWS, {"session": "x"}),
                ("not among the questions", ROWS, {"question_types": {"x": "brand"}}),
                ("histories names 'zz', .*not among the questions", ROWS, {"histories": {"zz": "like"}}),
                ("on_unavailable must be", ROWS, {"on_unavailable": "skip"}),
                ("survey_id is missing", ROWS, {"survey_id": None}),
            ]:
                with self.subTest(reason), self.assertRaisesRegex(ValueError, reason):
                    self.run_check(service, data, **options)
            with self.assertRaisesRegex(TypeError, "data frame"):
                self.run_check(service, 7)
        self.assertEqual(service.requests, [])

    def test_sends_histories_sessions_and_devices(self) -> None:
        row = {"like": "The park", "h": '[{"s":"T","t":0}]', "sid": "abc", "dev": None}
        with FakeService(result()) as service:
            self.run_check(service, [row], histories={"like": "h"}, session="sid", fingerprint="dev")
        (request,) = self.sent(service)
        self.assertEqual(request["question_histories"], {"like": '[{"s":"T","t":0}]'})
        self.assertEqual(request["session_id"], "abc")
        self.assertNotIn("fingerprint_id", request)

    def test_keeps_a_row_that_the_service_rejects(self) -> None:
        problem = (413, {}, b'{"detail":"The body is too large."}')
        with FakeService(problem, result()) as service:
            rows = self.run_check(service)
        self.assertEqual((rows[0]["byhand_error"], rows[0]["byhand_warning"]), (True, "The body is too large."))
        self.assertEqual(rows[2]["byhand_verdict"], "review")

    def test_stops_at_a_wrong_key(self) -> None:
        with FakeService((401, {}, b'{"code":"invalid_key"}')) as service, self.assertRaises(byhand.ByhandError):
            self.run_check(service)

    def test_continues_after_the_last_finished_row(self) -> None:
        path = self.folder / "progress"
        with FakeService(result(), (401, {}, b"{}"), result(verdict="keep")) as service:
            with self.assertRaises(byhand.ByhandError):
                self.run_check(service, resume=path)
            with path.open("ab") as file:
                file.write(b'{"request": "half')
            seen: List[Any] = []
            rows = self.run_check(service, resume=path, progress=lambda done, total: seen.append((done, total)))
        self.assertEqual([request["participant_id"] for request in self.sent(service)], ["p1", "p1 (row 3)", "p1 (row 3)"])
        self.assertEqual([row["byhand_verdict"] for row in rows], ["review", None, "keep"])
        self.assertEqual(seen, [(1, 3), (2, 3), (3, 3)])
        self.assertFalse(path.exists())

    def test_never_overwrites_another_file(self) -> None:
        path = self.folder / "answers.csv"
        path.write_text("like\nThe park\n")
        with FakeService() as service, self.assertRaisesRegex(ValueError, "not a progress file"):
            self.run_check(service, resume=path)
        self.assertEqual(path.read_text(), "like\nThe park\n")

    def test_raises_or_returns_unknown_while_the_service_is_away(self) -> None:
        client = byhand.Client("http://127.0.0.1:9", "k", retries=0)
        options: Dict[str, Any] = {"survey_id": "s", "questions": QUESTIONS, "client": client}
        with self.assertRaises(byhand.ByhandUnavailable) as raised:
            byhand.check(ROWS, **options)
        sentence = "Byhand at http://127.0.0.1:9 did not respond: Connection refused (0 of 3 rows are done)."
        self.assertEqual(str(raised.exception), sentence)
        self.assertTrue(raised.exception.__suppress_context__)
        path = self.folder / "progress"
        rows = byhand.check(ROWS, on_unavailable="unknown", resume=path, **options)
        self.assertEqual([row["byhand_verdict"] for row in rows], ["unknown", None, "unknown"])
        self.assertTrue(path.exists())

    def test_does_not_wait_for_a_service_that_never_responded(self) -> None:
        with mock.patch("time.sleep") as sleep, self.assertRaises(byhand.ByhandUnavailable):
            byhand.check(ROWS, survey_id="s", questions=QUESTIONS, url="http://127.0.0.1:9", key="k")
        self.assertEqual(len(sleep.call_args_list), 2)
        self.assertLess(sum(call.args[0] for call in sleep.call_args_list), 1)

    def test_waits_for_a_service_that_responded_and_says_so(self) -> None:
        busy = (429, {"retry-after": "40"}, b'{"detail":"Too many requests."}')
        with FakeService(*[busy] * 7, result(), result()) as service, mock.patch("time.sleep") as sleep:
            with self.assertLogs("byhand", "WARNING") as logs:
                rows = self.run_check(service)
        self.assertEqual(rows[0]["byhand_verdict"], "review")
        self.assertEqual([call.args[0] for call in sleep.call_args_list][:4], [40] * 4)
        self.assertIn("Byhand: Too many requests. Attempt 2 of 9 begins in 40 s.", logs.output[0])

    def test_stops_at_an_argument_that_the_service_rejects(self) -> None:
        errors = [{"pointer": "/low_effort_threshold", "detail": "must be <= 10"}]
        problem = {"detail": "Not valid.", "errors": errors}
        with FakeService((400, {}, json.dumps(problem).encode())) as service:
            with self.assertRaisesRegex(ValueError, "low_effort_threshold is not valid: .*<= 10"):
                self.run_check(service, low_effort_threshold=11)
        self.assertEqual(len(service.requests), 1)

    def test_keeps_a_row_with_an_answer_that_the_service_rejects(self) -> None:
        errors = [{"pointer": "/responses/like", "detail": "is too long"}]
        problem = {"detail": "Not valid.", "errors": errors}
        with FakeService((400, {}, json.dumps(problem).encode()), result()) as service:
            rows = self.run_check(service)
        self.assertEqual([row["byhand_error"] for row in rows], [True, None, False])

    def test_shows_a_bar_on_request(self) -> None:
        with FakeService(result(), result()) as service, mock.patch("sys.stderr") as stderr:
            self.run_check(service, progress=True)
        written = "".join(call.args[0] for call in stderr.write.call_args_list)
        self.assertIn("[" + "#" * 30 + "] 3 of 3 rows", written)

    def test_imports_no_other_package(self) -> None:
        import subprocess
        import sys

        code = "import sys, byhand; print('pandas' in sys.modules or 'numpy' in sys.modules)"
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        output = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        self.assertEqual(output.stdout.strip(), "False")


if __name__ == "__main__":
    unittest.main()
