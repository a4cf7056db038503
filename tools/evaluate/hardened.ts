/** `node tools/evaluate/hardened.ts`: scores of hardened programs by family, written into docs/benchmarks/hardened.md. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readRecordings } from '../../lab/recordings.ts'
import { scoreRecording } from '../../lab/score.ts'
import { withMeasured } from './pages.ts'
import { shareOf, writeShare } from './wilson.ts'

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'benchmarks', 'hardened.md')

const families = new Map<string, number[]>()
for (const recording of readRecordings()) {
  if (!/^(hardened|judged)-/.test(recording.stack)) continue
  const scores = families.get(recording.family) ?? []
  scores.push(scoreRecording(recording).score)
  families.set(recording.family, scores)
}
const rows = [...families].sort().map(([family, scores]) => {
  const from = (least: number) =>
    writeShare(shareOf(scores.filter((score) => score >= least).length, scores.length))
  return `| ${family} | ${scores.sort((a, b) => a - b).join(', ')} | ${from(50)} | ${from(70)} |`
})
const table = ['| family | scores | reach 50 | reach 70 |', '| --- | --- | --- | --- |', ...rows].join('\n')
await writeFile(PAGE, withMeasured(await readFile(PAGE, 'utf8'), table))
