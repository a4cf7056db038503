/** How many bytes of survey bodies may be held at once. Beyond it: 503, so that memory stays bounded. */
export interface InFlight {
  /** False when there is no room for that many more. */
  take(bytes: number): boolean
  give(bytes: number): void
  readonly held: number
}

/** Four of the largest bodies; each costs about four times its size while it is read. */
export const MAX_BYTES_IN_FLIGHT = 64 * 1024 * 1024

export function openInFlight(most: number = MAX_BYTES_IN_FLIGHT): InFlight {
  let held = 0
  return {
    take(bytes) {
      if (held + bytes > most) return false
      held += bytes
      return true
    },
    give(bytes) {
      held -= bytes
    },
    get held() {
      return held
    },
  }
}
