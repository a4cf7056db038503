/**
 * `npm run evaluate`: judges what was set aside, and writes docs/benchmarks/statistics.md and the pages of the checks.
 * `npm run evaluate -- --data DIR [--json]`: judges any folder laid out like the shared data; writes nothing.
 * `--only sessions`, `--only survey` (content of answers) or `--only typing` (their typing) judges one part.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readFolder } from '../../lab/convert/folder.ts'
import { isHeldOut, type Labelled } from '../../lab/convert/labelled.ts'
import { readOwn } from '../../lab/convert/own.ts'
import { readPersonas } from '../../lab/convert/personas/personas.ts'
import { type Figures, figuresOf } from './figures.ts'
import { type Judged, judge } from './judge.ts'
import { writePages } from './pages.ts'
import { judgeReplays, type ReplayFigures } from './replays.ts'
import { measureSpeed, type Speed } from './speed.ts'
import { writeStatistics } from './statistics_file.ts'
import { describeFigures } from './statistics_page.ts'
import { surveyFigures } from './survey/survey_figures.ts'
import { describeSurvey } from './survey/survey_page.ts'
import { writeSurveyPages } from './survey/survey_pages.ts'
import { typingFigures } from './typing/figures.ts'
import { describeTyping, writeTypingPages } from './typing/page.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    json: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
if (values.only !== undefined && !['sessions', 'survey', 'typing'].includes(values.only)) {
  process.stderr.write('--only takes sessions, survey or typing\n')
  process.exit(1)
}
const root = join(import.meta.dirname, '..', '..')
const folder = values.data ?? join(root, '..', 'shared', 'data')
if (!existsSync(folder)) {
  process.stderr.write(`no recordings at ${folder}: give a folder with --data\n`)
  process.exit(1)
}

/** Our own checkout's data were partly fitted on; of a folder given by hand, everything is judged. */
const judgesAll = values.data !== undefined || values.all

/** Pages are written of our own data alone. */
const writes = values.data === undefined && !values.all

const asked = (part: string): boolean => values.only === undefined || values.only === part
const sessions = asked('sessions') ? await judgeSessions() : null
const survey = asked('survey') ? surveyFigures(folder, judgesAll) : null
const typing = asked('typing') ? typingFigures(folder, judgesAll, values.data === undefined) : null
if (values.json) {
  const { figures, speed, replays } = sessions ?? {}
  const all = { ...figures, speed, replays, ...(survey && { survey }), ...(typing && { typing }) }
  process.stdout.write(`${JSON.stringify(all, null, 2)}\n`)
}
const page = join(root, 'docs', 'benchmarks', 'statistics.md')
if (sessions !== null) {
  const text = describeFigures(sessions, judgesAll ? 'given' : 'set aside')
  if (!values.json) process.stdout.write(`${text}\n`)
  if (writes) {
    await writeStatistics(page, 'sessions', text)
    await writePages(join(root, 'docs', 'reference', 'checks'), sessions.figures)
  }
}
if (survey !== null) {
  const text = describeSurvey(survey, !judgesAll)
  if (!values.json) process.stdout.write(`${text}\n`)
  if (writes) {
    await writeStatistics(page, 'survey answers', text)
    await writeSurveyPages(join(root, 'docs', 'reference', 'checks'), survey)
  }
}
if (typing !== null) {
  const text = describeTyping(typing, !judgesAll)
  if (!values.json) process.stdout.write(`${text}\n`)
  if (writes) {
    await writeStatistics(page, 'survey typing', text)
    await writeTypingPages(join(root, 'docs', 'reference', 'checks'), typing)
  }
}

interface SessionsJudged {
  readonly figures: Figures
  readonly speed: Speed | undefined
  readonly replays: ReplayFigures
}

async function judgeSessions(): Promise<SessionsJudged> {
  const judged: Judged[] = []
  const replays = judgeReplays()
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
    if (labelled.source !== 'personas') replays.add(labelled)
  }
  return {
    figures: figuresOf(judged),
    replays: replays.figures(),
    speed: longest === undefined ? undefined : measureSpeed(longest),
  }
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
