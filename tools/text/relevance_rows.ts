/** Answers with their own question and with another question, and the statistics of other participants. */
import { join } from 'node:path'
import { foldText } from '../../src/features/text/normalize.ts'
import { overlapOf } from '../../src/features/text/overlap.ts'
import { addSample, type QuestionStats, sampleOf } from '../../src/features/text/question_stats.ts'
import { isSimpleAnswer } from '../../src/features/text/simple_answers.ts'
import { wordsOf } from '../../src/features/text/words.ts'
import { type Meaning, meaningOf } from '../../src/models/text/meaning.ts'
import type { RelevanceInput } from '../../src/models/text/relevance.ts'
import type { SeededRandom } from '../seeded_random.ts'
import { rowsIn, textOf } from './data.ts'

export interface RelevanceRow {
  readonly source: string
  readonly question: string
  readonly answer: string
  readonly kind: string
  readonly isOff: boolean
  /** Null if no word of the answer has a word vector. */
  readonly input: RelevanceInput | null
  readonly stats: QuestionStats | null
}

const meanings = new Map<string, Meaning | null>()

function meaning(text: string): Meaning | null {
  let found = meanings.get(text)
  if (found === undefined) {
    found = meaningOf(wordsOf(foldText(text)))
    meanings.set(text, found)
  }
  return found
}

export function relevanceRows(data: string, others: number, random: SeededRandom): RelevanceRow[] {
  const rows = rowsIn(join(data, 'text/relevance')).filter(
    (row) => textOf(row, 'source').endsWith('/en') && !isSimpleAnswer(textOf(row, 'answer')),
  )
  const real = Map.groupBy(
    rows.filter((row) => row.label === 'on'),
    (row) => textOf(row, 'question'),
  )
  return rows.flatMap((row) => {
    const question = textOf(row, 'question')
    const answer = textOf(row, 'answer')
    const pool = (real.get(question) ?? [])
      .map((each) => textOf(each, 'answer'))
      .filter((each) => each !== answer)
    if (pool.length < others) return []
    const stats = random
      .shuffle(pool)
      .slice(0, others)
      .reduce<QuestionStats | null>(
        (state, each) => addSample(state, sampleOf(each, meaning(each)?.vector ?? null)),
        null,
      )
    const own = meaning(answer)
    const input = own && {
      answer: own,
      question: meaning(question),
      others: stats?.meaning ?? [],
      otherCount: stats?.meanings ?? 0,
      overlap: overlapOf(answer, question, stats?.words ?? {}),
    }
    return [
      {
        source: textOf(row, 'source').replace(/\/en$/, ''),
        question,
        answer,
        kind: textOf(row, 'kind'),
        isOff: row.label === 'off',
        input,
        stats,
      },
    ]
  })
}
