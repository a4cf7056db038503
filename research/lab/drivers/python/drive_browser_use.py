"""Drives Chromium with browser-use. A scripted model takes the place of a language model, with its latency."""

import asyncio
import os
import random
import re

os.environ["ANONYMIZED_TELEMETRY"] = "false"
os.environ["BROWSER_USE_CLOUD_SYNC"] = "false"
os.environ["SKIP_LLM_API_KEY_VERIFICATION"] = "true"

from browser_use import Agent, BrowserProfile, BrowserSession
from browser_use.llm.views import ChatInvokeCompletion

from scenario import Scenario, read_scenario, stay_open


class ScriptedModel:
    """Answers with the next action of the task, or scrolls until its element is in the browser state."""

    model = "scripted"
    model_name = "scripted"
    name = "scripted"
    provider = "scripted"
    _verified_api_keys = True

    def __init__(self, session: BrowserSession, scenario: Scenario) -> None:
        self.session = session
        self.pause = random.Random(scenario.seed)
        answers = scenario.answers
        self.steps = [
            (scenario.targets["first"], answers["first"]),
            (scenario.targets["choice"], None),
            (scenario.targets["otherChoice"], None),
            (scenario.targets["second"], answers["second"]),
            (scenario.targets["submit"], None),
        ]

    async def ainvoke(self, messages, output_format=None, **_):
        await asyncio.sleep(self.pause.uniform(2, 5))
        action = await self.next_action()
        reply = {
            "thinking": "",
            "evaluation_previous_goal": "Success",
            "memory": "",
            "next_goal": "Answer the survey",
            "action": [action],
        }
        return ChatInvokeCompletion(completion=output_format.model_validate(reply), usage=None)

    async def next_action(self) -> dict:
        if not self.steps:
            return {"done": {"text": "The survey is answered.", "success": True}}
        selector, text = self.steps[0]
        index = await self.index_of(selector)
        if index is None:
            return {"scroll": {"down": True, "pages": 0.7}}
        self.steps.pop(0)
        if text is None:
            return {"click": {"index": index}}
        return {"input": {"index": index, "text": text}}

    async def index_of(self, selector: str) -> int | None:
        wanted = attributes_of(selector)
        for index, node in (await self.session.get_selector_map()).items():
            if wanted.items() <= node.attributes.items():
                return index
        return None


def attributes_of(selector: str) -> dict[str, str]:
    """The attributes that `#id` or `tag[name="value"]` requires."""
    if selector.startswith("#"):
        return {"id": selector[1:]}
    return dict(re.findall(r'\[(\w+)="([^"]*)"\]', selector))


async def main() -> None:
    scenario = read_scenario()
    profile = BrowserProfile(
        executable_path=scenario.browser,
        headless=scenario.headless,
        user_data_dir=scenario.profile,
        args=scenario.flags,
        chromium_sandbox=False,
        # They are downloaded from the web store, which the lab cannot reach.
        enable_default_extensions=False,
        keep_alive=True,
    )
    session = BrowserSession(browser_profile=profile)
    agent = Agent(
        task=f"Open {scenario.url} and answer the survey.",
        llm=ScriptedModel(session, scenario),
        browser_session=session,
        use_judge=False,
    )
    await agent.run(max_steps=40)
    await stay_open()
    await session.kill()


asyncio.run(main())
