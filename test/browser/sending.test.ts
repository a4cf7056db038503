import { describe, expect, it } from 'vitest'
import { cycles } from '../faults/cycles.ts'
import type { Reply } from './recording_server.ts'
import { receiveVisits } from './visit.ts'

const visit = receiveVisits()

const stored = () => visit.server.stored().map(({ batch }) => batch)
const numbers = () => stored().map(({ page, seq }) => `${page}/${seq}`)

/** Answers the first requests so, and all others as the service does. */
function answerFirst(...replies: Reply[]): void {
  visit.server.answer = (_, index) => replies[index]
}

/** Waits are drawn by chance between nothing and a minute: here, nothing. */
const waitNever = () =>
  visit.page.addInitScript(() => {
    Math.random = () => 0
  })

const problem = (status: number, code: string): Reply => ({ status, body: JSON.stringify({ status, code }) })

describe('a batch that got no answer', () => {
  it.each<[string, Reply]>([
    ['an error of the service', { status: 500 }],
    ['a page instead of an answer', { status: 200, body: '<!doctype html><title>Log in</title>' }],
    ['an empty answer', { status: 200 }],
    ['too many requests', { status: 429, headers: { 'retry-after': '0' } }],
    ['an answer that never arrives', { status: 0, cut: true }],
  ])('is sent again after %s, the same to its number', async (_, reply) => {
    await waitNever()
    visit.server.answer = (_batch, index) =>
      index === 0 && visit.server.bodies.length < 3 ? reply : undefined
    await visit.open()
    await visit.server.until(() => visit.server.bodies.length >= 2, 'a second try')
    const [first, second] = visit.server.bodies.map((body) => JSON.parse(body))
    const { sent_at: before, ...rest } = first
    const { sent_at: after, ...again } = second
    expect(again).toEqual(rest)
    expect(after).toBeGreaterThanOrEqual(before)
    await visit.server.until(() => stored().length > 0, 'the batch')
  })

  it('was stored all the same: the service tells a repetition by its number', async () => {
    await waitNever()
    visit.server.answer = (_, index) => (index < 2 ? { status: 503 } : undefined)
    await visit.open()
    await visit.server.until(() => visit.server.batches.length === 3, 'the third try')
    expect(numbers()).toEqual(['0/0'])
  })

  it('waits as long as the service asks', async () => {
    answerFirst({
      status: 503,
      headers: { 'retry-after': '2', 'access-control-expose-headers': 'retry-after' },
    })
    await waitNever()
    await visit.open()
    await visit.server.until(() => visit.server.batches.length === 2, 'the second try')
    const [first, second] = visit.server.batches.map(({ receivedMs }) => receivedMs) as [number, number]
    expect(second - first).toBeGreaterThan(1990)
  })

  it('is tried five times, and then no more on this page', async () => {
    await waitNever()
    visit.server.answer = () => ({ status: 502 })
    await visit.open()
    await visit.server.until(() => visit.server.bodies.length === 5, 'five tries')
    await visit.page.mouse.click(5, 5)
    await visit.page.waitForTimeout(6000)
    expect(visit.server.bodies).toHaveLength(5)
    expect(await visit.sessionId()).toMatch(/^[\w-]{22}$/)
    // The next page begins anew, with what this one could not send.
    visit.server.answer = undefined
    await visit.open('/thanks.html')
    await visit.server.until(() => numbers().includes('0/1') && numbers().includes('1/0'), 'both pages')
    expect(visit.server.eventsOf('click')).toHaveLength(1)
    expect(visit.noise.filter((line) => !line.includes('502') && !line.includes('autocomplete'))).toEqual([])
  })
})

