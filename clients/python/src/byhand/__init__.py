"""Python client of Byhand: survey checks of data frames and files, session reports, survey jobs, webhooks."""

from ._check import check
from ._client import Client
from ._errors import ByhandError, ByhandUnavailable, WebhookError
from ._version import __version__
from ._webhook import WebhookEvent, verify_webhook

__all__ = [
    "ByhandError",
    "ByhandUnavailable",
    "Client",
    "WebhookError",
    "WebhookEvent",
    "__version__",
    "check",
    "verify_webhook",
]
