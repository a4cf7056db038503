"""Errors of the client."""

from typing import Any, Mapping


class ByhandError(Exception):
    """The service rejected the request. ``problem["code"]`` names the reason."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        detail = str(problem.get("detail") or f"The service responded with status {status}.")
        fields = [f"{error.get('pointer', '')} {error.get('detail', '')}".strip() for error in problem.get("errors") or []]
        super().__init__(f"{detail} ({'; '.join(fields)})" if fields else detail)
        self.status = status
        self.problem = problem


class ByhandUnavailable(Exception):
    """The service did not respond, or was overloaded, in every attempt."""


class WebhookError(ValueError):
    """The signature of a webhook is missing or wrong, or the delivery is too old."""
