"""A progress bar on standard error."""

import sys
import time
from typing import Callable, Union

Progress = Union[bool, None, Callable[[int, int], None]]

WIDTH = 30


def open_progress(progress: Progress) -> Callable[[int, int], None]:
    """``None``: a bar if standard error is a terminal."""
    if callable(progress):
        return progress
    if progress is False or (progress is None and not sys.stderr.isatty()):
        return lambda _done, _total: None
    started = time.monotonic()

    def show(done: int, total: int) -> None:
        filled = WIDTH * done // max(total, 1)
        left = (time.monotonic() - started) / max(done, 1) * (total - done)
        minutes, seconds = divmod(round(left), 60)
        bar = "#" * filled + "." * (WIDTH - filled)
        end = "\n" if done == total else ""
        sys.stderr.write(f"\r[{bar}] {done} of {total} rows, {minutes}:{seconds:02d} left {end}")
        sys.stderr.flush()

    return show
