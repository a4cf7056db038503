/** Whether a program moves and presses the mouse. Where it does, nobody speaks the text. */
import type { ClickFeatures } from './clicks.ts'
import type { PointerFeatures } from './pointer.ts'
import type { TapFeatures } from './taps.ts'

/** 1.3% of 152 people's sessions contain three jumps; none contains three among five pointer moves. */
export const MIN_LEAPS = 3
/** Fewer show no habit. */
export const MIN_JOURNEYS = 3
/** The smallest share of 218 people with three such journeys is 64%, and of 255 simulated people 46%. */
export const MAX_JOINED_SHARE = 0.05

/**
 * Presses among five that have no duration and end a jump or a straight line. Duration alone is no evidence: 30 of
 * 441 essay writers have three such presses in a row, because they tap on a touchpad.
 */
export const INSTANT_OF_FIVE = 3

/** A steady person reaches this by luck in one of a million windows of five presses. */
export const MIN_SURPRISE = 6

/** In the whole visit, no two moves make a path: before each act, a program sets the position once. */
export const hasNoPath = ({ journeys, places, joined }: PointerFeatures): boolean =>
  journeys >= MIN_JOURNEYS && joined <= MAX_JOINED_SHARE * places

/** Of touches, only taps that are too short for a finger count. */
export const mostCentered = (
  clicks: Pick<ClickFeatures, 'centered'>,
  taps: Pick<TapFeatures, 'centered'>,
): ClickFeatures['centered'] =>
  taps.centered.surprise > clicks.centered.surprise ? taps.centered : clicks.centered

export const isProgramPointer = (
  pointer: PointerFeatures,
  clicks: Pick<ClickFeatures, 'centered' | 'mostInstant'>,
  taps: Pick<TapFeatures, 'centered'>,
): boolean =>
  pointer.mostLeaps >= MIN_LEAPS ||
  hasNoPath(pointer) ||
  clicks.mostInstant >= INSTANT_OF_FIVE ||
  mostCentered(clicks, taps).surprise >= MIN_SURPRISE
