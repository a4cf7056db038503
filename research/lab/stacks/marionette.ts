/** Firefox over Marionette. For evaluation only: no limit and no weight was chosen on these recordings. */
import { type Command, withMarionette } from '../drivers/marionette.ts'
import { type Scenario, type Stack, sleep } from '../scenario.ts'

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

async function clickThrough(command: Command, { targets, answers, scrollPx }: Scenario): Promise<void> {
  const find = async (value: string): Promise<string> => {
    const found = (await command('WebDriver:FindElement', { using: 'css selector', value })) as {
      value: Record<string, string>
    }
    return found.value[ELEMENT] as string
  }
  const click = async (selector: string) => command('WebDriver:ElementClick', { id: await find(selector) })
  const type = async (selector: string, text: string) =>
    command('WebDriver:ElementSendKeys', { id: await find(selector), text })
  await click(targets.first)
  await type(targets.first, answers.first)
  await click(targets.choice)
  await command('WebDriver:ExecuteScript', { script: `window.scrollBy(0, ${scrollPx})`, args: [] })
  await sleep(300)
  await click(targets.otherChoice)
  await click(targets.second)
  await type(targets.second, answers.second)
  await click(targets.submit)
}

export const stacks: readonly Stack[] = [
  {
    name: 'unseen-marionette',
    family: 'unseen-library',
    modes: ['headed', 'headless'],
    times: 2,
    what: 'ElementClick and ElementSendKeys over the raw protocol',
    run: (scenario) => withMarionette(scenario, (command) => clickThrough(command, scenario)),
  },
]
