/** Types into the focused field of a page as the lab's person does: own pace, overlapping keys, corrected mistakes. */
import type { Page } from 'playwright-core'
import { drawTypingPerson, typeAsPerson } from '../../research/lab/drivers/person_keys.ts'
import { createRandom } from '../../research/lab/drivers/random.ts'

/** X's names of keys, in Playwright's names. */
const KEYS: Readonly<Record<string, string>> = {
  Shift_L: 'Shift',
  BackSpace: 'Backspace',
  space: ' ',
  comma: ',',
  period: '.',
}

export async function typeLikePerson(page: Page, text: string): Promise<void> {
  const random = createRandom(text)
  const moments = typeAsPerson(text, drawTypingPerson(random), random).toSorted((a, b) => a.atMs - b.atMs)
  const start = performance.now()
  let isShifted = false
  for (const { atMs, line } of moments) {
    const [action, symbol = ''] = line.split(' ')
    const key = KEYS[symbol] ?? (isShifted ? symbol.toUpperCase() : symbol)
    if (key === 'Shift') isShifted = action === 'keydown'
    await page.waitForTimeout(Math.max(0, start + atMs - performance.now()))
    if (action === 'keydown') await page.keyboard.down(key)
    else await page.keyboard.up(key)
  }
}
