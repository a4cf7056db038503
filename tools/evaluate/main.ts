/**
 * `npm run evaluate`: evaluates held-out recordings, and writes docs/benchmarks/statistics.md and the pages of the
 * checks.
 * `npm run evaluate -- --data DIR [--json]`: evaluates any folder with the same layout; writes nothing.
 * `--only sessions`, `--only behavior` (simulated behavior, as measured by the last fit), `--only survey` (content of
 * answers), `--only participants` (people flagged in whole surveys), `--only references` (the same with reference
 * answers) or `--only typing` (typing histories) evaluates one part.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readFolder } from '../../lab/convert/folder.ts'
import { isHeldOut, type Labeled } from '../../lab/convert/labeled.ts'
import { readOwn } from '../../lab/convert/own.ts'
import { readPersonas } from '../../lab/convert/personas/personas.ts'
import { ERROR_RATES_FILE, errorRatesText } from '../survey_error_rates.ts'
import { type Figures, figuresOf } from './figures.ts'
import { describeLeftOut } from './left_out.ts'
import { writePages } from './pages.ts'
import { evaluateReplays, type ReplayFigures } from './replays.ts'
import { type ScoredRecording, scoreRecording } from './score_recording.ts'
import { measureSpeed, type Speed } from './speed.ts'
import { writeStatistics } from './statistics_file.ts'
import { describeFigures } from './statistics_page.ts'
import { participantFigures, readParticipants } from './survey/participant_figures.ts'
import { describeParticipants } from './survey/participant_page.ts'
import { referenceFigures } from './survey/reference_figures.ts'
import { describeReferences } from './survey/reference_page.ts'
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
const PARTS = ['sessions', 'behavior', 'survey', 'participants', 'references', 'typing']
if (values.only !== undefined && !PARTS.includes(values.only)) {
  process.stderr.write(`--only takes one of: ${PARTS.join(', ')}\n`)
  process.exit(1)
}
const root = join(import.meta.dirname, '..', '..')
const folder = values.data ?? join(root, '..', 'shared', 'data')
if (!existsSync(folder)) {
  process.stderr.write(`no recordings in ${folder}: name a folder with --data\n`)
  process.exit(1)
}

/** The default data is partly used by the fits. A folder given with `--data` is evaluated completely. */
const usesAll = values.data !== undefined || values.all

/** Pages are written for the default data only. */
const writes = values.data === undefined && !values.all

const isSelected = (part: string): boolean => values.only === undefined || values.only === part
const sessions = isSelected('sessions') ? await evaluateSessions() : null
const survey = isSelected('survey') ? surveyFigures(folder, usesAll) : null
const participants = isSelected('participants') ? participantFigures(readParticipants(folder)) : []
const references = isSelected('references') ? referenceFigures(folder, readParticipants(folder)) : null
const typing = isSelected('typing') ? typingFigures(folder, usesAll, values.data === undefined) : null
if (values.json) {
  const { figures, speed, replays } = sessions ?? {}
  const all = {
    ...figures,
    speed,
    replays,
    ...(survey && { survey }),
    participants,
    ...(references && { references }),
    ...(typing && { typing }),
  }
  process.stdout.write(`${JSON.stringify(all, null, 2)}\n`)
}
const page = join(root, 'docs', 'benchmarks', 'statistics.md')
if (sessions !== null) {
  const text = describeFigures(sessions, usesAll ? 'given' : 'held out')
  if (!values.json) process.stdout.write(`${text}\n`)
  if (writes) {
    await writeStatistics(page, 'sessions', text)
    await writePages(join(root, 'docs', 'reference', 'checks'), sessions.figures)
  }
}
// The fit measures these figures; a folder given with --data does not change them.
if (isSelected('behavior') && writes) {
  const text = describeLeftOut()
  if (!values.json) process.stdout.write(`${text}\n`)
  await writeStatistics(page, 'simulated behavior', text)
}
if (survey !== null) {
  const text = describeSurvey(survey, !usesAll)
  if (!values.json) process.stdout.write(`${text}\n`)
  if (writes) {
    await writeStatistics(page, 'survey answers', text)
    await writeSurveyPages(join(root, 'docs', 'reference', 'checks'), survey)
  }
}
if (participants.length > 0) {
  const text = describeParticipants(participants)
  if (!values.json) process.stdout.write(`${text}\n`)
  if (writes) await writeStatistics(page, 'survey participants', text)
}
if (references !== null && references.people.length > 0) {
  const text = describeReferences(references)
  if (!values.json) process.stdout.write(`${text}\n`)
  if (writes) await writeStatistics(page, 'survey references', text)
}
if (typing !== null) {
  const text = describeTyping(typing, !usesAll)
  if (!values.json) process.stdout.write(`${text}\n`)
  if (writes) {
    await writeStatistics(page, 'survey typing', text)
    await writeTypingPages(join(root, 'docs', 'reference', 'checks'), typing)
  }
}

if (writes) writeFileSync(ERROR_RATES_FILE, errorRatesText())

interface SessionsEvaluated {
  readonly figures: Figures
  readonly speed: Speed | undefined
  readonly replays: ReplayFigures
}

async function evaluateSessions(): Promise<SessionsEvaluated> {
  const scored: ScoredRecording[] = []
  const replays = evaluateReplays()
  let longest: Labeled | undefined
  for await (const labeled of recordings()) {
    if (
      labeled.source === 'klicke' &&
      labeled.session.batches.length > (longest?.session.batches.length ?? 100)
    ) {
      longest = labeled
    }
    if (!usesAll && labeled.source !== 'personas' && labeled.source !== 'lab' && isFitted(labeled)) continue
    scored.push(scoreRecording(labeled))
    if (labeled.source !== 'personas') replays.add(labeled)
  }
  return {
    figures: figuresOf(scored),
    replays: replays.figures(),
    speed: longest === undefined ? undefined : measureSpeed(longest),
  }
}

/** People are held out by identity. Data sets of one person are used completely by the fit. */
function isFitted(labeled: Labeled): boolean {
  return !isHeldOut(labeled)
}

async function* recordings(): AsyncGenerator<Labeled> {
  if (values.data === undefined) {
    yield* readPersonas()
    yield* readOwn()
  }
  yield* readFolder(folder)
}
