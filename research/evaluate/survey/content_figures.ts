/** Detection of gibberish, off-topic answers, profanity and rewritten copies. */
import { similarity } from '../../../src/features/text/similarity/similarity.ts'
import { sketchText } from '../../../src/features/text/similarity/sketch.ts'
import { isSimpleAnswer } from '../../../src/features/text/simple_answers.ts'
import { type Share, shareOf } from '../../../tools/wilson.ts'
import { seededRandom } from '../../seeded_random.ts'
import { type Row, textOf } from '../../text/data.ts'
import { type AnswerSets, byName, groupsOf, pickFrom, sourceOf, statsFrom } from './answer_sets.ts'
import { foundInAny, readGiven } from './check_answer.ts'
import { auroc, recallAt } from './ranking.ts'

const MOST = 1_500

export function gibberishFigures({ gibberish }: AnswerSets): Record<string, Share> {
  return byName(
    groupsOf(gibberish, (row) => (row.label === 'clean' ? 'people' : textOf(row, 'kind'))),
    (rows) => {
      const own = pickFrom(rows, MOST)
      const found = own.filter((row) =>
        foundInAny('gibberish', [{ question: '', answer: textOf(row, 'text') }]),
      )
      return shareOf(found.length, own.length)
    },
  )
}

export interface OffTopicFigures {
  readonly found: Readonly<Record<string, Share>>
  readonly falsePositives: Share
  /** Of answers from other surveys, and of real ones. */
  readonly bySurvey: Readonly<Record<string, { readonly found: Share; readonly falsePositives: Share }>>
  /** Recall of answers from other surveys at the score that 5% of real answers exceed. */
  readonly recallAt5: number
  readonly auroc: number
}

/** `others`: number of other participants in the statistics. */
export function offTopicFigures({ relevance }: AnswerSets, others: number): OffTopicFigures {
  const random = seededRandom(6)
  const rows = relevance.filter((row) => 'kind' in row && !isSimpleAnswer(textOf(row, 'answer')))
  const real = Map.groupBy(
    rows.filter((row) => row.label === 'on'),
    (row) => textOf(row, 'question'),
  )
  const checked = pickFrom(rows, 2 * MOST).flatMap((row) => {
    const question = textOf(row, 'question')
    const answer = textOf(row, 'answer')
    const pool = (real.get(question) ?? [])
      .map((each) => textOf(each, 'answer'))
      .filter((each) => each !== answer)
    if (pool.length < others) return []
    const given = { question, answer, stats: statsFrom(question, pool, others, random) }
    const features = readGiven([given])[0]
    return [
      {
        kind: row.label === 'on' ? 'real' : textOf(row, 'kind'),
        survey: sourceOf(row),
        found: foundInAny('offTopic', [given]),
        score: -(features?.relevance()?.logit ?? Number.POSITIVE_INFINITY),
      },
    ]
  })
  const scores = (kind: string) => checked.filter((one) => one.kind === kind).map(({ score }) => score)
  const share = (own: readonly { found: boolean }[]) =>
    shareOf(own.filter(({ found }) => found).length, own.length)
  return {
    found: byName(
      groupsOf(
        checked.filter(({ kind }) => kind !== 'real'),
        ({ kind }) => kind,
      ),
      share,
    ),
    falsePositives: share(checked.filter(({ kind }) => kind === 'real')),
    bySurvey: byName(
      groupsOf(checked, ({ survey }) => survey),
      (own) => ({
        found: share(own.filter(({ kind }) => kind === 'other-survey')),
        falsePositives: share(own.filter(({ kind }) => kind === 'real')),
      }),
    ),
    recallAt5: recallAt(0.05, scores('real'), scores('other-survey')),
    auroc: auroc(scores('real'), scores('other-survey')),
  }
}

export interface ProfanityFigures {
  readonly found: Share
  readonly falsePositives: Share
}

export function profanityFigures({ profanity }: AnswerSets): Record<string, ProfanityFigures> {
  return byName(
    groupsOf(profanity, (row) => `${textOf(row, 'lang')} ${textOf(row, 'source')}`),
    (rows) => {
      const share = (own: readonly Row[]) => {
        const found = own.filter((row) =>
          foundInAny('profane', [{ question: '', answer: textOf(row, 'text') }]),
        )
        return shareOf(found.length, own.length)
      }
      const isClean = (row: Row) => row.label === 'clean'
      return {
        found: share(
          pickFrom(
            rows.filter((row) => !isClean(row)),
            MOST,
          ),
        ),
        falsePositives: share(pickFrom(rows.filter(isClean), MOST)),
      }
    },
  )
}

/** Rewritten copies found at the similarity that 1% of pairs of real answers to one question exceed. */
export function rewriteFigures({ paraphrase }: AnswerSets): Record<string, number> {
  const scored = paraphrase.map((row) => ({
    kind: textOf(row, 'kind'),
    label: textOf(row, 'label'),
    score: similarity(sketchText(textOf(row, 'a')), sketchText(textOf(row, 'b'))),
  }))
  const honest = scored.filter(({ kind }) => kind === 'two-people-same-question').map(({ score }) => score)
  return byName(
    groupsOf(
      scored.filter(({ label }) => label !== 'distinct'),
      ({ label, kind }) => `${label} ${kind}`,
    ),
    (own) =>
      recallAt(
        0.01,
        honest,
        own.map(({ score }) => score),
      ),
  )
}
