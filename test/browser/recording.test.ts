import { describe, expect, it } from 'vitest'
import {
  ATTENTION_KIND,
  BORDER_KIND,
  CLICK_FLAGS,
  FIELD_KIND,
  INPUT_KIND,
  KEY_CLASS,
  KEY_FLAGS,
  NAVIGATION_KIND,
  POINTER,
  POINTER_FLAGS,
  UNTRUSTED,
} from '../../src/contract/batch/rows.ts'
import { leaveAndReturn, receiveVisits } from './visit.ts'

const visit = receiveVisits()
const BETWEEN = POINTER_FLAGS.fractional | POINTER_FLAGS.offGrid
const kindOf = (flags: number) => (flags >> POINTER_FLAGS.kindShift) & POINTER_FLAGS.kindMask

describe('a visit', () => {
  it('has a session id at once and starts with a navigation event', async () => {
    await visit.open()
    const id = await visit.sessionId()
    expect(id).toMatch(/^[\w-]{22}$/)
    await visit.server.until(() => visit.server.batches.length > 0, 'a first batch')
    const [first] = visit.server.batches
    expect(first?.batch).toMatchObject({
      v: 1,
      session_id: id,
      site_key: 'bh_pk_test',
      page: 0,
      seq: 0,
      zone: 'UTC',
    })
    expect(first?.batch.tab_secret).toMatch(/^[\w-]{22}$/)
    expect(first?.batch.token).toBeUndefined()
    expect(first?.contentType).toBe('text/plain;charset=UTF-8')
    const [load] = visit.server.eventsOf('navigation')
    expect(load).toMatchObject({ kind: NAVIGATION_KIND.load, role: 'path', label: '/survey.html' })
    expect(visit.server.eventsOf('resize')[0]).toMatchObject({
      innerWidth: 1280,
      innerHeight: 720,
      scale: 100,
    })
  })

  it('sends the tab secret first and the token once it has one', async () => {
    await visit.open()
    await visit.server.until(() => visit.server.batches.length > 0, 'a first batch')
    await visit.page.mouse.move(30, 40)
    await visit.flush()
    const batch = visit.server.batches.at(-1)?.batch
    expect(batch?.token).toBe(`token-of-${batch?.session_id}`)
    expect(batch?.tab_secret).toBeUndefined()
    expect(batch?.final).toBe(true)
  })

  it('prints nothing and throws nothing', async () => {
    await visit.open('/thanks.html')
    await visit.page.mouse.click(50, 50)
    await visit.page.keyboard.type('x')
    await visit.flush()
    expect(visit.noise).toEqual([])
  })
})

