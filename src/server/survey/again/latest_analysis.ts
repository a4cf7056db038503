/** The latest analysis of participants. The first one stays stored, because a repeated request gets its result again. */
import type { LaterAnalysis } from '../../../store/later_analyses.ts'
import type { Store } from '../../../store/store.ts'
import type { AnalysisRow } from '../../../store/surveys.ts'

/** Participants per query. */
const CHUNK = 100

/** The rows with time, flag and result of the latest analysis of each participant. All rows are of one survey. */
export async function latestAnalyses(
  { laterAnalyses }: Pick<Store, 'laterAnalyses'>,
  rows: readonly AnalysisRow[],
): Promise<AnalysisRow[]> {
  const found: AnalysisRow[] = []
  for (let at = 0; at < rows.length; at += CHUNK) {
    const chunk = rows.slice(at, at + CHUNK)
    const { workspace, surveyId } = chunk[0] as AnalysisRow
    const ids = chunk.map(({ participantId }) => participantId)
    const latest = await laterAnalyses.latest(workspace, surveyId, ids)
    found.push(...chunk.map((row) => withAnalysis(row, latest.get(row.participantId))))
  }
  return found
}

export async function latestAnalysis(
  store: Pick<Store, 'laterAnalyses'>,
  row: AnalysisRow,
): Promise<AnalysisRow> {
  const [latest = row] = await latestAnalyses(store, [row])
  return latest
}

export const withAnalysis = (row: AnalysisRow, later: LaterAnalysis | undefined): AnalysisRow =>
  later === undefined ? row : { ...row, ...later }

/** Every analysis of a participant, the first one first. */
export async function everyAnalysis(
  { laterAnalyses }: Pick<Store, 'laterAnalyses'>,
  row: AnalysisRow,
): Promise<AnalysisRow[]> {
  return [row, ...(await laterAnalyses.list(row)).map((later) => withAnalysis(row, later))]
}
