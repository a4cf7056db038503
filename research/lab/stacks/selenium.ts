/** Selenium with ChromeDriver. */
import { type Actions, Builder, By, type WebDriver } from 'selenium-webdriver'
import { Options, ServiceBuilder } from 'selenium-webdriver/chrome.js'
import { CHROMEDRIVER, CHROMIUM } from '../browsers.ts'
import { type Scenario, type Stack, sleep } from '../scenario.ts'

interface Wheel {
  scroll(x: number, y: number, deltaX: number, deltaY: number): Actions
}

async function withSelenium(
  scenario: Scenario,
  act: (driver: WebDriver) => Promise<void>,
  tune: (options: Options) => void = () => {},
): Promise<void> {
  const options = new Options()
  options.setChromeBinaryPath(CHROMIUM)
  options.addArguments(...scenario.flags, `--user-data-dir=${scenario.profile}`)
  if (scenario.mode === 'headless') options.addArguments('--headless=new')
  tune(options)
  const driver = await new Builder()
    .forBrowser('chrome')
    .setChromeOptions(options)
    .setChromeService(new ServiceBuilder(CHROMEDRIVER).setEnvironment({ ...scenario.env }))
    .build()
  try {
    await driver.get(scenario.url)
    await act(driver)
    await scenario.finished()
  } finally {
    await driver.quit()
  }
}

export async function clickThrough(
  driver: WebDriver,
  { answers, targets, scrollPx }: Scenario,
  enter: (selector: string, text: string) => Promise<void>,
): Promise<void> {
  const click = (selector: string) => driver.findElement(By.css(selector)).click()
  await click(targets.first)
  await enter(targets.first, answers.first)
  await click(targets.choice)
  await driver.executeScript(`window.scrollBy(0, ${scrollPx})`)
  await sleep(300)
  await click(targets.otherChoice)
  await click(targets.second)
  await enter(targets.second, answers.second)
  await click(targets.submit)
}

export const sendKeys = (driver: WebDriver) => (selector: string, text: string) =>
  driver.findElement(By.css(selector)).sendKeys(text)

/** The actions API: pointer moves with a duration, one key at a time. */
export async function act(
  driver: WebDriver,
  { answers, targets, scrollPx, random }: Scenario,
): Promise<void> {
  const click = async (selector: string): Promise<void> => {
    const element = await driver.findElement(By.css(selector))
    await driver.executeScript('arguments[0].scrollIntoView({ block: "center" })', element)
    await driver
      .actions({ async: true })
      .move({ origin: element, duration: 400 })
      .pause(100)
      .press()
      .pause(80)
      .release()
      .perform()
  }
  const type = async (text: string): Promise<void> => {
    for (const character of text) {
      await driver.actions().sendKeys(character).perform()
      await sleep(random.between(30, 120))
    }
  }
  await click(targets.first)
  await type(answers.first)
  await click(targets.choice)
  // The published types lack wheel actions.
  await (driver.actions() as Actions & Wheel).scroll(0, 0, 0, scrollPx).perform()
  await click(targets.otherChoice)
  await click(targets.second)
  await type(answers.second)
  await click(targets.submit)
}

export const stacks: readonly Stack[] = [
  {
    name: 'selenium',
    family: 'selenium',
    modes: ['headless', 'headed'],
    what: '`click` and `sendKeys`',
    run: (scenario) => withSelenium(scenario, (driver) => clickThrough(driver, scenario, sendKeys(driver))),
  },
  {
    name: 'selenium-actions',
    family: 'selenium',
    modes: ['headed'],
    what: 'the actions API: moves with a duration, single keys',
    run: (scenario) => withSelenium(scenario, (driver) => act(driver, scenario)),
  },
  {
    name: 'selenium-stealthy',
    family: 'selenium',
    modes: ['headed'],
    what: 'with the flags commonly used to hide it',
    run: (scenario) =>
      withSelenium(
        scenario,
        (driver) => clickThrough(driver, scenario, sendKeys(driver)),
        (options) => {
          options.excludeSwitches('enable-automation')
          options.addArguments('--disable-blink-features=AutomationControlled')
        },
      ),
  },
]
