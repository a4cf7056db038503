import { describe, expect, it } from 'vitest'
import type { SessionReplay } from '../../contract/dashboard/session_view.ts'
import { afterPause, pausesOf } from './pauses.ts'

type Page = SessionReplay['pages'][number]

const page = (given: Partial<Page>): Page => ({
  at: 0,
  path: '/',
  width: 800,
  height: 600,
  sizes: [],
  pointer: [],
  clicks: [],
  scroll: [],
  fields: [],
  keys: [],
  bulk: [],
  ...given,
})
const replay = (duration_ms: number, ...pages: Page[]): SessionReplay => ({
  started_at: 0,
  duration_ms,
  thinned: false,
  pages,
  key_classes: [],
  away: [],
})

describe('the pauses of a replay', () => {
  it('lie between the events of all kinds, without a little at both ends', () => {
    const keys: Page['keys'] = [[9_000, 80, 0]]
    const pointer: Page['pointer'] = [
      [1_000, 5, 5],
      [2_000, 9, 9],
    ]
    expect(pausesOf(replay(9_500, page({ pointer, keys })))).toEqual([[2_500, 8_500]])
    expect(pausesOf(replay(30_000, page({ pointer }), page({ at: 20_000 })))).toEqual([
      [2_500, 19_500],
      [20_500, 29_500],
    ])
  })

  it('are none in a busy replay', () => {
    expect(pausesOf(replay(3_900, page({})))).toEqual([])
    expect(pausesOf(replay(0))).toEqual([])
  })

  it('are left at their end', () => {
    const pauses = [[2_500, 8_500]] as const
    expect([2_499, 2_500, 8_499, 8_500].map((at) => afterPause(pauses, at))).toEqual([
      2_499, 8_500, 8_500, 8_500,
    ])
  })
})
