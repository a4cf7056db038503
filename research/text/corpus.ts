/** Reads a folder of sentences: one subfolder per language, one sentence per line. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export function sentencesIn(corpus: string, language: string): string[] {
  const folder = join(corpus, language)
  return readdirSync(folder)
    .sort()
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
    .map((line) => line.trim())
    .filter((line) => line.length > 0)
}

export function languagesIn(corpus: string): string[] {
  return readdirSync(corpus).sort()
}
