/**
 * Published sets of people's texts and of language models that rewrote them or wrote on the same prompts, from
 * checkouts in one folder: `ghostbuster-data` (CC BY 3.0, essays, news and stories, six prompts), `l2r_data`
 * (CC BY 3.0, 20 kinds of text rewritten by four models), `ImBD` (Apache-2.0, polished, rewritten, expanded or
 * continued by six), `glimpse` (MIT, continued by three), `chatgpt-student-essay-study` (Apache-2.0, essays on the
 * same topics), and those of `paired_replies.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SeededRandom, seededRandom } from '../seeded_random.ts'
import { tableIn } from './data.ts'
import { replies } from './paired_replies.ts'

export interface PairedText {
  readonly domain: string
  /** `human`, or the model's name. */
  readonly model: string
  readonly text: string
}

interface Whole extends PairedText {
  /** Number of sentences at the start that were part of the prompt. */
  readonly given: number
}

/** Program code, and a folder that duplicates another. */
const LEFT_OUT: ReadonlySet<string> = new Set(['Code', 'TravelTourism'])

/** Number of prompt sentences before a model's continuation. */
const GIVEN = 2

const SHORTEST = 5
const LONGEST = 150
/** The shortest and longest target length of a piece; lengths are uniform in the logarithm. */
const SHORT = 7
/** A piece ends at this share of its target length. */
const NEARLY = 0.85

/** Number of pieces by people and by models in each kind of text, and the limit per text. */
const PIECES = 6_000
const MOST_PIECES = 16

/** Texts with the same first characters count as duplicates. */
const SAME = 400

export function pairedTexts(folder: string): PairedText[] {
  const random = seededRandom(9)
  const wholes = [
    ...ghostwritten(folder),
    ...rewritten(folder),
    ...edited(folder),
    ...continued(folder),
    ...essays(folder),
    ...replies(folder).map((reply) => ({ ...reply, given: 0 })),
  ].map((whole) => ({ ...whole, text: whole.text.replace(/\s+/g, ' ').trim() }))
  const different = unique(wholes, ({ text }) => text.slice(0, SAME))
  const groups = Map.groupBy(different, ({ domain, model }) => `${domain} ${model === 'human'}`)
  return [...groups.values()].flatMap((own) => {
    const each = Math.max(1, Math.min(MOST_PIECES, PIECES / own.length))
    return unique(
      own.flatMap((whole) => piecesOf(whole, Math.floor(each + random.next()), random)),
      ({ text }) => text,
    )
  })
}

function unique<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  const seen = new Set<string>()
  return items.filter((item) => !seen.has(key(item)) && seen.add(key(item)))
}

const lengthOf = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length

function piecesOf({ domain, model, text, given }: Whole, count: number, random: SeededRandom): PairedText[] {
  const sentences = text.split(/(?<=[.!?]["')]?)\s+/).slice(given)
  const lengths = sentences.map(lengthOf)
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  return Array.from({ length: count }, () => {
    const wanted = SHORT * (LONGEST / SHORT) ** random.next()
    const start = whole <= wanted ? 0 : random.below(sentences.length)
    let [end, words] = [start, 0]
    while (end < sentences.length && words < wanted * NEARLY) {
      const longer = words + (lengths[end] as number)
      if (end > start && longer >= LONGEST) break
      words = longer
      end++
    }
    return { domain, model, text: sentences.slice(start, end).join(' '), words }
  })
    .filter(({ words }) => words >= SHORTEST && words < LONGEST)
    .map(({ words: _, ...piece }) => piece)
}

const KINDS_OF_GHOSTS = ['essay', 'reuter', 'wp']

/** One folder per prompt, some with a folder per writer; output files of other tools are skipped. */
function ghostwritten(folder: string): Whole[] {
  const root = join(folder, 'ghostbuster-data')
  return KINDS_OF_GHOSTS.flatMap((kind) =>
    readdirSync(join(root, kind))
      .filter((writer) => writer !== 'prompts')
      .sort()
      .flatMap((writer) =>
        readdirSync(join(root, kind, writer), { recursive: true, encoding: 'utf8' })
          .filter((path) => path.endsWith('.txt') && !path.includes('logprobs') && !path.includes('/.'))
          .sort()
          .map((path) => ({
            domain: `ghosts ${kind}`,
            model: writer,
            text: readFileSync(join(root, kind, writer, path), 'utf8'),
            given: 0,
          })),
      ),
  )
}

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

/** The news of both sets are evaluation texts. */
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

/** Medical answers are preceded by their question. */
const QUESTION = /^Question:.*?Answer:/s

function pairsOf(source: string, file: string, model: string, given: number, pairs: Pairs): Whole[] {
  const domain = `${source} ${file.split('_')[0]}`
  const whole = (writer: string, text: string): Whole => ({
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
  const { head, rows } = tableIn(path, ';')
  return WRITERS.flatMap(([column, model]) =>
    rows.map((row) => ({
      domain: 'essay',
      model,
      text: (row[head.indexOf(column)] ?? '').replace(/\s+/g, ' ').trim(),
      given: 0,
    })),
  )
}
