/** How much input of each kind was observed. Untrusted events, which scripts make, do not count. */
import { POINTER, UNTRUSTED } from '../../contract/batch/rows.ts'
import { pointerKind } from '../mouse/pointer_kind.ts'
import type { Fold } from './fold.ts'

export interface SeenInput {
  /** Recorded moves and presses of a mouse. */
  readonly mouse: number
  /** Key presses, auto-repeat included. */
  readonly keyboard: number
  /** Touches with a finger or a pen. */
  readonly touch: number
}

export function foldSeenInput(): Fold<SeenInput> {
  let mouse = 0
  let keyboard = 0
  let touch = 0
  return {
    step(event) {
      if (event.type !== 'move' && event.type !== 'down' && event.type !== 'keydown') return
      if ((event.flags & UNTRUSTED) !== 0) return
      if (event.type === 'keydown') keyboard++
      else if (pointerKind(event.flags) === POINTER.mouse) mouse++
      else if (event.type === 'down') touch++
    },
    done: () => ({ mouse, keyboard, touch }),
  }
}
