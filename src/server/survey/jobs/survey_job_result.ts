/** The result of a job: the rows of the file with the latest analysis of each, the reviewers' verdicts included. */
import { isSelected } from '../../../contract/outcome_counts.ts'
import type { Store } from '../../../store/store.ts'
import type { AnalysisRow } from '../../../store/surveys.ts'
import type { UploadRow } from '../../../store/uploads.ts'
import { keyText } from '../../../store/values/key_text.ts'
import { guardCell, writeRecord } from '../../files/csv.ts'
import type { RecordFile } from '../../files/record_file.ts'
import type { VerdictResult } from '../bulk/analyzer.ts'
import { analyzedCell, resultCells, resultHeader } from '../bulk/result_cells.ts'
import { NO_ROWS, outcomeOf, type RowCounts, type RowOutcome, withRow } from '../bulk/row_outcome.ts'
import { headOf, openResult, type ResultRow, resultRows } from '../bulk/upload_result.ts'
import { explain } from '../result/explanation.ts'
import { codebook, type ResultQuestion, resultColumn } from '../result/result_columns.ts'
import { readStoredResult } from '../result/stored_result.ts'
import { TYPING_PAGE } from '../result/typing_url.ts'
import { effectiveVerdict, filtered, type ParticipantFilter } from '../review/participant_filter.ts'
import { openOverriddenVerdicts } from '../review/verdicts.ts'

const ADDED = (['effective_verdict', 'overridden_by', 'note'] as const).map(resultColumn)

/** In the order of their columns. */
const questionsOf = ({ questions }: UploadRow) => JSON.parse(questions ?? '[]') as ResultQuestion[]

export const jobCodebook = (upload: UploadRow): Iterable<string> =>
  codebook([...resultHeader(questionsOf(upload)), ...ADDED], questionsOf(upload))

export type JobResultStore = Pick<Store, 'surveys' | 'accounts' | 'keys'>

type FileRow = Pick<ResultRow, 'cells' | 'added'>

interface JobRow extends FileRow {
  readonly outcome: RowOutcome
  /** Null: erased, or not analyzed. */
  readonly participant: AnalysisRow | null
  /** The latest analysis; null: the row keeps its cells. */
  readonly latest: AnalysisRow | null
}

/**
 * `bytes`: the result as the job wrote it. A row whose analysis was erased, or replaced by another request, keeps its
 * cells. The verdict of a reviewer applies to it, because it is about the participant.
 */
async function* jobRows(
  store: JobResultStore,
  upload: UploadRow,
  file: RecordFile,
): AsyncIterable<JobRow | (FileRow & { readonly isNames: boolean })> {
  let names: readonly string[] = []
  for await (const { cells, added, outcome } of resultRows(upload, file)) {
    if (outcome === undefined) names = added
    if (outcome === undefined || outcome === 'header') {
      yield { cells, added, isNames: outcome === undefined }
      continue
    }
    const cellOf = (name: string) => added[names.indexOf(name)] ?? ''
    const [, id] = cellOf(resultColumn('typing_url')).split(`${TYPING_PAGE}/`)
    const participant = id === undefined ? null : await store.surveys.byId(upload.workspace, id)
    const isOwn =
      participant !== null && cellOf(resultColumn('analyzed_at')) === analyzedCell(participant.analyzedAt)
    const [latest = null] = isOwn ? await store.surveys.latest([participant]) : []
    yield { cells, added, outcome, participant, latest }
  }
}

export async function* jobResultRows(
  store: JobResultStore,
  upload: UploadRow,
  bytes: Uint8Array,
  filter: ParticipantFilter,
): AsyncGenerator<string> {
  const file = await openResult(upload, bytes)
  const overriddenBy = openOverriddenVerdicts(store)
  const questions = questionsOf(upload)
  for await (const row of jobRows(store, upload, file)) {
    const { cells, added } = row
    if ('isNames' in row) {
      if (row.isNames) yield headOf(file, [...cells, ...added, ...ADDED])
      else yield writeRecord([...cells, ...added, ...ADDED.map(() => '')], file.delimiter)
      continue
    }
    const { participant, latest } = row
    const kept = keptOutcome(participant, row.outcome)
    const shown = latest === null ? null : filtered(latest, filter)
    const isWritten = latest === null ? isKept(participant, kept, filter) : shown !== null
    if (!isWritten) continue
    const effective = shown !== null ? effectiveVerdict(shown) : kept.state === 'analyzed' ? kept.verdict : ''
    const overridden = await overriddenBy(upload.workspace, participant?.overridden)
    const last = [effective, overridden?.by ?? '', overridden?.note ?? ''].map(guardCell)
    yield writeRecord(
      [...cells, ...(shown === null ? added : resultCells(questions, { result: resultOf(shown) })), ...last],
      file.delimiter,
    )
  }
}

/** The same rows, counted. */
export async function countJobResult(
  store: JobResultStore,
  upload: UploadRow,
  bytes: Uint8Array,
): Promise<RowCounts> {
  let counts = NO_ROWS
  for await (const row of jobRows(store, upload, await openResult(upload, bytes))) {
    if ('isNames' in row) continue
    const { participant, latest, outcome } = row
    counts = withRow(
      counts,
      latest === null
        ? keptOutcome(participant, outcome)
        : outcomeOf({ result: { ...resultOf(latest), verdict: effectiveVerdict(latest) } }),
    )
  }
  return counts
}

/** Of a row that keeps its cells. `participant`: null if erased. */
const keptOutcome = (participant: AnalysisRow | null, outcome: RowOutcome): RowOutcome =>
  outcome.state === 'analyzed'
    ? { ...outcome, verdict: participant?.overridden?.verdict ?? outcome.verdict }
    : outcome

/** Whether the filter selects a row that keeps its cells. */
function isKept(
  participant: AnalysisRow | null,
  outcome: RowOutcome,
  { only, verdict, reviewed, q }: ParticipantFilter,
): boolean {
  if (q !== undefined && !participant?.participantId.startsWith(keyText(q))) return false
  if (reviewed !== undefined && (participant?.overridden !== undefined) !== (reviewed === 'true'))
    return false
  if (outcome.state !== 'analyzed') return verdict === undefined && only === undefined
  return (verdict === undefined || outcome.verdict === verdict) && isSelected(outcome, only)
}

function resultOf(row: AnalysisRow): VerdictResult {
  const body = JSON.parse(readStoredResult(row.result).body) as VerdictResult
  const { verdict, severity, reasons } = explain(row)
  return { ...body, verdict, severity, reasons, analyzed_at: row.analyzedAt }
}
