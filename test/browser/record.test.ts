/** `byhand record` as a volunteer uses it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import type { VolunteerRecording } from '../../src/cli/record.ts'
import { rowsToEvents } from '../../src/contract/batch/events.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'

const folder = mkdtempSync(join(tmpdir(), 'byhand-volunteer-'))
let chromium: LaunchedChromium
beforeAll(async () => {
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the command and opens its page. */
async function volunteer(out: string) {
  const lines: string[] = []
  let announce: (address: string) => void
  const address = new Promise<string>((resolve) => {
    announce = resolve
  })
  const exit = runProgram(['record', '--out', out], {
    out: (text) => lines.push(text),
    write: async () => {},
    note: (text) => {
      lines.push(text)
      const found = /http:\S+/.exec(text)
      if (found) announce(found[0])
    },
    isScreen: false,
  })
  const page = await chromium.context.newPage()
  await page.goto(await address)
  return { page, exit, lines }
}

describe('byhand record', () => {
  it('writes a session of the tasks, without text, after consent', async () => {
    const out = join(folder, 'agreed.json.gz')
    const { page, exit, lines } = await volunteer(out)
    await page.selectOption('#pointing', 'touchpad')
    await page.click('#agree')
    await page.locator('#day').pressSequentially('Walrus and tea')
    await page.locator('input[name=often0]').first().check()
    await page.click('#finish')
    await page.getByText('You can close this page').waitFor()
    expect(await exit).toBe(0)
    expect(lines.at(-1)).toMatch(/batches, risk score \d+ of 100$/)

    const text = gunzipSync(readFileSync(out)).toString('utf8')
    const recording = JSON.parse(text) as VolunteerRecording
    expect(recording).toMatchObject({
      format: 'byhand-volunteer',
      setUp: { pointing: 'touchpad', assistance: 'none' },
    })
    const events = recording.batches.flatMap(({ batch }) => rowsToEvents(batch.rows, batch.start, batch.at))
    expect(events.filter(({ type }) => type === 'keydown').length).toBeGreaterThan(10)
    expect(recording.batches.flatMap(({ batch }) => batch.device ?? []).length).toBeGreaterThan(0)
    expect(text).not.toContain('Walrus')
    expect(text).not.toMatch(/"(token|tab_secret|site_key|fingerprint_id|referrer)"/)
  })
})
