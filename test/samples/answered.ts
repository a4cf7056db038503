/** The features of one answer, computed as in the service, for tests of checks. */

import { featuresOfAnswers } from '../../src/checks/survey/answer.ts'
import type { AnswerFeatures } from '../../src/checks/survey/survey_check.ts'
import type { ChangeEntry } from '../../src/contract/survey.ts'
import type { InputMethods } from '../../src/features/typing_history/typing.ts'

export interface Answered {
  readonly question?: string
  readonly history?: readonly ChangeEntry[] | null
  readonly inputMethods?: InputMethods | null
}

export function answered(answer: string, { question, history, inputMethods }: Answered = {}): AnswerFeatures {
  return featuresOfAnswers(
    [
      {
        questionId: 'q1',
        question: question ?? 'What do you like about where you live?',
        answer,
        history: history ?? null,
        inputMethods: inputMethods ?? null,
        stats: null,
      },
    ],
    0,
  )[0] as AnswerFeatures
}

/** The answer that a history ends with. */
export const typedBy = (
  history: readonly ChangeEntry[],
  inputMethods: InputMethods | null = null,
): AnswerFeatures => answered(history.at(-1)?.s ?? '', { history, inputMethods })
