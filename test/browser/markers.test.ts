/** Personal data in fields, attributes, content and paths never leaves the browser; ordinary labels and paths do. */
import { describe, expect } from 'vitest'
import { MARKERS, ORDINARY, pageOf } from './markers.ts'
import { receiveOwnVisits, type Visit } from './visit.ts'

const it = receiveOwnVisits()

/** Types into or clicks every part of the page, visits the paths, and returns everything that was sent. */
async function sentBy(
  visit: Visit,
  parts: readonly string[],
  typed: readonly string[],
  paths: readonly string[],
) {
  visit.server.pages.set('/start', { body: pageOf(parts) })
  await visit.open('/start')
  for (const [i] of parts.entries()) {
    const part = visit.page.locator(`#part${i}`)
    for (const field of await part.locator('[data-type]').all()) {
      await field.click()
      await visit.page.keyboard.type(typed[i] ?? '')
    }
    for (const element of await part.locator('[data-act]').all()) await element.click({ force: true })
    await visit.page.keyboard.press('Escape')
  }
  await visit.page.evaluate((all) => {
    for (const path of all) history.pushState({}, '', path)
  }, paths)
  await visit.page.waitForTimeout(50)
  await visit.flush()
  return visit.server.bodies.join('\n')
}

describe.concurrent('personal data', () => {
  it('is not sent: 0 of 35 markers', async ({ visit }) => {
    expect(MARKERS).toHaveLength(35)
    const parts = MARKERS.map(({ html }) => html ?? '')
    const typed = MARKERS.map(({ marker }) => marker)
    const sent = await sentBy(
      visit,
      parts,
      typed,
      MARKERS.flatMap(({ path }) => path ?? []),
    )
    expect(visit.server.eventsOf('click').length).toBeGreaterThan(20)
    const leaked = MARKERS.filter(({ marker }) => sent.toLowerCase().includes(marker.toLowerCase()))
    expect(leaked).toEqual([])
    expect(sent).toContain('/u/*/photos')
  })

  it('control: ordinary labels and paths are sent as they are', async ({ visit }) => {
    const parts = ORDINARY.labels.map(([html]) => html)
    const sent = await sentBy(visit, parts, [], ORDINARY.paths)
    const expected = [...ORDINARY.labels.map(([, label]) => label), ...ORDINARY.paths]
    expect(expected.filter((text) => !sent.includes(JSON.stringify(text)))).toEqual([])
  })

  it('control: the same search finds a marker in a label that no rule covers', async ({ visit }) => {
    const markers = MARKERS.map(({ marker }) => marker).filter((marker) => !/\d/.test(marker))
    const parts = markers.map((marker) => `<button data-act type="button">${marker}</button>`)
    const sent = await sentBy(visit, parts, [], [])
    expect(markers.filter((marker) => !sent.includes(marker))).toEqual([])
  })
})
