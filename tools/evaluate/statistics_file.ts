/** docs/STATISTICS.md has several authors; each rewrites what stands between its own marks. */
import { readFile, writeFile } from 'node:fs/promises'

const BEGIN = '<!-- sessions: written by npm run evaluate -->'
const END = '<!-- end of sessions -->'
const HEAD = '# Statistics\n'

export async function writeStatistics(path: string, text: string): Promise<void> {
  const before = await readOr(path, HEAD)
  await writeFile(path, withPart(before, text))
}

export function withPart(page: string, text: string): string {
  const part = `${BEGIN}\n\n${text.trim()}\n\n${END}`
  const from = page.indexOf(BEGIN)
  const to = page.indexOf(END)
  if (from < 0 || to < from) return `${page.trimEnd()}\n\n${part}\n`
  return page.slice(0, from) + part + page.slice(to + END.length)
}

async function readOr(path: string, fallback: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return fallback
  }
}
