"""Sends requests with a timeout. Requests that may be repeated are retried with jitter."""

import gzip
import http.client
import json
import random
import time
import urllib.error
import urllib.request
from email.message import Message
from typing import Any, Mapping, NamedTuple, Optional

from ._errors import ByhandError, ByhandUnavailable

FIRST_WAIT_S = 0.2
CHUNK_BYTES = 65_536
# A typing history repeats the text with every keystroke, so a long body shrinks about a hundred times.
COMPRESSED_FROM_BYTES = 16_384
RETRIED = frozenset({408, 429, 500, 502, 503, 504})


class Response(NamedTuple):
    body: bytes
    headers: Message

    def json(self) -> Any:
        return json.loads(self.body)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would send the key to another address."""

    def redirect_request(self, *_args: Any, **_options: Any) -> None:
        return None


class Http:
    def __init__(self, url: str, key: str, timeout: float, retries: int, longest_wait: float) -> None:
        if not url.startswith(("http://", "https://")):
            raise ValueError("url must begin with http:// or https://")
        if not key:
            raise ValueError("key is empty")
        self.base = url.rstrip("/")
        self._key = key
        self._timeout = timeout
        self._retries = retries
        self._longest_wait = longest_wait
        self._opener = urllib.request.build_opener(_NoRedirects)

    def send(
        self,
        method: str,
        path: str,
        body: Optional[bytes] = None,
        headers: Optional[Mapping[str, str]] = None,
        *,
        is_idempotent: bool,
        extra_s: float = 0,
    ) -> Response:
        """``extra_s``: time that the service itself may take before it answers."""
        attempts = self._retries + 1 if is_idempotent else 1
        for attempt in range(1, attempts + 1):
            wait = random.random() * FIRST_WAIT_S * 4 ** (attempt - 1)
            try:
                return self._send_once(method, path, body, headers or {}, self._timeout + extra_s)
            except urllib.error.HTTPError as answer:
                failure: Exception = _error_of(answer)
                if answer.code not in RETRIED:
                    raise failure from None
                wait = max(wait, _retry_after(answer.headers))
            except (OSError, http.client.HTTPException) as error:
                failure = error
            if attempt < attempts:
                time.sleep(min(wait, self._longest_wait))
        raise ByhandUnavailable(f"Byhand did not respond: {failure}") from failure

    def _send_once(
        self, method: str, path: str, body: Optional[bytes], headers: Mapping[str, str], timeout: float
    ) -> Response:
        deadline = time.monotonic() + timeout
        request = urllib.request.Request(
            self.base + path,
            data=body,
            method=method,
            headers={"authorization": f"Bearer {self._key}", "user-agent": "byhand-python", **headers},
        )
        with self._opener.open(request, timeout=timeout) as answer:
            chunks = []
            # The timeout of a socket is for one read; this one is for all of them.
            while chunk := answer.read1(CHUNK_BYTES):
                chunks.append(chunk)
                if time.monotonic() > deadline:
                    raise TimeoutError("the response took too long")
            return Response(b"".join(chunks), answer.headers)


def json_body(value: object) -> "tuple[bytes, dict[str, str]]":
    """The body and headers of a survey request."""
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    headers = {"content-type": "application/json"}
    if len(body) < COMPRESSED_FROM_BYTES:
        return body, headers
    return gzip.compress(body, 6), {**headers, "content-encoding": "gzip"}


def _error_of(answer: urllib.error.HTTPError) -> ByhandError:
    try:
        problem = json.loads(answer.read())
    except (OSError, ValueError, http.client.HTTPException):
        problem = {}
    return ByhandError(answer.code, problem if isinstance(problem, dict) else {})


def _retry_after(headers: Message) -> float:
    value = headers.get("retry-after", "")
    return float(value) if value.isdecimal() else 0.0
