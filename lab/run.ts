/** `npm run lab`: drives every stack and control, keeps what was recorded, and prints the matrix. */
import { parseArgs } from 'node:util'
import { judge } from './judge.ts'
import { makeMatrix, renderMatrix } from './matrix.ts'
import { writePage } from './page.ts'
import { readRecordings } from './recordings.ts'
import { findMissing } from './requirements.ts'

const HELP = `npm run lab -- [options]

  --replay          judge the kept recordings again; no browser is started
  --write           with --replay: write the matrix into docs/benchmarks/lab.md
  --only a,b        only stacks, controls or families whose name begins so
  --kind bot        only bots, or only controls
  --headless        only headless runs
  --headed          only headed runs
  --times n         runs of each stack in each mode (default: 3; controls 5)
  --number n        only the nth run of each
  --missing         only runs that are not among the recordings yet
  --dry             keep no recordings
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
    const judged = readRecordings().filter(isWanted).map(judge)
    if (values.write) writePage(judged)
    else print(judged)
    return 0
  }
  const missing = findMissing()
  if (missing.length > 0) {
    console.error(`The lab cannot start without:\n${missing.map((line) => `  ${line}`).join('\n')}`)
    return 1
  }
  // Only here, because it needs the lab's own packages.
  const { driveAll } = await import('./drive.ts')
  const { recordings, failures } = await driveAll({
    isWanted,
    times: values.times === undefined ? undefined : Number(values.times),
    number: values.number === undefined ? undefined : Number(values.number),
    onlyMissing: values.missing,
    keep: !values.dry,
    tell: (line) => console.error(line),
  })
  print(recordings.map(judge))
  for (const failure of failures) console.error(`not driven: ${failure}`)
  return failures.length > 0 ? 1 : 0
}

function print(judged: ReturnType<typeof judge>[]): void {
  const matrix = makeMatrix(judged)
  console.log(values.json ? JSON.stringify(matrix, undefined, 2) : renderMatrix(matrix))
}

process.exitCode = await main()
