import { describe, expect, it } from 'vitest'
import { BORDER_KIND, type SessionEvent } from '../../contract/batch/rows.ts'
import { foldPointer } from '../../features/mouse/pointer.ts'
import type { StreamEvent } from '../../features/session/fold.ts'
import { teleportingMouse } from './teleporting_mouse.ts'

const MOUSE = 2
const TOUCH = 6
const move = (x: number, t = 0): SessionEvent => ({ type: 'move', t, x, y: 0, coalesced: 1, flags: MOUSE })
const press = (x: number, flags = MOUSE, t = 0): SessionEvent => ({
  type: 'down',
  t,
  x,
  y: 0,
  pressure: 50,
  width: 1,
  height: 1,
  flags,
  button: 0,
  pointer: 1,
  rx: 0,
  ry: 0,
  rw: 0,
  rh: 0,
  name: -1,
})
const leap = (x: number) => [move(x), press(x)]
const walk = (x: number) => [move(x - 30), move(x - 15), move(x - 5), press(x)]
function run(events: readonly StreamEvent[]) {
  const fold = foldPointer()
  for (const event of events) fold.step(event)
  return teleportingMouse.run({ pointer: fold.done() })
}

describe('teleporting_mouse', () => {
  it('detects three jumps among five moves', () => {
    expect(run([press(0), ...leap(200), ...leap(400), ...leap(0)].flat()).result).toBe('Detected')
    expect(run([press(0), ...leap(200), ...walk(400), ...leap(0), ...walk(300), ...leap(0)]).result).toBe(
      'Detected',
    )
  })

  it('counts in full where no move follows another in the whole visit, with scrolling and held buttons too', () => {
    const acts = (gapMs: number) =>
      [200, 300, 600, 100, 500].flatMap((x, i) => {
        const t = 10 * (5_000 * i)
        return [move(x + 90, t), move(x, t + 10 * gapMs), press(x, MOUSE, t + 10 * gapMs + 800)]
      })
    expect(run(acts(1_000))).toMatchObject({ result: 'Detected', strength: 1 })
    expect(run(acts(140)).result === 'Detected' && run(acts(140))).not.toMatchObject({ strength: 1 })
    const jumps = [press(0), ...leap(200), ...leap(400), ...leap(0)]
    expect(run(jumps)).toMatchObject({ result: 'Detected', strength: 2 / 3 })
  })

  it('clears a mouse that sends events on its way', () => {
    expect(run([press(0), ...walk(200), ...walk(400), ...walk(0), ...walk(300)]).result).toBe('Not detected')
  })

  it('tolerates two jumps among five moves, however often', () => {
    const lap = [...leap(200), ...walk(400), ...leap(100), ...walk(500), ...walk(0)]
    expect(run([press(0), ...lap, ...lap, ...lap]).result).toBe('Not detected')
  })

  it('ignores presses close to each other', () => {
    expect(run([press(0), press(50), press(0), press(50), press(0)]).result).toBe('Unknown')
    expect(run([press(0), press(51), press(0), press(51)]).result).toBe('Detected')
  })

  it.each<[string, (x: number) => readonly StreamEvent[]]>([
    [
      'a mouse that left the page and came back',
      (x) => [{ type: 'border', t: 0, kind: BORDER_KIND.enter }, ...leap(x)],
    ],
    ['another page', (x) => [{ type: 'break', t: 0 }, ...leap(x)]],
    ['another window', (x) => [{ type: 'attention', t: 0, kind: 1 }, ...leap(x)]],
    ['fingers', (x) => [press(x, TOUCH)]],
  ])('is Unknown for %s', (_, way) => {
    expect(run([press(0), ...way(300), ...way(0), ...way(300), ...way(0), ...way(300)]).result).toBe(
      'Unknown',
    )
  })
})
