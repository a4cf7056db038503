import { describe, expect, it } from 'vitest'
import {
  CHANGE_FLAGS,
  CLIPBOARD_FLAGS,
  CLIPBOARD_KIND,
  COMPOSITION_KIND,
  FIELD_FLAGS,
  INPUT_FLAGS,
  INPUT_KIND,
  SCRIPTED_KIND,
  UNTRUSTED,
} from '../../src/contract/batch/rows.ts'
import { leaveAndReturn, receiveVisits } from './visit.ts'

const visit = receiveVisits({
  complete: true,
  context: { permissions: ['clipboard-read', 'clipboard-write'] },
})
const inputs = () => visit.server.eventsOf('input')

/** Every way of entering text must be distinguishable from all others by its events. */
describe('input methods', () => {
  it('typing: one key and one character, both trusted', async () => {
    await visit.open()
    await visit.page.click('#q1')
    await visit.page.keyboard.type('yes')
    await visit.flush()
    expect(inputs().map(({ kind, length, flags }) => [kind, length, flags])).toEqual([
      [INPUT_KIND.insertText, 1, 0],
      [INPUT_KIND.insertText, 1, 0],
      [INPUT_KIND.insertText, 1, 0],
    ])
    expect(visit.server.eventsOf('keydown')).toHaveLength(3)
  })

  it('input method: composition events around the input', async () => {
    await visit.open()
    await visit.page.click('#q1')
    const client = await visit.chromium.context.newCDPSession(visit.page)
    for (const text of ['に', 'にほ', 'にほん']) {
      await client.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      })
    }
    await client.send('Input.insertText', { text: '日本' })
    await visit.flush()
    expect(visit.server.eventsOf('composition').map(({ kind, length }) => [kind, length])).toEqual([
      [COMPOSITION_KIND.start, 0],
      [COMPOSITION_KIND.end, 2],
    ])
    const composed = inputs().filter(({ kind }) => kind === INPUT_KIND.insertCompositionText)
    expect(composed.length).toBeGreaterThanOrEqual(3)
    expect(composed.every(({ flags }) => (flags & INPUT_FLAGS.composing) !== 0)).toBe(true)
  })

  it('autocorrection or swiping: a replacement without a key', async () => {
    await visit.open()
    await visit.page.click('#q1')
    await visit.page.evaluate(() => {
      const field = document.getElementById('q1') as HTMLTextAreaElement
      field.value = 'coffee'
      field.dispatchEvent(
        new InputEvent('input', { inputType: 'insertReplacementText', data: 'coffee', bubbles: true }),
      )
    })
    await visit.flush()
    expect(inputs()[0]).toMatchObject({ kind: INPUT_KIND.insertReplacementText, length: 6, value: 6 })
    expect((inputs()[0]?.flags ?? 0) & INPUT_FLAGS.noKey).not.toBe(0)
  })

  it('dictation: whole phrases, trusted, without keys', async () => {
    await visit.open()
    await visit.page.click('#q1')
    await visit.page.keyboard.insertText('Because I like it.')
    await visit.flush()
    expect(inputs()[0]).toMatchObject({ kind: INPUT_KIND.insertText, length: 18, flags: INPUT_FLAGS.noKey })
    expect(visit.server.eventsOf('keydown')).toEqual([])
  })

  it('autofill: marked as autofilled, without its text', async () => {
    await visit.open('/autofill.html')
    const client = await visit.chromium.context.newCDPSession(visit.page)
    await client.send('DOM.enable')
    await client.send('Autofill.enable')
    await visit.page.click('#name')
    const { root } = await client.send('DOM.getDocument', { depth: 1 })
    const { nodeId } = await client.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#name' })
    const { node } = await client.send('DOM.describeNode', { nodeId })
    await client.send('Autofill.trigger', {
      fieldId: node.backendNodeId,
      address: {
        fields: [
          { name: 'NAME_FULL', value: 'Ada Lovelace' },
          { name: 'ADDRESS_HOME_STREET_ADDRESS', value: '12 Square' },
          { name: 'ADDRESS_HOME_CITY', value: 'London' },
          { name: 'ADDRESS_HOME_COUNTRY', value: 'GB' },
        ],
      },
    } as never)
    await visit.page.waitForFunction(() => (document.getElementById('name') as HTMLInputElement).value !== '')
    await visit.page.click('h1')
    await visit.flush()
    const filled = inputs().filter(({ flags }) => (flags & INPUT_FLAGS.autofilled) !== 0)
    const changed = visit.server
      .eventsOf('change')
      .filter(({ flags }) => (flags & CHANGE_FLAGS.autofilled) !== 0)
    const left = visit.server.eventsOf('field').filter(({ flags }) => (flags & FIELD_FLAGS.autofilled) !== 0)
    expect(filled.length + changed.length + left.length).toBeGreaterThan(0)
    expect([...filled, ...changed].every(({ flags }) => (flags & UNTRUSTED) === 0)).toBe(true)
    expect(visit.server.bodies.join()).not.toContain('Lovelace')
  })

  it('paste from the same page', async () => {
    await visit.open()
    await visit.page.fill('#town', 'Oslo by the sea')
    await visit.page.click('#town')
    await visit.page.keyboard.press('Control+a')
    await visit.page.keyboard.press('Control+c')
    await visit.page.click('#q1')
    await visit.page.keyboard.press('Control+v')
    await visit.flush()
    expect(
      visit.server
        .eventsOf('clipboard')
        .map(({ kind, length, flags, label }) => [kind, length, flags, label]),
    ).toEqual([
      [CLIPBOARD_KIND.copy, 15, 0, 'Your town'],
      [CLIPBOARD_KIND.paste, 15, CLIPBOARD_FLAGS.own, 'q1'],
    ])
    expect(inputs().at(-1)).toMatchObject({ kind: INPUT_KIND.insertFromPaste, length: 15, value: 15 })
  })

  it('paste from outside, after returning to the tab', async () => {
    await visit.open()
    await visit.page.click('#q1')
    await visit.page.evaluate(() => navigator.clipboard.writeText('Text from somewhere else'))
    await leaveAndReturn(visit.page)
    await visit.page.waitForTimeout(50)
    await visit.page.keyboard.press('Control+v')
    await visit.flush()
    const [paste] = visit.server.eventsOf('clipboard')
    expect(paste).toMatchObject({ kind: CLIPBOARD_KIND.paste, length: 24, flags: 0 })
    expect(paste?.sinceReturn).toBeGreaterThanOrEqual(50)
    expect(paste?.sinceReturn).toBeLessThan(20_000)
  })

  it('paste without having left the tab', async () => {
    await visit.open()
    await visit.page.click('#q1')
    await visit.page.evaluate(() => navigator.clipboard.writeText('Here'))
    await visit.page.keyboard.press('Control+v')
    await visit.flush()
    expect(visit.server.eventsOf('clipboard')[0]?.sinceReturn).toBe(-1)
  })

  it('drop', async () => {
    await visit.open('/drop.html')
    await visit.page.dragAndDrop('#from', '#to')
    await visit.flush()
    const drop = visit.server.eventsOf('clipboard').find(({ kind }) => kind === CLIPBOARD_KIND.drop)
    expect(drop).toMatchObject({ length: 12, flags: CLIPBOARD_FLAGS.own })
    expect(inputs().at(-1)).toMatchObject({ kind: INPUT_KIND.insertFromDrop, value: 12 })
  })

  it('value set by a script without an event', async () => {
    await visit.open()
    await visit.server.until(() => visit.server.batches.length > 0, 'a first look at the fields')
    await visit.page.evaluate(() => {
      ;(document.getElementById('q1') as HTMLTextAreaElement).value = 'Written by a program.'
      ;(document.getElementById('daily') as HTMLInputElement).checked = true
    })
    await visit.flush()
    expect(
      visit.server.eventsOf('scripted').map(({ kind, before, after, label }) => [kind, before, after, label]),
    ).toEqual([
      [SCRIPTED_KIND.script, 0, 21, 'q1'],
      [SCRIPTED_KIND.script, 0, 1, 'Every day'],
    ])
    expect(inputs()).toEqual([])
  })

  it('value set by a script that dispatches events', async () => {
    await visit.open()
    await visit.page.evaluate(() => {
      const field = document.getElementById('q1') as HTMLTextAreaElement
      field.value = 'Written by a program.'
      field.dispatchEvent(new Event('input', { bubbles: true }))
      field.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await visit.flush()
    expect(inputs()[0]).toMatchObject({ kind: INPUT_KIND.none, value: 21 })
    expect(inputs()[0]?.flags).toBe(UNTRUSTED | INPUT_FLAGS.notInputEvent | INPUT_FLAGS.noKey)
  })

  it('counts fields filled by script on submit', async () => {
    await visit.open()
    await visit.server.until(() => visit.server.batches.length > 0, 'a first look at the fields')
    await visit.page.evaluate(() => {
      ;(document.getElementById('q1') as HTMLTextAreaElement).value = 'Written by a program.'
      ;(document.getElementById('town') as HTMLInputElement).value = 'Oslo'
    })
    await visit.page.click('#send')
    await visit.server.until(() => visit.server.eventsOf('submit').length === 1, 'a submit')
    expect(visit.server.eventsOf('submit')[0]?.silent).toBe(2)
  })

  it("does not treat a page's own normalization of typed text as a script", async () => {
    await visit.open()
    await visit.page.evaluate(() => {
      document.getElementById('town')?.addEventListener('input', (event) => {
        const field = event.target as HTMLInputElement
        field.value = field.value.toUpperCase()
      })
    })
    await visit.page.click('#town')
    await visit.page.keyboard.type('oslo')
    await visit.page.click('#q1')
    await visit.flush()
    expect(visit.server.eventsOf('scripted')).toEqual([])
    expect(visit.server.eventsOf('change').every(({ flags }) => flags === 0)).toBe(true)
  })
})
