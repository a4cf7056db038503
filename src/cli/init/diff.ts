/** The changed lines of a file, with the lines around them. */
const CONTEXT = 2

export function diff(path: string, before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const marked = markedLines(old, now)
  const shown = marked.map((_, at) =>
    marked.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some((line) => line[0] !== ' '),
  )
  const lines = marked.flatMap((line, at) =>
    shown[at] ? [line] : shown[at - 1] && shown.indexOf(true, at) !== -1 ? ['...'] : [],
  )
  return [`--- ${path}`, `+++ ${path}`, ...lines].join('\n')
}

/** Each line after ` `, `-` or `+`, by the longest common subsequence. */
function markedLines(old: readonly string[], now: readonly string[]): string[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1))
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const row = lengths[i] as Uint32Array
      row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const marked: string[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      marked.push(` ${old[i++]}`)
      j++
    } else if (i < old.length && (j === now.length || at(i + 1, j) >= at(i, j + 1)))
      marked.push(`-${old[i++]}`)
    else marked.push(`+${now[j++]}`)
  }
  return marked
}
