import { describe, expect, it } from 'vitest'
import { RELEASED_AT } from '../config/program_version.ts'
import { DAY_MS, type Known, openTimeline, type Timeline } from './timeline.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const START = RELEASED_AT + 1_000 * DAY_MS

const known = (more: Partial<Known> = {}): Known => ({
  newest: START,
  reference: START,
  shown: START,
  steadyMs: 0,
  doubtfulSince: null,
  gaps: [],
  leaps: [],
  ...more,
})

/** A node: its wall clock is `offset` away from the right time. It stores what it knows every minute. */
function openNode(shared: { known: Known }, offsetMs: number, at = 0) {
  const node = { offsetMs, at }
  const reading = () => ({ wall: START + node.at + node.offsetMs, monotonic: node.at })
  const timeline: Timeline = openTimeline(shared.known, reading())
  return {
    timeline,
    get at() {
      return node.at
    },
    /** Time goes by without an exchange. */
    pass(ms: number) {
      node.at += ms
    },
    now: () => timeline.read(reading()),
    due: () => timeline.dueTime(reading()),
    jump(offset: number) {
      node.offsetMs = offset
    },
    live(ms: number) {
      for (let left = ms; left > 0; left -= MINUTE_MS) {
        node.at += Math.min(left, MINUTE_MS)
        shared.known = timeline.exchange(reading(), shared.known)
      }
    },
  }
}

describe('a running service', () => {
  it.each([5 * MINUTE_MS, -5 * MINUTE_MS, 20 * HOUR_MS, -20 * HOUR_MS])(
    'follows a clock that is adjusted by %d ms',
    (offset) => {
      const node = openNode({ known: known() }, 0)
      node.live(HOUR_MS)
      node.jump(offset)
      expect(node.now()).toBe(START + HOUR_MS + offset)
      expect(node.timeline).toMatchObject({ state: 'plausible', isTrusted: true })
    },
  )

  it.each([400, 2, -2, -400])('goes on with its own time when the clock jumps %d days and back', (days) => {
    const shared = { known: known() }
    const node = openNode(shared, 0)
    node.live(HOUR_MS)
    node.jump(days * DAY_MS)
    node.live(5 * MINUTE_MS)
    expect(node.now()).toBe(START + HOUR_MS + 5 * MINUTE_MS)
    expect(node.timeline.isTrusted).toBe(false)
    node.jump(0)
    node.live(MINUTE_MS)
    expect(node.now()).toBe(START + HOUR_MS + 6 * MINUTE_MS)
    expect(node.timeline).toMatchObject({ state: 'plausible', isTrusted: true })
    expect(shared.known).toMatchObject({ gaps: [], doubtfulSince: null })
  })

  it('believes a jump ahead after ten minutes, and erases by it after a day', () => {
    const shared = { known: known() }
    const node = openNode(shared, 0)
    node.live(HOUR_MS)
    node.jump(60 * DAY_MS)
    node.live(11 * MINUTE_MS)
    expect(node.now()).toBe(START + HOUR_MS + 11 * MINUTE_MS + 60 * DAY_MS)
    expect(node.timeline.isTrusted).toBe(false)
    // What arrived in these minutes has times of the old clock; they are known.
    expect(shared.known.gaps).toHaveLength(1)
    expect(shared.known.gaps[0]).toMatchObject({ from: START + HOUR_MS + MINUTE_MS })
    node.live(23 * HOUR_MS)
    expect(node.timeline.isTrusted).toBe(false)
    node.live(HOUR_MS)
    expect(node.timeline).toMatchObject({ state: 'plausible', isTrusted: true })
    expect(shared.known.newest).toBeGreaterThan(START + 60 * DAY_MS)
  })

  it('starts to wait again with each jump', () => {
    const node = openNode({ known: known() }, 0)
    node.live(HOUR_MS)
    for (const days of [60, 61, 62]) {
      node.jump(days * DAY_MS)
      node.live(20 * HOUR_MS)
      expect(node.timeline.isTrusted).toBe(false)
    }
  })

  it('never erases by a clock that is behind, and gives no time before the stored one', () => {
    const node = openNode({ known: known() }, -400 * DAY_MS)
    node.live(2 * HOUR_MS)
    expect(node.now()).toBe(START + 2 * HOUR_MS)
    expect(node.timeline.isTrusted).toBe(false)
    node.live(23 * HOUR_MS)
    // A day later it erases again, but by its own time.
    expect(node.timeline).toMatchObject({ state: 'behind', isTrusted: true })
    expect(node.due()).toBe(START + 25 * HOUR_MS)
  })

  it('takes over a time to which an operator set it back', () => {
    const shared = { known: known({ newest: START + 400 * DAY_MS }) }
    const node = openNode(shared, 0)
    node.live(HOUR_MS)
    expect(node.timeline.state).toBe('behind')
    shared.known = { ...shared.known, newest: START + HOUR_MS }
    node.live(MINUTE_MS)
    expect(node.timeline.state).toBe('plausible')
    expect(node.now()).toBe(START + HOUR_MS + MINUTE_MS)
  })
})

