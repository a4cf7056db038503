"""Drives Chromium with nodriver, or with zendriver, which has the same interface."""

import asyncio
import importlib
import sys

from scenario import read_scenario, stay_open


async def main(library) -> None:
    scenario = read_scenario()
    browser = await library.start(
        user_data_dir=scenario.profile,
        headless=scenario.headless,
        browser_executable_path=scenario.browser,
        browser_args=scenario.flags,
        sandbox=False,
    )
    tab = await browser.get(scenario.url)

    async def click(name: str):
        element = await tab.select(scenario.targets[name])
        if scenario.style == "mouse":
            await element.scroll_into_view()
            await asyncio.sleep(0.3)
            await element.mouse_move()
            await element.mouse_click()
        else:
            await element.click()
        await asyncio.sleep(0.3)
        return element

    await asyncio.sleep(1)
    await (await click("first")).send_keys(scenario.answers["first"])
    await click("choice")
    await tab.scroll_down(100)
    await asyncio.sleep(0.5)
    await click("otherChoice")
    await (await click("second")).send_keys(scenario.answers["second"])
    await click("submit")
    await stay_open()
    stopped = browser.stop()
    if asyncio.iscoroutine(stopped):
        await stopped


asyncio.run(main(importlib.import_module(sys.argv[1])))
