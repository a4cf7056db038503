"""The progress of a run in a file, so that a later run continues after the last finished row."""

import hashlib
import json
import os
from pathlib import Path
from typing import Any, Dict, Mapping, Optional, TextIO

FIRST_LINE = {"byhand_progress": 1}


class Journal:
    """Outcomes by request. Without a path, it keeps nothing."""

    def __init__(self, path: Optional["os.PathLike[str] | str"], url: str) -> None:
        self._path = None if path is None else Path(path)
        self._url = url
        self._known: Dict[str, Any] = {}
        self._file: Optional[TextIO] = None
        if self._path is not None:
            self._file = self._open(self._path)

    def find(self, request: Mapping[str, Any]) -> Optional[Dict[str, Any]]:
        found: Optional[Dict[str, Any]] = self._known.get(self._digest(request))
        return found

    def add(self, request: Mapping[str, Any], outcome: Dict[str, Any]) -> None:
        if self._file is None:
            return
        self._file.write(json.dumps({"request": self._digest(request), "outcome": outcome}) + "\n")
        self._file.flush()

    def close(self, *, is_finished: bool) -> None:
        """A finished run needs no progress, and a stale one would hide later results."""
        if self._file is None or self._path is None:
            return
        self._file.close()
        if is_finished:
            self._path.unlink()

    def _open(self, path: Path) -> TextIO:
        if path.exists():
            content = path.read_bytes()
            # An interrupted write leaves an incomplete last line.
            whole = content[: content.rfind(b"\n") + 1]
            lines = whole.decode("utf-8", "replace").splitlines()
            if content and (not lines or not _is_first(lines[0])):
                raise ValueError(f"{path} is not a progress file of Byhand. Choose another path for the argument resume")
            for line in lines[1:]:
                entry = json.loads(line)
                self._known[entry["request"]] = entry["outcome"]
            if len(whole) < len(content):
                os.truncate(path, len(whole))
        file = path.open("a", encoding="utf-8")
        if file.tell() == 0:
            file.write(json.dumps(FIRST_LINE) + "\n")
        return file

    def _digest(self, request: Mapping[str, Any]) -> str:
        text = json.dumps([self._url, request], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


def _is_first(line: str) -> bool:
    try:
        return bool(json.loads(line) == FIRST_LINE)
    except ValueError:
        return False
