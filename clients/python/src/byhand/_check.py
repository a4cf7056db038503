"""Checks the survey responses in a data frame or file, and returns the same rows with the results."""

import os
from datetime import datetime, timedelta
from typing import Any, Dict, List, Literal, Mapping, NamedTuple, Optional, Sequence, Union, cast

from ._client import Client, OnUnavailable, check_on_unavailable
from ._errors import ByhandError, ByhandUnavailable
from ._journal import Journal
from ._progress import Progress, open_progress
from ._table import Columns, Table, open_table, sample_file
from .contract import SurveyRequestV021

QuestionType = Literal["open", "name", "brand", "number", "list"]

# A long run waits for an overloaded service instead of failing.
PATIENT_RETRIES = 8
PATIENT_WAIT_S = 60.0

PARTICIPANT_COLUMN = "participant_id"
SURVEY_COLUMN = "survey_id"
# All rows have the same, so an error in one of them is an error in an argument.
SAME_FOR_ALL = ("questions", "question_types", "disabled_checks", "low_effort_threshold")
SKIPPED = "Not analyzed: the row has no answers."
UNANSWERED = "The service did not respond."
KEPT = (
    "flagged",
    "num_checks_failed",
    "error",
    "warning",
    "typing_url",
    "verdict",
    "severity",
    "reasons",
    "analyzed_at",
)
BY_QUESTION = ("checks", "effort_ratings", "response_groups")


class _Question(NamedTuple):
    at: int
    id: str
    text: str


class _Plan(NamedTuple):
    """How the columns are used."""

    questions: List[_Question]
    participant: Optional[int]
    survey: Optional[int]
    # Rows below the names of the columns that are part of the header.
    header_rows: int


def check(
    data: Any,
    *,
    questions: Union[Mapping[str, str], Sequence[str], None] = None,
    participant: Optional[str] = None,
    survey_id: Optional[str] = None,
    question_types: Optional[Mapping[str, QuestionType]] = None,
    disabled_checks: Sequence[str] = (),
    low_effort_threshold: int = 0,
    histories: Optional[Mapping[str, str]] = None,
    session: Optional[str] = None,
    fingerprint: Optional[str] = None,
    header_rows: int = 1,
    encoding: str = "utf-8-sig",
    resume: Union[str, "os.PathLike[str]", None] = None,
    progress: Progress = None,
    on_unavailable: OnUnavailable = "raise",
    client: Optional[Client] = None,
    url: Optional[str] = None,
    key: Optional[str] = None,
) -> Any:
    """Check the survey responses in ``data`` and return the same rows with columns for the results.

    ``data``: a pandas data frame, a list of dictionaries, or the path of a CSV or TSV file. For a data frame, the
    function returns a data frame; for anything else, a list of dictionaries.

    ``questions``: the columns with answers, as ``{column: question as participants saw it}`` or as a list of columns
    whose names are the questions. Without it, the service chooses the columns, which needs a key with the permissions
    ``survey`` and ``admin``.

    ``byhand_q1_checks``, ``byhand_q1_effort`` and ``byhand_q1_group`` are about the first of the questions, in the order
    of ``questions`` or of the columns.

    ``participant``: the column with participant IDs; by default ``participant_id``, else rows are numbered.
    ``survey_id``: the ID of the survey; by default the column ``survey_id``, else the name of the file.

    ``histories``: ``{column with answers: column with its typing history as JSON}``. ``session``, ``fingerprint``: the
    columns with session IDs and device IDs. ``question_types``, ``disabled_checks``, ``low_effort_threshold``: as in
    the API; the function raises ``ValueError`` at the first row if the service rejects one of them. ``header_rows``: the
    number of header rows, including the column names.

    ``resume``: a file for the progress. If the run stops, call ``check`` again with the same file; it continues after
    the last finished row. A finished run deletes it. ``progress``: ``True``, ``False``, or a function that receives the
    number of finished rows and the total; by default a bar on a terminal.

    ``on_unavailable``: ``"raise"`` raises ``ByhandUnavailable`` when the service does not respond. With ``"unknown"``,
    the remaining rows get the verdict ``unknown``.

    A row without answers is not analyzed: its results are empty, and ``byhand_warning`` says so.

    Rows are sent in order, because the first of two similar answers counts as the original.
    """
    check_on_unavailable(on_unavailable)
    if client is None:
        client = Client(url, key, retries=PATIENT_RETRIES, longest_wait=PATIENT_WAIT_S)
    table = open_table(data, encoding)
    plan = _plan(client, table, questions, participant, header_rows)
    requests = _requests(
        table,
        plan,
        survey_id,
        _stem(data),
        _extra(plan, question_types, disabled_checks, low_effort_threshold),
        {
            _asked(plan, "histories", name): table.header.index(_known(table, column))
            for name, column in (histories or {}).items()
        },
        {
            "session_id": None if session is None else table.header.index(_known(table, session)),
            "fingerprint_id": None if fingerprint is None else table.header.index(_known(table, fingerprint)),
        },
    )
    outcomes = _send_all(client, requests, Journal(resume, client.url), open_progress(progress), on_unavailable)
    cells = [{} if at < plan.header_rows else _cells(plan.questions, one) for at, one in enumerate(outcomes)]
    return table.extended(_result_columns(plan.questions, cells))


