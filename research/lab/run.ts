/** `npm run lab`: runs every stack and control, stores the recordings, and prints the matrix. */
import { parseArgs } from 'node:util'
import { makeMatrix, renderMatrix } from './matrix.ts'
import { writePage } from './page.ts'
import { readRecordings } from './recordings.ts'
import { findMissing } from './requirements.ts'
import { scoreRecording } from './score.ts'

const HELP = `npm run lab -- [options]

  --replay          score the stored recordings again without starting a browser
  --write           with --replay: write the tables into docs/benchmarks/tables/lab.json
  --only a,b        only stacks, controls or families whose name starts with a or b
  --kind bot        only bots, or only controls
  --headless        only headless runs
  --headed          only headed runs
  --times n         runs of each stack in each mode (default: 3; controls 5)
  --number n        only the nth run of each
  --missing         only runs without a recording
  --dry             store no recordings
  --json            print the matrix as JSON
  --help            this text`

const { values } = parseArgs({
  options: {
    replay: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
    kind: { type: 'string' },
    headless: { type: 'boolean', default: false },
    headed: { type: 'boolean', default: false },
    times: { type: 'string' },
    number: { type: 'string' },
    missing: { type: 'boolean', default: false },
    dry: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const begins = values.only?.split(',').map((name) => name.trim())
const isWanted = ({
  stack,
  family,
  mode,
  kind,
}: {
  stack: string
  family: string
  mode: string
  kind: string
}) =>
  (!begins || begins.some((begin) => stack.startsWith(begin) || family.startsWith(begin))) &&
  (!values.kind || values.kind === kind) &&
  (!values.headless || mode === 'headless') &&
  (!values.headed || mode === 'headed')

async function main(): Promise<number> {
  if (values.help) {
    console.log(HELP)
    return 0
  }
  if (values.replay) {
    const scored = readRecordings().filter(isWanted).map(scoreRecording)
    if (values.write) writePage(scored)
    else print(scored)
    return 0
  }
  const missing = findMissing()
  if (missing.length > 0) {
    console.error(`The lab needs:\n${missing.map((line) => `  ${line}`).join('\n')}`)
    return 1
  }
  // Imported here because it needs the lab's own packages.
  const { driveAll } = await import('./drive.ts')
  const { recordings, failures } = await driveAll({
    isWanted,
    times: values.times === undefined ? undefined : Number(values.times),
    number: values.number === undefined ? undefined : Number(values.number),
    onlyMissing: values.missing,
    keep: !values.dry,
    log: (line) => console.error(line),
  })
  print(recordings.map(scoreRecording))
  for (const failure of failures) console.error(`failed: ${failure}`)
  return failures.length > 0 ? 1 : 0
}

function print(scored: ReturnType<typeof scoreRecording>[]): void {
  const matrix = makeMatrix(scored)
  console.log(values.json ? JSON.stringify(matrix, undefined, 2) : renderMatrix(matrix))
}

process.exitCode = await main()
