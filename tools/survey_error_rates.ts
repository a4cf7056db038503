/** Writes the error rates that a methods paragraph cites, from the measurements in docs: `node tools/survey_error_rates.ts`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MEASURES, type Measure, TOUCHED } from './evaluate/survey/participant_figures.ts'
import { peopleHeading } from './evaluate/survey/participant_page.ts'
import { shareOf } from './evaluate/wilson.ts'

const ROOT = join(import.meta.dirname, '..')
export const ERROR_RATES_FILE = join(ROOT, 'src/server/survey/methods/survey_error_rates.json')

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
  const statistics = read('docs/benchmarks/statistics.md')
  return [
    ...textRates(tableBelow(statistics, '### False positives on real people, by check')),
    ...BY_SURVEY.map((check) => worstSurveyRate(check, tableBelow(statistics, peopleHeading(check)))),
    ...typingRates(tableBelow(statistics, '### People flagged by any typing check')),
    crossDuplicateRate(read('docs/reference/checks/cross_duplicate.md')),
  ]
}

function textRates([head = [], ...rows]: readonly string[][]): ErrorRate[] {
  const all = rows.find(([name]) => name === 'all') ?? missing('the row of all answers')
  return head.slice(1).flatMap((name, at) => {
    const check = TEXT_CHECKS[name] ?? missing(`the check ${name}`)
    if (BY_SURVEY.some((one) => one === check)) return []
    const [count, of] = countsOf(all[at + 1] ?? '')
    return rateOf(check, count, of, 'answers')
  })
}

/** The highest rate of any survey at any number of participants. */
function worstSurveyRate(check: string, [, ...rows]: readonly string[][]): ErrorRate {
  const rates = rows
    .flatMap(([, ...cells]) => cells.filter((cell) => cell !== ''))
    .map((cell) => rateOf(check, ...countsOf(cell), 'participants of the worst survey'))
  return worstOf(rates) ?? missing(check)
}

/** The second column counts people whom any check flagged; each of the others has a check of its own. */
function typingRates([head = [], ...rows]: readonly string[][]): ErrorRate[] {
  return head.slice(2).map((check, at) => {
    const rates = rows.map((row) =>
      rateOf(check, Number(row[at + 2]), countsOf(row[1] ?? '')[1], 'typists of the worst set'),
    )
    return worstOf(rates) ?? missing(check)
  })
}

/** Of equal rates, the one that was measured on fewer people is the worse. */
const worstOf = (rates: readonly ErrorRate[]): ErrorRate | undefined =>
  rates.toSorted((a, b) => b.false_positives / b.of - a.false_positives / a.of || a.of - b.of)[0]

/** Identical answers are left out: nearly all of them were sent twice, so they are not errors. */
function crossDuplicateRate(page: string): ErrorRate {
  const of = /^([\d,]+) answers of real people/m.exec(page)?.[1] ?? missing('the number of answers')
  const count =
    /^\| similar but not identical .*\| (\d+),[^|]*\|$/m.exec(page)?.[1] ?? missing('similar answers')
  return rateOf('Cross-duplicate response', numberOf(count), numberOf(of), 'answers')
}

function rateOf(check: string, count: number, of: number, unit: ErrorRate['unit']): ErrorRate {
  const { low, high } = shareOf(count, of)
  return { check, false_positives: count, of, unit, low: rounded(low), high: rounded(high) }
}

/** The cells of the first table behind a heading. */
function tableBelow(page: string, heading: string): string[][] {
  const [, after = missing(heading)] = page.split(`${heading}\n`)
  const lines = after.trimStart().split('\n')
  const end = lines.findIndex((line) => !line.startsWith('|'))
  return lines
    .slice(0, end)
    .filter((line) => !/^\|[ -]+\|/.test(line) || /\w/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
}

/** `5 of 3,632, 0.14% (0.06 to 0.32)` */
function countsOf(cell: string): [number, number] {
  const [, count, of] = /^([\d,]+) of ([\d,]+), /.exec(cell) ?? []
  if (count === undefined || of === undefined) return missing(`counts in "${cell}"`)
  return [numberOf(count), numberOf(of)]
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const numberOf = (text: string) => Number(text.replaceAll(',', ''))
const rounded = (share: number) => Math.round(share * 1e6) / 1e6

function missing(part: string): never {
  throw new Error(`The measurements do not contain ${part}.`)
}

export const errorRatesText = () => `${JSON.stringify(errorRates(), null, 2)}\n`

if (process.argv[1] === import.meta.filename) writeFileSync(ERROR_RATES_FILE, errorRatesText())