def _plan(
    client: Client,
    table: Table,
    questions: Union[Mapping[str, str], Sequence[str], None],
    participant: Optional[str],
    header_rows: int,
) -> _Plan:
    survey = table.header.index(SURVEY_COLUMN) if SURVEY_COLUMN in table.header else None
    if participant is None and PARTICIPANT_COLUMN in table.header:
        participant = PARTICIPANT_COLUMN
    at = None if participant is None else table.header.index(_known(table, participant))
    if questions is None:
        return _detected(client, table, at, survey)
    texts = questions if isinstance(questions, Mapping) else {name: name for name in questions}
    if isinstance(questions, str) or not texts:
        raise ValueError("questions must name at least one column")
    named = [_Question(table.header.index(_known(table, name)), name, text) for name, text in texts.items()]
    return _Plan(named, at, survey, header_rows - 1)


def _detected(client: Client, table: Table, participant: Optional[int], survey: Optional[int]) -> _Plan:
    try:
        found = client.inspect_survey_file(sample_file(table), name=table.name, encoding="utf-8")
    except ByhandError as error:
        if error.problem.get("code") != "wrong_scope":
            raise
        raise ValueError(
            "Name the answer columns in the argument questions. To let the service choose them, use a key with the permissions"
            " survey and admin"
        ) from error
    uses = [column["use"] for column in found["columns"]]
    chosen = [
        _Question(at, table.header[at], column["text"])
        for at, column in enumerate(found["columns"])
        if column["use"] == "question"
    ]
    if not chosen:
        raise ValueError("No column looks like answers to an open-ended question. Name the columns in the argument questions")
    if participant is None and "participant" in uses:
        participant = uses.index("participant")
    return _Plan(chosen, participant, survey, found["header_rows"] - 1)


def _extra(
    plan: _Plan,
    question_types: Optional[Mapping[str, QuestionType]],
    disabled_checks: Sequence[str],
    low_effort_threshold: int,
) -> Dict[str, Any]:
    """Fields that all requests have."""
    for name in question_types or {}:
        _asked(plan, "question_types", name)
    return {
        **({"question_types": dict(question_types)} if question_types else {}),
        **({"disabled_checks": list(disabled_checks)} if disabled_checks else {}),
        **({"low_effort_threshold": low_effort_threshold} if low_effort_threshold else {}),
    }


def _requests(
    table: Table,
    plan: _Plan,
    survey_id: Optional[str],
    file_name: Optional[str],
    extra: Mapping[str, Any],
    histories: Mapping[str, int],
    ids: Mapping[str, Optional[int]],
) -> List[Optional[Dict[str, Any]]]:
    """The request of each row; None for a row without answers."""
    if survey_id is None and plan.survey is None and file_name is None:
        raise ValueError("survey_id is missing: it separates this survey from others")
    seen = set()
    requests: List[Optional[Dict[str, Any]]] = []
    for number, row in enumerate(table.rows, 1):
        given = "" if plan.participant is None else (row[plan.participant] or "").strip()
        participant = given or f"row {number}"
        # Two rows of one participant are two responses: a row never replaces another row.
        if participant in seen:
            participant = f"{participant} (row {number})"
        seen.add(participant)
        responses = {question.id: row[question.at] for question in plan.questions}
        if number <= plan.header_rows or not any((answer or "").strip() for answer in responses.values()):
            requests.append(None)
            continue
        own = None if plan.survey is None else row[plan.survey]
        sent = {name: row[at] for name, at in histories.items() if row[at]}
        requests.append(
            {
                "survey_id": survey_id or own or file_name or "",
                "participant_id": participant,
                "questions": {question.id: question.text for question in plan.questions},
                "responses": responses,
                **extra,
                **({"question_histories": sent} if sent else {}),
                **{name: row[at] for name, at in ids.items() if at is not None and row[at]},
            }
        )
    return requests


