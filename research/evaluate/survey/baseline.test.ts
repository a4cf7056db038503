import { describe, expect, it } from 'vitest'
import { baselineOf } from './baseline.ts'

const rows = Array.from({ length: 1_000 }, (_, at) =>
  at % 2 === 0
    ? { text: `yeah i dunno, maybe ${at} of them lol`, label: 'human' }
    : { text: `Furthermore, it is important to consider all ${at} of these aspects.`, label: 'llm' },
)

describe('baselineOf', () => {
  it('separates groups whose texts differ', () => {
    const baseline = baselineOf(rows)
    expect(baseline?.('Furthermore, it is important to consider the cost.')).toBeGreaterThan(
      baseline?.('dunno, maybe the cost lol') as number,
    )
  })

  it('is null with too little data', () => {
    expect(baselineOf(rows.slice(0, 900))).toBeNull()
  })
})
