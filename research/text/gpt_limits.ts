/**
 * Evaluates the GPT check on whole surveys that were left out of the fit, from the scores that `train_gpt.ts` writes.
 *
 *   node --max-old-space-size=8192 research/text/gpt_limits.ts --scores FILE
 *
 * A participant is one real person with several answers, or several answers of a model in one manner. In each survey,
 * participants are evaluated among a hundred others, of whom a fifth are models.
 */

import { LONG_WORDS, styleRatio } from '../../src/checks/survey/gpt_style.ts'
import type { ModelTraces } from '../../src/checks/survey/survey_check.ts'
import { addStyle, type StylePeers, usualStyle } from '../../src/features/text/style/style_peers.ts'
import { styleWords } from '../../src/features/text/style/style_words.ts'
import { fuseStyles } from '../../src/models/text/gpt.ts'
import { type SeededRandom, seededRandom } from '../seeded_random.ts'
import { required } from './args.ts'
import { rowsOf, textOf } from './data.ts'
import { INDEPENDENT } from './gpt_rows.ts'

interface Answer {
  readonly source: string
  readonly question: string
  readonly participant: string
  readonly style: string
  readonly text: string
  readonly scores: readonly number[]
  readonly words: readonly string[]
}

const PEOPLE = 80
const MODELS = 20
const SIZES = [1, 2, 3, 5, 8, 15]
const MODEL_PARTICIPANTS = 150
const LEAST_PEOPLE = 60

const answers = rowsOf(required('scores')).map((row) => ({
  ...(row as unknown as Answer),
  words: styleWords(textOf(row, 'text')),
}))

/** The questions of one survey, each with the other participants of one draw. */
interface Peers {
  readonly styles: StylePeers
  readonly members: ReadonlySet<Answer>
}

function peersOf(own: readonly Answer[], random: SeededRandom): Peers {
  const people = random.shuffle(own.filter(({ style }) => style === 'human')).slice(0, PEOPLE)
  const models = random
    .shuffle(own.filter(({ style }) => style !== 'human'))
    .slice(0, Math.round((people.length * MODELS) / PEOPLE))
  const members = [...people, ...models]
  const styles = members.reduce<StylePeers>(
    (all, { scores }) => addStyle(all, fuseStyles([scores]) as number),
    {},
  )
  return { styles, members: new Set(members) }
}

function tracesOf(own: readonly Answer[], peers: ReadonlyMap<string, Peers> | null): ModelTraces {
  const usual = own.flatMap(({ question }) => usualStyle(peers?.get(question)?.styles ?? {}) ?? [])
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    answers: own.length,
    words: own.reduce((sum, { words }) => sum + words.length, 0),
    style: fuseStyles(own.map(({ scores }) => scores)) as number,
    usualStyle: usual.length === own.length ? mean(usual) : null,
  }
}

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] as number

const isIndependent = ({ style }: Answer): boolean => style.startsWith(INDEPENDENT)

/** Draws of other participants for the independent models. */
const DRAWS = 6
const independent = new Map<string, number[]>()

/** Each independent model among people and the other independent models. */
function evaluateIndependent(own: readonly Answer[], random: SeededRandom): void {
  const models = Map.groupBy(own.filter(isIndependent), ({ participant }) => participant)
  const questions = Map.groupBy(
    own.filter((answer) => !isIndependent(answer)),
    ({ question }) => question,
  )
  for (const [name, theirs] of models) {
    for (let draw = 0; draw < DRAWS; draw++) {
      const peers = new Map(
        theirs.map(({ question }) => {
          const others = own.filter(
            (answer) => isIndependent(answer) && answer.question === question && answer.participant !== name,
          )
          const people = (questions.get(question) ?? []).filter(({ style }) => style === 'human')
          return [question, peersOf([...people, ...others], random)]
        }),
      )
      const found = styleRatio(tracesOf(theirs, peers)) >= 1 ? 1 : 0
      const manner = (theirs[0] as Answer).style
      independent.set(manner, [...(independent.get(manner) ?? []), found])
    }
  }
}

const recalls = new Map<string, Map<string, number[]>>()
for (const [survey, all] of Map.groupBy(answers, ({ source }) => source)) {
  const random = seededRandom(5)
  evaluateIndependent(all, random)
  const own = all.filter((answer) => !isIndependent(answer))
  const questions = Map.groupBy(own, ({ question }) => question)
  const peers = new Map([...questions].map(([question, each]) => [question, peersOf(each, random)]))
  // Members of the draw would be compared with themselves.
  const isMember = (answer: Answer) => peers.get(answer.question)?.members.has(answer) === true
  const people = Map.groupBy(
    own.filter((answer) => answer.style === 'human' && !isMember(answer)),
    ({ participant }) => participant,
  )
  for (const size of SIZES) {
    const picked = [...people.values()]
      .filter((each) => each.length >= size)
      .map((each) => random.shuffle(each).slice(0, size))
    if (picked.length < LEAST_PEOPLE) continue
    for (const [label, among] of [
      ['peers', peers],
      ['alone', null],
    ] as const) {
      const traces = picked.map((each) => tracesOf(each, among))
      const parts = (['short', 'long'] as const).map((length) => {
        const fit = traces.filter(
          ({ words, answers }) => words / answers < LONG_WORDS === (length === 'short'),
        )
        if (fit.length < 30) return ''
        return `${length} n ${fit.length} p99 style ${quantile(
          fit.map(({ style, usualStyle }) => style - (usualStyle ?? 0)),
          0.99,
        ).toFixed(2)}`
      })
      const flagged = traces.filter((each) => styleRatio(each) >= 1).length
      console.log(
        survey,
        label,
        size,
        'n',
        traces.length,
        `flagged ${flagged} (${((100 * flagged) / traces.length).toFixed(2)}%)`,
        parts.join(' | '),
      )
    }
  }
  const manners = Map.groupBy(
    own.filter((answer) => answer.style !== 'human' && !isMember(answer)),
    ({ style }) => style,
  )
  for (const [manner, each] of manners) {
    const byQuestion = [...Map.groupBy(each, ({ question }) => question).values()]
    for (const size of [1, 3]) {
      const found = Array.from({ length: MODEL_PARTICIPANTS }, () => {
        const three = random
          .shuffle(byQuestion)
          .slice(0, size)
          .map((some) => random.pick(some))
        while (three.length < size) three.push(random.pick(each))
        return styleRatio(tracesOf(three, peers)) >= 1
      }).filter(Boolean).length
      const key = `${manner} ${size}`
      recalls.set(key, (recalls.get(key) ?? new Map()).set(survey, [found / MODEL_PARTICIPANTS]))
    }
  }
}
for (const [key, surveys] of recalls) {
  const values = [...surveys.values()].flat()
  console.log(
    key.padEnd(14),
    'mean',
    (values.reduce((a, b) => a + b, 0) / values.length).toFixed(2),
    'worst',
    Math.min(...values).toFixed(2),
  )
}
for (const [manner, found] of independent) {
  console.log(
    manner.padEnd(24),
    'found',
    (found.reduce((a, b) => a + b, 0) / found.length).toFixed(2),
    'of',
    found.length,
  )
}