def _send_all(
    client: Client,
    requests: List[Optional[Dict[str, Any]]],
    journal: Journal,
    show: Any,
    on_unavailable: OnUnavailable,
) -> List[Optional[Dict[str, Any]]]:
    outcomes: List[Optional[Dict[str, Any]]] = []
    is_reachable = True
    is_finished = False
    try:
        for request in requests:
            outcome = None
            if request is not None:
                outcome = journal.find(request)
                if outcome is None and is_reachable:
                    try:
                        outcome = _send(client, request)
                        journal.add(request, outcome)
                    except ByhandUnavailable as error:
                        if on_unavailable == "raise":
                            done = f"{len(outcomes)} of {len(requests)} rows are done"
                            raise ByhandUnavailable(f"{str(error).rstrip('.')} ({done}).") from None
                        is_reachable = False
                outcome = outcome or {"unavailable": True}
            outcomes.append(outcome)
            show(len(outcomes), len(requests))
        is_finished = is_reachable
    finally:
        journal.close(is_finished=is_finished)
    return outcomes


def _send(client: Client, request: Mapping[str, Any]) -> Dict[str, Any]:
    try:
        result = cast(Dict[str, Any], client.check_survey(cast(SurveyRequestV021, request), explain=True))
    except ByhandError as error:
        if error.status not in (400, 413):
            raise
        for fault in error.problem.get("errors") or []:
            name = fault["pointer"].split("/")[1]
            if name in SAME_FOR_ALL:
                raise ValueError(f"{name} is not valid: {fault['pointer']} {fault['detail']}") from None
        return {"refused": str(error)}
    if not result["model"]:
        raise ByhandUnavailable(result["warning"])
    return {name: result[name] for name in (*KEPT, *BY_QUESTION) if name in result}


def _result_columns(questions: Sequence[_Question], rows: Sequence[Dict[str, Any]]) -> Columns:
    names = [f"byhand_{name}" for name in KEPT]
    for number in range(1, len(questions) + 1):
        names += [f"byhand_q{number}_{name}" for name in ("checks", "effort", "group")]
    return {name: [cells.get(name) for cells in rows] for name in names}


def _cells(questions: Sequence[_Question], outcome: Optional[Dict[str, Any]]) -> Dict[str, Any]:
    """Cells that are missing are empty."""
    if outcome is None:
        return {"byhand_warning": SKIPPED}
    if "unavailable" in outcome:
        return {"byhand_error": True, "byhand_warning": UNANSWERED, "byhand_verdict": "unknown"}
    if "refused" in outcome:
        return {"byhand_error": True, "byhand_warning": outcome["refused"]}
    cells = {f"byhand_{name}": outcome.get(name) for name in KEPT}
    cells["byhand_reasons"] = " | ".join(outcome.get("reasons") or [])
    cells["byhand_analyzed_at"] = _iso_time(outcome.get("analyzed_at"))
    for number, question in enumerate(questions, 1):
        cells[f"byhand_q{number}_checks"] = "; ".join(outcome["checks"].get(question.id, []))
        cells[f"byhand_q{number}_effort"] = outcome["effort_ratings"].get(question.id)
        cells[f"byhand_q{number}_group"] = outcome["response_groups"].get(question.id)
    return cells


def _iso_time(ms: Optional[int]) -> Optional[str]:
    if ms is None:
        return None
    time = datetime(1970, 1, 1) + timedelta(milliseconds=ms)
    return time.isoformat(timespec="milliseconds") + "Z"


def _asked(plan: _Plan, argument: str, name: str) -> str:
    if any(question.id == name for question in plan.questions):
        return name
    raise ValueError(f"{argument} names {name!r}, which is not among the questions")


def _known(table: Table, name: str) -> str:
    if name in table.header:
        return name
    raise ValueError(f"There is no column {name!r}. The columns are: {', '.join(table.header)}")


def _stem(data: Any) -> Optional[str]:
    if not isinstance(data, (str, os.PathLike)):
        return None
    return os.path.splitext(os.path.basename(data))[0]
