/**
 * Midscene: an agent that sees screenshots. A scripted model returns the places of elements, with the latency of a
 * language model. For evaluation only: no limit and no weight was chosen on these recordings.
 */
import type { Page } from 'puppeteer-core'
import { missingPackage } from '../drivers/beside.ts'
import { type Scenario, type Stack, sleep } from '../scenario.ts'
import { withPuppeteer } from './puppeteer.ts'

const VERSION = '1.13.1'
/** Qwen3-VL returns coordinates in thousandths of the screenshot. */
const SCALE = 1000

interface Agent {
  aiTap(what: string): Promise<unknown>
  aiInput(what: string, options: { value: string }): Promise<unknown>
  aiScroll(what: undefined, options: { direction: 'down'; distance: number }): Promise<unknown>
}

async function boxInThousandths(page: Page, selector: string): Promise<number[]> {
  const box = await (await page.$(selector))?.boundingBox()
  if (!box) throw new Error(`${selector} has no box`)
  const [width, height] = await page.evaluate(() => [innerWidth, innerHeight] as const)
  return [box.x / width, box.y / height, (box.x + box.width) / width, (box.y + box.height) / height].map(
    (share) => Math.round(share * SCALE),
  )
}

const run = (scenario: Scenario): Promise<void> =>
  withPuppeteer(scenario, async (page) => {
    const { targets, answers, scrollPx, random, profile } = scenario
    process.env.MIDSCENE_RUN_DIR = profile
    // A variable, because type checks run without the package.
    const name = '@midscene/web/puppeteer'
    const { PuppeteerAgent } = (await import(name)) as {
      PuppeteerAgent: new (page: Page, options: object) => Agent
    }
    let target = targets.first
    const create = async () => {
      await sleep(random.between(1500, 4000))
      const content = JSON.stringify({ bbox: await boxInThousandths(page, target), errors: [] })
      return {
        choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
        usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
      }
    }
    const agent = new PuppeteerAgent(page, {
      generateReport: false,
      modelConfig: {
        MIDSCENE_MODEL_NAME: 'scripted',
        MIDSCENE_MODEL_FAMILY: 'qwen3-vl',
        MIDSCENE_MODEL_API_KEY: 'none',
        MIDSCENE_MODEL_BASE_URL: 'http://scripted.invalid',
      },
      createOpenAIClient: async () => ({ chat: { completions: { create } } }),
    })
    const scrollTo = async (selector: string): Promise<void> => {
      target = selector
      for (let tries = 0; tries < 12; tries++) {
        const [, top = 0, , bottom = 0] = await boxInThousandths(page, selector)
        if (top > 0 && bottom < 0.9 * SCALE) return
        await sleep(random.between(1500, 4000))
        await agent.aiScroll(undefined, { direction: 'down', distance: scrollPx / 4 })
      }
    }
    const tap = async (selector: string): Promise<void> => {
      await scrollTo(selector)
      await agent.aiTap(selector)
    }
    const enter = async (selector: string, value: string): Promise<void> => {
      await scrollTo(selector)
      await agent.aiInput(selector, { value })
    }
    await enter(targets.first, answers.first)
    await tap(targets.choice)
    await tap(targets.otherChoice)
    await enter(targets.second, answers.second)
    await tap(targets.submit)
  })

export const stacks: readonly Stack[] = [
  {
    name: 'unseen-midscene',
    family: 'unseen-agent',
    modes: ['headed', 'headless'],
    times: 2,
    what: '`aiTap` and `aiInput` with a scripted model that takes 1.5 to 4 s for each step',
    missing: () => missingPackage('@midscene/web', VERSION),
    run,
  },
]
