/** The typing checks of both versions that fail for one history. */
import { analyzeAnswers, type SurveyCheckName } from '../../../src/checks/survey/analyze.ts'
import type { ChangeEntry } from '../../../src/contract/survey.ts'
import type { InputMethods } from '../../../src/features/typing_history/typing.ts'

export const TYPING_CHECKS = [
  'Partial pasting',
  'Programmatic entry',
  'Response pasted',
  'Unnatural typing',
  'Text chunking',
  'Unnatural typing speed',
  'Unnatural pausing',
] as const satisfies readonly SurveyCheckName[]
export type TypingCheckName = (typeof TYPING_CHECKS)[number]

const V012: ReadonlySet<TypingCheckName> = new Set([
  'Text chunking',
  'Unnatural typing speed',
  'Unnatural pausing',
])

export const isOfV012 = (name: TypingCheckName): boolean => V012.has(name)

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
    for (const name of TYPING_CHECKS) {
      if (found?.results.get(name)?.result === 'Detected') failed.add(name)
    }
  }
  return failed
}