describe('a start', () => {
  it('after two months uses the time at once, and erases after a day', () => {
    const shared = { known: known() }
    const node = openNode(shared, 60 * DAY_MS)
    expect(node.now()).toBe(START + 60 * DAY_MS)
    expect(node.timeline.isTrusted).toBe(false)
    node.live(24 * HOUR_MS)
    expect(node.timeline.isTrusted).toBe(true)
    expect(shared.known.gaps).toEqual([])
  })

  it('counts the hours of the process before', () => {
    const shared = { known: known() }
    openNode(shared, 60 * DAY_MS).live(15 * HOUR_MS)
    const second = openNode(shared, 60 * DAY_MS, 20 * HOUR_MS)
    // The five hours between them cost a quarter.
    second.live(10 * HOUR_MS)
    expect(second.timeline.isTrusted).toBe(false)
    second.live(HOUR_MS)
    expect(second.timeline.isTrusted).toBe(true)
  })

  it('does not count those of a process whose clock showed another time', () => {
    const shared = { known: known() }
    openNode(shared, 60 * DAY_MS).live(23 * HOUR_MS)
    const second = openNode(shared, 400 * DAY_MS, 23 * HOUR_MS)
    second.live(2 * HOUR_MS)
    expect(second.timeline.isTrusted).toBe(false)
  })

  it.each([
    ['in 1970', -START],
    ['at the time of an old build', -400 * DAY_MS],
  ])('%s, then set by NTP: what arrives before counts as of the right time', (_, offset) => {
    const shared = { known: known() }
    const node = openNode(shared, offset)
    node.live(5 * MINUTE_MS)
    const receivedAt = node.now()
    expect(receivedAt).toBe(START + 5 * MINUTE_MS)
    // The machine was off for a year.
    node.jump(365 * DAY_MS)
    expect(node.now()).toBe(START + 5 * MINUTE_MS + 365 * DAY_MS)
    node.live(25 * HOUR_MS)
    expect(node.timeline.isTrusted).toBe(true)
    const [gap] = shared.known.gaps
    expect(gap?.from).toBeLessThanOrEqual(receivedAt)
    expect(gap?.until).toBeGreaterThanOrEqual(START + 365 * DAY_MS)
  })

  it('of the first service in 1970 gives no time before the release', () => {
    const shared = { known: known({ newest: RELEASED_AT, shown: 0 }) }
    const node = openNode(shared, -START)
    expect(node.now()).toBe(RELEASED_AT)
    expect(node.timeline.state).toBe('behind')
  })
})

