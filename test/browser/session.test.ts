import { describe, expect } from 'vitest'
import { NAVIGATION_KIND } from '../../src/contract/batch/rows.ts'
import {
  controlTime,
  FIRST_BATCH_MS,
  NEXT_BATCH_MS,
  passQuietly,
  receiveOwnVisits,
  type Visit,
} from './visit.ts'

const it = receiveOwnVisits()

const page = (tag: string, more = '') => ({
  body: `<!doctype html><title>Page</title><p><input id="field"></p>${more}<script src="/byhand.js" ${tag}></script>`,
})
const storedBy = ({ server }: Visit) => server.stored().map(({ batch }) => batch)
const MINUTE_MS = 60_000

describe.concurrent('a session', () => {
  it('continues from page to page, and numbers its pages', async ({ visit }) => {
    await visit.open('/survey.html')
    const first = await visit.sessionId()
    await visit.open('/thanks.html')
    expect(await visit.sessionId()).toBe(first)
    await visit.page.click('#back')
    await visit.page.waitForURL('**/survey.html')
    expect(await visit.sessionId()).toBe(first)
    await visit.flush()
    await visit.server.until(() => new Set(storedBy(visit).map(({ page }) => page)).size === 3, 'three pages')
    const firsts = storedBy(visit).filter(({ seq }) => seq === 0)
    expect(firsts.map(({ page }) => page)).toEqual([0, 1, 2])
    expect(new Set(firsts.map(({ tab }) => tab)).size).toBe(3)
    expect(new Set(storedBy(visit).map(({ session_id }) => session_id)).size).toBe(1)
  })

  it('differs in another tab, even in a tab opened from it', async ({ visit }) => {
    await visit.open()
    const first = await visit.sessionId()
    const [popup] = await Promise.all([
      visit.page.waitForEvent('popup'),
      visit.page.evaluate(() => void window.open('/thanks.html')),
    ])
    await popup.waitForLoadState()
    // The browser copies the storage; without a check both tabs would share a session.
    expect(await popup.evaluate(() => window.getServiceSessionId())).not.toBe(first)
    expect(await visit.sessionId()).toBe(first)
    await popup.reload()
    const second = await popup.evaluate(() => window.getServiceSessionId())
    await popup.reload()
    expect(await popup.evaluate(() => window.getServiceSessionId())).toBe(second)
    await popup.close()
    await visit.page.reload()
    expect(await visit.sessionId()).toBe(first)
  })

  it('ends after thirty idle minutes, and the next action starts a new one', async ({
    isolatedVisit: visit,
  }) => {
    await controlTime(visit.page)
    await visit.open()
    const first = await visit.sessionId()
    await visit.page.clock.runFor(NEXT_BATCH_MS)
    await visit.server.until(() => storedBy(visit).some(({ device }) => device), 'the device')
    await visit.page.mouse.move(10, 10)
    await visit.page.clock.fastForward(29 * MINUTE_MS)
    await visit.page.mouse.move(20, 20)
    expect(await visit.sessionId()).toBe(first)
    await visit.page.clock.fastForward(31 * MINUTE_MS)
    expect(await visit.sessionId()).toBe(first)
    await visit.page.mouse.move(30, 30)
    const second = await visit.sessionId()
    expect(second).not.toBe(first)
    await visit.page.clock.runFor(NEXT_BATCH_MS)
    await visit.server.until(
      () => storedBy(visit).some(({ session_id }) => session_id === second),
      'the second session',
    )
    const begun = storedBy(visit).find(({ session_id }) => session_id === second)
    expect(begun).toMatchObject({ page: 0, seq: 0, zone: 'UTC' })
    expect(begun?.token).toBeUndefined()
    expect(begun?.device?.[0]?.signals.user_agent).toContain('Chrome')
    expect(begun?.names).toContainEqual(['path', '/survey.html'])
  })

  it('keeps its times when the system clock changes', async ({ visit }) => {
    await visit.page.addInitScript(() => {
      const real = Date.now
      const day = { ahead: 0 }
      Date.now = () => real() + day.ahead * 86_400_000
      Object.assign(window, { day })
    })
    await visit.open('/thanks.html')
    const id = await visit.sessionId()
    await visit.server.until(() => storedBy(visit).length > 0, 'a first batch')
    for (const ahead of [0, 1, -1]) {
      await visit.page.evaluate((days) => {
        ;(window as unknown as { day: { ahead: number } }).day.ahead = days
      }, ahead)
      await visit.page.mouse.click(10, 10)
    }
    await visit.flush()
    const times = visit.server.eventsOf('click').map(({ t }) => t / 10_000)
    expect(times).toHaveLength(3)
    expect(times.every((seconds, i) => seconds >= (times[i - 1] ?? 0) && seconds < 100)).toBe(true)
    expect(await visit.sessionId()).toBe(id)
    expect(new Set(storedBy(visit).map(({ time_origin }) => time_origin)).size).toBe(1)
  })

  it('ends when the tab is restored after thirty minutes', async ({ visit }) => {
    await visit.open()
    const first = await visit.sessionId()
    await visit.flush()
    await visit.page.evaluate(() => {
      const key = 'byhand.bh_pk_test'
      const parts = (sessionStorage.getItem(key) as string).split('|')
      parts[3] = String(Date.now() - 31 * 60_000)
      // The state that a closed page leaves in storage.
      window.addEventListener('pagehide', () => sessionStorage.setItem(key, parts.join('|')))
    })
    await visit.open('/thanks.html')
    expect(await visit.sessionId()).not.toBe(first)
  })

  it('is shared with frames of the same site', async ({ visit }) => {
    visit.server.pages.set('/outer', page('data-site-key="bh_pk_test"', '<iframe src="/inner"></iframe>'))
    visit.server.pages.set('/inner', page('data-site-key="bh_pk_test"'))
    await visit.open('/outer')
    const first = await visit.sessionId()
    const inner = visit.page.frames()[1]
    expect(await inner?.evaluate(() => window.getServiceSessionId())).toBe(first)
    await inner?.click('#field')
    await visit.server.until(
      () => new Set(storedBy(visit).map(({ tab }) => tab)).size === 2,
      'both documents',
    )
    expect(
      storedBy(visit)
        .filter(({ seq }) => seq === 0)
        .map(({ page }) => page),
    ).toEqual([0, 1])
  })

  it('is stored under the site key, without cookies or persistent storage', async ({ visit }) => {
    await visit.open()
    await visit.flush()
    // Sent batches stay in storage until the response arrives.
    await visit.page.waitForFunction(() => sessionStorage.length < 2)
    const kept = await visit.page.evaluate(() => [
      document.cookie,
      localStorage.length,
      Object.keys(sessionStorage),
    ])
    expect(kept).toEqual(['', 0, ['byhand.bh_pk_test']])
  })
})

