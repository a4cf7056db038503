/** The result of a job: the rows of the file with the latest analysis of each, the reviewers' verdicts included. */
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

export type JobResultStore = Pick<Store, 'surveys' | 'laterAnalyses' | 'accounts' | 'keys'>

/** `bytes`: the result as the job wrote it. A row whose analysis was erased, or replaced by another request, keeps its cells. */
export async function* jobResultRows(
  store: JobResultStore,
  upload: UploadRow,
  bytes: Uint8Array,
  filter: ParticipantFilter,
): AsyncGenerator<string> {
  const file = await openResult(upload, bytes)
  const overriddenBy = openOverriddenVerdicts(store)
  /** Whether a row without a stored analysis is written: a file by verdict or id has none. */
  const isWritten = ({ state }: RowOutcome) =>
    filter.verdict === undefined && filter.q === undefined && [undefined, state].includes(filter.only)
  let names: readonly string[] = []

  async function analysisOf(added: readonly string[]): Promise<AnalysisRow | null> {
    const [, id] = (added[names.indexOf(TYPING_URL)] ?? '').split(`${TYPING_PAGE}/`)
    const row = id === undefined ? null : await store.surveys.byId(upload.workspace, id)
    const isOwn = row !== null && added[names.indexOf(ANALYZED_AT)] === analyzedCell(row.analyzedAt)
    return isOwn ? latestAnalysis(store, row) : null
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
    const found = await analysisOf(added)
    const row = found && filtered(found, filter)
    if (row === null) {
      if (found === null && isWritten(outcome)) {
        yield writeRecord([...cells, ...added, ...ADDED.map(() => '')], file.delimiter)
      }
      continue
    }
    const overridden = await overriddenBy(upload.workspace, row.overridden)
    const last = [effectiveVerdict(row), overridden?.by ?? '', overridden?.note ?? ''].map(guardCell)
    yield writeRecord([...cells, ...shownCells(names, row), ...last], file.delimiter)
  }
}

/** The result columns with the shown analysis. */
function shownCells(names: readonly string[], row: AnalysisRow): string[] {
  const body = JSON.parse(readStoredResult(row.result).body) as VerdictResult
  const { verdict, severity, reasons } = explain(row)
  const shown = { ...body, verdict, severity, reasons, analyzed_at: row.analyzedAt }
  return resultCells(questionsOfHeader(names), { result: shown })
}
