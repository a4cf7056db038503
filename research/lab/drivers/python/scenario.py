"""The task of a run, read from the first line of standard input: see research/lab/scenario.ts."""

import asyncio
import json
import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Scenario:
    url: str
    targets: dict[str, str]
    answers: dict[str, str]
    scroll_px: int
    headless: bool
    profile: str
    browser: str
    flags: list[str]
    seed: str
    style: str


def read_scenario() -> Scenario:
    return Scenario(**json.loads(sys.stdin.readline()))


async def stay_open() -> None:
    """Reports that the form is submitted, and returns when the lab has stored the session."""
    print("submitted", flush=True)
    await asyncio.to_thread(sys.stdin.read)
