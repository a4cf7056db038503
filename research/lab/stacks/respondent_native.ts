/**
 * The respondent of drivers/respondent.ts through the X server. For evaluation only: no limit and no weight was chosen on
 * these recordings.
 */
import { READING_TIMEOUT_MS, respond } from '../drivers/respondent.ts'
import type { Xdotool } from '../drivers/xdotool.ts'
import { type Scenario, type Stack, sleep } from '../scenario.ts'
import { withNative } from './xdotool.ts'

/** Words that the program takes for a question, because it cannot read the page. */
const QUESTION = 'word '.repeat(14)

async function act(xdotool: Xdotool, scenario: Scenario): Promise<void> {
  const { layout } = scenario
  const html = await (await fetch(scenario.url)).text()
  const [left, top] = layout.latest?.offset ?? [0, 0]
  const send = (line: string): Promise<void> => xdotool.run([line])
  await respond(
    {
      async boxOf(selector) {
        await sleep(200)
        const { places, view } = await layout.until('the page', () => true)
        // The page reports fields only; the survey is about five screens long.
        const [x, y, width, height] = places[selector] ?? [0, 0, view[0], 5 * view[1]]
        return { x, y, width, height }
      },
      textOf: async (selector) => (selector === 'main' ? html.replace(/<[^>]*>/g, ' ') : QUESTION),
      move: ({ x, y }) => send(`mousemove ${Math.round(left + x)} ${Math.round(top + y)}`),
      press: () => send('mousedown 1'),
      release: () => send('mouseup 1'),
      key: (type, symbol) => send(`${type} ${symbol}`),
      wheel: (deltaY) => send(`click ${deltaY > 0 ? 5 : 4}`),
    },
    scenario,
    false,
  )
}

export const stacks: readonly Stack[] = [
  {
    name: 'unseen-respondent-xdotool',
    timeoutMs: READING_TIMEOUT_MS,
    family: 'unseen-os-level',
    modes: ['headed'],
    times: 3,
    what: 'reads, types with slips, curves with overshoot, through the X server',
    run: (scenario) => withNative(scenario, (xdotool) => act(xdotool, scenario)),
  },
]
