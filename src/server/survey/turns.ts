/** One at a time for each key: whoever comes second waits for whoever came first, in order. */
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
