"""Verifies webhook deliveries: the Standard Webhooks scheme."""

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Any, Callable, Dict, Mapping, TypedDict, Union

from ._errors import WebhookError

TOLERANCE_S = 300


class WebhookEvent(TypedDict):
    type: str
    timestamp: str
    data: Dict[str, Any]


def verify_webhook(
    body: Union[str, bytes],
    headers: Mapping[str, str],
    secret: str,
    now: Callable[[], float] = time.time,
) -> WebhookEvent:
    """Return the event, or raise ``WebhookError`` if the signature is missing or wrong, or too old.

    ``body``: as received, before it is parsed.
    """
    given = {name.lower(): value for name, value in headers.items()}
    identifier = given.get("webhook-id", "")
    timestamp = given.get("webhook-timestamp", "")
    if not identifier or not (timestamp.isascii() and timestamp.isdecimal()):
        raise WebhookError("The webhook headers are missing.")
    if abs(now() - int(timestamp)) > TOLERANCE_S:
        raise WebhookError("The webhook timestamp is too old or in the future.")
    content = body.encode() if isinstance(body, str) else body
    key = base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret)
    if not key:
        # Anyone can sign with an empty key.
        raise WebhookError("The webhook secret is empty.")
    expected = hmac.new(key, f"{identifier}.{timestamp}.".encode() + content, hashlib.sha256).digest()
    signatures = [text[3:] for text in given.get("webhook-signature", "").split(" ") if text.startswith("v1,")]
    if not any(hmac.compare_digest(_decoded(text), expected) for text in signatures):
        raise WebhookError("The webhook signature is wrong.")
    event: WebhookEvent = json.loads(content)
    return event


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        return b""