describe.concurrent('tags', () => {
  const tagged = (tags: string, more = '') =>
    page(`data-site-key="bh_pk_test" ${tags && `data-tags="${tags}"`}`, more)
  /** User and tags as the service would keep them: those with the highest number. */
  const latest = (visit: Visit) =>
    storedBy(visit)
      .filter(({ intro }) => intro !== undefined)
      .sort((a, b) => (a.intro as number) - (b.intro as number))
      .at(-1)

  it('accumulate over pages, and a page without tags clears nothing', async ({ visit }) => {
    visit.server.pages.set('/a', tagged('a|1,b'))
    visit.server.pages.set('/b', tagged(''))
    visit.server.pages.set('/c', tagged('b,c'))
    for (const path of ['/a', '/b', '/c']) {
      await visit.open(path)
      await visit.flush()
    }
    expect(storedBy(visit).flatMap(({ tags }) => (tags ? [tags] : []))).toEqual([
      ['a|1', 'b'],
      ['a|1', 'b'],
      ['a|1', 'b', 'c'],
    ])
  })

  it('are replaced by setTags only, for later pages too', async ({ visit }) => {
    visit.server.pages.set('/a', tagged('a'))
    visit.server.pages.set('/b', tagged('b'))
    await visit.open('/a')
    await visit.flush()
    await visit.page.evaluate(() => window.byhand.setTags(['x']))
    await visit.flush()
    expect(latest(visit)?.tags).toEqual(['x'])
    await visit.open('/b')
    await visit.flush()
    expect(latest(visit)?.tags).toEqual(['x', 'b'])
    await visit.page.evaluate(() => window.byhand.setTags([]))
    await visit.flush()
    expect(latest(visit)?.tags).toEqual([])
  })

  it('of a frame are added, and the outer page can still change tags and user', async ({ visit }) => {
    visit.server.pages.set('/outer', tagged('outer', '<iframe src="/inner"></iframe>'))
    visit.server.pages.set('/inner', tagged('inner'))
    await visit.open('/outer')
    await visit.server.until(() => storedBy(visit).filter(({ seq }) => seq === 0).length === 2, 'both')
    expect(latest(visit)?.tags).toEqual(['outer', 'inner'])
    await visit.page.evaluate(() => {
      window.byhand.setTags(['late'])
      window.byhand.setUserId('u-1')
    })
    await visit.flush()
    expect(latest(visit)).toMatchObject({ page: 0, tags: ['late'], user_id: 'u-1' })
  })

  it('of earlier pages end with their session', async ({ isolatedVisit: visit }) => {
    await controlTime(visit.page)
    visit.server.pages.set('/a', tagged('a'))
    visit.server.pages.set('/b', tagged('b'))
    await visit.open('/a')
    await visit.flush()
    await visit.open('/b')
    const first = await visit.sessionId()
    await visit.flush()
    await visit.page.clock.fastForward(31 * MINUTE_MS)
    await visit.page.mouse.move(30, 30)
    await visit.flush()
    const later = storedBy(visit).filter(({ session_id, tags }) => session_id !== first && tags)
    expect(later.map(({ tags }) => tags)).toEqual([['b']])
  })
})