describe('a refusal', () => {
  it.each([
    ['an unknown key', problem(401, 'invalid_site_key')],
    ['another origin', problem(403, 'origin_refused')],
    ['nothing there', problem(404, 'not_found')],
    ['a conflict', problem(409, 'batch_conflict')],
    ['a full session', problem(413, 'session_full')],
    ['an invalid batch', problem(400, 'invalid_request')],
  ])('for %s ends the recording quietly', async (_, reply) => {
    answerFirst(reply)
    const refused = visit.page.waitForEvent('requestfinished', (request) => request.method() === 'POST')
    await visit.open()
    await refused
    await visit.page.mouse.click(5, 5)
    await visit.page.waitForTimeout(500)
    await visit.page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')))
    await visit.page.waitForTimeout(300)
    expect(visit.server.bodies).toHaveLength(1)
    expect(await visit.sessionId()).toMatch(/^[\w-]{22}$/)
  })

  it.each(['invalid_token', 'session_refused'])('for %s begins another session, once', async (code) => {
    visit.server.answer = (batch) => (batch.token ? problem(401, code) : undefined)
    await visit.open()
    const first = await visit.sessionId()
    await visit.server.until(() => visit.server.batches.length === 1, 'the first batch')
    await visit.page.mouse.click(5, 5)
    await visit.page.waitForFunction((id) => window.getServiceSessionId() !== id, first)
    const second = await visit.sessionId()
    await visit.server.until(
      () => stored().some(({ session_id }) => session_id === second),
      'the second session',
    )
    const begun = stored().find(({ session_id }) => session_id === second)
    expect(begun).toMatchObject({ page: 0, seq: 0 })
    expect(begun?.claim).toBeDefined()
    await visit.page.mouse.click(9, 9)
    await visit.server.until(
      () =>
        visit.server.batches.some(({ batch }) => batch.session_id === second && batch.token !== undefined),
      'the second refusal',
    )
    await visit.page.waitForTimeout(300)
    expect(await visit.sessionId()).toBe(second)
  })
})

/** Longer than three batches take; ten minutes where all is tried in full. */
const OFFLINE_MS = cycles(16_000, 600_000)
const CLICKS = 3

describe('no connection', () => {
  it('keeps everything for when there is one, and delivers it once, in order', {
    timeout: OFFLINE_MS + 120_000,
  }, async () => {
    await visit.open()
    await visit.server.until(() => stored().length > 0, 'a first batch')
    await visit.chromium.context.setOffline(true)
    await visit.page.waitForTimeout(500)
    const before = visit.server.bodies.length
    for (let i = 0; i < CLICKS; i++) {
      await visit.page.mouse.click(10 + i, 10)
      await visit.page.waitForTimeout(OFFLINE_MS / CLICKS)
    }
    expect(visit.server.bodies).toHaveLength(before)
    await visit.chromium.context.setOffline(false)
    await visit.server.until(
      () => visit.server.eventsOf('click').length === CLICKS,
      'what was done meanwhile',
    )
    expect(visit.server.eventsOf('click').map(({ x }) => x)).toEqual([10, 11, 12])
    expect(visit.server.batches.map(({ batch }) => batch.seq)).toEqual(visit.server.batches.map((_, i) => i))
    expect(visit.noise.filter((line) => !line.includes('autocomplete'))).toEqual([])
  })

  it('lets moves go first when memory is short, and says how many', async () => {
    await visit.open('/thanks.html')
    await visit.server.until(() => stored().length > 0, 'a first batch')
    await visit.chromium.context.setOffline(true)
    await visit.page.evaluate(() => {
      let at = performance.now()
      for (let i = 0; i < 14_000; i++) {
        const type = i % 14 === 0 ? 'keydown' : 'pointermove'
        const event =
          type === 'keydown'
            ? new KeyboardEvent(type, { key: 'a', code: 'KeyA', bubbles: true })
            : new PointerEvent(type, { clientX: i % 900, clientY: 5, bubbles: true })
        // An hour in a second: pages may forge the time of their own events.
        at += 40
        Object.defineProperty(event, 'timeStamp', { value: at })
        document.body.dispatchEvent(event)
      }
    })
    await visit.chromium.context.setOffline(false)
    await visit.server.until(() => visit.server.eventsOf('keydown').length === 1000, 'every key')
    await visit.page.mouse.click(5, 5)
    await visit.flush()
    const dropped = stored().reduce((sum, batch) => sum + (batch.dropped ?? 0), 0)
    expect(dropped).toBeGreaterThan(1000)
    expect(visit.server.eventsOf('move').length + dropped).toBeGreaterThanOrEqual(13_000)
  })
})