describe('the pointer', () => {
  it('reports how moves and keys reached the page', async () => {
    await visit.open('/thanks.html')
    for (let i = 0; i < 20; i++) await visit.page.mouse.move(30 + 5 * i, 40)
    await visit.page.keyboard.type('abc')
    await visit.flush()
    const rows = visit.server.eventsOf('channel')
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
    expect(sum(({ moves }) => moves)).toBe(20)
    expect(sum(({ samples }) => samples)).toBeGreaterThanOrEqual(20)
    expect(sum(({ keys }) => keys)).toBe(3)
    for (const { early, middle, late } of rows) {
      expect(early).toBeLessThanOrEqual(middle)
      expect(middle).toBeLessThanOrEqual(late)
    }
  })

  it('is recorded up to its last position, with at most sixty moves a second', async () => {
    await visit.open()
    await visit.page.evaluate(async () => {
      // 1,000 Hz for half a second, like a fast mouse.
      for (let i = 0; i < 500; i++) {
        window.dispatchEvent(
          new PointerEvent('pointermove', { clientX: i, clientY: 10, pointerType: 'mouse' }),
        )
        const until = performance.now() + 1
        while (performance.now() < until);
      }
    })
    await visit.flush()
    const moves = visit.server.eventsOf('move')
    const seconds = ((moves.at(-1)?.t ?? 0) - (moves[0]?.t ?? 0)) / 10_000
    expect(moves.length / seconds).toBeLessThan(66)
    expect(moves.length).toBeGreaterThan(20)
    expect(moves[0]).toMatchObject({ x: 0, y: 10 })
    expect(moves.at(-1)).toMatchObject({ x: 499, y: 10 })
    expect(moves.every(({ flags }) => (flags & UNTRUSTED) !== 0)).toBe(true)
  })

  it('records the button, the press and the position of the target', async () => {
    await visit.open()
    const box = await visit.page.locator('#help').boundingBox()
    await visit.page.mouse.move(300, 300)
    await visit.page.click('#help', { position: { x: 3, y: 4 } })
    await visit.flush()
    const [down] = visit.server.eventsOf('down')
    const [up] = visit.server.eventsOf('up')
    const [click] = visit.server.eventsOf('click')
    expect(down).toMatchObject({ role: 'link', label: 'What is this about?', pressure: 50, button: 0 })
    expect(kindOf(down?.flags ?? 0)).toBe(POINTER.mouse)
    expect([down?.rx, down?.ry, down?.rw, down?.rh]).toEqual(
      [box?.x, box?.y, box?.width, box?.height].map((side) => Math.round(side ?? -1)),
    )
    expect(up?.t).toBeGreaterThanOrEqual(down?.t ?? 0)
    expect(click).toMatchObject({ detail: 1, role: 'link', rw: down?.rw })
    expect(click?.flags).toBe(
      (POINTER.mouse << POINTER_FLAGS.kindShift) | CLICK_FLAGS.pageFocused | CLICK_FLAGS.userActive,
    )
  })

  it('marks coordinates that a real mouse cannot have', async () => {
    await visit.open()
    await visit.page.mouse.move(10, 10)
    await visit.page.mouse.move(20.37, 30.61)
    await visit.flush()
    const flags = visit.server.eventsOf('move').map((move) => move.flags & BETWEEN)
    expect(flags).toEqual([0, BETWEEN])
  })

  it('does not mark a place that a mouse on Wayland can have', async () => {
    await visit.open()
    await visit.page.mouse.move(20 + 1 / 256, 30.5)
    await visit.page.mouse.move(20 + 1 / 512, 30.5)
    await visit.flush()
    const flags = visit.server.eventsOf('move').map((move) => move.flags & BETWEEN)
    expect(flags).toEqual([POINTER_FLAGS.fractional, BETWEEN])
  })

  it('writes a held move with its own flags', async () => {
    await visit.open()
    await visit.page.evaluate(() => {
      const move = (clientX: number, pointerType: string) =>
        document.body.dispatchEvent(
          new PointerEvent('pointermove', {
            clientX,
            clientY: 7,
            screenX: clientX,
            screenY: 100,
            pointerType,
            bubbles: true,
          }),
        )
      move(10, 'mouse')
      move(11, 'mouse')
      move(12.5, 'pen')
    })
    await visit.flush()
    const moves = visit.server.eventsOf('move')
    expect(moves.map(({ flags }) => [kindOf(flags), flags & POINTER_FLAGS.fractional])).toEqual([
      [POINTER.mouse, 0],
      [POINTER.pen, POINTER_FLAGS.fractional],
    ])
    // Synthetic events have no coalesced moves; the held move before this one counts.
    expect(moves.map(({ coalesced }) => coalesced)).toEqual([0, 1])
  })

  it('keeps the order of moves and other events, however many are written at once', async () => {
    await visit.open()
    await visit.page.evaluate(async () => {
      const box = document.getElementById('town') as HTMLElement
      const send = (event: Event) => box.dispatchEvent(event)
      for (let i = 0; i < 150; i++) {
        const at = { clientX: i, clientY: 5, pointerType: 'mouse', bubbles: true }
        send(new PointerEvent('pointermove', at))
        if (i % 10 === 4) send(new KeyboardEvent('keydown', { key: 'e', code: 'KeyE', bubbles: true }))
        if (i % 50 === 7) for (const type of ['pointerdown', 'click']) send(new PointerEvent(type, at))
        const until = performance.now() + 16
        while (performance.now() < until);
      }
    })
    await visit.flush()
    const events = visit.server.stored().flatMap((stored) => stored.events)
    const times = events.map(({ t }) => t)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    // Chromium may add a move of its own at the origin when a page appears.
    const moves = visit.server.eventsOf('move').filter(({ y }) => y === 5)
    expect(moves.map(({ x }) => x)).toEqual(Array.from({ length: 150 }, (_, i) => i))
    // Each move came 16 ms after the previous one, and none has the time at which it was written.
    expect(Math.min(...moves.slice(1).map(({ t }, i) => t - (moves[i]?.t ?? 0)))).toBeGreaterThanOrEqual(155)
    for (const type of ['keydown', 'down', 'click'] as const) {
      const before = events.flatMap((event, i) => (event.type === type ? [events[i - 1]] : []))
      const kinds: readonly string[] = type === 'click' ? ['down'] : ['move', 'click']
      expect(before.length).toBe(type === 'keydown' ? 15 : 3)
      expect(before.every((event) => event && kinds.includes(event.type))).toBe(true)
    }
    const pressed = visit.server.eventsOf('down')
    expect(pressed.map(({ x }) => x)).toEqual([7, 57, 107])
    expect(pressed.map(({ t }) => moves.filter((move) => move.t <= t).at(-1)?.x)).toEqual([7, 57, 107])
  })

  it('writes held moves when the page is hidden and when recording stops', async () => {
    const moveTo = (clientX: number) =>
      visit.page.evaluate((x) => {
        const at = { clientX: x, clientY: 9, pointerType: 'mouse' }
        window.dispatchEvent(new PointerEvent('pointermove', at))
      }, clientX)
    await visit.open()
    await visit.server.until(() => visit.server.batches.length > 0, 'a first batch')
    for (const x of [1, 2, 3]) {
      await moveTo(x)
      await visit.page.waitForTimeout(20)
    }
    await visit.page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    const places = () => visit.server.eventsOf('move').map(({ x }) => x)
    await visit.server.until(() => places().length === 3, 'the moves before it was hidden')
    await moveTo(4)
    await visit.page.evaluate(() => window.byhand.stop())
    await visit.server.until(() => places().length === 4, 'the move before it was stopped')
    expect(places()).toEqual([1, 2, 3, 4])
  })

  it('records a pen and its pressure', async () => {
    await visit.open()
    const client = await visit.chromium.context.newCDPSession(visit.page)
    const pen = { x: 600, y: 500, button: 'left', clickCount: 1, pointerType: 'pen' } as const
    await client.send('Input.dispatchMouseEvent', { ...pen, type: 'mousePressed', buttons: 1, force: 0.73 })
    await client.send('Input.dispatchMouseEvent', { ...pen, type: 'mouseReleased' })
    await visit.flush()
    const [down] = visit.server.eventsOf('down')
    expect(kindOf(down?.flags ?? 0)).toBe(POINTER.pen)
    expect(down?.pressure).toBe(73)
    expect(kindOf(visit.server.eventsOf('click')[0]?.flags ?? 0)).toBe(POINTER.pen)
  })

  it('records a touch, and a touch that the browser cancels', async () => {
    await visit.open()
    const client = await visit.chromium.context.newCDPSession(visit.page)
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 600, y: 500 }] })
    await client.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] })
    await visit.flush()
    expect(kindOf(visit.server.eventsOf('down')[0]?.flags ?? 0)).toBe(POINTER.touch)
    expect((visit.server.eventsOf('up')[0]?.flags ?? 0) & POINTER_FLAGS.canceled).not.toBe(0)
  })

  it('distinguishes clicks by keyboard and by script from pointer clicks', async () => {
    await visit.open()
    await visit.page.focus('#daily')
    await visit.page.keyboard.press('Space')
    await visit.page.evaluate(() => document.getElementById('weekly')?.click())
    await visit.flush()
    const [keyboard, script] = visit.server.eventsOf('click')
    expect(keyboard).toMatchObject({ role: 'choice', label: 'Every day', detail: 0 })
    expect((keyboard?.flags ?? 0) & (UNTRUSTED | CLICK_FLAGS.virtual)).toBe(CLICK_FLAGS.virtual)
    expect(script).toMatchObject({ role: 'choice', label: 'Once a week' })
    expect((script?.flags ?? 0) & (UNTRUSTED | CLICK_FLAGS.virtual)).toBe(UNTRUSTED | CLICK_FLAGS.virtual)
  })

  it('records when the mouse leaves the page', async () => {
    await visit.open()
    await visit.page.mouse.move(100, 100)
    await visit.page.mouse.move(-5, -5)
    await visit.flush()
    expect(visit.server.eventsOf('border').map(({ kind }) => kind)).toContain(BORDER_KIND.leave)
  })
})

