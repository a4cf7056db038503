"""Drives Chromium with Pydoll, plainly or with its human-like input."""

import asyncio

from pydoll.browser.chromium import Chrome
from pydoll.browser.options import ChromiumOptions
from pydoll.constants import ScrollPosition

from scenario import read_scenario, stay_open

# Pydoll adds these itself and refuses them twice.
DEFAULTS = {"--no-first-run", "--no-default-browser-check"}


async def main() -> None:
    scenario = read_scenario()
    humanize = scenario.style == "humanized"
    options = ChromiumOptions()
    options.binary_location = scenario.browser
    options.headless = scenario.headless
    options.add_argument(f"--user-data-dir={scenario.profile}")
    for flag in scenario.flags:
        if flag not in DEFAULTS:
            options.add_argument(flag)
    async with Chrome(options=options) as browser:
        tab = await browser.start()
        await tab.go_to(scenario.url)

        async def element(name: str):
            return await tab.query(scenario.targets[name])

        async def click(name: str) -> None:
            await (await element(name)).click(humanize=humanize)
            await asyncio.sleep(0.3)

        async def answer(name: str) -> None:
            await (await element(name)).type_text(scenario.answers[name], humanize=humanize)

        await answer("first")
        await click("choice")
        await tab.scroll.by(ScrollPosition.DOWN, scenario.scroll_px, humanize=humanize)
        await click("otherChoice")
        await answer("second")
        await click("submit")
        await stay_open()


asyncio.run(main())
