/** Groups of items that were joined directly or through others. */
export interface Groups {
  /** The first item of the group. */
  firstOf(index: number): number
  join(a: number, b: number): void
  /** Groups of at least two items, each in ascending order. */
  list(): number[][]
}

export function createGroups(count: number): Groups {
  const roots = Array.from({ length: count }, (_, index) => index)
  const firstOf = (index: number): number => {
    let root = index
    while (roots[root] !== root) root = roots[root] as number
    roots[index] = root
    return root
  }
  return {
    firstOf,
    join(a, b) {
      const [one, other] = [firstOf(a), firstOf(b)]
      roots[Math.max(one, other)] = Math.min(one, other)
    },
    list: () => [...Map.groupBy(roots.keys(), firstOf).values()].filter(({ length }) => length > 1),
  }
}
