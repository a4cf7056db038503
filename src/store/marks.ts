/** Counting which sessions share marks, for whichever store. */

/** Sessions looked at per mark: what very many share was made by machines, and any of them will do. */
export const SESSIONS_PER_MARK = 16

/** Ids that turn up at least `least` times, most often first. */
export function mostShared(ids: readonly string[], least: number, limit: number): string[] {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count >= least)
    .sort(([idA, a], [idB, b]) => b - a || (idA < idB ? -1 : 1))
    .slice(0, limit)
    .map(([id]) => id)
}