describe('many jumps of less than a day', () => {
  const HOURS = 20
  const JUMPS = 40

  it.each([
    ['every minute', MINUTE_MS],
    ['every hour', HOUR_MS],
    ['every three hours', 3 * HOUR_MS],
  ])('%s are noticed', (_, everyMs) => {
    const shared = { known: known() }
    const node = openNode(shared, 0)
    node.live(2 * DAY_MS)
    for (let jump = 1; jump <= JUMPS; jump++) {
      node.jump(jump * HOURS * HOUR_MS)
      node.live(everyMs)
    }
    expect(node.timeline).toMatchObject({ state: 'ahead', isTrusted: false })
    expect(shared.known.reference).toBeLessThanOrEqual(START + 2 * DAY_MS + 5 * JUMPS * everyMs)
    node.live(DAY_MS)
    expect(node.timeline).toMatchObject({ state: 'plausible', isTrusted: true })
  })

  it('back are noticed', () => {
    const node = openNode({ known: known() }, 0)
    node.live(HOUR_MS)
    for (let jump = 1; jump <= JUMPS; jump++) {
      node.jump(-jump * HOURS * HOUR_MS)
      node.live(MINUTE_MS)
    }
    expect(node.timeline).toMatchObject({ state: 'behind', isTrusted: false })
  })

  it('are noticed in a clock that runs too fast', () => {
    const node = openNode({ known: known() }, 0)
    for (let minute = 1; minute <= 5 * 24 * 60; minute++) {
      node.jump(10 * minute * MINUTE_MS)
      node.live(MINUTE_MS)
    }
    expect(node.timeline).toMatchObject({ state: 'ahead', isTrusted: false })
  })

  it.each([
    ['a minute', MINUTE_MS],
    ['three hours', 3 * HOUR_MS],
  ])('are noticed when the service starts again after each, and runs for %s', (_, runMs) => {
    const shared = { known: known() }
    openNode(shared, 0).live(2 * DAY_MS)
    let at = 2 * DAY_MS
    let trusted = 0
    for (let jump = 1; jump <= JUMPS; jump++) {
      const node = openNode(shared, jump * HOURS * HOUR_MS, at)
      node.live(runMs)
      at += runMs
      if (node.timeline.isTrusted) trusted = jump
    }
    // A service erases by a clock that is ahead by four times its running time, and a day.
    expect(trusted * HOURS * HOUR_MS).toBeLessThanOrEqual(4 * JUMPS * runMs + DAY_MS)
  })

  it('and back are adjustments', () => {
    const node = openNode({ known: known() }, 0)
    for (let jump = 1; jump <= JUMPS; jump++) {
      node.jump((jump % 2) * HOURS * HOUR_MS)
      node.live(MINUTE_MS)
      expect(node.timeline).toMatchObject({ state: 'plausible', isTrusted: true })
    }
  })

  it.each([
    ['runs eight hours a day', 8, 16],
    ['starts again for an upgrade every hour', 1, 0.1],
  ])('are not seen in a service that %s', (_, runHours, offHours) => {
    const shared = { known: known() }
    let at = 0
    for (let day = 1; day <= 60; day++) {
      const node = openNode(shared, day * offHours * HOUR_MS, at)
      node.live(runHours * HOUR_MS)
      at += runHours * HOUR_MS
      expect(node.timeline).toMatchObject({ state: 'plausible', isTrusted: true })
    }
  })

  it('are not seen after a weekend, once the service has run for a week of office hours', () => {
    const shared = { known: known() }
    let off = 0
    for (let day = 0; day < 5; day++) {
      off += day === 0 ? 64 : 16
      const node = openNode(shared, off * HOUR_MS, day * 8 * HOUR_MS)
      node.live(8 * HOUR_MS)
      expect(node.timeline.isTrusted).toBe(day === 4)
    }
  })
})

