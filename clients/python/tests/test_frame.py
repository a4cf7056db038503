"""`byhand.check` with a real pandas data frame, where pandas is installed."""

import json
import unittest

import byhand
from fake_service import FakeService
from test_check import QUESTIONS, result

try:
    import pandas
except ImportError:
    pandas = None


@unittest.skipIf(pandas is None, "needs pandas")
class FrameTest(unittest.TestCase):
    def test_returns_a_data_frame_with_the_index_of_the_given_one(self) -> None:
        frame = pandas.DataFrame(
            {
                "participant_id": pandas.array([1, None, 3], dtype="Int64"),
                "like": pandas.array(["The park", "The pond", pandas.NA], dtype="string"),
                "when": pandas.to_datetime(["2025-03-25", None, None]),
            },
            index=["a", "b", "c"],
        )
        before = frame.copy()
        with FakeService(result(), result(flagged=False, verdict="keep")) as service:
            checked = byhand.check(frame, survey_id="s", questions=QUESTIONS, url=service.url, key="k")
        self.assertEqual(list(checked.index), ["a", "b", "c"])
        self.assertEqual(list(checked.byhand_verdict[:2]), ["review", "keep"])
        self.assertTrue(pandas.isna(checked.byhand_verdict["c"]))
        self.assertEqual(list(checked[checked.byhand_verdict == "keep"].like), ["The pond"])
        self.assertEqual(checked["byhand_q1_effort"]["a"], 3)
        pandas.testing.assert_frame_equal(frame, before)
        self.assertEqual(list(checked[checked.byhand_flagged].index), ["a"])
        self.assertEqual(list(checked[~checked.byhand_flagged].index), ["b"])
        self.assertEqual(checked.dtypes[["byhand_flagged", "byhand_error"]].astype(str).tolist(), ["boolean"] * 2)
        counts = ["byhand_num_checks_failed", "byhand_q1_effort", "byhand_q1_group"]
        self.assertEqual(checked.dtypes[counts].astype(str).tolist(), ["Int64"] * 3)
        ids = [json.loads(body)["participant_id"] for _, _, _, body in service.requests]
        self.assertEqual(ids, ["1", "row 2"])


if __name__ == "__main__":
    unittest.main()
