"""Types of the API. Written by tools/python_client_types.ts from the contract."""

from typing import Any, Dict, List, Literal, Optional, Tuple, TypedDict, Union


class EventEntry(TypedDict):
    # What the visitor did. Never contains typed text.
    action: str
    # Time at which it began, in the browser's time zone, or in UTC if that is unknown.
    user_time: str
    # The same time as Unix milliseconds.
    unix_timestamp: int


class BiometricChecks(TypedDict):
    # `Unknown` means too little evidence. It never counts against a visitor.
    agent_behavior: Literal["Detected", "Not detected", "Unknown"]
    # `Unknown` means too little evidence. It never counts against a visitor.
    programmatic_typing: Literal["Detected", "Not detected", "Unknown"]
    # `Unknown` means too little evidence. It never counts against a visitor.
    teleporting_mouse: Literal["Detected", "Not detected", "Unknown"]
    # `Unknown` means too little evidence. It never counts against a visitor.
    no_corrections: Literal["Detected", "Not detected", "Unknown"]
    # `Unknown` means too little evidence. It never counts against a visitor.
    all_pasted: Literal["Detected", "Not detected", "Unknown"]
    # `Unknown` means too little evidence. It never counts against a visitor.
    jump_scrolling: Literal["Detected", "Not detected", "Unknown"]
    # `Unknown` means too little evidence. It never counts against a visitor.
    centered_clicks: Literal["Detected", "Not detected", "Unknown"]
    # `Unknown` means too little evidence. It never counts against a visitor.
    programmatic_clicking: Literal["Detected", "Not detected", "Unknown"]
    # `Unknown` means too little evidence. It never counts against a visitor.
    external_input: Literal["Detected", "Not detected", "Unknown"]


class DeviceChecks(TypedDict):
    # `Unknown` means too little evidence. It never counts against a visitor.
    bot: Literal["Detected", "Not detected", "Unknown"]
    # `Unknown` means too little evidence. It never counts against a visitor.
    virtual_machine: Literal["Detected", "Not detected", "Unknown"]
    # `Unknown` means too little evidence. It never counts against a visitor.
    software_renderer: Literal["Detected", "Not detected", "Unknown"]
    # `Unknown` means too little evidence. It never counts against a visitor.
    vpn: Literal["Detected", "Not detected", "Unknown"]
    # `Unknown` means too little evidence. It never counts against a visitor.
    tor: Literal["Detected", "Not detected", "Unknown"]
    # `Unknown` means too little evidence. It never counts against a visitor.
    location_spoofing: Literal["Detected", "Not detected", "Unknown"]


class OverriddenBy(TypedDict):
    # `person` accepts the session, `bot` rejects it.
    label: Literal["person", "bot"]
    # Name of the member or API key; empty if it no longer exists.
    by: str
    # Unix time in milliseconds.
    at: int
    # The reviewer's reason; may be empty.
    note: str


class SessionRecord(TypedDict):
    # ID of the session, made by the browser script.
    session_id: str
    # Tags given to the browser script.
    tags: List[str]
    # A higher score means that the session is more likely automated.
    risk_score: int
    # The strongest reasons for the score, in plain ASCII.
    risk_explanation: str
    # An action for your server. `Unknown` means too little evidence.
    recommended_action: Literal["Auto-accept", "Accept with monitoring", "Manual review or require additional verification", "Auto-reject or high-priority review", "Unknown"]
    # The event log. Request it from the events endpoint instead.
    user_logs: List[EventEntry]
    # Results of the behavior checks.
    biometric_checks: BiometricChecks
    # Results of the device and network checks.
    device_checks: DeviceChecks
    # An action for your server. `Unknown` means too little evidence.
    effective_action: Literal["Auto-accept", "Accept with monitoring", "Manual review or require additional verification", "Auto-reject or high-priority review", "Unknown"]
    # The label that overrides the computed action; null without a label.
    overridden_by: Optional[OverriddenBy]


