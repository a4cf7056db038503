/**
 * Stagehand: an extension beside the page acts on instructions. A scripted model finds the elements in the accessibility
 * tree, with the latency of a language model. For evaluation only: no limit and no weight was chosen on these
 * recordings.
 */
import { localBrowser, Stagehand } from '@browserbasehq/stagehand'
import { CHROMIUM } from '../browsers.ts'
import { type Scenario, type Stack, sleep } from '../scenario.ts'

interface Request {
  readonly messages: readonly { readonly content: unknown }[]
}

/** The next action of the script: the name of an element, and the text to enter. */
interface Step {
  readonly name: string
  readonly text?: string
}

/** Elements are listed as `[0-12] textbox: Think of the last trip`; a radio button is inside its label. */
function elementNamed(request: Request, name: string): string {
  const tree = JSON.stringify(request.messages.map(({ content }) => content))
  const [, id] = new RegExp(`\\[(\\d+-\\d+)\\] (?:textbox|radio|button): ${name}`).exec(tree) ?? []
  if (id === undefined) throw new Error(`${name} is not in the accessibility tree`)
  return id
}

async function run(scenario: Scenario): Promise<void> {
  const { names, answers, random, profile, flags, mode, env } = scenario
  // It starts the browser with the environment of this process.
  if (env.DISPLAY) process.env.DISPLAY = env.DISPLAY
  let step: Step = { name: names.first }
  const generate = async (request: Request) => {
    await sleep(random.between(1500, 4000))
    const action = {
      elementId: elementNamed(request, step.name),
      description: step.name,
      method: step.text === undefined ? 'click' : 'fill',
      arguments: step.text === undefined ? [] : [step.text],
    }
    return {
      role: 'assistant',
      content: { type: 'text', text: '' },
      outputFormat: 'json_schema',
      structuredContent: { action, twoStep: false },
    }
  }
  const browser = await localBrowser.launch({
    executablePath: CHROMIUM,
    userDataDir: profile,
    preserveUserDataDir: true,
    headless: mode === 'headless',
    chromiumSandbox: false,
    args: [...flags],
  })
  try {
    const stagehand = await Stagehand.create({
      browser,
      model: { generate } as never,
      logging: { level: 'off' },
    })
    const [page] = await browser.context.pages()
    if (!page) throw new Error('the browser opened no page')
    await page.goto(scenario.url)
    const act = async (next: Step): Promise<void> => {
      step = next
      await stagehand.act(`answer ${next.name}`)
    }
    await act({ name: names.first, text: answers.first })
    await act({ name: names.choice })
    await page.scroll(600, 400, 0, scenario.scrollPx)
    await act({ name: names.otherChoice })
    await act({ name: names.second, text: answers.second })
    await act({ name: names.submit })
    await scenario.finished()
  } finally {
    await browser.close()
  }
}

export const stacks: readonly Stack[] = [
  {
    name: 'unseen-stagehand',
    family: 'unseen-agent',
    modes: ['headed', 'headless'],
    times: 2,
    what: '`act` with a scripted model that takes 1.5 to 4 s for each step',
    run,
  },
]
