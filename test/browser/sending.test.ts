import { describe, expect } from 'vitest'
import type { ReceivedBatch, Reply } from './recording_server.ts'
import {
  controlTime,
  FIRST_BATCH_MS,
  NEXT_BATCH_MS,
  passQuietly,
  receiveOwnVisits,
  type Visit,
} from './visit.ts'

const it = receiveOwnVisits()

const storedBy = ({ server }: Visit) => server.stored().map(({ batch }) => batch)
const numbersOf = (visit: Visit) => storedBy(visit).map(({ page, seq }) => `${page}/${seq}`)

/** Answers the first requests with these replies, and all others as the service does. */
function answerFirst({ server }: Visit, ...replies: Reply[]): void {
  server.answer = (_, index) => replies[index]
}

/** The script draws its retry delays at random, up to a minute. Here they are all zero. */
const retryAtOnce = ({ page }: Visit) =>
  page.addInitScript(() => {
    Math.random = () => 0
  })

/** Opens a page under a controlled clock and makes its first batch due. */
async function openAndSend(visit: Visit, path?: string): Promise<void> {
  await controlTime(visit.page)
  await visit.open(path)
  await visit.page.clock.runFor(FIRST_BATCH_MS)
}

/** Moves the page's clock forward until the condition holds. */
async function passUntil(visit: Visit, condition: () => boolean, what: string): Promise<void> {
  for (let steps = 0; steps < 200 && !condition(); steps++) {
    await visit.page.clock.runFor(250)
    await visit.page.waitForTimeout(20)
  }
  await visit.server.until(condition, what)
}

const problem = (status: number, code: string): Reply => ({ status, body: JSON.stringify({ status, code }) })

describe('a batch without a response', () => {
  it.for<readonly [string, Reply]>([
    ['a server error', { status: 500 }],
    ['an HTML page as the response', { status: 200, body: '<!doctype html><title>Log in</title>' }],
    ['an empty response', { status: 200 }],
    ['too many requests', { status: 429, headers: { 'retry-after': '0' } }],
    ['a lost response', { status: 0, cut: true }],
  ])('is sent again after %s, with the same number', async ([, reply], { visit }) => {
    await retryAtOnce(visit)
    visit.server.answer = (_batch, index) =>
      index === 0 && visit.server.bodies.length < 3 ? reply : undefined
    await openAndSend(visit)
    await visit.server.until(() => visit.server.bodies.length >= 2, 'a second try')
    const [first, second] = visit.server.bodies.map((body) => JSON.parse(body))
    const { sent_at: before, ...rest } = first
    const { sent_at: after, ...again } = second
    expect(again).toEqual(rest)
    expect(after).toBeGreaterThanOrEqual(before)
    await visit.server.until(() => storedBy(visit).length > 0, 'the batch')
  })

  it('is recognized by its number if the service has already stored it', async ({ visit }) => {
    await retryAtOnce(visit)
    visit.server.answer = (_, index) => (index < 2 ? { status: 503 } : undefined)
    await openAndSend(visit)
    await visit.server.until(() => visit.server.batches.length === 3, 'the third try')
    expect(numbersOf(visit)).toEqual(['0/0'])
  })

  it('waits for the time in Retry-After', async ({ visit }) => {
    answerFirst(visit, {
      status: 503,
      headers: { 'retry-after': '2', 'access-control-expose-headers': 'retry-after' },
    })
    await retryAtOnce(visit)
    await openAndSend(visit)
    await passUntil(visit, () => visit.server.batches.length === 2, 'the second try')
    const [first, second] = visit.server.batches.map(({ batch }) => batch.sent_at) as [number, number]
    expect(second - first).toBeGreaterThan(1990)
  })

  it('is tried five times on a page', async ({ visit }) => {
    await retryAtOnce(visit)
    visit.server.answer = () => ({ status: 502 })
    await openAndSend(visit)
    await visit.server.until(() => visit.server.bodies.length === 5, 'five tries')
    await visit.page.mouse.click(5, 5)
    await passQuietly(visit.page, NEXT_BATCH_MS)
    expect(visit.server.bodies).toHaveLength(5)
    expect(await visit.sessionId()).toMatch(/^[\w-]{22}$/)
    // The next page tries again and sends the rest of this one.
    visit.server.answer = undefined
    await visit.open('/thanks.html')
    await visit.page.clock.runFor(FIRST_BATCH_MS)
    await visit.server.until(
      () => numbersOf(visit).includes('0/1') && numbersOf(visit).includes('1/0'),
      'both pages',
    )
    expect(visit.server.eventsOf('click')).toHaveLength(1)
    expect(visit.noise.filter((line) => !line.includes('502') && !line.includes('autocomplete'))).toEqual([])
  })
})

