/** Progress and summary of `byhand survey check`. */
import { type OutcomeFilter, outcomeSentence } from '../../contract/outcome_counts.ts'
import { isJsonLines } from '../../server/files/record_file.ts'
import { codebookPath } from '../../server/survey/bulk/bulk.ts'
import { type BulkProgress, rowsDone } from '../../server/survey/bulk/bulk_progress.ts'

const BAR_CHARS = 30

export function openProgress(
  write: (text: string) => void,
  isTerminal: boolean,
): (progress: BulkProgress) => void {
  if (!isTerminal) return () => {}
  const startedAt = performance.now()
  return (progress) => {
    const { total, done, resumed, flagged, rejected } = progress
    const past = rowsDone(progress)
    const share = total === 0 ? 1 : past / total
    const filled = Math.round(share * BAR_CHARS)
    const taken = past - resumed
    const secondsLeft = taken === 0 ? 0 : ((performance.now() - startedAt) / 1000 / taken) * (total - past)
    const bar = `${'#'.repeat(filled)}${'-'.repeat(BAR_CHARS - filled)}`
    const rest = `${flagged} failed a check, ${rejected} rejected, ${Math.ceil(secondsLeft)} s left`
    write(`\r[${bar}] ${done}/${total} ${rest}   `)
  }
}

export function summaryLines(end: BulkProgress, seconds: number, out: string, only?: OutcomeFilter): string {
  const { done, resumed, participants, rejected, skipped, checks } = end
  const before = resumed > 0 ? `, ${resumed} of them in an earlier run` : ''
  const counts = Object.entries(checks).sort(([, a], [, b]) => b - a)
  const written = only === undefined ? '' : ` Only the ${only} rows are in it.`
  return [
    `${done} rows${before}: ${rejected} rejected, ${skipped} skipped because they have no answers.`,
    `${participants} participants analyzed in ${seconds.toFixed(1)} s.`,
    ...counts.map(([check, count]) => `  ${String(count).padStart(String(done).length)}  ${check}`),
    `Written to ${out}.${written}`,
    ...(isJsonLines(out) ? [] : [`${codebookPath(out)} says which question is q1.`]),
    outcomeSentence(end),
    '',
  ].join('\n')
}
