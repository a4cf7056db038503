/**
 * A service whose clock is ahead stores times that lie in the future once the clock is right. Nodes that share a store
 * must have clocks that agree within a minute, so a time this far ahead of now is from a wrong clock.
 */
export const STRAY_MS = 10 * 60_000