class StepUp(TypedDict):
    # `passed`: the sentence of the task was typed as people type, in a session that passed the challenge. `failed`: a program typed it, or another text was typed. `unknown`: not answered, too little evidence, or the session did not pass the challenge.
    result: Literal["passed", "failed", "unknown"]
    # The reason for the result. Never contains typed text.
    reason: str
    # Time at which the task was shown, in Unix milliseconds.
    asked_at: int
    # Time of the answer, in Unix milliseconds; null without an answer.
    answered_at: Optional[int]


class VerifiedAgent(TypedDict):
    # Its name in the workspace, or the host of its directory if it has none.
    name: str
    # URL of the agent's keys, if the signature covers it; otherwise null.
    url: Optional[str]
    # Thumbprint of the key.
    key_id: str
    # `allow`: requests pass. `monitor`: your application decides. `block`: requests are rejected.
    policy: Literal["allow", "monitor", "block"]


class RiskParts(TypedDict):
    # Points from input and automation traces.
    input: int
    # Points from machine and network. They never lead to a stronger action, unless the workspace raised the weight of the check.
    context: int


class RiskContribution(TypedDict):
    # The check.
    check: Literal["agent_behavior", "programmatic_typing", "teleporting_mouse", "no_corrections", "all_pasted", "jump_scrolling", "centered_clicks", "programmatic_clicking", "external_input", "bot", "virtual_machine", "software_renderer", "vpn", "tor", "location_spoofing"]
    # Points that it adds, after all limits.
    points: int
    # What reduced its points: the cap of its `group`, the end of the `band` (for context, and for what harmless circumstances explain), or the highest `score`; null if nothing did.
    limited_by: Optional[Literal["group", "band", "score"]]


class EvidenceCoverage(TypedDict):
    # Recorded mouse moves and presses.
    mouse: int
    # Key presses.
    keyboard: int
    # Touches with a finger or a pen.
    touch: int
    # Whether the script sent device signals.
    device: bool
    # Whether anything is known about the IP address.
    network: bool
    # Seconds of the session that the service observed, by its own clock.
    observed_seconds: int


class _SessionReport(TypedDict):
    # ID of the session, made by the browser script.
    session_id: str
    # Tags given to the browser script.
    tags: List[str]
    # A higher score means that the session is more likely automated.
    risk_score: int
    # The strongest reasons for the score, in plain ASCII.
    risk_explanation: str
    # An action for your server. `Unknown` means too little evidence.
    recommended_action: Literal["Auto-accept", "Accept with monitoring", "Manual review or require additional verification", "Auto-reject or high-priority review", "Unknown"]
    # The event log. Request it from the events endpoint instead.
    user_logs: List[EventEntry]
    # Results of the behavior checks.
    biometric_checks: BiometricChecks
    # Results of the device and network checks.
    device_checks: DeviceChecks
    # An action for your server. `Unknown` means too little evidence.
    effective_action: Literal["Auto-accept", "Accept with monitoring", "Manual review or require additional verification", "Auto-reject or high-priority review", "Unknown"]
    # The label that overrides the computed action; null without a label.
    overridden_by: Optional[OverriddenBy]
    # The two parts of the score, which sum to it.
    risk_parts: RiskParts
    # The checks that found something, strongest first. Their points sum to `risk_score`.
    risk_contributions: List[RiskContribution]
    # How much evidence the checks had. Events made by scripts do not count.
    evidence_coverage: EvidenceCoverage
    # What the session has proven; each value includes those before it. `nothing`; `recording`: a complete recording of enough input in a known browser; `in_time`: the service received it while it was made; `challenge`: the browser passed its challenge; `behavior`: nothing is missing that `Auto-accept` needs.
    proven: Literal["nothing", "recording", "in_time", "challenge", "behavior"]
    # What to do with the visitor, by the acceptance level of the workspace. `step_up`: accept only after step-up verification.
    decision: Literal["accept", "step_up", "reject"]
    # Version of the rules, the weights and the model behind the score. Scores with the same version are comparable.
    model_version: str


