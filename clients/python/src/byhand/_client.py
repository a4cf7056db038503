"""The client of the API."""

import json
import os
import re
import time
import uuid
from pathlib import Path
from typing import (
    Any,
    Callable,
    Dict,
    Iterable,
    Iterator,
    List,
    Literal,
    Mapping,
    Optional,
    Sequence,
    Union,
    cast,
)
from urllib.parse import quote, unquote, urlencode

from ._errors import ByhandError, ByhandUnavailable
from ._http import LONGEST_WAIT_S, RETRIES, Http, Response, json_body
from ._unknown import unknown_report, unknown_survey_result
from .contract import (
    EventLog,
    QuestionReferences,
    SavedReferences,
    SessionReport,
    SurveyJob,
    SurveyJobSummary,
    SurveyMethods,
    SurveyRequestV012,
    SurveyRequestV021,
    SurveyResultV012,
    SurveyResultV021,
    TagSessions,
    UserSessions,
    VerifyAnswer,
)

OnUnavailable = Literal["raise", "unknown"]
FileContent = Union[bytes, str, "os.PathLike[str]"]

NEXT = re.compile(r'[?&]before=([^&>]+)[^>]*>; *rel="next"')
UPLOAD_S = 120.0
LONGEST_POLL_S = 5.0


def check_on_unavailable(value: str) -> None:
    if value not in ("raise", "unknown"):
        raise ValueError('on_unavailable must be "raise" or "unknown"')


class UserSessionsPage(UserSessions, total=False):
    """``next``, absent on the last page, is ``before`` of the next one."""

    next: str


class TagSessionsPage(TagSessions, total=False):
    """``next``, absent on the last page, is ``before`` of the next one."""

    next: str


