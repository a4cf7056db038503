"""Reports and results for a service that cannot be reached. They lead to neither acceptance nor rejection."""

from typing import Any, Mapping

from .contract import BiometricChecks, DeviceChecks, SessionReport, SurveyResultV021

REASON = "The service did not respond."


def unknown_report(session_id: str) -> SessionReport:
    return {
        "session_id": session_id,
        "tags": [],
        "risk_score": 0,
        "risk_explanation": REASON,
        "recommended_action": "Unknown",
        "user_logs": [],
        "biometric_checks": _unknown_checks(BiometricChecks),
        "device_checks": _unknown_checks(DeviceChecks),
        "effective_action": "Unknown",
        "overridden_by": None,
        "proven": "nothing",
        "decision": "step_up",
        "risk_parts": {"input": 0, "context": 0},
        "risk_contributions": [],
        "evidence_coverage": {
            "mouse": 0,
            "keyboard": 0,
            "touch": 0,
            "device": False,
            "network": False,
            "observed_seconds": 0,
        },
        "model_version": "",
    }


def unknown_survey_result(request: Mapping[str, Any]) -> SurveyResultV021:
    """``error`` is true, so it is not a clean pass."""
    return {
        "error": True,
        "flagged": False,
        "num_checks_failed": 0,
        "response_groups": {},
        "checks": {question: [] for question in request["questions"]},
        "effort_ratings": {},
        "typing_url": "",
        "model": "",
        "warning": REASON,
    }


def _unknown_checks(checks: Any) -> Any:
    return {name: "Unknown" for name in checks.__annotations__}
