"""The client against a running service. The vitest test python_client.test.ts starts one and sets the environment."""

import csv
import io
import os
import tempfile
import unittest
from pathlib import Path

import byhand

URL = os.environ.get("BYHAND_TEST_URL", "")
LIKE = "What do you like about your town?"
CHANGE = "What would you change in your town?"
ANSWERS = [
    ("p1", "The bakery on the corner, and that my neighbors say hello.", "more benches, my mother has to sit down a lot"),
    ("p2", "Xkqzv wrtpl mnbdf qwzxv plkjh", "dfgh dfgh sdlfkj"),
    ("p3", "", ""),
    ("p4", "The bakery on the corner, and that my neighbors say hello!", "a safe crossing near the school"),
]
ROWS = [{"participant_id": name, "like": like, "change": change} for name, like, change in ANSWERS]
QUESTIONS = {"like": LIKE, "change": CHANGE}


@unittest.skipUnless(URL, "needs BYHAND_TEST_URL")
class ServiceTest(unittest.TestCase):
    def client(self, key: str = "KEY") -> byhand.Client:
        return byhand.Client(URL, os.environ[f"BYHAND_TEST_{key}"])

    def test_reads_reports_events_and_lists(self) -> None:
        client, session = self.client(), os.environ["BYHAND_TEST_SESSION"]
        self.assertEqual(client.report(session, wait=1)["tags"], ["a&b"])
        self.assertEqual(client.events(session)["session_id"], session)
        self.assertEqual(len(client.user_sessions("user/7 ä")["sessions"]), 1)
        first = client.tag_sessions("a&b", limit=1)
        second = client.tag_sessions("a&b", limit=1, before=first["next"])
        self.assertEqual(len({one["session_id"] for one in first["sessions"] + second["sessions"]}), 2)
        with self.assertRaises(byhand.ByhandError) as raised:
            client.report("A" * 22)
        self.assertEqual((raised.exception.status, raised.exception.problem["code"]), (404, "session_not_found"))

    def test_reads_test_sessions(self) -> None:
        client = self.client("TEST_KEY")
        self.assertTrue(client.is_test)
        report = client.report("test.auto_reject")
        self.assertEqual(report["recommended_action"], "Auto-reject or high-priority review")

    def test_verifies_a_signed_result(self) -> None:
        verify, site_key = self.client().verify_result, os.environ["BYHAND_TEST_SITE_KEY"]
        result = os.environ["BYHAND_TEST_RESULT"]
        reasons = {
            "invalid": verify("forged", "bh_pk_x"),
            "wrong_site_key": verify(result, "bh_pk_x"),
            "wrong_host": verify(result, site_key, hostnames=["www.shop.example"]),
        }
        for reason, answer in reasons.items():
            self.assertEqual(answer, {"valid": False, "reason": reason})
        self.assertTrue(verify(result, site_key, hostnames=["shop.example"])["valid"])
        self.assertEqual(verify(result, site_key), {"valid": False, "reason": "already_used"})
        self.assertTrue(verify(result, site_key, once=False)["valid"])
        self.assertEqual(self.client().decide("", site_key), "reject")

    def test_manages_labels_webhooks_exports_and_erasure(self) -> None:
        client, session = self.client("ADMIN_KEY"), os.environ["BYHAND_TEST_SESSION"]
        self.assertIsNone(client.label_session(session, "bot", note="fraud")["previous"])
        (labeled,) = client.sessions(label="bot")
        self.assertEqual((labeled["session_id"], labeled["overridden_by"]["note"]), (session, "fraud"))
        self.assertEqual(client.remove_label(session)["previous"]["label"], "bot")
        rows = list(client.export_sessions())
        self.assertIn(session, [row["session_id"] for row in rows])
        self.assertEqual(list(client.export_sessions(cursor=rows[0]["cursor"])), rows[1:])
        self.assertEqual(list(client.export_events(user="nobody")), [])
        created = client.create_webhook("https://shop.example.org/byhand", ["session.completed"])
        event = created["webhook"]["id"]
        self.assertTrue(created["secret"].startswith("whsec_"))
        self.assertEqual([one["id"] for one in client.webhooks()], [event])
        self.assertIn("id", client.call("PATCH", f"/v1/webhooks/{event}", body={"enabled": False}))
        client.delete_webhook(event)
        self.assertEqual(client.webhooks(), [])
        person = {"user_id": "to erase"}
        self.assertIsInstance(client.export_person(**person), dict)
        self.assertIsInstance(client.erase(**person), dict)
        with self.assertRaisesRegex(byhand.ByhandError, "note|label"):
            client.label_session(session, "robot")  # type: ignore[arg-type]
        with self.assertRaisesRegex(ValueError, "low_effort_threshold"):
            byhand.check(ROWS, survey_id="rows", questions=QUESTIONS, client=self.client(), low_effort_threshold=11)
        with self.assertRaisesRegex(ValueError, "disabled_checks"):
            byhand.check(ROWS, survey_id="rows", questions=QUESTIONS, client=self.client(), disabled_checks=["x"])

    def test_checks_responses(self) -> None:
        request = {"survey_id": "one", "participant_id": "p", "questions": {"q": LIKE}, "responses": {"q": "asdf asdf"}}
        result = self.client().check_survey(request, explain=True)
        self.assertEqual((result["model"], result["verdict"]), ("byhand-v021", "remove"))
        self.assertEqual(self.client().check_survey_v012(request)["model"], "byhand-v012")

    def test_checks_rows(self) -> None:
        rows = byhand.check(ROWS, survey_id="rows", questions=QUESTIONS, client=self.client())
        self.assertEqual([row["byhand_verdict"] for row in rows], ["keep", "remove", None, "review"])
        self.assertEqual(rows[3]["byhand_q1_checks"], "Cross-duplicate response")
        self.assertEqual(rows[3]["byhand_q1_group"], rows[0]["byhand_q1_group"])
        self.assertTrue(rows[0]["byhand_typing_url"].startswith("http"))

    def test_detects_the_columns_of_an_export(self) -> None:
        header = ["StartDate,ResponseId,Q1", "Start Date,Response ID,What do you like about your town?"]
        ids = ['"{""ImportId"":""startDate""}","{""ImportId"":""_recordId""}","{""ImportId"":""QID1_TEXT""}"']
        answers = [f'2025-03-25 14:30:5{at},R_{at},"{like}"' for at, (_, like, _) in enumerate(ANSWERS)]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "export.csv"
            path.write_text("\n".join([*header, *ids, *answers, ""]))
            rows = byhand.check(path, client=self.client("ADMIN_KEY"))
            with self.assertRaisesRegex(ValueError, "permissions survey and admin"):
                byhand.check(path, client=self.client())
        self.assertEqual([row["byhand_verdict"] for row in rows[:2]], [None, None])
        self.assertEqual([row["byhand_verdict"] for row in rows[2:]], ["keep", "remove", None, "review"])

    def test_lets_the_service_analyze_a_file(self) -> None:
        client = self.client("ADMIN_KEY")
        text = io.StringIO()
        writer = csv.DictWriter(text, ["participant_id", "like", "change"])
        writer.writeheader()
        writer.writerows(ROWS)
        columns = {"columns": "like\nchange", "questions": f"{LIKE}\n{CHANGE}"}
        job = client.create_survey_job(text.getvalue().encode(), name="job.csv", **columns)
        seen = []
        done = client.wait_for_survey_job(job["id"], timeout=60, on_progress=lambda *counts: seen.append(counts))
        self.assertEqual((done["state"], seen[-1]), ("done", (4, 4)))
        self.assertEqual(client.survey_job_summary(job["id"])["skipped"], 1)
        result = client.survey_job_result(job["id"], only="flagged").decode("utf-8-sig")
        flagged = [row["participant_id"] for row in csv.DictReader(io.StringIO(result))]
        self.assertEqual(flagged, ["p2", "p4"])
        self.assertIn(job["id"], [one["id"] for one in client.survey_jobs()])
        self.assertIn("job", [one["survey_id"] for one in client.surveys()])
        self.assertEqual({one["participant_id"] for one in client.participants("job")}, {"p1", "p2", "p4"})
        texts = [f"Chatbots often mention the friendly neighbors and quiet street {n}." for n in range(5)]
        stored = client.set_references("job", "q1", "What do you like about your town?", texts)
        self.assertEqual([one["text"] for one in stored["references"]], texts)
        self.assertEqual((stored["usable"], stored["of"], stored["dropped"]), (len(texts), len(texts), []))
        self.assertEqual([one["references"] for one in client.references("job")], [stored["references"]])
        with self.assertRaisesRegex(byhand.ByhandError, "/references/0"):
            client.set_references("job", "q1", "What do you like about your town?", ["too short"])
        client.remove_references("job", "q1")
        self.assertEqual(client.references("job"), [])
        methods = client.methods("job")
        self.assertEqual((methods["participants"], methods["verdicts"]["remove"]), (3, 1))
        self.assertIn("1 of 3 participants (33.3%) was marked for removal", methods["text"])
        self.assertIn("All participants,3,2,0,2,1", client.exclusions("job"))
        failed = client.create_survey_job(b"only a header\n", name="empty.csv")
        with self.assertRaisesRegex(RuntimeError, "no rows"):
            client.wait_for_survey_job(failed["id"], timeout=60)


if __name__ == "__main__":
    unittest.main()
