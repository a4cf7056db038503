/**
 * A service whose clock is ahead stores times that lie in the future once the clock is right. Nodes that share a store
 * must have clocks that agree within a minute, so a time this far ahead of now is from a wrong clock.
 */
export const STRAY_MS = 10 * 60_000

/** The farthest jump of a clock that is merely adjusted, including a wrong time zone. */
export const JUMP_MS = 24 * 3_600_000
