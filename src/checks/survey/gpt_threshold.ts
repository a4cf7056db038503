/** Evidence of the GPT check, in units of its threshold: style or references. */

/** Between these, the evidence says 1.0 times the threshold: too close to it to accuse somebody. */
export const BORDERLINE = 0.95
export const FLAGGED = 1.05

/** A shorter answer says too little itself, and the participant's other answers say nothing about it. */
export const MIN_OWN_WORDS = 8

/** The strength is 1 from here on. */
const CERTAIN = 2

export const strengthAt = (ratio: number): number => Math.min(1, ratio / CERTAIN)
