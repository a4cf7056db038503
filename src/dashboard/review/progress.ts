/** Position and decisions in a review queue. An undone decision is open again. */
export interface Decided<Decision> {
  readonly id: string
  readonly decision: Decision
  /** Entries that were decided together with it. */
  readonly also?: readonly string[]
}

export interface Progress<Decision> {
  readonly current: string | undefined
  /** Oldest first. */
  readonly decided: readonly Decided<Decision>[]
}

/** The decision on an entry, its own or that of a group. */
export const decisionOn = <Decision>(
  decided: readonly Decided<Decision>[],
  id: string,
): Decision | undefined => decided.findLast((entry) => entry.id === id || entry.also?.includes(id))?.decision

/** The first open entry after the current one, else the first open one; undefined if all are decided. */
export function afterDecision<Decision>(
  ids: readonly string[],
  { current, decided }: Progress<Decision>,
  decision: Decision,
  also: readonly string[] = [],
): Progress<Decision> {
  if (current === undefined) return { current, decided }
  const entry = also.length === 0 ? { id: current, decision } : { id: current, decision, also }
  const all = [...decided.filter(({ id }) => id !== current), entry]
  const isOpen = (id: string) => decisionOn(all, id) === undefined
  const at = ids.indexOf(current)
  return { current: ids.slice(at + 1).find(isOpen) ?? ids.find(isOpen), decided: all }
}

export function afterUndo<Decision>({ current, decided }: Progress<Decision>): Progress<Decision> {
  const last = decided.at(-1)
  return last === undefined ? { current, decided } : { current: last.id, decided: decided.slice(0, -1) }
}

/** The entry `step` places away; the ends do not wrap. */
export function moved(ids: readonly string[], current: string | undefined, step: number): string | undefined {
  const at = current === undefined ? -1 : ids.indexOf(current)
  return ids[Math.min(ids.length - 1, Math.max(0, at + step))] ?? current
}
