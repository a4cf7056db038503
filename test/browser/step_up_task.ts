/** The task of step-up verification, as a visitor sees it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import type { RunningService, TestWorkspace } from '../service/running_service.ts'

export const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'One more step' })

export async function sentenceIn(page: Page): Promise<string> {
  await dialogOf(page).waitFor()
  return (await page.locator('#sentence').textContent()) as string
}

/** Key by key, with uneven pauses and with each key held for a while. */
export async function typeLikeAPerson(page: Page, text: string): Promise<void> {
  for (const [i, key] of [...text].entries()) {
    await sleep(40 + 160 * Math.abs(Math.sin(i * 12.9898)) ** 2)
    await page.keyboard.press(key === ' ' ? 'Space' : key, { delay: 40 + 30 * Math.abs(Math.sin(i)) })
  }
}

/** A driven browser has a score of at least 1; with bands below it, that means a review, and with higher ones nothing. */
export async function setBands(
  { services }: RunningService,
  { id }: TestWorkspace,
  bands: readonly number[],
): Promise<void> {
  await services.store.keys.changeSettings(id, (before) => ({
    ...before,
    risk: { bands, weights: { bot: 1 } },
  }))
}
