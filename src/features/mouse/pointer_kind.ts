/** Mouse, pen or finger, from the flags of a pointer's row. */
import { POINTER_FLAGS } from '../../contract/batch/rows.ts'

export const pointerKind = (flags: number): number =>
  (flags >> POINTER_FLAGS.kindShift) & POINTER_FLAGS.kindMask