class SessionReport(_SessionReport, total=False):
    # The user ID given to the browser script. The latest value counts.
    user_id: str
    # The step-up verification that the page asked for. It never changes the risk score.
    step_up: StepUp
    # An agent whose signature was verified.
    verified_agent: VerifiedAgent


class UserSessions(TypedDict):
    # The requested user ID.
    user_id: str
    # Most recently started first.
    sessions: List[SessionRecord]


class TagSessions(TypedDict):
    # The requested tag.
    tag: str
    # Most recently started first.
    sessions: List[SessionRecord]


class EventLog(TypedDict):
    # ID of the session, made by the browser script.
    session_id: str
    # Entries in the whole log of the session; the same on every page.
    event_count: int
    # In chronological order.
    events: List[EventEntry]


class _ChangeEntry(TypedDict):
    # Milliseconds since the question's first event.
    t: float


class ChangeEntry(_ChangeEntry, total=False):
    # The text of the field after the change.
    s: str
    # `c`: a copy event, which some trackers send. `p`: text pasted or dropped. `a`: text entered by an aid, such as dictation, autocorrect, an input method or autofill.
    o: str
    # The copied text of a copy event.
    ct: str


class _SurveyRequestV021(TypedDict):
    # Your ID for the survey, at most 256 bytes.
    survey_id: str
    # Your ID for the participant, at most 256 bytes.
    participant_id: str
    # Map from question ID to the text shown to the participant; 1 to 100 questions.
    questions: Dict[str, str]
    # Map from question ID to the final answer. Absent or null means not answered.
    responses: Dict[str, Optional[str]]


class SurveyRequestV021(_SurveyRequestV021, total=False):
    # Map from question ID to the typing history of its answer.
    question_histories: Dict[str, List[ChangeEntry]]
    # The session that the browser script recorded. The service then uses the typing that it observed.
    session_id: str
    # Condition of an experiment, at most 256 bytes. Answers are compared with those of participants in the same condition.
    condition: str
    # Map from question ID to question type.
    question_types: Dict[str, Literal["open", "name", "brand", "number", "list"]]
    # Checks to disable. A disabled check is never reported as failed.
    disabled_checks: List[Literal["Automated test: Gibberish", "Automated test: Off-topic", "Automated test: GPT", "Automated test: Profane", "Low-effort", "Partial pasting", "Programmatic entry", "Response pasted", "Self-duplicate response", "Cross-duplicate response", "Unnatural typing", "All responses empty", "Text chunking", "GPT paste artifacts", "Unnatural typing speed", "Unnatural pausing", "Automated test: Junk"]]
    # The device ID that `getFingerprintId()` of the browser script returns.
    fingerprint_id: str
    # An answer with an effort rating at or below this threshold fails `Low-effort`. 0 flags no answer, 10 flags every non-empty answer.
    low_effort_threshold: int


class FingerprintChecks(TypedDict):
    # ID of the device in this workspace. Other workspaces see a different ID.
    device_id: Optional[str]
    # Country of the IP address at which the browser was last seen: two letters.
    ip_country: Optional[str]
    # Whether an automation tool controlled the browser.
    bot: Optional[bool]
    # Whether the IP address belongs to a VPN or hosting provider.
    vpn: Optional[bool]
    # Whether it was a private window, where the browser reveals it.
    incognito: Optional[bool]
    # Whether the browser's own functions were replaced.
    tampering: Optional[bool]
    # Whether the browser ran in a virtual machine.
    virtual_machine: Optional[bool]
    # Whether an earlier participant took this survey on the same device.
    duplicate: Optional[bool]
    # True if the workspace does not know the ID. All other fields are then null.
    error: bool


