import { describe, expect, it } from 'vitest'
import type { SessionReplay } from '../../contract/dashboard/session_view.ts'
import { pageAt, pointerAt, sizeAt } from './moment.ts'

const page = (at: number): SessionReplay['pages'][number] => ({
  at,
  path: `/${at}`,
  width: 800,
  height: 600,
  pointer: [],
  clicks: [],
  scroll: [],
  fields: [],
  keys: [],
  bulk: [],
  sizes: [[at + 50, 400, 300]],
})
const replay: SessionReplay = {
  started_at: 0,
  duration_ms: 1000,
  thinned: false,
  pages: [page(10), page(500)],
  away: [],
  key_classes: [],
}

describe('replay at a time', () => {
  it('shows the page opened last, or the first page before any', () => {
    expect([0, 10, 499, 500, 900].map((at) => pageAt(replay, at)?.path)).toEqual([
      '/10',
      '/10',
      '/10',
      '/500',
      '/500',
    ])
  })

  it('uses the window size of that time', () => {
    expect(sizeAt(page(10), 59)).toEqual([800, 600])
    expect(sizeAt(page(10), 60)).toEqual([400, 300])
  })

  it('interpolates the pointer position', () => {
    const points = [
      [100, 0, 0],
      [200, 10, 40],
    ] as const
    expect(pointerAt(points, 99)).toBeUndefined()
    expect(pointerAt(points, 150)).toEqual([5, 20])
    expect(pointerAt(points, 900)).toEqual([10, 40])
    expect(pointerAt([], 5)).toBeUndefined()
  })
})