describe.concurrent('a script tag', () => {
  it('accepts user, tags, endpoint and the global name of another vendor', async ({ visit }) => {
    visit.server.pages.set(
      '/tag',
      page(
        `data-site-key="bh_pk_tag" data-user-id="u-17" data-user-hash="abc" data-tags="a, b" data-global-name="Acme"
         data-endpoint="${visit.server.otherUrl}/i/v1/batch"`,
      ),
    )
    await visit.open('/tag')
    const names = await visit.page.evaluate(() => {
      const globals = window as unknown as Record<string, () => string>
      return [globals.getAcmeSessionId?.(), typeof globals.setAcmeUserId, typeof globals.setAcmeTags]
    })
    expect(names).toEqual([await visit.sessionId(), 'function', 'function'])
    await visit.server.until(() => storedBy(visit).length > 0, 'a batch at the other origin')
    expect(storedBy(visit)[0]).toMatchObject({
      site_key: 'bh_pk_tag',
      user_id: 'u-17',
      user_hash: 'abc',
      tags: ['a', 'b'],
    })
    expect(visit.server.batches[0]?.origin).toBe(visit.server.url)
  })

  it('fires its event when the session id exists, under each of its names', async ({ visit }) => {
    visit.server.pages.set('/ready', {
      body: `<!doctype html><script src="/byhand.js" data-site-key="k" data-global-name="Acme"></script>
        <script>
          window.seen = []
          for (const name of ['byhand:ready', 'acme:ready'])
            addEventListener(name, (event) => seen.push([name, event.detail, getServiceSessionId()]))
          byhand.ready.then((id) => seen.push(['promise', id, getServiceSessionId()]))
        </script>`,
    })
    await visit.open('/ready')
    await visit.page.waitForFunction(() => (window as unknown as { seen: string[][] }).seen.length === 3)
    const seen = await visit.page.evaluate(() => (window as unknown as { seen: string[][] }).seen)
    const id = await visit.sessionId()
    expect(seen.sort()).toEqual([
      ['acme:ready', id, id],
      ['byhand:ready', id, id],
      ['promise', id, id],
    ])
  })

  it('with an empty site key and a relative endpoint logs an error to the console', async ({
    isolatedVisit: visit,
  }) => {
    await controlTime(visit.page)
    visit.server.pages.set('/relative', page('data-site-key="" data-endpoint="/byhand/i/v1/batch"'))
    await visit.open('/relative')
    await visit.page.clock.fastForward(5_000)
    const help = `${visit.server.url}/byhand/docs/how-to/debug-the-script/`
    expect(visit.noise).toEqual([`console.error: Byhand: There is no site key or endpoint. ${help}`])
    expect(await visit.sessionId()).toBe('')
  })

  it('without a site key logs an error to the console, unless the page calls start', async ({
    isolatedVisit: visit,
  }) => {
    await controlTime(visit.page)
    visit.server.pages.set('/none', page(''))
    await visit.open('/none')
    await visit.page.clock.fastForward(5_000)
    const help = `${visit.server.url}/docs/how-to/debug-the-script/`
    expect(visit.noise).toEqual([`console.error: Byhand: There is no site key or endpoint. ${help}`])
    await visit.open('/none')
    await visit.page.evaluate(
      (url) => window.byhand.start({ siteKey: 'k', endpoint: `${url}/i/v1/batch` }),
      visit.server.url,
    )
    await visit.page.clock.fastForward(5_000)
    expect(visit.noise).toHaveLength(1)
  })

  it.for([
    [`data-user-id="${'u'.repeat(257)}"`, 'The user ID must be a text of at most 256 bytes.'],
    [`data-tags="${'t'.repeat(129)}"`, 'At most 20 tags of 128 characters are set.'],
    [
      `data-tags="${Array.from({ length: 21 }, (_, at) => at)}"`,
      'At most 20 tags of 128 characters are set.',
    ],
  ])('logs values beyond the limits to the console, and records without them', async (given, { visit }) => {
    const [attributes, line] = given
    visit.server.pages.set('/long', page(`data-site-key="k" ${attributes}`))
    await visit.open('/long')
    await visit.flush()
    expect(visit.noise).toEqual([
      `console.error: Byhand: ${line} ${visit.server.url}/docs/how-to/debug-the-script/`,
    ])
    expect(storedBy(visit)[0]?.user_id).toBeUndefined()
  })

  it('has no effect when it is included twice', async ({ visit }) => {
    visit.server.pages.set(
      '/twice',
      page('data-site-key="k"', '<script src="/byhand.js" data-site-key="k"></script>'),
    )
    await visit.open('/twice')
    await visit.page.mouse.click(5, 5)
    await visit.flush()
    expect(visit.server.eventsOf('click')).toHaveLength(1)
    expect(new Set(storedBy(visit).map(({ tab }) => tab)).size).toBe(1)
  })

  it('waits for start if it has no key', async ({ visit }) => {
    visit.server.pages.set('/late', page(''))
    await visit.open('/late')
    expect(await visit.sessionId()).toBe('')
    await visit.page.evaluate((url) => {
      window.byhand.start({ siteKey: 'k', endpoint: `${url}/i/v1/batch`, tags: ['late'] })
      window.byhand.start({ siteKey: 'other', endpoint: 'https://nowhere.invalid' })
    }, visit.server.url)
    expect(await visit.sessionId()).toMatch(/^[\w-]{22}$/)
    await visit.server.until(() => storedBy(visit).length > 0, 'a batch')
    expect(storedBy(visit)[0]).toMatchObject({ site_key: 'k', tags: ['late'] })
  })
})