describe('a refusal', () => {
  it.for([
    ['an unknown key', problem(401, 'invalid_site_key')],
    ['another origin', problem(403, 'origin_rejected')],
    ['missing device data', problem(403, 'device_data_required')],
    ['a wrong path', problem(404, 'not_found')],
    ['a conflict', problem(409, 'batch_conflict')],
    ['an invalid batch', problem(400, 'invalid_request')],
  ] as const)('because of %s ends the recording silently', async ([, reply], { visit }) => {
    answerFirst(visit, reply)
    const refused = visit.page.waitForEvent('requestfinished', (request) => request.method() === 'POST')
    await openAndSend(visit)
    await refused
    await visit.page.mouse.click(5, 5)
    await passQuietly(visit.page, NEXT_BATCH_MS)
    await visit.page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')))
    await passQuietly(visit.page, NEXT_BATCH_MS)
    expect(visit.server.bodies).toHaveLength(1)
    expect(await visit.sessionId()).toMatch(/^[\w-]{22}$/)
  })

  it('of the site key also stops batches of an earlier session, and is logged once', async ({ visit }) => {
    await retryAtOnce(visit)
    visit.server.answer = () => ({
      status: 401,
      body: JSON.stringify({ code: 'invalid_site_key', detail: 'The site key is unknown.' }),
    })
    await visit.page.addInitScript(() => {
      const line = (seq: number) =>
        `${'x'.repeat(22)}|${'y'.repeat(22)}|0|{"v":1,"site_key":"bh_pk_test","session_id":"${'x'.repeat(22)}","tab":"abcdefgh","page":0,"seq":${seq},"time_origin":0,"start":0,"at":[0,0],"names":[],"rows":[]\n`
      sessionStorage.setItem('byhand.bh_pk_test.out', line(0) + line(1) + line(2))
    })
    const named = visit.page.waitForEvent('console', (message) => message.text().startsWith('Byhand:'))
    await openAndSend(visit)
    await named
    await passQuietly(visit.page, NEXT_BATCH_MS)
    expect(visit.server.bodies).toHaveLength(1)
    expect(visit.noise.filter((line) => line.includes('Byhand:'))).toEqual([
      `console.error: Byhand: The site key is unknown. Site key: bh_pk_test. Origin: ${visit.server.url}. ${visit.server.url}/docs/how-to/debug-the-script/`,
    ])
  })

  it('because of a full session starts a new session, each time', async ({ visit }) => {
    visit.server.answer = (batch) => (batch.token ? problem(413, 'session_full') : undefined)
    await openAndSend(visit)
    const ids = [await visit.sessionId()]
    for (let renewal = 0; renewal < 3; renewal++) {
      await passUntil(
        visit,
        () => storedBy(visit).some(({ session_id }) => session_id === ids.at(-1)),
        'the first batch of the session',
      )
      await visit.page.mouse.click(5 + renewal, 5)
      await visit.page.clock.runFor(NEXT_BATCH_MS)
      await visit.page.waitForFunction((id) => window.getServiceSessionId() !== id, ids.at(-1))
      ids.push(await visit.sessionId())
    }
    expect(new Set(ids).size).toBe(4)
  })

  it.for(['invalid_token', 'session_rejected'])(
    'because of %s starts a new session, once',
    async (code, { visit }) => {
      visit.server.answer = (batch) => (batch.token ? problem(401, code) : undefined)
      await openAndSend(visit)
      const first = await visit.sessionId()
      await visit.server.until(() => visit.server.batches.length === 1, 'the first batch')
      await visit.page.mouse.click(5, 5)
      await visit.page.clock.runFor(NEXT_BATCH_MS)
      await visit.page.waitForFunction((id) => window.getServiceSessionId() !== id, first)
      const second = await visit.sessionId()
      await passUntil(
        visit,
        () => storedBy(visit).some(({ session_id }) => session_id === second),
        'the second session',
      )
      const begun = storedBy(visit).find(({ session_id }) => session_id === second)
      expect(begun).toMatchObject({ page: 0, seq: 0 })
      expect(begun?.tab_secret).toBeDefined()
      await visit.page.mouse.click(9, 9)
      await passUntil(
        visit,
        () =>
          visit.server.batches.some(({ batch }) => batch.session_id === second && batch.token !== undefined),
        'the second refusal',
      )
      await passQuietly(visit.page, NEXT_BATCH_MS)
      expect(await visit.sessionId()).toBe(second)
    },
  )
})

