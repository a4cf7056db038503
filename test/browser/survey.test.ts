import { describe, expect, it } from 'vitest'
import { receiveVisits } from './visit.ts'

const visit = receiveVisits({ context: { permissions: ['clipboard-read', 'clipboard-write'] } })

const histories = () => visit.page.evaluate(() => ({ ...window.byhand.getQuestionHistories() }))

/** Rebuilds the text of every question from the received edits, change by change. */
function observed(): Record<string, string[]> {
  const texts: Record<string, string[]> = {}
  for (const { batch } of visit.server.stored()) {
    for (const [name, , at, removed, inserted] of batch.edits ?? []) {
      const id = batch.names[name]?.[1] as string
      const before = texts[id]?.at(-1) ?? ''
      const text = before.slice(0, at) + inserted + before.slice(at + removed)
      texts[id] = [...(texts[id] ?? []), text]
    }
  }
  return texts
}

describe('a declared question', () => {
  it('has a history in the specified format, equal to that of the service', async () => {
    await visit.open()
    await visit.page.click('#q1')
    await visit.page.keyboard.type('I like itt', { delay: 3 })
    await visit.page.keyboard.press('Backspace')
    await visit.page.keyboard.press('Home')
    await visit.page.keyboard.type('Well, ')
    const { q1 = [] } = await histories()
    await visit.flush()
    expect(q1.at(-1)?.s).toBe('Well, I like it')
    expect(q1[0]).toEqual({ s: 'I', t: 0 })
    expect(q1).toHaveLength(17)
    expect(q1.every(({ t }, i) => Number.isInteger(t) && t >= (q1[i - 1]?.t ?? 0))).toBe(true)
    expect(observed().q1).toEqual(q1.map(({ s }) => s))
  })

  it('can be declared by a call, even on a container, with any id', async () => {
    await visit.open()
    await visit.page.evaluate(() => {
      window.byhand.trackQuestion(document.getElementById('town'), '__proto__')
      window.byhand.trackQuestion(document.querySelector('form p'), 'constructor')
      window.byhand.trackQuestion(null, 'nothing')
    })
    await visit.page.click('#town')
    await visit.page.keyboard.type('Oslo')
    await visit.page.click('#q1')
    await visit.page.keyboard.type('Yes')
    const text = await visit.page.evaluate(() => JSON.stringify(window.byhand.getQuestionHistories()))
    await visit.flush()
    expect(text).toContain('"__proto__":[{"s":"O","t":0}')
    expect(text).toContain('"constructor":[{"s":"Y","t":0}')
    expect(visit.server.eventsOf('input').map(({ label }) => label)).toContain('__proto__')
  })

  it('is tracked through paste, undo, line breaks and emoji', async () => {
    await visit.open()
    await visit.page.click('#q1')
    await visit.page.evaluate(() => navigator.clipboard.writeText('a “quoted”\ttext\n'))
    await visit.page.keyboard.press('Control+v')
    await visit.page.keyboard.insertText('👍🏽')
    await visit.page.keyboard.press('Enter')
    await visit.page.keyboard.press('Control+z')
    const value = await visit.page.inputValue('#q1')
    const { q1 } = await histories()
    await visit.flush()
    expect(q1?.at(-1)?.s).toBe(value)
    expect(observed().q1?.at(-1)).toBe(value)
  })

  it('is tracked in an editable element', async () => {
    await visit.open('/thanks.html')
    await visit.page.evaluate(() => {
      const editor = document.body.appendChild(document.createElement('div'))
      editor.contentEditable = 'true'
      editor.id = 'editor'
      editor.dataset.byhandQuestion = 'rich'
      editor.textContent = 'Draft:'
    })
    await visit.page.click('#editor')
    await visit.page.keyboard.press('End')
    await visit.page.keyboard.type('ok')
    const { rich } = await histories()
    expect(rich?.map(({ s }) => s)).toEqual(['Draft:', 'Draft:o', 'Draft:ok'])
  })

  it('includes text that a script inserted', async () => {
    await visit.open()
    await visit.server.until(() => visit.server.batches.length > 0, 'a first batch')
    await visit.page.evaluate(() => {
      ;(document.getElementById('q1') as HTMLTextAreaElement).value = 'Made up.'
    })
    const { q1 } = await histories()
    await visit.flush()
    expect(q1).toEqual([{ s: 'Made up.', t: 0 }])
    expect(observed().q1).toEqual(['Made up.'])
  })

  it('sends a very long paste in pieces that fit a batch', async () => {
    await visit.open()
    await visit.page.click('#q1')
    const text = 'Long answer. '.repeat(1500)
    await visit.page.keyboard.insertText(text)
    await visit.flush()
    expect(observed().q1?.at(-1)).toBe(text)
    expect(visit.server.stored().flatMap(({ batch }) => batch.edits ?? []).length).toBeGreaterThan(4)
  })

  it('masks numbers as long as a card number before they leave the browser', async () => {
    await visit.open()
    await visit.page.click('#q1')
    await visit.page.keyboard.type('my card is ')
    // All at once: a batch that falls after four digits or fewer, which may be a year, would contain them.
    await visit.page.keyboard.insertText('4111 1111')
    await visit.page.keyboard.type(' ')
    // A batch is sent in the middle of the number. The page stays open, so the script holds the number back.
    await visit.server.until(() => visit.server.eventsOf('keydown').length === 12, 'the keys so far')
    await visit.page.keyboard.type('1111 1111 ok')
    await visit.flush()
    // Times and positions in the batches are numbers too; the typed text is in the edits.
    const texts = visit.server
      .stored()
      .flatMap(({ batch }) => (batch.edits ?? []).map(([, , , , text]) => text))
    expect(texts.join('')).toContain('my card is')
    expect(texts.join('')).not.toMatch(/[1-9]/)
    expect(observed().q1?.at(-1)).toBe('my card is 0000 0000 0000 0000 ok')
    const { q1 } = await histories()
    expect(q1?.at(-1)?.s).toBe('my card is 4111 1111 1111 1111 ok')
  })

  it('keeps shorter numbers', async () => {
    await visit.open()
    await visit.page.click('#q1')
    await visit.page.keyboard.type('since 1998, about 120000 cups')
    await visit.page.click('#town')
    await visit.flush()
    expect(observed().q1?.at(-1)).toBe('since 1998, about 120000 cups')
  })
})

