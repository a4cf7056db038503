/**
 * A computer-use agent with scripted decisions: it looks at a screenshot for some seconds, then performs one action by
 * coordinates (a click, a text, a few wheel notches), and looks again.
 */
import { type Scenario, sleep } from '../scenario.ts'
import type { Point } from './imitation.ts'

export interface AgentTools {
  screenshot(): Promise<unknown>
  /** The place of an element, which a model would read off the screenshot. */
  boxOf(selector: string): Promise<{ x: number; y: number; width: number; height: number }>
  click(at: Point): Promise<unknown>
  type(text: string): Promise<unknown>
  scroll(notches: number, at: Point): Promise<unknown>
}

const VIEW_PX = 520
const NOTCH_PX = 120

export async function actOnScreenshots(tools: AgentTools, scenario: Scenario): Promise<void> {
  const { targets, answers, random } = scenario
  const decide = async (): Promise<void> => {
    await tools.screenshot()
    await sleep(random.about(3200, 0.35))
  }
  const click = async (selector: string): Promise<void> => {
    for (let tries = 0; tries < 20; tries++) {
      await decide()
      const { y, height } = await tools.boxOf(selector)
      if (y > 0 && y + height < VIEW_PX) break
      const notches = Math.max(1, Math.min(10, Math.round((y - VIEW_PX / 2) / NOTCH_PX)))
      await tools.scroll(notches, { x: random.whole(380, 620), y: random.whole(250, 400) })
    }
    const { x, y, width, height } = await tools.boxOf(selector)
    // Models answer with whole pixels near the middle.
    await tools.click({
      x: Math.round(x + width / 2 + random.normal(0, Math.min(6, width / 12))),
      y: Math.round(y + height / 2 + random.normal(0, 2)),
    })
  }
  await click(targets.first)
  await decide()
  await tools.type(answers.first)
  await click(targets.choice)
  await click(targets.otherChoice)
  await click(targets.second)
  await decide()
  await tools.type(answers.second)
  await click(targets.submit)
}
