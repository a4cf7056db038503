import { describe, expect, it } from 'vitest'
import { ATTENTION_KIND } from '../../src/contract/batch/rows.ts'
import { letTimePass, pass, receiveVisits } from './visit.ts'

const visit = receiveVisits({ complete: true, backForwardCache: true })
const stored = () => visit.server.stored().map(({ batch }) => batch)

describe('the back-forward cache', () => {
  it('restores the page, which continues its session, stream and sequence numbers', async () => {
    await visit.open('/survey.html')
    const id = await visit.sessionId()
    await visit.page.evaluate(() => Object.assign(window, { kept: 'in memory' }))
    await visit.page.click('#town')
    await visit.open('/thanks.html')
    expect(await visit.sessionId()).toBe(id)
    await visit.page.goBack({ waitUntil: 'commit' })
    await visit.page.waitForFunction(() => document.title === 'Survey')
    // The page was restored, not loaded again: our listeners did not exclude it from the cache.
    expect(await visit.page.evaluate(() => (window as unknown as { kept?: string }).kept)).toBe('in memory')
    expect(await visit.sessionId()).toBe(id)
    await visit.page.click('#q1')
    await visit.page.keyboard.type('back')
    await visit.server.until(() => visit.server.eventsOf('input').length === 4, 'typing after the return')

    const first = stored().filter(({ page }) => page === 0)
    expect(new Set(first.map(({ tab }) => tab)).size).toBe(1)
    expect(first.map(({ seq }) => seq)).toEqual(first.map((_, i) => i))
    expect(visit.server.eventsOf('attention').map(({ kind }) => kind)).toContain(ATTENTION_KIND.restored)
    expect(new Set(stored().map(({ page }) => page))).toEqual(new Set([0, 1]))
    expect(visit.server.eventsOf('click')).toHaveLength(2)
  })

  it('restores a page into the current session of the tab', async () => {
    await letTimePass(visit.page)
    await visit.open('/survey.html')
    await visit.server.until(() => stored().length > 0, 'a first batch')
    const first = await visit.sessionId()
    await visit.open('/thanks.html')
    await pass(visit.page, 31)
    await visit.page.mouse.move(20, 20)
    const second = await visit.sessionId()
    expect(second).not.toBe(first)
    await visit.server.until(
      () => stored().some(({ session_id }) => session_id === second),
      'the second session',
    )
    await visit.page.goBack({ waitUntil: 'commit' })
    await visit.page.waitForFunction((id) => window.getServiceSessionId() === id, second)
    await visit.page.click('#town')
    await visit.server.until(
      () => stored().some((batch) => batch.session_id === second && batch.page === 1),
      'the first page in the second session',
    )
    const tabs = stored().filter(({ names }) => names.some(([, label]) => label === '/survey.html'))
    expect(new Set(tabs.map(({ session_id, tab }) => `${session_id} ${tab}`)).size).toBe(2)
  })
})
