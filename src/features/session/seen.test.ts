import { describe, expect, it } from 'vitest'
import { POINTER, POINTER_FLAGS, UNTRUSTED } from '../../contract/batch/rows.ts'
import type { StreamEvent } from './fold.ts'
import { foldSeenInput } from './seen.ts'

const flagsOf = (kind: number, more = 0) => (kind << POINTER_FLAGS.kindShift) | more
const event = (type: string, flags: number) => ({ type, t: 0, flags }) as unknown as StreamEvent

describe('seen input', () => {
  it('counts trusted moves, presses, keys and touches by kind', () => {
    const fold = foldSeenInput()
    for (const one of [
      event('move', flagsOf(POINTER.mouse)),
      event('down', flagsOf(POINTER.mouse)),
      event('up', flagsOf(POINTER.mouse)),
      event('move', flagsOf(POINTER.mouse, UNTRUSTED)),
      event('down', flagsOf(POINTER.touch)),
      event('move', flagsOf(POINTER.touch)),
      event('down', flagsOf(POINTER.pen)),
      event('keydown', 0),
      event('keydown', UNTRUSTED),
      event('keyup', 0),
      { type: 'break', t: 0 } as StreamEvent,
    ])
      fold.step(one)
    expect(fold.done()).toEqual({ mouse: 2, keyboard: 1, touch: 2 })
  })
})
