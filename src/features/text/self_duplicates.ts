/** Finds similar answers of one participant to different questions. */
import type { AnswerText } from './answer_text.ts'
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

/** For each answer, the similar ones. The shorter answer sets the threshold; empty answers are not compared. */
export function selfDuplicatesAmong(answers: readonly OwnAnswer[]): SelfDuplicate[][] {
  const found: SelfDuplicate[][] = answers.map(() => [])
  for (const [at, answer] of answers.entries()) {
    if (answer.text.empty) continue
    for (let other = at + 1; other < answers.length; other++) {
      const against = answers[other] as OwnAnswer
      if (against.text.empty) continue
      const alike = similarity(answer.text.sketch, against.text.sketch)
      if (alike < duplicateThreshold(Math.min(answer.text.weight, against.text.weight))) continue
      found[at]?.push({ questionId: against.questionId, similarity: alike })
      found[other]?.push({ questionId: answer.questionId, similarity: alike })
    }
  }
  return found
}
