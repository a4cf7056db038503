import { describe, expect, it } from 'vitest'
import { CLICK_FLAGS, type EventOf, POINTER, POINTER_FLAGS, UNTRUSTED } from '../../contract/batch/rows.ts'
import type { StreamEvent } from '../session/fold.ts'
import { withoutAccessibilityPresses } from './accessibility_presses.ts'
import { foldClicks } from './clicks.ts'
import { foldPointer } from './pointer.ts'

const MOUSE = POINTER.mouse << POINTER_FLAGS.kindShift
const PLACE = { x: 150, y: 91, width: 1, height: 1, button: 0, pointer: 1 }
const BOX = { rx: 60, ry: 80, rw: 180, rh: 22, name: 0 }

/** As recorded with Chromium 156 and the accessibility bus. */
const ACTION = {
  down: { pressure: 0, flags: MOUSE | POINTER_FLAGS.pressed | POINTER_FLAGS.noDevice },
  click: {
    detail: 1,
    flags: MOUSE | CLICK_FLAGS.pageFocused | CLICK_FLAGS.userActive | CLICK_FLAGS.noSource,
  },
}
type Part = 'down' | 'up' | 'click'
interface Press {
  readonly down?: Partial<EventOf<'down'>>
  readonly click?: Partial<EventOf<'click'>>
  readonly parts?: readonly Part[]
}

const press = ({ down, click, parts = ['down', 'up', 'click'] }: Press, index = 0): StreamEvent[] => {
  const t = 10_000 * (index + 1)
  const at = { x: PLACE.x, y: PLACE.y + 100 * index }
  const all: Record<Part, StreamEvent> = {
    down: { type: 'down', t, ...PLACE, ...at, ...BOX, ry: BOX.ry + 100 * index, ...ACTION.down, ...down },
    up: { type: 'up', t: t + 5, ...PLACE, ...at, pressure: 0, flags: MOUSE },
    click: { type: 'click', t: t + 8, ...at, ...BOX, ...ACTION.click, ...click },
  }
  return parts.map((part) => all[part])
}
const presses = (count: number, made: Press) => Array.from({ length: count }, (_, i) => press(made, i)).flat()

const read = (events: readonly StreamEvent[]) => {
  const clicks = foldClicks([['choice', 'Bus']])
  const pointer = foldPointer()
  for (const event of withoutAccessibilityPresses(events)) {
    clicks.step(event)
    pointer.step(event)
  }
  const { presses, aimed, longestPressurelessRun, virtual, untrusted } = clicks.done()
  return { presses, aimed, longestPressurelessRun, virtual, untrusted, journeys: pointer.done().journeys }
}

const NO_MOUSE = { presses: 0, aimed: 0, longestPressurelessRun: 0, untrusted: 0, journeys: 0 }

describe('presses by accessibility action', () => {
  it('are clicks without a pointer, and nothing else', () => {
    expect(read(presses(4, {}))).toEqual({ ...NO_MOUSE, virtual: 4 })
  })

  it('say nothing without their click, as when the recording ends', () => {
    expect(read(presses(3, { parts: ['down', 'up'] }))).toEqual({ ...NO_MOUSE, virtual: 0 })
    const cut = [...press({ parts: ['down'] }), { type: 'break', t: 10_001 } as const, ...press({}, 1)]
    expect(read(cut)).toEqual({ ...NO_MOUSE, virtual: 1 })
  })

  it('keep events of other kinds between their parts', () => {
    const [down, up, click] = press({}) as [StreamEvent, StreamEvent, StreamEvent]
    const focus: StreamEvent = { type: 'field', t: 10_004, kind: 1, flags: 0, name: 0 }
    expect(withoutAccessibilityPresses([down, focus, up, click]).map(({ type }) => type)).toEqual([
      'field',
      'click',
    ])
  })

  it.each<[string, Press]>([
    [
      'a driver',
      { down: { flags: MOUSE | POINTER_FLAGS.pressed }, click: { flags: MOUSE | CLICK_FLAGS.pageFocused } },
    ],
    ['a driver that hides its source', { down: { flags: MOUSE | POINTER_FLAGS.pressed } }],
    ['a driver that hides its device', { click: { flags: MOUSE | CLICK_FLAGS.pageFocused } }],
    [
      'a driver that counts no clicks, whose press makes none',
      { down: { flags: MOUSE | POINTER_FLAGS.pressed }, parts: ['down', 'up'] },
    ],
  ])('are not presses of %s', (_, made) => {
    expect(read(presses(4, made))).toMatchObject({
      presses: 4,
      aimed: 4,
      longestPressurelessRun: 4,
      virtual: 0,
      journeys: 3,
    })
  })

  it('are not presses of a mouse without a known device', () => {
    expect(read(presses(4, { down: { pressure: 50 } }))).toMatchObject({ presses: 4, virtual: 0 })
  })

  it('are not made by scripts', () => {
    const flags = ACTION.click.flags | UNTRUSTED
    const made: Press = {
      down: { flags: ACTION.down.flags | UNTRUSTED },
      click: { flags },
      parts: ['down', 'click'],
    }
    expect(read(presses(2, made))).toMatchObject({ untrusted: 2, virtual: 0 })
  })
})
