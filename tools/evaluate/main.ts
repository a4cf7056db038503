/**
 * `npm run evaluate`: judges what was set aside, and writes docs/STATISTICS.md and the pages of the checks.
 * `npm run evaluate -- --data DIR [--json]`: judges any folder laid out like the shared data; writes nothing.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readFolder } from '../../lab/convert/folder.ts'
import { isHeldOut, type Labelled } from '../../lab/convert/labelled.ts'
import { readOwn } from '../../lab/convert/own.ts'
import { readPersonas } from '../../lab/convert/personas/personas.ts'
import { figuresOf } from './figures.ts'
import { type Judged, judge } from './judge.ts'
import { writePages } from './pages.ts'
import { measureSpeed, type Speed } from './speed.ts'
import { writeStatistics } from './statistics_file.ts'
import { describeFigures } from './statistics_page.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    json: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
})
const root = join(import.meta.dirname, '..', '..')
const folder = values.data ?? join(root, '..', 'shared', 'data')
if (!existsSync(folder)) {
  process.stderr.write(`no recordings at ${folder}: give a folder with --data\n`)
  process.exit(1)
}

/** Our own checkout's data were partly fitted on; of a folder given by hand, everything is judged. */
const judgesAll = values.data !== undefined || values.all

const judged: Judged[] = []
let longest: Labelled | undefined
for await (const labelled of recordings()) {
  if (
    labelled.source === 'klicke' &&
    labelled.session.batches.length > (longest?.session.batches.length ?? 100)
  ) {
    longest = labelled
  }
  if (!judgesAll && labelled.source !== 'personas' && labelled.source !== 'lab' && isFitted(labelled))
    continue
  judged.push(judge(labelled))
}
const figures = figuresOf(judged)
const speed: Speed | undefined = longest === undefined ? undefined : measureSpeed(longest)

if (values.json) process.stdout.write(`${JSON.stringify({ ...figures, speed }, null, 2)}\n`)
else process.stdout.write(`${describeFigures(figures, speed, judgesAll ? 'given' : 'set aside')}\n`)
if (values.data === undefined && !values.all) {
  await writeStatistics(
    join(root, 'docs', 'STATISTICS.md'),
    describeFigures(figures, speed, judgesAll ? 'given' : 'set aside'),
  )
  await writePages(join(root, 'docs', 'checks'), figures)
}

/** A whole set of one person's is used up by a fit; everybody else's were set aside by who they are. */
function isFitted(labelled: Labelled): boolean {
  return !isHeldOut(labelled)
}

async function* recordings(): AsyncGenerator<Labelled> {
  if (values.data === undefined) {
    yield* readPersonas()
    yield* readOwn()
  }
  yield* readFolder(folder)
}
