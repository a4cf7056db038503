/** The typing checks of both versions that fail for one history. */
import { analyzeAnswers } from '../../../src/checks/survey/analyze.ts'
import type { ChangeEntry } from '../../../src/contract/survey.ts'
import { SURVEY_CHECK_ENTRIES, SURVEY_CHECKS_OF } from '../../../src/contract/survey_checks.ts'
import type { InputMethods } from '../../../src/features/typing_history/typing.ts'

export const TYPING_CHECKS = SURVEY_CHECK_ENTRIES.filter((entry) => entry.kind === 'entry')
export type TypingCheckName = (typeof TYPING_CHECKS)[number]['name']

export const isOfV012 = (name: TypingCheckName): boolean => SURVEY_CHECKS_OF.v012.includes(name)

export function failedTyping(
  text: string,
  history: readonly ChangeEntry[],
  inputMethods: InputMethods | null = null,
): Set<TypingCheckName> {
  const answer = { questionId: 'q', question: '', answer: text, history, inputMethods, stats: null }
  const failed = new Set<TypingCheckName>()
  for (const version of ['v021', 'v012'] as const) {
    const [found] = analyzeAnswers({ version, answers: [answer], lowEffortThreshold: 0 }, (check, error) => {
      throw new Error(`${check} failed`, { cause: error })
    })
    for (const { name } of TYPING_CHECKS) {
      if (found?.results.get(name)?.result === 'Detected') failed.add(name)
    }
  }
  return failed
}
