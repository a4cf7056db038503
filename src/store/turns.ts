/** Runs one task at a time per key, in order of arrival. */
export interface Turns {
  take<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

export function openTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return {
    async take(key, work) {
      const before = last.get(key)
      const own = (before ?? Promise.resolve()).then(work, work)
      const settled = own.catch(() => {})
      last.set(key, settled)
      try {
        return await own
      } finally {
        if (last.get(key) === settled) last.delete(key)
      }
    },
  }
}
