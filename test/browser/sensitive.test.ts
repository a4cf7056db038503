import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { KEY_CLASS } from '../../src/contract/batch/rows.ts'
import { SENSITIVE_FIELDS, sensitivePage } from './sensitive_fields.ts'
import { receiveOwnVisits, type Visit } from './visit.ts'

const it = receiveOwnVisits({
  context: { permissions: ['clipboard-read', 'clipboard-write'] },
})

/** All data that the browser sent or kept in the tab. */
async function traces({ server, page }: Visit): Promise<string> {
  const kept = await page.evaluate(() =>
    [sessionStorage, localStorage].flatMap((storage) =>
      Object.keys(storage).map((key) => `${key}=${storage.getItem(key)}`),
    ),
  )
  return [...server.bodies, ...kept].join('\n')
}

/** Presses each key before the previous one is released; the test does not wait for each key. */
async function typeQuickly({ keyboard }: Page, text: string): Promise<void> {
  await Promise.all([...text].map((char) => keyboard.press(char)))
}

describe.concurrent('sensitive fields', () => {
  it('include at least forty fields', () => {
    expect(SENSITIVE_FIELDS.length).toBeGreaterThanOrEqual(40)
  })

  it('leave no byte of their content in requests or storage', async ({ visit }) => {
    visit.server.pages.set('/sensitive', { body: sensitivePage() })
    await visit.open('/sensitive')
    for (const [i, { secret, html }] of SENSITIVE_FIELDS.entries()) {
      if (html.includes('type="hidden"')) continue
      const field = visit.page.locator(`#wrap${i} [data-field]`)
      await field.click()
      await typeQuickly(visit.page, secret)
      if (html.includes('data-show')) {
        await visit.page.click(`#wrap${i} [data-show]`)
        await field.click()
        await typeQuickly(visit.page, secret)
      }
      await visit.page.keyboard.press('Control+a')
      await visit.page.keyboard.press('Control+c')
      await visit.page.keyboard.press('Control+v')
    }
    await visit.page.click('#send')
    await visit.flush()
    const text = (await traces(visit)).toLowerCase()
    expect(visit.server.eventsOf('keydown').length).toBeGreaterThan(400)
    const leaked = SENSITIVE_FIELDS.filter(({ secret }) => text.includes(secret.toLowerCase().slice(0, 8)))
    expect(leaked).toEqual([])
  })

  it('control: the same search finds the content of a declared question', async ({ visit }) => {
    visit.server.pages.set('/open', {
      body: '<!doctype html><textarea id="q" data-byhand-question="q"></textarea><script src="/byhand.js" data-site-key="k"></script>',
    })
    await visit.open('/open')
    await visit.page.click('#q')
    await visit.page.keyboard.insertText('kanarienvogel')
    await visit.flush()
    expect(await traces(visit)).toContain('kanarienvogel')
  })

  it('reveal neither class nor number of characters', async ({ visit }) => {
    await visit.open()
    await visit.page.click('#secret')
    await visit.page.keyboard.type('Ab1!')
    await visit.page.click('#town')
    await visit.flush()
    const keys = visit.server.eventsOf('keydown')
    expect(keys.map((key) => key.class)).toEqual(Array(4).fill(KEY_CLASS.hidden))
    expect(keys.every(({ flags }) => flags === 0)).toBe(true)
    expect(visit.server.eventsOf('input').map(({ length, value, caret }) => [length, value, caret])).toEqual(
      Array(4).fill([-1, -1, -1]),
    )
    expect(visit.server.eventsOf('change')[0]?.value).toBe(-1)
  })

  it('stay secret while a page shows their content, even if it was shown before the script loaded', async ({
    visit,
  }) => {
    visit.server.pages.set('/show', {
      body: `<!doctype html><input id="pw" type="password" data-byhand-question="pw"><button id="show">Show</button>
        <script src="/byhand.js" data-site-key="k"></script>
        <script>document.getElementById('show').onclick = () => { document.getElementById('pw').type = 'text' }</script>`,
    })
    await visit.open('/show')
    await visit.page.click('#show')
    await visit.page.click('#pw')
    await visit.page.keyboard.type('open sesame')
    await visit.flush()
    expect(await traces(visit)).not.toContain('open')
    expect(visit.server.eventsOf('input').every(({ value }) => value === -1)).toBe(true)
  })

  it('include everything under data-byhand-ignore', async ({ visit }) => {
    visit.server.pages.set('/ignore', {
      body: `<!doctype html><div data-byhand-ignore><label>Diagnosis <textarea id="t" data-byhand-question="t"></textarea></label>
        <button id="b" aria-label="Confirm pregnancy">Confirm pregnancy</button></div>
        <script src="/byhand.js" data-site-key="k"></script>`,
    })
    await visit.open('/ignore')
    await visit.page.click('#t')
    await visit.page.keyboard.type('private matters')
    await visit.page.click('#b')
    await visit.flush()
    const text = await traces(visit)
    expect(text).not.toMatch(/private|Diagnosis|pregnan/)
    expect(visit.server.eventsOf('click')).toHaveLength(2)
  })
})