describe('nodes that share a store', () => {
  it('never erase by the clock of one that differs from the others', () => {
    const shared = { known: known() }
    const right = openNode(shared, 0)
    right.live(HOUR_MS)
    const wrong = openNode(shared, 400 * DAY_MS, HOUR_MS)
    for (let minute = 0; minute < 30 * 60; minute++) {
      right.live(MINUTE_MS)
      wrong.live(MINUTE_MS)
    }
    expect(wrong.timeline).toMatchObject({ state: 'ahead', isTrusted: false, isContradicted: true })
    expect(right.timeline).toMatchObject({ state: 'plausible', isTrusted: true })
    expect(shared.known.newest).toBeLessThan(START + 2 * DAY_MS)
  })

  it('wait together after all were off, and go on together', () => {
    const shared = { known: known() }
    const nodes = [openNode(shared, 60 * DAY_MS), openNode(shared, 60 * DAY_MS)]
    for (let hour = 0; hour < 23; hour++) for (const node of nodes) node.live(HOUR_MS)
    for (const { timeline } of nodes)
      expect(timeline).toMatchObject({ isTrusted: false, isContradicted: false })
    for (let hour = 0; hour < 3; hour++) for (const node of nodes) node.live(HOUR_MS)
    for (const { timeline } of nodes) expect(timeline).toMatchObject({ state: 'plausible', isTrusted: true })
  })

  it('correct one whose clock is behind', () => {
    const shared = { known: known() }
    const right = openNode(shared, 0)
    const wrong = openNode(shared, -30 * DAY_MS)
    for (let minute = 0; minute < 600; minute++) {
      right.live(MINUTE_MS)
      wrong.live(MINUTE_MS)
    }
    expect(wrong.now()).toBe(right.now())
  })
})

/** More than the day after which a leap is believed. */
const BELIEVED_MS = 2 * DAY_MS

/** A service that believes a leap of its clock. */
function leapt(days: number, shared: { known: Known } = { known: known() }) {
  const node = openNode(shared, 0)
  node.live(HOUR_MS)
  node.jump(days * DAY_MS)
  node.live(BELIEVED_MS)
  const at = HOUR_MS + BELIEVED_MS
  expect(node.now()).toBe(START + at + days * DAY_MS)
  expect(shared.known.newest).toBe(START + at + days * DAY_MS)
  return { shared, node, at }
}