describe.concurrent('calls', () => {
  it('setUserId and setTags apply to the next batch', async ({ visit }) => {
    await visit.open()
    await visit.server.until(() => storedBy(visit).length > 0, 'a first batch')
    await visit.page.evaluate(() => {
      window.byhand.setUserId('later')
      window.byhand.setTags(['x', 'y'])
    })
    await visit.flush()
    expect(storedBy(visit).at(-1)).toMatchObject({ user_id: 'later', tags: ['x', 'y'] })
  })

  it('setUserId without a user clears it: later batches and sessions name none', async ({
    isolatedVisit: visit,
  }) => {
    await controlTime(visit.page)
    visit.server.pages.set('/user', page('data-site-key="k" data-user-id="u-17"'))
    await visit.open('/user')
    await visit.flush()
    expect(storedBy(visit)[0]).toMatchObject({ user_id: 'u-17' })
    for (const nobody of ['', null]) {
      await visit.page.evaluate((user) => {
        window.byhand.setUserId('u-18')
        window.byhand.setUserId(user)
      }, nobody)
      await visit.flush()
      const last = storedBy(visit).findLast(({ intro }) => intro)
      expect(last?.intro).toBeGreaterThan(1)
      expect(last?.user_id).toBeUndefined()
    }
    const first = await visit.sessionId()
    await visit.page.clock.fastForward(31 * MINUTE_MS)
    await visit.page.mouse.move(30, 30)
    await visit.flush()
    const next = storedBy(visit).filter(({ session_id }) => session_id !== first)
    expect(next.length).toBeGreaterThan(0)
    expect(next.filter(({ user_id }) => user_id)).toEqual([])
    expect(visit.noise).toEqual([])
  })

  it('setTags refuses a list with a value that is no text, and keeps the tags', async ({ visit }) => {
    visit.server.pages.set('/tags', page('data-site-key="k" data-tags="a"'))
    await visit.open('/tags')
    await visit.page.evaluate(() => window.byhand.setTags(['b', null as never]))
    await visit.flush()
    expect(visit.noise).toEqual([
      `console.error: Byhand: Tags must be texts. ${visit.server.url}/docs/how-to/debug-the-script/`,
    ])
    expect(storedBy(visit).findLast(({ tags }) => tags)?.tags).toEqual(['a'])
  })

  it('trackQuestion takes a number, and no wrong argument of any function ends the recording', async ({
    visit,
  }) => {
    visit.server.pages.set(
      '/calls',
      page('data-site-key="k"', '<textarea id="q"></textarea><textarea id="r"></textarea>'),
    )
    await visit.open('/calls')
    await visit.page.evaluate(() => {
      const api = window.byhand as unknown as Record<string, (...given: unknown[]) => void>
      const field = document.querySelector('#q')
      for (const wrong of [{}, null, undefined, Symbol('s'), () => 1, Number.NaN]) {
        api.trackQuestion?.(document.querySelector('#r'), wrong)
        api.setUserId?.(wrong)
        api.setTags?.(wrong)
        api.consent?.(true)
        api.trackQuestion?.('#r', 'q')
      }
      api.setTags?.(['x\ud800', 'a\u0000b'])
      for (const wrong of [undefined, {}, 'no', 0]) api.consent?.(wrong)
      for (const wrong of [undefined, null, {}, { siteKey: 'k' }]) api.start?.(wrong)
      api.trackQuestion?.(field, 7)
    })
    await visit.page.click('#q')
    await visit.page.keyboard.type('Seven')
    await visit.flush()
    expect(await visit.page.evaluate(() => Object.keys(window.byhand.getQuestionHistories()))).toContain('7')
    expect(storedBy(visit).findLast(({ tags }) => tags)?.tags).toEqual(['x\ufffd', 'a\u0000b'])
    expect(visit.server.eventsOf('keydown').length).toBeGreaterThan(0)
    expect(visit.noise.every((line) => line.startsWith('console.error: Byhand: '))).toBe(true)
    expect(visit.noise.filter((line) => line.includes('A question must be an element'))).toHaveLength(6)
    expect(visit.noise.filter((line) => line.includes('Consent must be true or false'))).toHaveLength(4)
  })

  it('start without an endpoint names it in the console', async ({ isolatedVisit: visit }) => {
    await controlTime(visit.page)
    visit.server.pages.set('/late', page(''))
    await visit.open('/late')
    await visit.page.evaluate(() => {
      for (const wrong of [undefined, null, {}]) window.byhand.start(wrong as never)
      window.byhand.start({ siteKey: 'k' } as never)
    })
    await visit.page.clock.fastForward(5_000)
    expect(visit.noise).toContain('console.error: Byhand: There is no site key or endpoint. ')
    await visit.page.evaluate(
      (url) => window.byhand.start({ siteKey: 'k', endpoint: `${url}/i/v1/batch` }),
      visit.server.url,
    )
    expect(await visit.sessionId()).toMatch(/^[\w-]{22}$/)
  })

  it('a secret key is never sent and never repeated in the console', async ({ visit }) => {
    const secret = 'bh_sk_u2C1secret'
    visit.server.pages.set('/secret', page(`data-site-key="${secret}"`))
    await visit.open('/secret')
    await visit.page.mouse.click(5, 5)
    await visit.page.waitForTimeout(1_500)
    expect(visit.noise).toHaveLength(1)
    expect(visit.noise[0]).toContain('secret key: remove and rotate it')
    expect(visit.noise[0]).not.toContain(secret)
    expect(storedBy(visit)).toEqual([])
  })

  it('stop sends the remaining events and ends the recording', async ({ visit }) => {
    await visit.open()
    await visit.page.mouse.click(5, 5)
    await visit.page.evaluate(() => window.byhand.stop())
    await visit.server.untilWhole(() => true)
    const count = storedBy(visit).length
    await visit.page.mouse.click(9, 9)
    await visit.open('/thanks.html')
    await visit.server.until(() => storedBy(visit).some(({ page }) => page === 1), 'the next page')
    expect(visit.server.eventsOf('click')).toHaveLength(1)
    expect(storedBy(visit).filter(({ page }) => page === 0)).toHaveLength(count)
  })
})

