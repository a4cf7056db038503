/** docs/benchmarks/statistics.md has several generated sections; each is replaced between its own markers. */
import { readFile, writeFile } from 'node:fs/promises'

export type StatisticsPart =
  | 'sessions'
  | 'simulated behavior'
  | 'survey answers'
  | 'survey participants'
  | 'survey references'
  | 'survey typing'
const HEAD = '# Statistics\n'

export async function writeStatistics(path: string, part: StatisticsPart, text: string): Promise<void> {
  const before = await readOr(path, HEAD)
  await writeFile(path, withPart(before, part, text))
}

export function withPart(page: string, name: StatisticsPart, text: string): string {
  const begin = `<!-- ${name}: written by npm run evaluate -->`
  const end = `<!-- end of ${name} -->`
  const part = `${begin}\n\n${text.trim()}\n\n${end}`
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from < 0 || to < from) return `${page.trimEnd()}\n\n${part}\n`
  return page.slice(0, from) + part + page.slice(to + end.length)
}

async function readOr(path: string, fallback: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return fallback
  }
}
