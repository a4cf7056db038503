/** Results that version 0.1.0 stored: the failed checks in the body, and a sentence for some of them. */
import type { ExplainedCheck } from '../../contract/survey.ts'

export interface UnexplainedAnswer {
  readonly id: string
  readonly later: boolean
  readonly evidence?: readonly string[]
}

/** The failed checks of each answer, in order. Their strength was not stored. */
export function unexplainedResults(answers: readonly UnexplainedAnswer[], body: string): ExplainedCheck[][] {
  const { checks } = JSON.parse(body) as { checks: string[] | Record<string, string[]> }
  const sentences = answers.map(({ evidence = [] }) => evidence.map(splitSentence))
  return answers.map(({ id, later }, at) => {
    const own = sentences[at] ?? []
    const names = Array.isArray(checks)
      ? [...own.map(([check]) => check), ...wholeChecks(checks, sentences.flat(), later)]
      : Object.hasOwn(checks, id)
        ? (checks[id] as string[])
        : []
    return names.map((check) => failed(check, own.find(([name]) => name === check)?.[1] ?? ''))
  })
}

/** v012 names the failed checks of the participant. Those without a sentence concern duplicates or all answers. */
function wholeChecks(checks: readonly string[], explained: readonly Sentence[], later: boolean): string[] {
  return checks.filter(
    (check) => !explained.some(([name]) => name === check) && (later || check !== 'Cross-duplicate response'),
  )
}

type Sentence = readonly [check: string, evidence: string]

/** `Response pasted: 100 characters came in 1 bulk insertion.` Some names contain a colon too. */
function splitSentence(sentence: string): Sentence {
  const [, check = sentence, evidence = ''] = /^((?:Automated test: )?[^:]+): (.*)$/s.exec(sentence) ?? []
  return [check, evidence]
}

const failed = (check: string, evidence: string): ExplainedCheck => ({
  check: check as ExplainedCheck['check'],
  result: 'Detected',
  strength: 1,
  evidence,
  spans: null,
})
