/** Finds similar answers of one participant to different questions. */
import type { AnswerText } from '../answer_text.ts'
import { isNonAnswer } from '../simple_answers.ts'
import { duplicateThreshold } from './duplicates.ts'
import { similarity } from './similarity.ts'

export interface SelfDuplicate {
  readonly questionId: string
  readonly similarity: number
}

export interface OwnAnswer {
  readonly questionId: string
  readonly text: AnswerText
}

/** One opinion on two related questions shares fewer letters and words: 13 of 809 people had more than 0.3, 2 more than 0.6. */
const LEAST_SIMILARITY = 0.6

/** A shorter answer to two questions may be the same wish twice; in three answers, it is a repetition. */
const LONG_WORDS = 10
const REPEATED_ANSWERS = 3
/** A shorter answer is a name, a word or a topic, which may fit any number of questions. */
const REPEATED_WORDS = 4

/** For each answer, the similar ones. Answers that decline to answer are not compared. */
export function selfDuplicatesAmong(answers: readonly OwnAnswer[]): SelfDuplicate[][] {
  const found: SelfDuplicate[][] = answers.map(() => [])
  const isCompared = answers.map(
    ({ text }) => text.words.length >= REPEATED_WORDS && !isNonAnswer(text.whole.folded()),
  )
  for (const [at, answer] of answers.entries()) {
    if (!isCompared[at]) continue
    for (let other = at + 1; other < answers.length; other++) {
      const against = answers[other] as OwnAnswer
      if (!isCompared[other]) continue
      const alike = similarity(answer.text.sketch, against.text.sketch)
      const least = duplicateThreshold(Math.min(answer.text.weight, against.text.weight))
      if (alike < Math.max(LEAST_SIMILARITY, least)) continue
      found[at]?.push({ questionId: against.questionId, similarity: alike })
      found[other]?.push({ questionId: answer.questionId, similarity: alike })
    }
  }
  return found.map((similar, at) => {
    const isLong = (answers[at] as OwnAnswer).text.words.length >= LONG_WORDS
    return isLong || similar.length + 1 >= REPEATED_ANSWERS ? similar : []
  })
}