describe('keys', () => {
  it('are recorded by class, with their hold time', async () => {
    await visit.open()
    await visit.page.focus('#town')
    await visit.page.keyboard.type('Hi 5!')
    await visit.page.keyboard.down('Shift')
    await visit.page.keyboard.down('Control')
    await visit.page.keyboard.up('Control')
    await visit.page.keyboard.up('Shift')
    await visit.page.keyboard.down('z')
    await visit.page.keyboard.down('z')
    await visit.page.keyboard.up('z')
    await visit.flush()
    const downs = visit.server.eventsOf('keydown')
    expect(downs.map((event) => event.class)).toEqual([
      KEY_CLASS.upper,
      KEY_CLASS.lower,
      KEY_CLASS.space,
      KEY_CLASS.digit,
      KEY_CLASS.punctuation,
      KEY_CLASS.shift,
      KEY_CLASS.modifier,
      KEY_CLASS.lower,
      KEY_CLASS.lower,
    ])
    expect((downs[0]?.flags ?? 0) & (KEY_FLAGS.needsShift | KEY_FLAGS.shift)).toBe(KEY_FLAGS.needsShift)
    expect((downs[6]?.flags ?? 0) & KEY_FLAGS.shift).toBe(KEY_FLAGS.shift)
    expect((downs[8]?.flags ?? 0) & (KEY_FLAGS.repeat | KEY_FLAGS.same)).toBe(
      KEY_FLAGS.repeat | KEY_FLAGS.same,
    )
    expect(downs[0]).toMatchObject({ role: 'text', label: 'Your town' })
  })

  it('have a slot number while down, which distinguishes overlapping keys', async () => {
    await visit.open()
    await visit.page.focus('#town')
    await visit.page.keyboard.down('a')
    await visit.page.keyboard.down('b')
    await visit.page.keyboard.up('a')
    await visit.page.keyboard.down('c')
    await visit.page.keyboard.up('b')
    await visit.page.keyboard.up('c')
    await visit.flush()
    expect(visit.server.eventsOf('keydown').map(({ slot }) => slot)).toEqual([0, 1, 0])
    expect(visit.server.eventsOf('keyup').map(({ slot }) => slot)).toEqual([0, 1, 0])
  })
})

