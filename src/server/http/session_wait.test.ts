import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { SessionRow } from '../../store/sessions.ts'
import { hasMissingBatch, openSessionWait } from './session_wait.ts'

const KEY = { workspace: 'w', sessionId: 's' }
const at = (page: number, seq: number, tab = `tab${page}`) => ({ page, seq, tab })

describe('hasMissingBatch', () => {
  it.each([
    ['nothing', [], false],
    ['one document', [at(0, 0), at(0, 1)], false],
    ['two documents', [at(0, 0), at(1, 0), at(1, 1)], false],
    ['two documents with one number', [at(0, 0, 'a'), at(0, 0, 'b')], false],
    ['no first batch', [at(0, 1)], true],
    ['a gap', [at(0, 0), at(0, 2)], true],
    ['no first document', [at(1, 0)], true],
  ])('of %s', (_, batches, expected) => {
    expect(hasMissingBatch(batches)).toBe(expected)
  })
})

/** A session whose row and batches a test can replace. */
function makeSession() {
  const state: { row: Partial<SessionRow> | null; batches: ReturnType<typeof at>[]; reads: number } = {
    row: null,
    batches: [],
    reads: 0,
  }
  const wait = openSessionWait(
    {
      find: async () => {
        state.reads++
        return (
          state.row && {
            session: { ip: null, ...state.row } as SessionRow,
            report: null,
            hasLabel: false,
            hasStepUp: false,
          }
        )
      },
      batches: async () => state.batches as never,
    },
    () => 10_000,
  )
  return { state, wait }
}

async function tookMs(work: Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work
  return performance.now() - from
}

describe('a wait', () => {
  it('ends when the session arrives', async () => {
    const { state, wait } = makeSession()
    void sleep(300).then(() => {
      state.row = { revision: 1, lastAt: 10_300 }
      state.batches = [at(0, 0)]
    })
    const ms = await tookMs(wait.untilCurrent(KEY, 5_000))
    expect(ms).toBeGreaterThan(250)
    expect(ms).toBeLessThan(3_000)
  })

  it('takes no time if a batch arrived just before', async () => {
    const { state, wait } = makeSession()
    state.row = { revision: 1, lastAt: 9_500 }
    state.batches = [at(0, 0)]
    await wait.untilCurrent(KEY, 5_000)
    expect(state.reads).toBe(1)
  })

  it.each([
    ['only an old batch is there', { revision: 1, lastAt: 8_000 }, [at(0, 0)]],
    ['a batch is missing', { revision: 1, lastAt: 10_000 }, [at(0, 1)]],
    ['there is no session', null, []],
  ])('takes all its time while %s', async (_, row, batches) => {
    const { state, wait } = makeSession()
    Object.assign(state, { row, batches })
    expect(await tookMs(wait.untilCurrent(KEY, 400))).toBeGreaterThan(380)
  })

  it('for a change ends with another batch', async () => {
    const { state, wait } = makeSession()
    expect(await wait.untilChanged(KEY, 0, 200)).toBe(false)
    state.row = { batchCount: 3 }
    expect(await wait.untilChanged(KEY, 3, 200)).toBe(false)
    expect(await wait.untilChanged(KEY, 2, 200)).toBe(true)
  })

  it('is shared by the requests of one session, each with its own time', async () => {
    const { state, wait } = makeSession()
    const all = Array.from({ length: 200 }, () => wait.untilCurrent(KEY, 500))
    const short = tookMs(wait.untilCurrent(KEY, 200))
    void sleep(300).then(() => {
      state.row = { revision: 1, lastAt: 10_300 }
      state.batches = [at(0, 0)]
    })
    expect(await tookMs(Promise.all(all))).toBeLessThan(480)
    expect(await short).toBeLessThan(290)
    // Two checks of each request, and those of one wait.
    expect(state.reads).toBeLessThan(410)
  })

  /** Starts waits for this many sessions. */
  function fill(wait: ReturnType<typeof openSessionWait>, name: string, count: number) {
    const key = (index: number) => ({ ...KEY, sessionId: `${name}${index}` })
    return Promise.all(Array.from({ length: count }, (_, index) => wait.untilCurrent(key(index), 600)))
  }

  it('is refused above 64 sessions in a workspace, and other workspaces still wait', async () => {
    const { state, wait } = makeSession()
    state.row = { revision: 1, lastAt: 8_000, ip: null }
    const all = fill(wait, 's', 64)
    await sleep(50)
    expect(await tookMs(wait.untilCurrent(KEY, 500))).toBeLessThan(200)
    expect(await tookMs(wait.untilCurrent({ ...KEY, workspace: 'other' }, 300))).toBeGreaterThan(280)
    await all
    expect(await tookMs(wait.untilCurrent(KEY, 300))).toBeGreaterThan(280)
  })

  it.each([
    ['old sessions', { revision: 1, lastAt: -1, ip: '198.51.100.7' }],
    ['unknown sessions', null],
    ['the sessions of a network', { revision: 1, lastAt: 8_000, ip: '192.0.2.7' }],
  ])('is left to a visitor while %s are awaited', async (_, row) => {
    const { state, wait } = makeSession()
    state.row = row
    const all = fill(wait, 's', 100)
    await sleep(50)
    // Control: they wait themselves only as far as their limit allows.
    expect(await tookMs(wait.untilCurrent({ ...KEY, sessionId: 'another' }, 300))).toBeLessThan(200)
    state.row = { revision: 1, lastAt: 8_000, ip: '198.51.100.7' }
    expect(await tookMs(wait.untilCurrent(KEY, 300))).toBeGreaterThan(280)
    await all
  })
})