describe.concurrent('consent', () => {
  it('keeps all data in memory until it is given', async ({ isolatedVisit: visit }) => {
    visit.server.pages.set('/wait', page('data-site-key="k" data-consent="wait"'))
    await controlTime(visit.page)
    await visit.open('/wait')
    const id = await visit.sessionId()
    expect(id).toMatch(/^[\w-]{22}$/)
    await visit.page.mouse.click(5, 5)
    await passQuietly(visit.page, NEXT_BATCH_MS)
    await visit.page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')))
    await passQuietly(visit.page, NEXT_BATCH_MS)
    expect(visit.server.bodies).toEqual([])
    expect(await visit.page.evaluate(() => sessionStorage.length)).toBe(0)
    const givenAt = await visit.page.evaluate(() => {
      window.byhand.consent(true)
      return Date.now()
    })
    await visit.server.until(() => visit.server.eventsOf('click').length === 1, 'what was held')
    expect((storedBy(visit)[0]?.sent_at ?? 0) - givenAt).toBeLessThan(100)
    await visit.page.clock.runFor(NEXT_BATCH_MS)
    expect(storedBy(visit)[0]?.session_id).toBe(id)
    await visit.server.until(() => storedBy(visit).some(({ device }) => device), 'the device')
    expect(await visit.page.evaluate(() => sessionStorage.length)).toBe(1)
  })

  it('refused: no data is sent or stored', async ({ isolatedVisit: visit }) => {
    visit.server.pages.set('/wait', page('data-site-key="k" data-consent="wait"'))
    await controlTime(visit.page)
    await visit.open('/wait')
    await visit.page.mouse.click(5, 5)
    await visit.page.evaluate(() => window.byhand.consent(false))
    await visit.page.mouse.click(8, 8)
    await passQuietly(visit.page, NEXT_BATCH_MS)
    visit.server.pages.set('/empty', { body: '<!doctype html><title>Empty</title>' })
    await visit.open('/empty')
    expect(visit.server.bodies).toEqual([])
    expect(await visit.page.evaluate(() => sessionStorage.length)).toBe(0)
  })

  it('withdrawn: the session is deleted', async ({ visit }) => {
    await visit.open()
    await visit.server.until(() => storedBy(visit).length > 0, 'a first batch')
    await visit.page.evaluate(() => window.byhand.consent(false))
    expect(await visit.page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
  })
})

describe.concurrent('a prerendered page', () => {
  it('records nothing until it is shown', async ({ isolatedVisit: visit }) => {
    visit.server.pages.set('/ahead', {
      body: `<!doctype html><script>
          Object.defineProperty(document, 'prerendering', { value: true, configurable: true, writable: true })
        </script><script src="/byhand.js" data-site-key="k"></script>`,
    })
    await controlTime(visit.page)
    await visit.open('/ahead')
    await visit.page.mouse.click(5, 5)
    await passQuietly(visit.page, FIRST_BATCH_MS)
    expect(visit.server.bodies).toEqual([])
    await visit.page.evaluate(() => {
      Object.defineProperty(document, 'prerendering', { value: false })
      document.dispatchEvent(new Event('prerenderingchange'))
    })
    await visit.page.clock.runFor(FIRST_BATCH_MS)
    await visit.server.until(() => storedBy(visit).length > 0, 'a batch of the page once shown')
    expect(visit.server.eventsOf('navigation')[0]?.kind).toBe(NAVIGATION_KIND.load)
  })
})
