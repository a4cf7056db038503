import type { Value } from './pool.ts'

/** `:name` becomes `$1`, and its value the first of the list. */
export function positional(text: string, params: object): [text: string, values: Value[]] {
  const names: string[] = []
  const numbered = text.replace(/:(\w+)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  return [numbered, names.map((name) => (params as Record<string, Value>)[name] as Value)]
}