class _SurveyResultV021(TypedDict):
    # Whether a check could not run; `warning` says why. The result is then not a clean pass.
    error: bool
    # Whether at least one check failed.
    flagged: bool
    # Number of names in `checks`.
    num_checks_failed: int
    # Map from question ID to the number of its group of similar answers; 0 if not answered.
    response_groups: Dict[str, int]
    # Map from question ID to its failed checks. Every question is present.
    checks: Dict[str, List[Literal["Automated test: Gibberish", "Automated test: Off-topic", "Automated test: GPT", "Automated test: Profane", "Low-effort", "Partial pasting", "Programmatic entry", "Response pasted", "Self-duplicate response", "Cross-duplicate response", "Unnatural typing"]]]
    # Map from question ID to a rating from 1 (least effort) to 10. An empty answer has 1.
    effort_ratings: Dict[str, int]
    # Page that shows how the answers were typed. It requires a login.
    typing_url: str
    # Model used, such as `byhand-v021`; ends with the API version.
    model: str


class SurveyResultV021(_SurveyResultV021, total=False):
    # Facts about the device of a participant. Null means that there was no evidence either way.
    fingerprint_checks: FingerprintChecks
    # Why a check could not run, or another warning. Absent if there is none.
    warning: str


class _SurveyRequestV012(TypedDict):
    # Your ID for the survey, at most 256 bytes.
    survey_id: str
    # Your ID for the participant, at most 256 bytes.
    participant_id: str
    # Map from question ID to the text shown to the participant; 1 to 100 questions.
    questions: Dict[str, str]
    # Map from question ID to the final answer. Absent or null means not answered.
    responses: Dict[str, Optional[str]]


class SurveyRequestV012(_SurveyRequestV012, total=False):
    # Map from question ID to the typing history of its answer.
    question_histories: Dict[str, List[ChangeEntry]]
    # The session that the browser script recorded. The service then uses the typing that it observed.
    session_id: str
    # Condition of an experiment, at most 256 bytes. Answers are compared with those of participants in the same condition.
    condition: str
    # Map from question ID to question type.
    question_types: Dict[str, Literal["open", "name", "brand", "number", "list"]]
    # Checks to disable. A disabled check is never reported as failed.
    disabled_checks: List[Literal["Automated test: Gibberish", "Automated test: Off-topic", "Automated test: GPT", "Automated test: Profane", "Low-effort", "Partial pasting", "Programmatic entry", "Response pasted", "Self-duplicate response", "Cross-duplicate response", "Unnatural typing", "All responses empty", "Text chunking", "GPT paste artifacts", "Unnatural typing speed", "Unnatural pausing", "Automated test: Junk"]]


class _SurveyResultV012(TypedDict):
    # Whether a check could not run; `warning` says why. The result is then not a clean pass.
    error: bool
    # Whether at least one check failed.
    flagged: bool
    # Model used, such as `byhand-v021`; ends with the API version.
    model: str
    # Number of names in `checks`.
    num_checks_failed: int
    # Checks that failed for any question, each once.
    checks: List[Literal["All responses empty", "Text chunking", "GPT paste artifacts", "Self-duplicate response", "Cross-duplicate response", "Unnatural typing speed", "Unnatural pausing", "Automated test: Junk", "Automated test: GPT"]]
    # Map from question ID to group number, only for questions whose answer is similar to another participant's.
    response_groups: Dict[str, int]


class SurveyResultV012(_SurveyResultV012, total=False):
    # Why a check could not run, or another warning. Absent if there is none.
    warning: str


class _SignedResult(TypedDict):
    # The same for every result of this page load and action until one is redeemed, so that a server can reject a second use.
    result_id: str
    # ID of the session.
    session_id: str
    # The site key that recorded the session.
    site_key: str
    # The risk score when the result was issued.
    risk_score: int
    # The action that applies: the action of the label if a reviewer overrode the computed one.
    effective_action: Literal["Auto-accept", "Accept with monitoring", "Manual review or require additional verification", "Auto-reject or high-priority review", "Unknown"]
    # What the session has proven; each value includes those before it. `nothing`; `recording`: a complete recording of enough input in a known browser; `in_time`: the service received it while it was made; `challenge`: the browser passed its challenge; `behavior`: nothing is missing that `Auto-accept` needs.
    proven: Literal["nothing", "recording", "in_time", "challenge", "behavior"]
    # What to do with the visitor, by the acceptance level of the workspace. `step_up`: accept only after step-up verification.
    decision: Literal["accept", "step_up", "reject"]
    # The host of the page; empty if the browser named none.
    hostname: str
    # Time of issue, in Unix milliseconds.
    issued_at: int
    # Expiry time, in Unix milliseconds.
    expires_at: int