describe('fields and forms', () => {
  it('record focus, choices and submit with the names of the page', async () => {
    await visit.open()
    await visit.page.click('#town')
    await visit.page.click('#weekly')
    await visit.page.selectOption('#size', 'large')
    await visit.page.click('#send')
    await visit.page.waitForURL('**/thanks.html*')
    const { server } = visit
    await server.untilWhole(({ batch }) => batch.page === 0)
    expect(server.eventsOf('field').map(({ kind, label }) => [kind, label])).toEqual([
      [FIELD_KIND.in, 'Your town'],
      [FIELD_KIND.out, 'Your town'],
      [FIELD_KIND.in, 'Once a week'],
      [FIELD_KIND.out, 'Once a week'],
    ])
    expect(server.eventsOf('change').map(({ role, label }) => [role, label])).toEqual([
      ['choice', 'Once a week'],
      ['select', 'Cup size'],
    ])
    expect(server.eventsOf('click').at(-1)).toMatchObject({ role: 'button', label: 'Send my answers' })
    expect(server.eventsOf('submit')[0]).toMatchObject({
      role: 'form',
      label: 'Coffee survey',
      silent: 0,
      flags: 0,
    })
  })
})

describe('scrolling', () => {
  it('records wheel and scroll distance, merged, with the frames in between', async () => {
    await visit.open()
    await visit.page.mouse.move(400, 300)
    for (let i = 0; i < 5; i++) {
      await visit.page.mouse.wheel(0, 120)
      await visit.page.waitForTimeout(60)
    }
    await visit.page.waitForFunction(() => window.scrollY === 600)
    await visit.page.evaluate(async () => {
      for (let i = 0; i < 8; i++) await new Promise((resolve) => requestAnimationFrame(resolve))
    })
    await visit.flush()
    const { server } = visit
    const wheels = server.eventsOf('wheel')
    expect(wheels.reduce((sum, { count }) => sum + count, 0)).toBe(5)
    expect(wheels.reduce((sum, { deltaY }) => sum + deltaY, 0)).toBe(600)
    const scrolls = server.eventsOf('scroll')
    expect(scrolls.at(-1)?.y).toBe(600)
    expect(scrolls.at(-1)?.range).toBeGreaterThan(2000)
    expect(server.eventsOf('frames')[0]?.count).toBeGreaterThan(5)
  })

  it('distinguishes a scrolling element from the page', async () => {
    await visit.open('/thanks.html')
    await visit.page.evaluate(async () => {
      const part = document.body.appendChild(document.createElement('div'))
      part.style.cssText = 'height:50px;overflow:auto'
      part.appendChild(document.createElement('div')).style.height = '900px'
      const scrolled = new Promise((resolve) => part.addEventListener('scroll', resolve))
      part.scrollTop = 300
      await scrolled
    })
    await visit.flush()
    expect(visit.server.eventsOf('scroll')[0]).toMatchObject({ y: 300, range: 850, flags: 2 })
  })
})

