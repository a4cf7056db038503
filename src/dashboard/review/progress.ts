/** Position and decisions in a review queue. An undone decision is open again. */
export interface Decided<Decision> {
  readonly id: string
  readonly decision: Decision
}

export interface Progress<Decision> {
  readonly current: string | undefined
  /** Oldest first. */
  readonly decided: readonly Decided<Decision>[]
}

/** The first open entry after the current one, else the first open one; undefined if all are decided. */
export function afterDecision<Decision>(
  ids: readonly string[],
  { current, decided }: Progress<Decision>,
  decision: Decision,
): Progress<Decision> {
  if (current === undefined) return { current, decided }
  const all = [...decided.filter(({ id }) => id !== current), { id: current, decision }]
  const isOpen = (id: string) => !all.some((entry) => entry.id === id)
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