describe('a field that is not declared', () => {
  it('sends no text', async () => {
    await visit.open()
    await visit.page.click('#town')
    await visit.page.keyboard.type('Reykjavik')
    await visit.flush()
    expect(visit.server.bodies.join()).not.toContain('Reyk')
    expect(visit.server.stored().flatMap(({ batch }) => batch.edits ?? [])).toEqual([])
    expect(await histories()).toEqual({ q1: [] })
  })

  it('includes every password field, even if declared', async () => {
    await visit.open()
    await visit.page.evaluate(() => window.byhand.trackQuestion(document.getElementById('secret'), 'pw'))
    await visit.page.click('#secret')
    await visit.page.keyboard.type('hunter2')
    await visit.flush()
    expect(visit.server.bodies.join()).not.toContain('hunter')
    expect(await histories()).toEqual({ q1: [] })
  })
})

describe('content-free mode', () => {
  it('records only positions and lengths of edits', async () => {
    visit.server.pages.set('/shape', {
      body: `<!doctype html><textarea id="q1" data-byhand-question="q1"></textarea>
        <script src="/byhand.js" data-site-key="bh_pk_test" data-content-free></script>`,
    })
    await visit.open('/shape')
    await visit.page.click('#q1')
    await visit.page.keyboard.type('Abc')
    await visit.page.keyboard.press('Backspace')
    await visit.flush()
    const edits = visit.server.stored().flatMap(({ batch }) => batch.edits ?? [])
    expect(edits.map(([, , ...edit]) => edit)).toEqual([
      [0, 0, 1],
      [1, 0, 1],
      [2, 0, 1],
      [2, 1, 0],
    ])
    const { q1 } = await histories()
    expect(q1?.map(({ s }) => s)).toEqual(['x', 'xx', 'xxx', 'xx'])
    expect(visit.server.bodies.join()).not.toContain('Abc')
  })
})