describe('flush', () => {
  const flushed = ({ page }: Visit) =>
    page.evaluate(async () => {
      const from = performance.now()
      await window.byhand.flush()
      return performance.now() - from
    })

  it('sends at once, and resolves when everything is acknowledged', async ({ visit }) => {
    await visit.open()
    await visit.server.until(() => storedBy(visit).length > 0, 'a first batch')
    visit.server.answer = () => undefined
    await visit.page.mouse.click(5, 5)
    await flushed(visit)
    expect(visit.server.eventsOf('click')).toHaveLength(1)
    // The reply is delayed: the promise must wait for the response, not only for the request.
    visit.server.answer = (batch) =>
      batch.rows.length === 0
        ? undefined
        : {
            status: 200,
            body: JSON.stringify({ session_id: batch.session_id, token: 'later', status: 'stored' }),
            afterMs: 700,
          }
    await visit.page.mouse.click(8, 8)
    expect(await flushed(visit)).toBeGreaterThan(650)
    expect(visit.server.eventsOf('click')).toHaveLength(2)
  })

  it('resolves after five seconds without a response', async ({ visit }) => {
    visit.server.answer = () => ({ status: 503 })
    await visit.open()
    const ms = await flushed(visit)
    expect(ms).toBeGreaterThan(4_900)
    expect(ms).toBeLessThan(15_000)
  })

  it('resolves at once if the service refused the site', async ({ visit }) => {
    visit.server.answer = () => problem(401, 'invalid_site_key')
    await visit.open()
    expect(await flushed(visit)).toBeLessThan(3_000)
    expect(await flushed(visit)).toBeLessThan(500)
  })

  // Uses an isolated context, because its assertion needs the page's real clock.
  it('happens by itself when a form is submitted', async ({ isolatedVisit: visit }) => {
    visit.server.pages.set('/form', {
      body: `<!doctype html><form onsubmit="return false"><button id="send">Send</button></form>
        <script src="/byhand.js" data-site-key="k"></script>`,
    })
    await visit.open('/form')
    await visit.server.until(() => storedBy(visit).length > 0, 'a first batch')
    await visit.page.click('#send')
    await visit.server.until(() => visit.server.eventsOf('submit').length === 1, 'the submission')
    const { batch, events } = visit.server
      .stored()
      .find(({ events: all }) => all.some(({ type }) => type === 'submit')) as ReceivedBatch
    const at = events.find(({ type }) => type === 'submit')?.t ?? 0
    expect(batch.sent_at - (batch.time_origin + at / 10)).toBeLessThan(3_000)
  })
})

/** Time on the page's clock. */
const OFFLINE_MS = 600_000
const CLICKS = 3

