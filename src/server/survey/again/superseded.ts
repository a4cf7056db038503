/** Whether a later analysis of a participant came to another outcome. The earlier one stays stored. */
import type { Store } from '../../../store/store.ts'
import type { AnalysisRow, ParticipantQuery } from '../../../store/surveys.ts'
import { failedChecks } from '../result/explanation.ts'
import { readStoredResult } from '../result/stored_result.ts'

type Analyzed = Pick<AnalysisRow, 'result'>

export const isSuperseded = (earlier: Analyzed, later: Analyzed): boolean =>
  earlier.result !== later.result && outcomeOf(earlier) !== outcomeOf(later)

/** Equal for analyses with the same verdict and the same failed checks. */
function outcomeOf({ result }: Analyzed): string {
  const { verdict, answers } = readStoredResult(result)
  const failed = answers.map(({ id, results }) => [id, failedChecks(results).map(({ check }) => check)])
  return JSON.stringify([verdict.verdict, failed])
}

const CHUNK = 100

/** Participants of a survey, the newest first, and those whose first result is superseded. */
export async function countSuperseded(
  { surveys }: Pick<Store, 'surveys'>,
  workspace: string,
  surveyId: string,
  most = Number.POSITIVE_INFINITY,
): Promise<{ participants: number; changed: number }> {
  let [participants, changed] = [0, 0]
  let before: ParticipantQuery['before']
  for (;;) {
    const rows = await surveys.participants({
      workspace,
      surveyId,
      limit: CHUNK,
      ...(before && { before }),
    })
    const latest = await surveys.latest(rows)
    participants += rows.length
    changed += rows.filter((row, at) => isSuperseded(row, latest[at] ?? row)).length
    before = rows.at(-1)
    if (rows.length < CHUNK || participants >= most) return { participants, changed }
  }
}
