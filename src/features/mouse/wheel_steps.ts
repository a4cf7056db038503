/**
 * Wheel steps of one small size that scroll the page by exactly that size, as programs send them. A touchpad's steps
 * vary; the browser smooths the steps of a wheel, however fine.
 */
import { SCROLL_FLAGS, UNTRUSTED } from '../../contract/batch/rows.ts'
import type { Fold } from '../session/fold.ts'

/** Larger steps are notches of a wheel, which are all equal. */
const SMALL_PX = 100

export interface WheelStepFeatures {
  readonly longestEvenSteps: number
}

export function foldWheelSteps(): Fold<WheelStepFeatures> {
  let step = 0
  let run = 0
  let hasMoved = false
  let longestEvenSteps = 0
  let y: number | undefined

  function end(): void {
    step = 0
    run = 0
    hasMoved = false
  }

  return {
    step(event) {
      if (event.type === 'wheel') {
        const each = event.deltaY / Math.max(1, event.count)
        const isSmall = event.mode === 0 && event.deltaX === 0 && each !== 0 && Math.abs(each) < SMALL_PX
        if (!isSmall || !Number.isInteger(each) || (event.flags & UNTRUSTED) !== 0) end()
        else if (each === step) run += Math.max(1, event.count)
        else {
          end()
          step = each
          run = Math.max(1, event.count)
        }
        if (hasMoved) longestEvenSteps = Math.max(longestEvenSteps, run)
      } else if (event.type === 'scroll' && (event.flags & SCROLL_FLAGS.inner) === 0) {
        if (y !== undefined && step !== 0) {
          if ((event.y - y) % step !== 0) end()
          else hasMoved = true
        }
        y = event.y
      } else if (event.type === 'break') {
        end()
        y = undefined
      }
    },
    done: () => ({ longestEvenSteps }),
  }
}