describe('leaving a page', () => {
  it('loses nothing and doubles nothing over twenty pages and a slow service', async () => {
    visit.server.answer = () => undefined
    const slow = (batch: { session_id: string }): Reply => ({
      status: 200,
      afterMs: 100,
      body: JSON.stringify({ session_id: batch.session_id, token: 'slow', status: 'stored' }),
    })
    visit.server.answer = (batch) => slow(batch)
    for (let i = 0; i < 20; i++) {
      await visit.open(`/thanks.html?${i}`)
      await visit.page.mouse.click(100 + i, 100)
    }
    await visit.flush()
    await visit.server.until(() => visit.server.eventsOf('click').length === 20, 'twenty clicks')
    expect(visit.server.eventsOf('click').map(({ x }) => x)).toEqual(
      Array.from({ length: 20 }, (_, i) => 100 + i),
    )
    expect([...new Set(stored().map(({ page }) => page))]).toEqual(Array.from({ length: 20 }, (_, i) => i))
    // A page does not send again what the one before it has sent, unless it stays long enough to ask.
    expect(visit.server.batches.length).toBeLessThan(stored().length * 4)
  })

  it('delivers the last batch when a tab is closed', async () => {
    let delivered = 0
    for (let i = 0; i < 10; i++) {
      const tab = await visit.chromium.context.newPage()
      await tab.goto(`${visit.server.url}/thanks.html`)
      await tab.mouse.click(50, 50)
      const id = await tab.evaluate(() => window.getServiceSessionId())
      await tab.close({ runBeforeUnload: true })
      await visit.server.until(() => stored().some(({ session_id }) => session_id === id), 'the last batch')
      delivered++
    }
    expect(delivered).toBe(10)
  })

  it('carries at most 48 kB; the rest comes with the next page', async () => {
    await visit.open()
    await visit.server.until(() => stored().length > 0, 'a first batch')
    const before = visit.server.bodies.length
    await visit.page.evaluate(() => {
      const field = document.getElementById('q1') as HTMLTextAreaElement
      for (let i = 0; i < 4; i++) {
        field.value += 'An answer that goes on and on. '.repeat(600)
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
    })
    visit.server.pages.set('/empty', { body: '<!doctype html><title>Empty</title>' })
    await visit.open('/empty')
    await visit.server.until(() => visit.server.bodies.length > before, 'what the page sent as it went')
    await visit.page.waitForTimeout(500)
    const asked = visit.server.batches.slice(before)
    expect(asked.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(48 * 1024)
    await visit.open('/thanks.html')
    const length = () =>
      stored()
        .flatMap(({ edits }) => edits ?? [])
        .reduce((sum, [, , , , inserted]) => sum + String(inserted).length, 0)
    await visit.server.until(() => length() === 4 * 600 * 31, 'the whole text')
  })
})

describe('a policy that forbids our address', () => {
  it('is asked once, and the page hears no more of it', async () => {
    visit.server.pages.set('/strict', {
      body: '<!doctype html><script src="/byhand.js" data-site-key="k"></script>',
      headers: { 'content-security-policy': "default-src 'none'; script-src 'self'" },
    })
    await visit.open('/strict')
    await visit.page.waitForTimeout(1500)
    await visit.page.mouse.click(5, 5)
    await visit.page.waitForTimeout(6000)
    expect(visit.server.bodies).toEqual([])
    expect(visit.noise.filter((line) => line.includes('connect-src')).length).toBe(1)
    expect(await visit.sessionId()).toMatch(/^[\w-]{22}$/)
  })
})
