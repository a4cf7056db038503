/** `AL` of `Ada Lovelace`, `A` of `ada@example.org`. */
export function initialsOf(name: string): string {
  const [first = '', ...rest] =
    name
      .split('@', 1)[0]
      ?.trim()
      .split(/[\s._-]+/) ?? []
  const last = rest.at(-1) ?? ''
  return (([...first][0] ?? '?') + ([...last][0] ?? '')).toUpperCase()
}
