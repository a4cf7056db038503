/** The result of a job: the rows of the file with the latest analysis of each, the reviewers' verdicts included. */
import type { Verdict } from '../../../contract/verdicts.ts'
import { keyText } from '../../../store/key_text.ts'
import type { Store } from '../../../store/store.ts'
import type { AnalysisRow } from '../../../store/surveys.ts'
import type { UploadRow } from '../../../store/uploads.ts'
import { guardCell, writeRecord } from '../../files/csv.ts'
import type { RecordFile } from '../../files/record_file.ts'
import type { VerdictResult } from '../bulk/analyzer.ts'
import { ANALYZED_AT, analyzedCell, questionsOfHeader, resultCells } from '../bulk/result_cells.ts'
import { NO_ROWS, outcomeOf, type RowCounts, type RowOutcome, withRow } from '../bulk/row_outcome.ts'
import { headOf, openResult, type ResultRow, resultRows } from '../bulk/upload_result.ts'
import { explain } from '../explanation.ts'
import { latestAnalysis } from '../latest_analysis.ts'
import { effectiveVerdict, filtered, type ParticipantFilter } from '../results/participant_filter.ts'
import { openOverriddenVerdicts } from '../results/verdicts.ts'
import { readStoredResult } from '../stored_result.ts'
import { TYPING_PAGE } from '../typing_url.ts'

const ADDED = ['byhand_effective_verdict', 'byhand_overridden_by', 'byhand_note'] as const
const TYPING_URL = 'byhand_typing_url'

export type JobResultStore = Pick<Store, 'surveys' | 'laterAnalyses' | 'accounts' | 'keys'>

interface JobRow extends Pick<ResultRow, 'cells' | 'added'> {
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
): AsyncIterable<JobRow | (Pick<ResultRow, 'cells' | 'added'> & { readonly outcome: 'names' | 'header' })> {
  let names: readonly string[] = []
  for await (const { cells, added, outcome } of resultRows(upload, file)) {
    if (outcome === undefined) names = added
    if (outcome === undefined || outcome === 'header') {
      yield { cells, added, outcome: outcome ?? 'names' }
      continue
    }
    const cellOf = (name: string) => added[names.indexOf(name)] ?? ''
    const [, id] = cellOf(TYPING_URL).split(`${TYPING_PAGE}/`)
    const participant = id === undefined ? null : await store.surveys.byId(upload.workspace, id)
    const isOwn = participant !== null && cellOf(ANALYZED_AT) === analyzedCell(participant.analyzedAt)
    const latest = isOwn ? await latestAnalysis(store, participant) : null
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
  let names: readonly string[] = []
  for await (const row of jobRows(store, upload, file)) {
    const { cells, added } = row
    if (row.outcome === 'names') {
      names = added
      yield headOf(file, [...cells, ...added, ...ADDED])
      continue
    }
    if (row.outcome === 'header') {
      yield writeRecord([...cells, ...added, ...ADDED.map(() => '')], file.delimiter)
      continue
    }
    const { participant, latest, outcome } = row as JobRow
    const shown = latest === null ? null : filtered(latest, filter)
    const isWritten = latest === null ? isKept(participant, outcome, filter) : shown !== null
    if (!isWritten) continue
    const effective = shown === null ? keptVerdict(participant, outcome) : effectiveVerdict(shown)
    const overridden = await overriddenBy(upload.workspace, participant?.overridden)
    const last = [effective ?? '', overridden?.by ?? '', overridden?.note ?? ''].map(guardCell)
    yield writeRecord(
      [...cells, ...(shown === null ? added : shownCells(names, shown)), ...last],
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
    if (row.outcome === 'names' || row.outcome === 'header') continue
    const { participant, latest, outcome } = row as JobRow
    const shown = latest === null ? outcome : outcomeOf({ result: resultOf(latest) })
    const verdict = latest === null ? keptVerdict(participant, outcome) : effectiveVerdict(latest)
    counts = withRow(counts, shown.state === 'analyzed' && verdict ? { ...shown, verdict } : shown)
  }
  return counts
}

/** The effective verdict of a row that keeps its cells; undefined: it was not analyzed. */
const keptVerdict = (participant: AnalysisRow | null, outcome: RowOutcome): Verdict | undefined =>
  outcome.state === 'analyzed' ? (participant?.overridden?.verdict ?? outcome.verdict) : undefined

/** Whether the filter selects a row that keeps its cells. `participant`: null if erased. */
function isKept(
  participant: AnalysisRow | null,
  outcome: RowOutcome,
  { only, verdict, reviewed, q }: ParticipantFilter,
): boolean {
  if (q !== undefined && !participant?.participantId.startsWith(keyText(q))) return false
  if (reviewed !== undefined && (participant?.overridden !== undefined) !== (reviewed === 'true'))
    return false
  const effective = keptVerdict(participant, outcome)
  if (verdict !== undefined && effective !== verdict) return false
  if (only === undefined) return true
  return only === 'clean' ? effective === 'keep' : outcome.state === 'analyzed' && outcome.flagged
}

/** The result columns with the shown analysis. */
const shownCells = (names: readonly string[], row: AnalysisRow): string[] =>
  resultCells(questionsOfHeader(names), { result: resultOf(row) })

function resultOf(row: AnalysisRow): VerdictResult {
  const body = JSON.parse(readStoredResult(row.result).body) as VerdictResult
  const { verdict, severity, reasons } = explain(row)
  return { ...body, verdict, severity, reasons, analyzed_at: row.analyzedAt }
}