describe('the page', () => {
  it('records navigation in single-page applications without the query string', async () => {
    await visit.open()
    await visit.page.evaluate(() => {
      history.pushState(null, '', '/shop/cart?token=private-words')
      history.replaceState(null, '', '/shop/pay')
      location.hash = '#/step/2?also=private-words'
      history.back()
    })
    await visit.page.waitForFunction(() => location.hash === '')
    await visit.flush()
    expect(visit.server.eventsOf('navigation').map(({ kind, label }) => [kind, label])).toEqual([
      [NAVIGATION_KIND.load, '/survey.html'],
      [NAVIGATION_KIND.push, '/shop/cart'],
      [NAVIGATION_KIND.replace, '/shop/pay'],
      [NAVIGATION_KIND.push, '/shop/pay#/step/2'],
      [NAVIGATION_KIND.pop, '/shop/pay'],
    ])
    expect(visit.server.bodies.join()).not.toContain('private-words')
  })

  it('records when the user leaves the tab and returns', async () => {
    await visit.open()
    await leaveAndReturn(visit.page)
    await visit.flush()
    expect(visit.server.eventsOf('attention').map(({ kind }) => kind)).toEqual([
      ATTENTION_KIND.blur,
      ATTENTION_KIND.focus,
      ATTENTION_KIND.pagehide,
    ])
  })

  const FRAME = '<iframe src="/inner" style="width:300px;height:100px"></iframe>'
  const SCRIPT = '<script src="/byhand.js" data-site-key="bh_pk_test"></script>'
  it.each([
    ['without the script', ''],
    ['with the script', SCRIPT],
  ])('does not take a click into a frame %s for leaving the tab', async (_, inner) => {
    visit.server.pages.set('/outer', {
      body: `<!doctype html><textarea id="q1"></textarea>${FRAME}${SCRIPT}`,
    })
    visit.server.pages.set('/inner', { body: `<!doctype html><input id="card">${inner}` })
    await visit.chromium.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await visit.open('/outer')
    await visit.page.click('#q1')
    await visit.page.evaluate(() => navigator.clipboard.writeText('Text from somewhere else'))
    await visit.page.frameLocator('iframe').locator('#card').click()
    await visit.page.keyboard.type('4111')
    await visit.page.click('#q1')
    await visit.page.keyboard.press('Control+v')
    await visit.flush()
    const kinds = visit.server.eventsOf('attention').map(({ kind }) => kind)
    expect(kinds).toContain(ATTENTION_KIND.frame)
    expect(kinds).not.toContain(ATTENTION_KIND.blur)
    expect(visit.server.eventsOf('clipboard')[0]).toMatchObject({ length: 24, sinceReturn: -1 })
  })

  it('records leaving the tab from a frame', async () => {
    visit.server.pages.set('/outer', { body: `<!doctype html>${FRAME}${SCRIPT}` })
    visit.server.pages.set('/inner', { body: `<!doctype html><input id="card">${SCRIPT}` })
    await visit.open('/outer')
    await visit.page.frameLocator('iframe').locator('#card').click()
    const [, frame] = visit.page.frames()
    if (frame === undefined) throw new Error('there is no frame')
    await leaveAndReturn(frame)
    await frame.evaluate(() => window.byhand.flush())
    expect(visit.server.eventsOf('attention').map(({ kind }) => kind)).toContain(ATTENTION_KIND.blur)
  })

  it('distinguishes a reload from a first visit', async () => {
    await visit.open()
    await visit.page.reload()
    await visit.flush()
    await visit.server.until(() => visit.server.eventsOf('navigation').length === 2, 'the reload')
    expect(visit.server.eventsOf('navigation').map(({ kind }) => kind)).toEqual([
      NAVIGATION_KIND.load,
      NAVIGATION_KIND.reload,
    ])
  })

  it('records inside open shadow roots', async () => {
    await visit.open('/thanks.html')
    await visit.page.evaluate(() => {
      const host = document.body.appendChild(document.createElement('div'))
      const button = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('button'))
      button.textContent = 'Deep inside'
      button.id = 'deep'
    })
    await visit.page.click('#deep')
    await visit.flush()
    expect(visit.server.eventsOf('click')[0]).toMatchObject({ role: 'button', label: 'Deep inside' })
  })
})