describe('no connection', () => {
  it('keeps all batches and delivers them once, in order, when it is back', async ({
    visit,
    onTestFinished,
  }) => {
    onTestFinished(() => visit.chromium.context.setOffline(false))
    await openAndSend(visit)
    await visit.server.until(() => storedBy(visit).length > 0, 'a first batch')
    await visit.chromium.context.setOffline(true)
    await visit.page.waitForTimeout(500)
    const before = visit.server.bodies.length
    for (let i = 0; i < CLICKS; i++) {
      await visit.page.mouse.click(10 + i, 10)
      await passQuietly(visit.page, OFFLINE_MS / CLICKS)
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

  it('drops moves first when the buffer is full, and reports how many', async ({ visit, onTestFinished }) => {
    onTestFinished(() => visit.chromium.context.setOffline(false))
    await openAndSend(visit, '/thanks.html')
    await visit.server.until(() => storedBy(visit).length > 0, 'a first batch')
    await visit.chromium.context.setOffline(true)
    await visit.page.evaluate(() => {
      let at = performance.now()
      for (let i = 0; i < 14_000; i++) {
        const type = i % 14 === 0 ? 'keydown' : 'pointermove'
        const event =
          type === 'keydown'
            ? new KeyboardEvent(type, { key: 'a', code: 'KeyA', bubbles: true })
            : new PointerEvent(type, { clientX: i % 900, clientY: 5, bubbles: true })
        // An hour within a second; pages may set the time of their own events.
        at += 40
        Object.defineProperty(event, 'timeStamp', { value: at })
        document.body.dispatchEvent(event)
      }
    })
    await visit.chromium.context.setOffline(false)
    await visit.server.until(() => visit.server.eventsOf('keydown').length === 1000, 'every key')
    await visit.page.mouse.click(5, 5)
    await visit.flush()
    const dropped = storedBy(visit).reduce((sum, batch) => sum + (batch.dropped ?? 0), 0)
    expect(dropped).toBeGreaterThan(1000)
    expect(visit.server.eventsOf('move').length + dropped).toBeGreaterThanOrEqual(13_000)
  })
})

describe('leaving a page', () => {
  it('neither loses nor duplicates batches over twenty pages with a slow service', async ({ visit }) => {
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
    expect([...new Set(storedBy(visit).map(({ page }) => page))]).toEqual(
      Array.from({ length: 20 }, (_, i) => i),
    )
    // A page repeats the batches of the previous page only if it stays open long enough to check them.
    expect(visit.server.batches.length).toBeLessThan(storedBy(visit).length * 4)
  })

  it('delivers the last batch when a tab is closed', async ({ visit }) => {
    let delivered = 0
    for (let i = 0; i < 10; i++) {
      const tab = await visit.chromium.context.newPage()
      await tab.goto(`${visit.server.url}/thanks.html`)
      await tab.mouse.click(50, 50)
      const id = await tab.evaluate(() => window.getServiceSessionId())
      await tab.close({ runBeforeUnload: true })
      await visit.server.until(
        () => storedBy(visit).some(({ session_id }) => session_id === id),
        'the last batch',
      )
      delivered++
    }
    expect(delivered).toBe(10)
  })

  it('sends at most 48 kB; the next page sends the rest', async ({ visit }) => {
    await openAndSend(visit)
    await visit.server.until(() => storedBy(visit).length > 0, 'a first batch')
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
    const sent = visit.server.batches.slice(before)
    expect(sent.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(48 * 1024)
    await visit.open('/thanks.html')
    await visit.page.clock.runFor(FIRST_BATCH_MS)
    const length = () =>
      storedBy(visit)
        .flatMap(({ edits }) => edits ?? [])
        .reduce((sum, [, , , , inserted]) => sum + String(inserted).length, 0)
    await visit.server.until(() => length() === 4 * 600 * 31, 'the whole text')
  })
})

describe('a content security policy that forbids our origin', () => {
  it('causes only one violation', async ({ visit }) => {
    visit.server.pages.set('/strict', {
      body: '<!doctype html><script src="/byhand.js" data-site-key="k"></script>',
      headers: { 'content-security-policy': "default-src 'none'; script-src 'self'" },
    })
    await openAndSend(visit, '/strict')
    await passQuietly(visit.page, 0)
    await visit.page.mouse.click(5, 5)
    await passQuietly(visit.page, NEXT_BATCH_MS)
    expect(visit.server.bodies).toEqual([])
    expect(visit.noise.filter((line) => line.includes('connect-src')).length).toBe(1)
    expect(await visit.sessionId()).toMatch(/^[\w-]{22}$/)
  })
})
