/**
 * The first of a group of similar answers was analyzed before there was a group. When a copy arrives, the participant with
 * the first answer gets another analysis, so that reviewers see the whole group.
 */
import { crossDuplicate } from '../../../checks/survey/cross_duplicate.ts'
import { type AnalysisRow, rankOf } from '../../../store/surveys.ts'
import { keyText } from '../../../store/values/key_text.ts'
import { failedChecks } from '../result/explanation.ts'
import { readStoredResult } from '../result/stored_result.ts'
import { updateVerdict } from '../result/update_verdict.ts'
import type { SurveyService } from '../service.ts'

/** `copy`: the stored analysis of the participant that came later. */
export async function markCopied(service: SurveyService, copy: AnalysisRow): Promise<void> {
  const { surveys } = service.store
  const { workspace, surveyId } = copy
  const copied = new Map<string, string[]>()
  for (const { id, group, later, results } of readStoredResult(copy.result).answers) {
    const isCopy = later && failedChecks(results).some(({ check }) => check === crossDuplicate.name)
    if (!isCopy) continue
    const [first] = await surveys.clusterMembers(workspace, surveyId, keyText(id), group, 1)
    if (first === undefined || first.participantId === copy.participantId) continue
    copied.set(first.participantId, [...(copied.get(first.participantId) ?? []), id])
  }
  for (const [participantId, ids] of copied) await markFirst(service, { ...copy, participantId }, ids)
}

async function markFirst(
  { store, now }: SurveyService,
  key: Pick<AnalysisRow, 'workspace' | 'surveyId' | 'participantId'>,
  copied: readonly string[],
): Promise<void> {
  const row = await store.surveys.find(key)
  if (row === null) return
  const [latest = row] = await store.surveys.latest([row])
  const result = updateVerdict(latest.result, { copied })
  if (result === latest.result) return
  const { verdict } = readStoredResult(result)
  const isChanged = verdict.verdict !== readStoredResult(latest.result).verdict.verdict
  const analyzedAt = Math.max(now(), latest.analyzedAt + 1)
  await store.surveys.add(
    row,
    { analyzedAt, flagged: latest.flagged, rank: rankOf(verdict), result },
    row.analyzedAt,
    isChanged,
  )
}