describe('a clock that is set right after a leap that was believed', () => {
  it.each([400, 40, 2])('returns after ten minutes; the leap was %d days', (days) => {
    const { shared, node, at } = leapt(days)
    node.jump(0)
    node.live(9 * MINUTE_MS)
    expect(node.timeline).toMatchObject({ state: 'behind', isTrusted: false })
    expect(node.now()).toBe(START + at + 9 * MINUTE_MS + days * DAY_MS)
    node.live(2 * MINUTE_MS)
    expect(node.now()).toBe(START + at + 11 * MINUTE_MS)
    expect(node.due()).toBe(node.now())
    expect(node.timeline).toMatchObject({ state: 'plausible', isTrusted: true })
    expect(shared.known).toMatchObject({
      newest: node.now(),
      reference: node.now(),
      doubtfulSince: null,
      leaps: [],
    })
    for (const { until } of shared.known.gaps) expect(until).toBeLessThanOrEqual(node.now())
  })

  it('stays behind if the leap was forgotten (control)', () => {
    const { shared, node, at } = leapt(400)
    node.jump(0)
    for (let minute = 0; minute < 3 * 24 * 60; minute++) {
      shared.known = { ...shared.known, leaps: [] }
      node.live(MINUTE_MS)
    }
    expect(node.timeline.state).toBe('behind')
    expect(node.now()).toBe(START + at + 3 * DAY_MS + 400 * DAY_MS)
  })

  it.each([
    ['before the correction', 400, 0],
    ['at the correction, after a short time', 0, 0.5],
    ['at the correction, after a weekend', 0, 64],
  ])('returns if the service starts again %s', (_, days, offHours) => {
    const { shared, at } = leapt(400)
    const second = openNode(shared, days * DAY_MS + offHours * HOUR_MS, at)
    second.live(HOUR_MS)
    second.jump(offHours * HOUR_MS)
    second.live(12 * MINUTE_MS)
    expect(second.now()).toBe(START + at + offHours * HOUR_MS + HOUR_MS + 12 * MINUTE_MS)
    expect(second.timeline).toMatchObject({ state: 'plausible', isTrusted: true })
  })

  it('returns if the service runs eight hours a day', () => {
    const shared = { known: known() }
    let off = 0
    let at = 0
    const live = (days: number) => {
      off += 16 * HOUR_MS
      const node = openNode(shared, off + days * DAY_MS, at)
      node.live(8 * HOUR_MS)
      at += 8 * HOUR_MS
      return node
    }
    for (let day = 0; day < 10; day++) live(0)
    for (let day = 0; day < 10; day++) live(400)
    expect(shared.known.newest).toBeGreaterThan(START + 400 * DAY_MS)
    const node = live(0)
    expect(node.now()).toBe(START + off + at)
    expect(node.timeline.state).toBe('plausible')
  })

  it('returns after two leaps, in one step or in two', () => {
    for (const steps of [[0], [400, 0]]) {
      const { shared, node } = leapt(400)
      node.jump(440 * DAY_MS)
      node.live(BELIEVED_MS)
      expect(shared.known.leaps).toHaveLength(2)
      for (const days of steps) {
        node.jump(days * DAY_MS)
        node.live(12 * MINUTE_MS)
        expect(node.timeline.state).toBe('plausible')
      }
      expect(node.now()).toBe(START + HOUR_MS + 2 * BELIEVED_MS + steps.length * 12 * MINUTE_MS)
      expect(shared.known.leaps).toEqual([])
    }
  })

  it('returns again after the same leap', () => {
    const { node } = leapt(400)
    for (let round = 0; round < 3; round++) {
      node.jump(0)
      node.live(12 * MINUTE_MS)
      expect(node.timeline).toMatchObject({ state: 'plausible', isTrusted: true })
      node.jump(400 * DAY_MS)
      node.live(23 * HOUR_MS)
      expect(node.timeline.isTrusted).toBe(false)
      node.live(2 * HOUR_MS)
      expect(node.timeline.state).toBe('plausible')
    }
  })

  it('believes no other time in between', () => {
    const { shared, node, at } = leapt(400)
    for (const days of [390, 300, 201, 12, -2, -400]) {
      node.jump(days * DAY_MS)
      node.live(2 * HOUR_MS)
      expect(node.timeline.state).toBe('behind')
    }
    expect(node.now()).toBe(START + at + 12 * HOUR_MS + 400 * DAY_MS)
    node.jump(400 * DAY_MS)
    node.live(MINUTE_MS)
    expect(node.timeline.state).toBe('plausible')
    expect(shared.known.leaps).toHaveLength(1)
  })

  it('believes no time that is nearer to that with a short leap', () => {
    const { node } = leapt(6)
    for (const [days, state] of [
      [4, 'behind'],
      [2, 'plausible'],
    ] as const) {
      node.jump(days * DAY_MS)
      node.live(HOUR_MS)
      expect(node.timeline.state).toBe(state)
    }
  })

  it('remembers no leap of a clock that was behind', () => {
    const shared = { known: known() }
    const node = openNode(shared, 0)
    node.live(HOUR_MS)
    node.jump(-400 * DAY_MS)
    node.live(BELIEVED_MS)
    node.jump(0)
    node.live(HOUR_MS)
    expect(node.timeline.state).toBe('plausible')
    expect(shared.known.leaps).toEqual([])
    expect(node.now()).toBe(START + BELIEVED_MS + 2 * HOUR_MS)
  })

  it.each([1.01, 1.2, 3])('remembers no leap of a clock that runs %d times as fast', (speed) => {
    const shared = { known: known() }
    const node = openNode(shared, 0)
    for (let hour = 1; hour <= 60 * 24; hour++) {
      node.jump((speed - 1) * hour * HOUR_MS)
      node.live(HOUR_MS)
      expect(node.timeline).toMatchObject({ state: 'plausible' })
    }
    expect(shared.known.leaps).toEqual([])
  })

  it('remembers no leap after the store did not answer for days', () => {
    const shared = { known: known() }
    const node = openNode(shared, 0)
    node.live(HOUR_MS)
    node.pass(5 * DAY_MS)
    node.live(HOUR_MS)
    expect(shared.known.leaps).toEqual([])
  })
})