class SignedResult(_SignedResult, total=False):
    # The result of step-up verification. Absent if the service never asked for it.
    step_up: Literal["passed", "failed", "unknown"]
    # The name that the page gave to the action, such as `signup`.
    page_action: str
    # Data that the page passed along. The page can send any text.
    page_data: str


class VerifyAnswer1(TypedDict):
    # The result is valid.
    valid: Literal[True]
    # The content of a signed result.
    result: SignedResult


class VerifyAnswer2(TypedDict):
    # The result is not valid.
    valid: Literal[False]
    # `invalid`: not from this workspace, or changed. `expired`: older than 120 seconds. `wrong_site_key`: issued for another site key. `wrong_host`: issued for a page on another host. `already_used`: redeemed before.
    reason: Literal["invalid", "expired", "wrong_site_key", "wrong_host", "already_used"]


VerifyAnswer = Union[VerifyAnswer1, VerifyAnswer2]


class AgentRequest(TypedDict):
    # Method of the request that your server got.
    method: str
    # Its whole URL: scheme and host as the client used them, path and query as received.
    url: str
    # Its headers: `signature`, `signature-input`, `signature-agent`, and all others that the signature covers.
    headers: Dict[str, str]
    # Site key of the page. If it has allowed origins, the URL must belong to one of them.
    site_key: str


class AgentFinding1(TypedDict):
    # The request carries no agent signature.
    status: Literal["none"]


class AgentFinding2(TypedDict):
    # The signature is valid.
    status: Literal["verified"]
    # An agent whose signature was verified.
    verified_agent: VerifiedAgent


class AgentFinding3(TypedDict):
    # `invalid`: forged, changed or malformed. `expired`: outside its validity period. `unverified`: the key or the host is unknown, the signature was used before, or the service did not receive a component that it covers.
    status: Literal["invalid", "expired", "unverified"]
    # The reason in plain English.
    reason: str


AgentFinding = Union[AgentFinding1, AgentFinding2, AgentFinding3]


class FieldError(TypedDict):
    # JSON pointer into the body, or the name of a parameter.
    pointer: str
    # What is wrong with the value.
    detail: str


class _Problem(TypedDict):
    # URN of the error: `urn:byhand:error:` and the code.
    type: str
    # Short name of the error, the same for every occurrence.
    title: str
    # The HTTP status of the response.
    status: int
    # Human-readable: what happened and what to do. The text may change.
    detail: str
    # Machine-readable error code.
    code: str
    # ID of the request, also in the `X-Request-Id` header. Quote it when you report a problem.
    request_id: str


class Problem(_Problem, total=False):
    # Only with `invalid_request`: the fields that are not valid.
    errors: List[FieldError]


class SurveyJob(TypedDict):
    # ID of the job.
    id: str
    # Name of the file.
    name: str
    # Creation time, in Unix milliseconds.
    created_at: int
    # State of the job; `running` also while it waits.
    state: Literal["running", "canceling", "canceled", "done", "failed"]
    # Unfinished jobs of the workspace that were created earlier.
    ahead: int
    # Rows below the header; 0 until the file has been read.
    total: int
    # Finished rows, including those without answers.
    done: int
    # Rows in which at least one check failed.
    flagged: int
    # Rows that were rejected or whose analysis failed.
    rejected: int
    # Reason for the failure; null if the job has not failed.
    problem: Optional[str]
    # URL of the file with results, once the job is done.
    download: Optional[str]


class VerdictCounts(TypedDict):
    # Participants with the effective verdict `keep`.
    keep: int
    # Participants with the effective verdict `review`.
    review: int
    # Participants with the effective verdict `remove`.
    remove: int


class CheckCount(TypedDict):
    # Name of the check.
    check: str
    # Number of rows.
    count: int


