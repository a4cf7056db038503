"""Sends requests with a timeout. Requests that may be repeated are retried, with the schedule of docs/reference/limits.md."""

import gzip
import http.client
import json
import logging
import random
import time
import urllib.error
import urllib.request
from email.message import Message
from typing import Any, Callable, Iterator, Mapping, NamedTuple, Optional, TypeVar, cast

from ._errors import ByhandError, ByhandUnavailable

FIRST_WAIT_S = 0.2
RETRIES = 2
LONGEST_WAIT_S = 5.0
# A user does not notice a shorter delay.
LOGGED_FROM_S = 1.0
CHUNK_BYTES = 65_536
# A typing history repeats the text with every keystroke, so a long body shrinks about a hundred times.
COMPRESSED_FROM_BYTES = 16_384
RETRIED = frozenset({408, 429, 500, 502, 503, 504})

Answer = TypeVar("Answer")

log = logging.getLogger("byhand")


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
        self._has_responded = False

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
        timeout = self._timeout + extra_s
        return self._retried(lambda: self._send_once(method, path, body, headers or {}, timeout), is_idempotent)

    def lines(self, path: str) -> Iterator[bytes]:
        """The lines of a long response, as they arrive. Raises ``ConnectionError`` if it breaks off."""
        with self._retried(lambda: self._open("GET", path, None, {}, self._timeout), True) as answer:
            rest = b""
            while True:
                try:
                    # Reading line by line would take a lost connection for the end.
                    chunk = answer.read1(CHUNK_BYTES)
                except (OSError, http.client.HTTPException) as failure:
                    raise ConnectionError(_reason_of(failure)) from None
                if not chunk:
                    break
                *lines, rest = (rest + chunk).split(b"\n")
                yield from lines
            if rest:
                raise ConnectionError("the last line is incomplete")

    def _retried(self, send_once: Callable[[], Answer], is_idempotent: bool) -> Answer:
        attempts = self._retries + 1 if is_idempotent else 1
        attempt = 0
        while True:
            attempt += 1
            started = time.monotonic()
            longest = self._longest_wait
            wait = random.random() * FIRST_WAIT_S * 4 ** (attempt - 1)
            try:
                answered = send_once()
                self._has_responded = True
                return answered
            except urllib.error.HTTPError as answer:
                self._has_responded = True
                error = _error_of(answer)
                if answer.code not in RETRIED:
                    raise error from None
                reason = str(error)
                wait = max(wait, _retry_after(answer.headers))
            except (OSError, http.client.HTTPException) as failure:
                reason = _reason_of(failure)
                if not self._has_responded:
                    # More likely a wrong URL than an outage.
                    attempts = min(attempts, RETRIES + 1)
                    longest = min(longest, LONGEST_WAIT_S)
            reason = reason.rstrip(".")
            if attempt >= attempts:
                raise ByhandUnavailable(f"Byhand at {self.base} did not respond: {reason}.") from None
            wait = min(wait, longest)
            if time.monotonic() - started + wait >= LOGGED_FROM_S:
                log.warning("Byhand: %s. Attempt %d of %d begins in %.0f s.", reason, attempt + 1, attempts, wait)
            time.sleep(wait)

    def _send_once(
        self, method: str, path: str, body: Optional[bytes], headers: Mapping[str, str], timeout: float
    ) -> Response:
        deadline = time.monotonic() + timeout
        with self._open(method, path, body, headers, timeout) as answer:
            chunks = []
            # The timeout of a socket is for one read; this one is for all of them.
            while chunk := answer.read1(CHUNK_BYTES):
                chunks.append(chunk)
                if time.monotonic() > deadline:
                    raise TimeoutError("the response took too long")
            return Response(b"".join(chunks), answer.headers)

    def _open(
        self, method: str, path: str, body: Optional[bytes], headers: Mapping[str, str], timeout: float
    ) -> http.client.HTTPResponse:
        request = urllib.request.Request(
            self.base + path,
            data=body,
            method=method,
            headers={"authorization": f"Bearer {self._key}", "user-agent": "byhand-python", **headers},
        )
        return cast(http.client.HTTPResponse, self._opener.open(request, timeout=timeout))


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


def _reason_of(failure: Exception) -> str:
    reason = getattr(failure, "reason", failure)
    return str(getattr(reason, "strerror", None) or reason or type(reason).__name__)


def _retry_after(headers: Message) -> float:
    value = headers.get("retry-after", "")
    return float(value) if value.isdecimal() else 0.0
