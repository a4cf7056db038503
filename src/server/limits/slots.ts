/** Counts what is in use, such as deliveries in flight, against limits of the node, of a workspace and of its parts. */

/** Whose use is limited, and the limit. */
export type SlotLimit = readonly [name: string, most: number]

export interface Slots {
  /** How many more may be taken under all of these limits. */
  free(limits: readonly SlotLimit[]): number
  take(limits: readonly SlotLimit[], count?: number): void
  release(limits: readonly SlotLimit[], count?: number): void
}

export function openSlots(): Slots {
  const used = new Map<string, number>()

  function add(limits: readonly SlotLimit[], more: number): void {
    for (const [name] of limits) {
      const count = (used.get(name) ?? 0) + more
      if (count === 0) used.delete(name)
      else used.set(name, count)
    }
  }

  return {
    free: (limits) => Math.min(...limits.map(([name, most]) => most - (used.get(name) ?? 0))),
    take: (limits, count = 1) => add(limits, count),
    release: (limits, count = 1) => add(limits, -count),
  }
}
