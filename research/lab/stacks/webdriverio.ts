/** WebdriverIO with its own ChromeDriver process. */
import { spawn } from 'node:child_process'
import { remote } from 'webdriverio'
import { CHROMEDRIVER, CHROMIUM } from '../browsers.ts'
import { type Scenario, type Stack, sleep } from '../scenario.ts'

/** ChromeDriver prints the port that it chose. */
function startDriver(env: Readonly<Record<string, string>>): Promise<{ port: number; stop(): void }> {
  const child = spawn(CHROMEDRIVER, ['--port=0'], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  return new Promise((resolve, reject) => {
    let said = ''
    child.once('exit', (code) => reject(new Error(`ChromeDriver ended with status ${code}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk
      const [, port] = /successfully on port (\d+)/.exec(said) ?? []
      if (port !== undefined) resolve({ port: Number(port), stop: () => child.kill() })
    })
  })
}

async function run(scenario: Scenario): Promise<void> {
  const driver = await startDriver(scenario.env)
  try {
    const browser = await remote({
      hostname: '127.0.0.1',
      port: driver.port,
      logLevel: 'error',
      capabilities: {
        browserName: 'chrome',
        'goog:chromeOptions': {
          binary: CHROMIUM,
          args: [
            ...scenario.flags,
            `--user-data-dir=${scenario.profile}`,
            ...(scenario.mode === 'headless' ? ['--headless=new'] : []),
          ],
        },
      },
    })
    try {
      const { answers, targets, scrollPx } = scenario
      await browser.url(scenario.url)
      await browser.$(targets.first).click()
      await browser.$(targets.first).addValue(answers.first)
      await browser.$(targets.choice).click()
      await browser.execute((px: number) => window.scrollBy(0, px), scrollPx)
      await sleep(300)
      await browser.$(targets.otherChoice).click()
      await browser.$(targets.second).click()
      await browser.$(targets.second).addValue(answers.second)
      await browser.$(targets.submit).click()
      await scenario.finished()
    } finally {
      await browser.deleteSession()
    }
  } finally {
    driver.stop()
  }
}

export const stacks: readonly Stack[] = [
  {
    name: 'webdriverio',
    family: 'webdriverio',
    modes: ['headless', 'headed'],
    what: '`click` and `addValue`',
    run,
  },
]
