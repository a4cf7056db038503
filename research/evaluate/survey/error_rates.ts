/** Writes the error rates that a methods paragraph cites, from the tables in docs/benchmarks/tables: `node tools/survey_error_rates.ts`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Cell, findTable, readTables, type Table } from '../../../tools/tables.ts'
import { shareOf } from '../../../tools/wilson.ts'
import { MEASURES, type Measure, TOUCHED } from './participant_figures.ts'
import { peopleTableId } from './participant_page.ts'

const ROOT = join(import.meta.dirname, '../../..')
export const ERROR_RATES_FILE = join(ROOT, 'extensions/methods/survey_error_rates.json')

interface ErrorRate {
  readonly check: string
  readonly false_positives: number
  readonly of: number
  /** What was counted. */
  readonly unit: 'answers' | 'typists of the worst set' | 'participants of the worst survey'
  readonly low: number
  readonly high: number
}

/** Names of columns in the table of text checks. */
const TEXT_CHECKS: Readonly<Record<string, string>> = {
  GPT: 'Automated test: GPT',
  Gibberish: 'Automated test: Gibberish',
  'Off-topic': 'Automated test: Off-topic',
  Profane: 'Automated test: Profane',
  'GPT paste artifacts': 'GPT paste artifacts',
  Junk: 'Automated test: Junk',
}

/** The checks whose rates are quoted for the worst survey. */
const BY_SURVEY: readonly Measure[] = MEASURES.filter((measure) => measure !== TOUCHED)

export function errorRates(): ErrorRate[] {
  const participants = tablesOf('participants')
  return [
    ...textRates(findTable(tablesOf('survey_answers'), 'false-positives')),
    ...BY_SURVEY.map((check) => worstSurveyRate(check, findTable(participants, peopleTableId(check)))),
    ...typingRates(findTable(tablesOf('typing'), 'people')),
    crossDuplicateRate(findTable(tablesOf('duplicates'), 'people')),
  ]
}

const tablesOf = (name: string): readonly Table[] =>
  readTables(join(ROOT, 'docs/benchmarks/tables', `${name}.json`))

function textRates({ head, rows }: Table): ErrorRate[] {
  const all = rows.find(([name]) => name === 'all') ?? missing('the row of all answers')
  return head.slice(1).flatMap((name, at) => {
    const check = TEXT_CHECKS[name] ?? missing(`the check ${name}`)
    if (BY_SURVEY.some((one) => one === check)) return []
    return rateOf(check, ...countsOf(all[at + 1]), 'answers')
  })
}

/** The highest rate of any survey at any number of participants. */
function worstSurveyRate(check: string, { rows }: Table): ErrorRate {
  const rates = rows
    .flatMap(([, ...cells]) => cells.filter((cell) => cell !== null))
    .map((cell) => rateOf(check, ...countsOf(cell), 'participants of the worst survey'))
  return worstOf(rates) ?? missing(check)
}

/** The second column counts people whom any check flagged; each of the others has a check of its own. */
function typingRates({ head, rows }: Table): ErrorRate[] {
  return head.slice(2).map((check, at) => {
    const rates = rows.map((row) =>
      rateOf(check, Number(row[at + 2]), countsOf(row[1])[1], 'typists of the worst set'),
    )
    return worstOf(rates) ?? missing(check)
  })
}

/** Of equal rates, the one that was measured on fewer people is the worse. */
const worstOf = (rates: readonly ErrorRate[]): ErrorRate | undefined =>
  rates.toSorted((a, b) => b.false_positives / b.of - a.false_positives / a.of || a.of - b.of)[0]

/** Identical answers are left out: nearly all of them were sent twice, so they are not errors. */
function crossDuplicateRate({ rows }: Table): ErrorRate {
  const [, cell] = rows.find(([kind]) => kind === SIMILAR) ?? missing(SIMILAR)
  return rateOf('Cross-duplicate response', ...countsOf(cell), 'answers')
}
const SIMILAR = 'similar but not identical'

function rateOf(check: string, count: number, of: number, unit: ErrorRate['unit']): ErrorRate {
  const { low, high } = shareOf(count, of)
  return { check, false_positives: count, of, unit, low: rounded(low), high: rounded(high) }
}

function countsOf(cell: Cell | undefined): [number, number] {
  if (!Array.isArray(cell)) return missing(`counts in ${JSON.stringify(cell)}`)
  const [count, of] = cell
  return [count, of]
}

const rounded = (share: number) => Math.round(share * 1e6) / 1e6

function missing(part: string): never {
  throw new Error(`The measurements do not contain ${part}.`)
}

export const errorRatesText = () => `${JSON.stringify(errorRates(), null, 2)}\n`

if (process.argv[1] === import.meta.filename) writeFileSync(ERROR_RATES_FILE, errorRatesText())
