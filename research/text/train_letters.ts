/**
 * Fits one character 4-gram model per language, and one for all other Latin-script languages.
 *
 *   node research/text/train_letters.ts --corpus DIR --out src/models/text/letters.json
 *
 * DIR has a subfolder per language (`en`, `es`, ...) of text files with one sentence per line. The shipped weights were
 * fitted on the CC0 sentences of Common Voice; the file contains its provenance.
 */
import { writeFileSync } from 'node:fs'
import { lettersOf } from '../../src/models/text/letters.ts'
import { required } from './args.ts'
import { languagesIn, sentencesIn } from './corpus.ts'
import { letterTable } from './letter_table.ts'

const OWN = ['en', 'es', 'fr', 'de', 'pt', 'it', 'nl']

/** The limit per language in the shared model, so that no language dominates. */
const OTHER_CHARS = 250_000

const corpus = required('corpus')
const models: Record<string, string> = {}
const fittedOn: Record<string, number> = {}
for (const language of OWN) train(language, sentencesIn(corpus, language))
const others = languagesIn(corpus).filter((language) => !OWN.includes(language))
train(
  'other',
  others.flatMap((language) => capped(sentencesIn(corpus, language), OTHER_CHARS)),
)

writeFileSync(
  required('out'),
  `${JSON.stringify(
    {
      provenance: {
        what: 'character 4-gram surprise in bits, 27^4 four-bit steps a language, deflated, base64',
        text: 'Common Voice sentence collector, CC0-1.0',
        other: others,
        fittedOnLetters: fittedOn,
        made: '2026-11-15',
        script: 'research/text/train_letters.ts',
      },
      models,
    },
    null,
    1,
  )}\n`,
)

function capped(lines: string[], chars: number): string[] {
  const kept: string[] = []
  let seen = 0
  const stride = Math.max(1, Math.floor(lines.reduce((sum, line) => sum + line.length, 0) / chars))
  for (let at = 0; at < lines.length && seen < chars; at += stride) {
    const line = lines[at] as string
    kept.push(line)
    seen += line.length
  }
  return kept
}

function train(language: string, lines: readonly string[]): void {
  const { table, letters } = letterTable(lines.map(lettersOf))
  models[language] = table
  fittedOn[language] = letters
  console.log(language, letters, 'letters', Math.round(table.length / 1024), 'KB')
}
