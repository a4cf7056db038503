/** WebKitGTK over WebDriver. For evaluation only: no limit and no weight was chosen on these recordings. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Builder, Capabilities } from 'selenium-webdriver'
import { freePort } from '../../../test/setup/free_port.ts'
import { WEBKIT, WEBKIT_DRIVER } from '../browsers.ts'
import { type Scenario, type Stack, sleep } from '../scenario.ts'
import { act, clickThrough, sendKeys } from './selenium.ts'

async function withWebKit(
  scenario: Scenario,
  drive: (driver: Awaited<ReturnType<Builder['build']>>) => Promise<void>,
): Promise<void> {
  const port = await freePort()
  const service = spawn(WEBKIT_DRIVER, [`--port=${port}`], {
    env: { ...scenario.env, HOME: scenario.profile, XDG_RUNTIME_DIR: scenario.profile },
    stdio: 'ignore',
  })
  const ended = once(service, 'exit')
  try {
    await sleep(700)
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(
        new Capabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary: WEBKIT, args: ['--automation', '--geometry=1300x940'] },
        }),
      )
      .build()
    try {
      await driver.get(scenario.url)
      await drive(driver)
      await scenario.finished()
    } finally {
      await driver.quit()
    }
  } finally {
    service.kill()
    await ended
  }
}

export const stacks: readonly Stack[] = [
  {
    name: 'unseen-webkit',
    family: 'unseen-library',
    modes: ['headed'],
    times: 2,
    what: '`click` and `sendKeys` in WebKitGTK',
    needs: [WEBKIT_DRIVER, WEBKIT],
    run: (scenario) => withWebKit(scenario, (driver) => clickThrough(driver, scenario, sendKeys(driver))),
  },
  {
    name: 'unseen-webkit-actions',
    family: 'unseen-library',
    modes: ['headed'],
    times: 2,
    what: 'the actions API in WebKitGTK: moves with a duration, single keys',
    needs: [WEBKIT_DRIVER, WEBKIT],
    run: (scenario) => withWebKit(scenario, (driver) => act(driver, scenario)),
  },
]
