import { describe, expect, it } from 'vitest'
import { RELEASED_AT } from '../config/program_version.ts'
import { DAY_MS, type Known, openTimeline, type Timeline } from './timeline.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const START = RELEASED_AT + 1_000 * DAY_MS

const known = (more: Partial<Known> = {}): Known => ({
  newest: START,
  shown: START,
  steadyMs: 0,
  doubtfulSince: null,
  gaps: [],
  ...more,
})

/** A node: its wall clock is `offset` away from the right time. It stores what it knows every minute. */
function openNode(shared: { known: Known }, offsetMs: number, at = 0) {
  const node = { offsetMs, at }
  const reading = () => ({ wall: START + node.at + node.offsetMs, monotonic: node.at })
  const timeline: Timeline = openTimeline(shared.known, reading())
  return {
    timeline,
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
    second.live(8 * HOUR_MS)
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