class Client:
    """A client for one service and one key.

    ``url`` and ``key`` default to the environment variables ``BYHAND_URL`` and ``BYHAND_KEY``. A test key works too.

    ``timeout``: seconds for one attempt. ``retries``: further attempts of calls that may be repeated.
    ``longest_wait``: the longest delay in seconds between two attempts, even if the service asks for more.

    ``on_unavailable``: ``"raise"`` raises ``ByhandUnavailable``. With ``"unknown"``, ``report`` returns a report with
    the action ``Unknown``, and ``check_survey`` a result with ``error`` and a warning. All other methods raise.
    """

    def __init__(
        self,
        url: Optional[str] = None,
        key: Optional[str] = None,
        *,
        timeout: float = 10,
        retries: int = RETRIES,
        longest_wait: float = LONGEST_WAIT_S,
        on_unavailable: OnUnavailable = "raise",
    ) -> None:
        check_on_unavailable(on_unavailable)
        self._key = _setting("key", key, "BYHAND_KEY")
        self._http = Http(_setting("url", url, "BYHAND_URL"), self._key, timeout, retries, longest_wait)
        self._on_unavailable = on_unavailable

    @property
    def is_test(self) -> bool:
        """Whether the key is a test key: predefined sessions, and data separate from the live workspace."""
        return self._key.startswith("bh_sk_test_")

    @property
    def url(self) -> str:
        return self._http.base

    # Sessions: a key with the permission `sessions`.

    def report(self, session_id: str, *, wait: int = 0) -> SessionReport:
        """``wait``, 0 to 5 seconds: waits for the last actions of a page that has just been submitted."""
        query = {"sessionId": session_id, "wait": wait or None}
        try:
            return cast(SessionReport, self._get("/v1/sessions/report", query, extra_s=wait).json())
        except ByhandUnavailable:
            if self._on_unavailable == "raise":
                raise
            return unknown_report(session_id)

    def events(self, session_id: str) -> EventLog:
        return cast(EventLog, self._get("/v1/sessions/events", {"sessionId": session_id}).json())

    def user_sessions(
        self,
        user_id: str,
        *,
        limit: Optional[int] = None,
        min_score: Optional[int] = None,
        before: Optional[str] = None,
    ) -> UserSessionsPage:
        query = {"userId": user_id, "limit": limit, "min_score": min_score, "before": before}
        return cast(UserSessionsPage, self._page("/v1/users/sessions", query))

    def tag_sessions(
        self,
        tag: str,
        *,
        limit: Optional[int] = None,
        min_score: Optional[int] = None,
        before: Optional[str] = None,
    ) -> TagSessionsPage:
        query = {"tag": tag, "limit": limit, "min_score": min_score, "before": before}
        return cast(TagSessionsPage, self._page("/v1/tags/sessions", query))

    def verify_result(
        self,
        result: str,
        site_key: str,
        *,
        hostnames: Sequence[str] = (),
        once: bool = True,
    ) -> VerifyAnswer:
        """Verify a signed result that a page sent with a form.

        ``hostnames``: hosts of your pages; the service always compares with the origins of the site key. ``once``: a
        second call with the same result returns ``already_used``.
        """
        request: Dict[str, Any] = {"result": result, "site_key": site_key, "hostnames": list(hostnames)}
        if once:
            # The client may repeat the request, but nobody else.
            request.update(once=True, idempotency_key=str(uuid.uuid4()))
        body, headers = json_body(request)
        answer = self._http.send("POST", "/v1/results/verify", body, headers, is_idempotent=True)
        return cast(VerifyAnswer, answer.json())

    def decide(
        self, result: str, site_key: str, *, hostnames: Sequence[str] = ()
    ) -> Literal["accept", "step_up", "reject"]:
        """What to do with the visitor whose form has this signed result, which counts once.

        ``step_up``: accept the visitor only after step-up verification, with another result. A missing or invalid result
        means ``reject``. Raises ``ByhandUnavailable`` if the service cannot be reached.
        """
        answer = self.verify_result(result, site_key, hostnames=hostnames)
        if answer["valid"] is not True:
            return "reject"
        decision = answer["result"].get("decision")
        if decision not in ("accept", "step_up", "reject"):
            detail = "The result has no decision that this client knows. Install the same version of the service and the client."
            raise ByhandError(200, {"detail": detail})
        return decision

    # Survey checks: a key with the permission `survey`.

    def check_survey(
        self, request: SurveyRequestV021, *, explain: bool = False, wait: int = 0
    ) -> SurveyResultV021:
        """``explain`` adds the verdict, the reasons and every check. ``wait``: as for ``report``."""
        query = {"explain": "true" if explain else None, "wait": wait or None}
        try:
            return cast(SurveyResultV021, self._survey("v021", request, query, wait))
        except ByhandUnavailable:
            if self._on_unavailable == "raise":
                raise
            return unknown_survey_result(request)

    def check_survey_v012(self, request: SurveyRequestV012) -> SurveyResultV012:
        return cast(SurveyResultV012, self._survey("v012", request, {}, 0))

    # Management: a key with the permission `admin`.

    def call(
        self,
        method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"],
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
    ) -> Any:
        """Any other endpoint of the management API: the JSON of the response, or None without one.

        ``GET`` and ``PUT`` are retried, because a repetition changes nothing.
        """
        content, headers = (None, {}) if body is None else json_body(body)
        is_idempotent = method in ("GET", "PUT")
        answer = self._http.send(method, _path(path, query or {}), content, headers, is_idempotent=is_idempotent)
        return answer.json() if answer.body else None

    def sessions(self, **filters: Union[str, int, None]) -> Iterator[Dict[str, Any]]:
        """Every session, newest first. Filters: those of ``GET /v1/sessions``, such as ``min_score`` or ``since``."""
        return self._items("/v1/sessions", {"limit": 100, **filters})

    def label_session(self, session_id: str, label: Literal["person", "bot"], *, note: str = "") -> Dict[str, Any]:
        """Override the recommended action. ``previous`` of the result is the label before."""
        body: Dict[str, str] = {"label": label, **({"note": note} if note else {})}
        return cast(Dict[str, Any], self.call("PUT", _label_path(session_id), body=body))

    def remove_label(self, session_id: str) -> Dict[str, Any]:
        return cast(Dict[str, Any], self.call("DELETE", _label_path(session_id)))

    def export_sessions(self, *, cursor: Optional[str] = None, **filters: Union[str, int, None]) -> Iterator[Dict[str, Any]]:
        """Every session, oldest first, as they arrive. ``cursor`` of a row continues after it, even days later."""
        return self._rows("/v1/exports/sessions", cursor, filters)

    def export_events(self, *, cursor: Optional[str] = None, **filters: Union[str, int, None]) -> Iterator[Dict[str, Any]]:
        """Every entry of the event logs, like ``export_sessions``."""
        return self._rows("/v1/exports/events", cursor, filters)

    def export_person(self, **person: str) -> Any:
        """All data of a person: ``user_id``, ``session_id``, or ``participant_id`` with an optional ``survey_id``."""
        body, headers = json_body(person)
        path = "/v1/exports/person"
        return self._http.send("POST", path, body, headers, is_idempotent=True, extra_s=UPLOAD_S).json()

    def erase(self, **person: str) -> Dict[str, Any]:
        """Erase all data of a person, named as for ``export_person``. It cannot be undone."""
        body, headers = json_body(person)
        # A second request erases nothing and succeeds.
        answer = self._http.send("POST", "/v1/erasures", body, headers, is_idempotent=True, extra_s=UPLOAD_S)
        return cast(Dict[str, Any], answer.json())

    def webhooks(self) -> List[Dict[str, Any]]:
        return list(self._items("/v1/webhooks", {}))

    def create_webhook(self, url: str, events: Sequence[str], *, name: str = "") -> Dict[str, Any]:
        """``secret`` of the result verifies deliveries. The service shows it only once."""
        body = {"url": url, "events": list(events), **({"name": name} if name else {})}
        return cast(Dict[str, Any], self.call("POST", "/v1/webhooks", body=body))

    def send_test_event(self, webhook_id: str) -> Dict[str, Any]:
        return cast(Dict[str, Any], self.call("POST", f"/v1/webhooks/{quote(webhook_id, safe='')}/test"))

    def delete_webhook(self, webhook_id: str) -> None:
        self.call("DELETE", f"/v1/webhooks/{quote(webhook_id, safe='')}")

    # Surveys and survey jobs: a key with the permission `admin`.

    def surveys(self) -> List[Dict[str, Any]]:
        """Analyzed surveys, the one with the latest response first."""
        return cast(List[Dict[str, Any]], self._get("/v1/surveys", {}).json()["items"])

    def participants(self, survey_id: str, **filters: Union[str, int, None]) -> Iterator[Dict[str, Any]]:
        """Every participant, latest analysis first. Filters: ``verdict``, ``flagged``, ``q``, ``low_effort_threshold``."""
        return self._items(f"/v1/surveys/{quote(survey_id, safe='')}/participants", {"limit": 200, **filters})

    def references(self, survey_id: str) -> List[QuestionReferences]:
        """The reference answers of a survey: what chatbots answer to its questions."""
        return cast(List[QuestionReferences], self._get(_references_path(survey_id), {}).json()["items"])

    def set_references(
        self, survey_id: str, question_id: str, question: str, references: Iterable[str]
    ) -> SavedReferences:
        """Replace the reference answers to a question. The service then analyzes all participants again.

        ``usable`` and ``of`` say how many of the answers can be used; ``dropped`` lists the others with the reason.
        """
        versions = {one["question_id"]: one["version"] for one in self.references(survey_id)}
        body, headers = json_body(
            {
                "question_id": question_id,
                "question": question,
                "version": versions.get(question_id, 0),
                "references": list(references),
            }
        )
        answer = self._http.send("PUT", _references_path(survey_id), body, headers, is_idempotent=True)
        return cast(SavedReferences, answer.json())

    def remove_references(self, survey_id: str, question_id: str) -> None:
        """Delete the reference answers to a question. Participants get their former results back."""
        self._http.send("DELETE", _path(_references_path(survey_id), {"question_id": question_id}), is_idempotent=False)

    def methods(self, survey_id: str, *, low_effort_threshold: Optional[int] = None) -> SurveyMethods:
        """A methods paragraph for a paper, and the counts behind it."""
        return cast(SurveyMethods, self._methods(survey_id, "json", low_effort_threshold).json())

    def exclusions(self, survey_id: str, *, low_effort_threshold: Optional[int] = None) -> str:
        """The exclusion table of a paper, as CSV."""
        return self._methods(survey_id, "csv", low_effort_threshold).body.decode()

    def create_survey_job(self, file: FileContent, *, name: Optional[str] = None, **options: str) -> SurveyJob:
        """Let the service analyze a file in the background. ``file``: a path, or the bytes with a ``name``.

        Options are the parameters of ``POST /v1/survey-jobs``, such as ``survey_id`` or ``participant_column``.
        """
        return cast(SurveyJob, self._upload("/v1/survey-jobs", file, name, options, is_idempotent=False))

    def inspect_survey_file(self, file: FileContent, *, name: Optional[str] = None, **options: str) -> Dict[str, Any]:
        """How the service would read a file: its questions, its participant column, and why. Stores nothing."""
        path = "/v1/survey-jobs/inspect"
        return cast(Dict[str, Any], self._upload(path, file, name, options, is_idempotent=True))

    def survey_jobs(self) -> List[SurveyJob]:
        return cast(List[SurveyJob], self._get("/v1/survey-jobs", {}).json()["items"])

    def survey_job(self, job_id: str) -> SurveyJob:
        return cast(SurveyJob, self._get(_job_path(job_id), {}).json())

    def wait_for_survey_job(
        self,
        job_id: str,
        *,
        timeout: Optional[float] = None,
        on_progress: Optional[Callable[[int, int], None]] = None,
    ) -> SurveyJob:
        """Return the finished job, or raise ``RuntimeError`` if it failed or was canceled, and ``TimeoutError`` after ``timeout`` seconds."""
        until = None if timeout is None else time.monotonic() + timeout
        poll_s = 0.2
        while True:
            job = self.survey_job(job_id)
            if on_progress:
                on_progress(job["done"], job["total"])
            if job["state"] == "done":
                return job
            if job["state"] == "failed":
                raise RuntimeError(f"The survey job failed: {job['problem']}")
            if job["state"] == "canceled":
                raise RuntimeError("The survey job was canceled.")
            if until is not None and time.monotonic() + poll_s > until:
                raise TimeoutError(f"The survey job {job_id} is not done after {timeout} seconds.")
            time.sleep(poll_s)
            poll_s = min(poll_s * 1.5, LONGEST_POLL_S)

    def cancel_survey_job(self, job_id: str) -> SurveyJob:
        """Analyzed rows stay in the survey, the others are removed from it."""
        return cast(SurveyJob, self.call("POST", f"{_job_path(job_id)}/cancel"))

    def survey_job_summary(self, job_id: str) -> SurveyJobSummary:
        return cast(SurveyJobSummary, self._get(f"{_job_path(job_id)}/summary", {}).json())

    def survey_job_result(self, job_id: str, **filters: Union[str, int, None]) -> bytes:
        """The file with columns for the results, as CSV in UTF-8. Filters: ``only``, ``verdict``, ``q``, ``low_effort_threshold``."""
        return self._get(f"{_job_path(job_id)}/result", filters, extra_s=UPLOAD_S).body

    def _items(self, path: str, query: Mapping[str, Any]) -> Iterator[Dict[str, Any]]:
        """The items of all pages."""
        cursor: Optional[str] = None
        while True:
            page = self._get(path, {**query, "cursor": cursor}).json()
            yield from page["items"]
            cursor = page["next"]
            if cursor is None:
                return

    def _rows(self, path: str, cursor: Optional[str], filters: Mapping[str, Any]) -> Iterator[Dict[str, Any]]:
        """Continues after the last row if the connection breaks."""
        while True:
            count = 0
            try:
                for line in self._http.lines(_path(path, {**filters, "cursor": cursor})):
                    row = json.loads(line)
                    cursor = row["cursor"]
                    count += 1
                    yield row
                return
            except ConnectionError as failure:
                if count == 0:
                    raise ByhandUnavailable(f"The export broke off: {failure}.") from None

    def _methods(self, survey_id: str, form: str, threshold: Optional[int]) -> Response:
        query = {"format": form, "low_effort_threshold": threshold}
        return self._get(f"/v1/surveys/{quote(survey_id, safe='')}/methods", query, extra_s=UPLOAD_S)

    def _survey(self, version: str, request: Mapping[str, Any], query: Mapping[str, Any], wait: float) -> Any:
        # The service returns the stored result for a repeated body, so a retry is safe.
        body, headers = json_body(request)
        path = _path(f"/survey-check/{version}", query)
        return self._http.send("POST", path, body, headers, is_idempotent=True, extra_s=wait).json()

    def _upload(
        self, path: str, file: FileContent, name: Optional[str], options: Mapping[str, str], *, is_idempotent: bool
    ) -> Any:
        if isinstance(file, bytes):
            if name is None:
                raise ValueError("name is missing: its extension determines the format of the bytes, such as answers.csv")
            content = file
        else:
            content = Path(file).read_bytes()
            name = name or Path(file).name
        return self._http.send(
            "POST",
            _path(path, {"name": name, **options}),
            content,
            {"content-type": "application/octet-stream"},
            is_idempotent=is_idempotent,
            extra_s=UPLOAD_S,
        ).json()

    def _page(self, path: str, query: Mapping[str, Any]) -> Any:
        answer = self._get(path, query)
        found = NEXT.search(answer.headers.get("link", ""))
        return {**answer.json(), **({"next": unquote(found[1])} if found else {})}

    def _get(self, path: str, query: Mapping[str, Any], *, extra_s: float = 0) -> Response:
        return self._http.send("GET", _path(path, query), is_idempotent=True, extra_s=extra_s)


def _path(path: str, query: Mapping[str, Any]) -> str:
    given = {name: value for name, value in query.items() if value is not None}
    return f"{path}?{urlencode(given)}" if given else path


def _label_path(session_id: str) -> str:
    return f"/v1/sessions/{quote(session_id, safe='')}/label"


def _references_path(survey_id: str) -> str:
    return f"/v1/surveys/{quote(survey_id, safe='')}/references"


def _job_path(job_id: str) -> str:
    return f"/v1/survey-jobs/{quote(job_id, safe='')}"


def _setting(name: str, given: Optional[str], variable: str) -> str:
    value = given if given is not None else os.environ.get(variable, "")
    if not value:
        raise ValueError(f"{name} is missing: pass it, or set the environment variable {variable}")
    return value
