/** Which of a participant's own answers are alike: two questions ask two things, one text answers at most one. */
import type { AnswerText } from './answer_text.ts'
import { duplicateThreshold } from './duplicates.ts'
import { likeness } from './likeness.ts'

export interface SelfDuplicate {
  readonly questionId: string
  readonly likeness: number
}

export interface OwnAnswer {
  readonly questionId: string
  readonly text: AnswerText
}

/** For each answer, the others that are like it. Judged by the shorter of the two; an empty answer is like none. */
export function selfDuplicatesAmong(answers: readonly OwnAnswer[]): SelfDuplicate[][] {
  const found: SelfDuplicate[][] = answers.map(() => [])
  for (const [at, answer] of answers.entries()) {
    if (answer.text.empty) continue
    for (let other = at + 1; other < answers.length; other++) {
      const against = answers[other] as OwnAnswer
      if (against.text.empty) continue
      const alike = likeness(answer.text.sketch, against.text.sketch)
      if (alike < duplicateThreshold(Math.min(answer.text.weight, against.text.weight))) continue
      found[at]?.push({ questionId: against.questionId, likeness: alike })
      found[other]?.push({ questionId: answer.questionId, likeness: alike })
    }
  }
  return found
}
