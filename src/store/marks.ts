/** Counts which sessions share marks. Used by both engines. */

/** Scanned sessions per mark: a mark that very many share comes from automation, and any session with it will do. */
export const SESSIONS_PER_MARK = 16

/** Ids that occur at least `least` times, most frequent first. */
export function mostShared(ids: readonly string[], least: number, limit: number): string[] {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count >= least)
    .sort(([idA, a], [idB, b]) => b - a || (idA < idB ? -1 : 1))
    .slice(0, limit)
    .map(([id]) => id)
}
