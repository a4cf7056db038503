import { describe, expect, it } from 'vitest'
import { INPUT_KIND } from '../../src/contract/batch/rows.ts'
import { receiveVisits } from './visit.ts'

const visit = receiveVisits({ headed: true })

describe('a browser with a window', () => {
  it('records the same visit as a headless one', async () => {
    await visit.open()
    const id = await visit.sessionId()
    await visit.page.mouse.move(300, 200, { steps: 4 })
    await visit.page.click('#q1')
    await visit.page.keyboard.type('Hi!')
    await visit.page.click('#weekly')
    await visit.page.mouse.wheel(0, 240)
    await visit.page.click('#send')
    await visit.page.waitForURL('**/thanks.html*')
    const { server } = visit
    await server.untilWhole(({ batch }) => batch.page === 0)
    await server.until(() => server.stored().some(({ batch }) => batch.page === 1), 'the second page')
    expect(await visit.sessionId()).toBe(id)
    expect(server.eventsOf('input').map(({ kind, value }) => [kind, value])).toEqual([
      [INPUT_KIND.insertText, 1],
      [INPUT_KIND.insertText, 2],
      [INPUT_KIND.insertText, 3],
    ])
    expect(server.eventsOf('click').map(({ label }) => label)).toEqual([
      'q1',
      'Once a week',
      'Send my answers',
    ])
    expect(server.eventsOf('submit')).toHaveLength(1)
    expect(server.eventsOf('scroll').length).toBeGreaterThan(0)
    expect(visit.noise.filter((line) => !line.includes('autocomplete'))).toEqual([])
  })
})