describe('text', () => {
  it('is recorded by kind and length', async () => {
    await visit.open()
    await visit.page.click('#q1')
    await visit.page.keyboard.type('Hi 5!')
    await visit.page.keyboard.press('Backspace')
    await visit.page.keyboard.press('Enter')
    await visit.page.keyboard.press('Control+Backspace')
    await visit.page.keyboard.press('Control+z')
    await visit.flush()
    expect(
      visit.server.eventsOf('input').map(({ kind, length, value, caret }) => [kind, length, value, caret]),
    ).toEqual([
      [INPUT_KIND.insertText, 1, 1, 1],
      [INPUT_KIND.insertText, 1, 2, 2],
      [INPUT_KIND.insertText, 1, 3, 3],
      [INPUT_KIND.insertText, 1, 4, 4],
      [INPUT_KIND.insertText, 1, 5, 5],
      [INPUT_KIND.deleteContentBackward, -1, 4, 4],
      [INPUT_KIND.insertLineBreak, -1, 5, 5],
      [INPUT_KIND.deleteWord, -1, expect.any(Number), expect.any(Number)],
      [INPUT_KIND.historyUndo, -1, 5, expect.any(Number)],
    ])
    expect(visit.server.eventsOf('input').every(({ flags }) => flags === 0)).toBe(true)
  })
})
