/**
 * Published sets of people's texts and what language models made of them, from checkouts beside each other in one
 * folder: `l2r_data` (CC BY 3.0, 19 kinds of text rewritten by four models), `ImBD` (Apache-2.0, polished, rewritten,
 * expanded or continued by six), `glimpse` (MIT, continued by three), `chatgpt-student-essay-study` (Apache-2.0,
 * essays on the same topics).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openCsvParser } from '../../src/server/survey/bulk/csv.ts'
import { type Chance, chance } from './chance.ts'

export interface PairedText {
  readonly source: string
  readonly domain: string
  /** `human`, or the model's name. */
  readonly model: string
  readonly text: string
}

interface Whole extends PairedText {
  /** Sentences at its head that the model was given and did not write. */
  readonly given: number
}

/** Programs; reviews and news of which other texts judge; a folder that repeats another. */
const LEFT_OUT: ReadonlySet<string> = new Set(['Code', 'ProductReview', 'NewsArticle', 'TravelTourism'])

/** A model continues what it was given in this many sentences. */
const GIVEN = 2

const SHORTEST = 5
const LONGEST = 150
/** Of texts that could stay whole, the share that does. */
const WHOLE_SHARE = 0.3
const MOST_SENTENCES = 5

/** Pieces of one to five sentences, people's in as many pieces as there are models to compare them with. */
export function pairedTexts(folder: string): PairedText[] {
  const luck = chance(9)
  const wholes = unique([...rewritten(folder), ...edited(folder), ...continued(folder), ...essays(folder)])
  return unique(wholes.flatMap((whole) => piecesOf(whole, luck)))
}

function unique<Text extends PairedText>(texts: readonly Text[]): Text[] {
  return [...new Map(texts.map((each) => [each.text, each])).values()]
}

const HUMAN_PIECES = 4
const ESSAY_PIECES = 4

function piecesOf({ given, ...whole }: Whole, luck: Chance): PairedText[] {
  const isLong = whole.domain === 'essay'
  const count = whole.model === 'human' ? HUMAN_PIECES * (isLong ? 2 : 1) : isLong ? ESSAY_PIECES : 1
  const sentences = whole.text
    .replace(/[ \t]+/g, ' ')
    .split(/(?<=[.!?]["')]?)\s+/)
    .filter((sentence) => sentence.trim() !== '')
    .slice(given)
  const rest = sentences.join(' ')
  return Array.from({ length: count }, () => {
    const isWhole = lengthOf(rest) < LONGEST && luck.next() < WHOLE_SHARE
    const size = 1 + luck.below(MOST_SENTENCES)
    const start = luck.below(Math.max(1, sentences.length - size + 1))
    return { ...whole, text: isWhole ? rest : sentences.slice(start, start + size).join(' ') }
  }).filter(({ text }) => lengthOf(text) >= SHORTEST && lengthOf(text) < LONGEST)
}

const lengthOf = (text: string): number => text.split(/\s+/).length

const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), 'utf8'))

function rewritten(folder: string): Whole[] {
  const root = join(folder, 'l2r_data')
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !LEFT_OUT.has(entry.name))
    .map(({ name }) => name)
    .sort()
    .flatMap((domain) =>
      readdirSync(join(root, domain))
        .sort()
        .flatMap((file) =>
          (read(root, domain, file) as unknown[]).map((text) => ({
            source: 'l2r',
            domain: `l2r ${domain}`,
            model: file.replace('.json', ''),
            text: String(text).replaceAll('<br />', ' ').trim(),
            given: 0,
          })),
        ),
    )
}

interface Pairs {
  readonly original: readonly string[]
  readonly rewritten?: readonly string[]
  readonly sampled?: readonly string[]
}

/** The news of both sets judge elsewhere. */
const isAside = (file: string): boolean => !file.endsWith('.raw_data.json') || file.startsWith('xsum')

function edited(folder: string): Whole[] {
  const root = join(folder, 'ImBD/data')
  return ['expand', 'generation', 'polish', 'rewrite'].flatMap((task) =>
    readdirSync(join(root, task))
      .sort()
      .flatMap((model) =>
        readdirSync(join(root, task, model))
          .sort()
          .filter((file) => !isAside(file))
          .flatMap((file) =>
            pairsOf(
              'imbd',
              file,
              model,
              task === 'generation' ? GIVEN : 0,
              read(root, task, model, file) as Pairs,
            ),
          ),
      ),
  )
}

function continued(folder: string): Whole[] {
  const root = join(folder, 'glimpse/exp_main/data')
  return readdirSync(root)
    .sort()
    .filter((file) => !isAside(file) && !file.startsWith('writing_gpt'))
    .flatMap((file) => {
      const model = file.replace(/^[a-z]+_/, '').replace('.raw_data.json', '')
      return pairsOf('glimpse', file, model, file.startsWith('pubmed') ? 0 : GIVEN, read(root, file) as Pairs)
    })
}

/** What medical answers were asked stands before them. */
const QUESTION = /^Question:.*?Answer:/s

function pairsOf(source: string, file: string, model: string, given: number, pairs: Pairs): Whole[] {
  const domain = `${source} ${file.split('_')[0]}`
  const whole = (writer: string, text: string): Whole => ({
    source,
    domain,
    model: writer,
    text: text.replace(QUESTION, '').trim(),
    given,
  })
  return [
    ...pairs.original.map((text) => whole('human', text)),
    ...(pairs.rewritten ?? pairs.sampled ?? []).map((text) => whole(model, text)),
  ]
}

const WRITERS = [
  ['Student', 'human'],
  ['ChatGPT-3', 'gpt-3.5-turbo'],
  ['ChatGPT-4', 'gpt-4'],
] as const

function essays(folder: string): Whole[] {
  const path = join(folder, 'chatgpt-student-essay-study/data/essays-without-markers.csv')
  const parser = openCsvParser(';')
  const [head = [], ...rows] = [...parser.push(readFileSync(path, 'utf8')), ...parser.end()]
  return WRITERS.flatMap(([column, model]) =>
    rows.map((row) => ({
      source: 'student-essays',
      domain: 'essay',
      model,
      text: (row[head.indexOf(column)] ?? '').replace(/\s+/g, ' ').trim(),
      given: 0,
    })),
  )
}
