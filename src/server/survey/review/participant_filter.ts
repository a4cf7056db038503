/** Selects participants for lists and exports. A row is shown with the threshold first, then filtered. */
import type { DownloadQuery } from '../../../contract/dashboard/verdicts.ts'
import { isSelected } from '../../../contract/outcome_counts.ts'
import type { Verdict } from '../../../contract/verdicts.ts'
import type { AnalysisRow } from '../../../store/surveys.ts'
import { keyText } from '../../../store/values/key_text.ts'
import { withThreshold } from '../result/low_effort_threshold.ts'
import { readStoredResult } from '../result/stored_result.ts'

export interface ParticipantFilter extends DownloadQuery {
  readonly flagged?: 'true' | 'false' | undefined
}

export const effectiveVerdict = (row: AnalysisRow): Verdict =>
  row.overridden?.verdict ?? readStoredResult(row.result).verdict.verdict

/** The row as it is shown, or null if the filter leaves it out. `row` is a latest analysis. */
export function filtered(row: AnalysisRow, filter: ParticipantFilter): AnalysisRow | null {
  const { flagged, reviewed, verdict, only, q, low_effort_threshold: threshold } = filter
  if (q !== undefined && !row.participantId.startsWith(keyText(q))) return null
  const shown = withThreshold(row, threshold)
  if (flagged !== undefined && shown.flagged !== (flagged === 'true')) return null
  if (reviewed !== undefined && (shown.overridden !== undefined) !== (reviewed === 'true')) return null
  if (verdict === undefined && only === undefined) return shown
  const effective = effectiveVerdict(shown)
  if (verdict !== undefined && effective !== verdict) return null
  return isSelected({ flagged: shown.flagged, verdict: effective }, only) ? shown : null
}

/** For the audit log, without the participant that was searched for. */
export const filterWords = (filter: ParticipantFilter): string[] =>
  Object.entries(filter).map(([name, value]) =>
    name === 'q' ? 'search' : name === 'only' ? value : `${name} ${value}`,
  )