class SurveyJobSummary(TypedDict):
    # All rows below the header.
    rows: int
    # Rows that were analyzed.
    participants: int
    # Rows in which at least one check failed.
    flagged: int
    # Participants by effective verdict.
    verdicts: VerdictCounts
    # Rows that were rejected, such as those with an ID that is too long, or whose analysis failed.
    rejected: int
    # Rows without answers.
    skipped: int
    # Survey IDs in the file, at most 20.
    surveys: List[str]
    # Failed checks with the number of rows for each, most frequent first.
    checks: List[CheckCount]


class ErrorRate(TypedDict):
    # How many of the analyzed answers or participants the check flagged.
    false_positives: int
    # How many answers or participants were analyzed, all from real people.
    of: int
    # What was counted. The worst survey is the one in which the check flagged the most people.
    unit: Literal["answers", "typists of the worst set", "participants of the worst survey"]
    # Lower end of the 95% interval of the rate (Wilson).
    low: float
    # Upper end of the 95% interval of the rate (Wilson).
    high: float


class MethodsCheck(TypedDict):
    # Name of the check.
    check: str
    # Participants with enough evidence for the check.
    applied: int
    # Participants who failed the check.
    flagged: int
    # Participants with the effective verdict `keep`.
    keep: int
    # Participants with the effective verdict `review`.
    review: int
    # Participants with the effective verdict `remove`.
    remove: int
    # The measured false-positive rate; null if it was not measured.
    error_rate: Optional[ErrorRate]


class SurveyMethods(TypedDict):
    # Your ID for the survey.
    survey_id: str
    # The methods paragraph.
    text: str
    # Version of Byhand.
    program_version: str
    # Models used for the analyses.
    models: List[str]
    # Versions of the checks and text models behind the analyses.
    analysis_versions: List[str]
    # Time of the first analysis included, in Unix milliseconds.
    first_at: int
    # Time of the latest analysis included, in Unix milliseconds.
    last_at: int
    # Number of analyzed participants.
    participants: int
    # Number of questions.
    questions: int
    # Low-effort thresholds in use.
    low_effort_thresholds: List[int]
    # Participants whose typing was recorded.
    typed: int
    # Participants for whom a check could not run.
    incomplete: int
    # Participants who failed at least one check.
    flagged: int
    # Participants by effective verdict.
    verdicts: VerdictCounts
    # Removed participants whose computed verdict is not `remove`.
    removed_by_reviewer: int
    # Participants with the computed verdict `remove` who were not removed.
    restored_by_reviewer: int
    # Every check of the analyses.
    checks: List[MethodsCheck]


class ReferenceAnswer(TypedDict):
    # ID of the reference answer. Equal texts have equal IDs.
    id: str
    # The answer of a chatbot.
    text: str


class _QuestionReferences(TypedDict):
    # Question ID, as in survey requests.
    question_id: str
    # Text of the question. Its words do not count as evidence.
    question: str
    # Grows by one with every change.
    version: int
    # Time of the last change, in Unix milliseconds.
    changed_at: int
    # The reference answers.
    references: List[ReferenceAnswer]


class QuestionReferences(_QuestionReferences, total=False):
    # Condition of an experiment, as in survey requests. Absent: for participants whose condition has no reference answers.
    condition: str


class DroppedReference(TypedDict):
    # Index of the text in the request.
    reference: int
    # The beginning of what was left out.
    text: str
    # Why it was left out.
    reason: str


class _SavedReferences(TypedDict):
    # Question ID, as in survey requests.
    question_id: str
    # Text of the question. Its words do not count as evidence.
    question: str
    # Grows by one with every change.
    version: int
    # Time of the last change, in Unix milliseconds.
    changed_at: int
    # The reference answers.
    references: List[ReferenceAnswer]
    # Number of stored reference answers.
    usable: int
    # Number of answers found in the texts of the request.
    of: int
    # The others, in the order of the request.
    dropped: List[DroppedReference]


class SavedReferences(_SavedReferences, total=False):
    # Condition of an experiment, as in survey requests. Absent: for participants whose condition has no reference answers.
    condition: str
