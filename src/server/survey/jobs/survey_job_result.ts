/** The result of a job: the rows of the file with the latest analysis of each, the reviewers' verdicts included. */
import { keyText } from '../../../store/key_text.ts'
import type { Store } from '../../../store/store.ts'
import type { AnalysisRow } from '../../../store/surveys.ts'
import type { UploadRow } from '../../../store/uploads.ts'
import { guardCell, writeRecord } from '../../files/csv.ts'
import type { VerdictResult } from '../bulk/analyzer.ts'
import { ANALYZED_AT, analyzedCell, questionsOfHeader, resultCells } from '../bulk/result_cells.ts'
import type { RowOutcome } from '../bulk/row_outcome.ts'
import { headOf, openResult, resultRows } from '../bulk/upload_result.ts'
import { explain } from '../explanation.ts'
import { latestAnalysis } from '../latest_analysis.ts'
import { effectiveVerdict, filtered, type ParticipantFilter } from '../results/participant_filter.ts'
import { openOverriddenVerdicts } from '../results/verdicts.ts'
import { readStoredResult } from '../stored_result.ts'
import { TYPING_PAGE } from '../typing_url.ts'

const ADDED = ['byhand_effective_verdict', 'byhand_overridden_by', 'byhand_note'] as const
const TYPING_URL = 'byhand_typing_url'
const VERDICT = 'byhand_verdict'

export type JobResultStore = Pick<Store, 'surveys' | 'laterAnalyses' | 'accounts' | 'keys'>

/**
 * `bytes`: the result as the job wrote it. A row whose analysis was erased, or replaced by another request, keeps its
 * cells. The verdict of a reviewer applies to it, because it is about the participant.
 */
export async function* jobResultRows(
  store: JobResultStore,
  upload: UploadRow,
  bytes: Uint8Array,
  filter: ParticipantFilter,
): AsyncGenerator<string> {
  const file = await openResult(upload, bytes)
  const overriddenBy = openOverriddenVerdicts(store)
  let names: readonly string[] = []
  const cellOf = (added: readonly string[], name: string) => added[names.indexOf(name)] ?? ''

  async function participantOf(added: readonly string[]): Promise<AnalysisRow | null> {
    const [, id] = cellOf(added, TYPING_URL).split(`${TYPING_PAGE}/`)
    return id === undefined ? null : store.surveys.byId(upload.workspace, id)
  }

  for await (const { cells, added, outcome } of resultRows(upload, file)) {
    if (outcome === undefined) {
      names = added
      yield headOf(file, [...cells, ...added, ...ADDED])
      continue
    }
    if (outcome === 'header') {
      yield writeRecord([...cells, ...added, ...ADDED.map(() => '')], file.delimiter)
      continue
    }
    const participant = await participantOf(added)
    const isOwn = participant !== null && cellOf(added, ANALYZED_AT) === analyzedCell(participant.analyzedAt)
    const row = isOwn ? filtered(await latestAnalysis(store, participant), filter) : null
    const effective =
      row === null ? (participant?.overridden?.verdict ?? cellOf(added, VERDICT)) : effectiveVerdict(row)
    const isWritten = isOwn ? row !== null : isKept(participant, effective, outcome, filter)
    if (!isWritten) continue
    const overridden = await overriddenBy(upload.workspace, participant?.overridden)
    const last = [effective, overridden?.by ?? '', overridden?.note ?? ''].map(guardCell)
    yield writeRecord([...cells, ...(row === null ? added : shownCells(names, row)), ...last], file.delimiter)
  }
}

/** Whether the filter selects a row that keeps its cells. `participant`: null if erased. `effective`: empty without an analysis. */
function isKept(
  participant: AnalysisRow | null,
  effective: string,
  { state }: RowOutcome,
  { only, verdict, reviewed, q }: ParticipantFilter,
): boolean {
  if (q !== undefined && !participant?.participantId.startsWith(keyText(q))) return false
  if (reviewed !== undefined && (participant?.overridden !== undefined) !== (reviewed === 'true'))
    return false
  if (verdict !== undefined && effective !== verdict) return false
  if (only === undefined) return true
  return effective === '' ? state === only : (effective === 'keep') === (only === 'clean')
}

/** The result columns with the shown analysis. */
function shownCells(names: readonly string[], row: AnalysisRow): string[] {
  const body = JSON.parse(readStoredResult(row.result).body) as VerdictResult
  const { verdict, severity, reasons } = explain(row)
  const shown = { ...body, verdict, severity, reasons, analyzed_at: row.analyzedAt }
  return resultCells(questionsOfHeader(names), { result: shown })
}