describe('nodes after a leap that was believed', () => {
  function leaptTogether() {
    const shared = { known: known() }
    const nodes = [openNode(shared, 0), openNode(shared, 0)] as const
    const live = (ms: number) => {
      for (let left = ms; left > 0; left -= MINUTE_MS) for (const node of nodes) node.live(MINUTE_MS)
    }
    live(HOUR_MS)
    for (const node of nodes) node.jump(400 * DAY_MS)
    live(BELIEVED_MS)
    for (const { timeline } of nodes) expect(timeline.state).toBe('plausible')
    expect(shared.known.newest).toBeGreaterThan(START + 400 * DAY_MS)
    expect(shared.known.leaps).toHaveLength(1)
    return { shared, nodes, live, at: HOUR_MS + BELIEVED_MS }
  }

  it('return together', () => {
    const { shared, nodes, live, at } = leaptTogether()
    for (const node of nodes) node.jump(0)
    live(13 * MINUTE_MS)
    for (const node of nodes) {
      expect(node.timeline).toMatchObject({ state: 'plausible', isTrusted: true })
      expect(node.now()).toBe(START + at + 13 * MINUTE_MS)
    }
    live(2 * DAY_MS)
    expect(shared.known.newest).toBe(START + at + 13 * MINUTE_MS + 2 * DAY_MS)
  })

  it('do not return while one of two shows the time with the leap', () => {
    const { nodes, live, at } = leaptTogether()
    nodes[0].jump(0)
    live(DAY_MS)
    for (const node of nodes) expect(node.now()).toBe(START + at + DAY_MS + 400 * DAY_MS)
    nodes[1].jump(0)
    live(13 * MINUTE_MS)
    for (const node of nodes) expect(node.now()).toBe(START + at + DAY_MS + 13 * MINUTE_MS)
  })

  it('take over the time that others returned to, whatever their own clock shows', () => {
    const { shared, nodes, at } = leaptTogether()
    const [right, wrong] = nodes
    right.jump(0)
    wrong.pass(HOUR_MS)
    right.live(HOUR_MS)
    expect(right.timeline.state).toBe('plausible')
    for (let minute = 0; minute < 2 * 24 * 60; minute++) {
      wrong.live(MINUTE_MS)
      right.live(MINUTE_MS)
      expect(wrong.now()).toBeLessThan(START + at + 4 * DAY_MS)
      expect(wrong.timeline.isTrusted).toBe(false)
    }
    expect(right.now()).toBe(START + at + HOUR_MS + 2 * DAY_MS)
    expect(shared.known).toMatchObject({ newest: right.now(), gaps: [], leaps: [] })
  })
})

describe('the time of a browser', () => {
  const BROWSER = 'whose clock is right'

  it(`${BROWSER} is never wrong, whatever a leap does to the service`, () => {
    const shared = { known: known() }
    const node = openNode(shared, 0)
    const mayBeRight = () => {
      const time = START + node.at
      return Math.abs(node.now() - time) <= DAY_MS || node.timeline.mayBe(time)
    }
    for (const [days, ms] of [
      [0, HOUR_MS],
      [400, 3 * DAY_MS],
      [0, HOUR_MS],
      [-400, 3 * DAY_MS],
      [0, HOUR_MS],
    ] as const) {
      node.jump(days * DAY_MS)
      for (let left = ms; left > 0; left -= HOUR_MS / 2) {
        expect(mayBeRight()).toBe(true)
        node.live(HOUR_MS / 2)
      }
    }
  })

  it('is wrong if it is neither the service’s nor that without the leap', () => {
    const { node, at } = leapt(400)
    expect(node.timeline.mayBe(START + at)).toBe(true)
    expect(node.timeline.mayBe(START + at + 300 * DAY_MS)).toBe(false)
    expect(node.timeline.mayBe(START + at + 800 * DAY_MS)).toBe(false)
    node.jump(0)
    node.live(HOUR_MS)
    expect(node.timeline.mayBe(START + at - 400 * DAY_MS)).toBe(false)
  })
})
