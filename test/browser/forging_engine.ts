/** A browser with which a forger answers challenges, and the table of answers that it made once. */
import type { ChallengeAnswer } from '../../src/contract/batch/batch.ts'
import { RESULT } from '../../src/contract/batch/challenge.ts'
import { FIXED_SEEDS } from '../../src/server/collect/challenge/seeds.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { serveChallengePages } from './challenge_pages.ts'

export type Results = ChallengeAnswer['results']

export interface ForgingEngine {
  readonly chromium: LaunchedChromium
  answer(seeds: string): Promise<Results>
  /** With the recorded picture of the fixed seed, and this one of the week. */
  fromTable(seeds: string, weeklyPicture?: string): ChallengeAnswer
  close(): Promise<void>
}

export async function openForgingEngine(serviceUrl: string): Promise<ForgingEngine> {
  const chromium = await launchChromium()
  const pages = await serveChallengePages(serviceUrl, '')
  const page = await chromium.context.newPage()
  await page.goto(`${pages.url}/answers`)
  const answers = (seeds: readonly string[]) =>
    page.evaluate(
      (all) => all.map((seed) => (window as unknown as { answer(seeds: string): Results }).answer(seed)),
      seeds,
    )
  const fixed = Array.from({ length: FIXED_SEEDS }, (_, index) => `f${index}`)
  const results = await answers(fixed.map((seed) => `${seed} ${seed}`))
  const table = new Map(fixed.map((seed, index) => [seed, results[index] as Results]))
  return {
    chromium,
    answer: async (seeds) => (await answers([seeds]))[0] as Results,
    fromTable(seed, weeklyPicture = 'a'.repeat(32)) {
      const recorded = table.get(seed.split(' ')[0] as string) as Results
      return { seed, results: recorded.with(RESULT.weeklyPicture, weeklyPicture) }
    },
    async close() {
      pages.close()
      await chromium.close()
    },
  }
}
