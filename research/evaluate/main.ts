/**
 * `npm run evaluate`: evaluates held-out recordings, and writes the tables in docs/benchmarks/tables.
 * `npm run evaluate -- --data DIR [--json]`: evaluates any folder with the same layout; writes nothing.
 * `--only sessions`, `--only behavior` (simulated behavior, as measured by the last fit), `--only survey` (content of
 * answers), `--only participants` (people flagged in whole surveys), `--only references` (the same with reference
 * answers) or `--only typing` (typing histories) evaluates one part.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Table, tablesAsMarkdown, writeTables } from '../../tools/tables.ts'
import { readFolder } from '../lab/convert/folder.ts'
import { isHeldOut, type Labeled } from '../lab/convert/labeled.ts'
import { readOwn } from '../lab/convert/own.ts'
import { readPersonas } from '../lab/convert/personas/personas.ts'
import { type Figures, figuresOf } from './figures.ts'
import { behaviorTables } from './left_out.ts'
import { evaluateReplays, type ReplayFigures } from './replays.ts'
import { type ScoredRecording, scoreRecording } from './score_recording.ts'
import { measureSpeed, type Speed } from './speed.ts'
import { checkTables, sessionTables } from './statistics_page.ts'
import { ERROR_RATES_FILE, errorRatesText } from './survey/error_rates.ts'
import { participantFigures, readParticipants } from './survey/participant_figures.ts'
import { participantTables } from './survey/participant_page.ts'
import { referenceFigures } from './survey/reference_figures.ts'
import { referenceTables } from './survey/reference_page.ts'
import { surveyFigures } from './survey/survey_figures.ts'
import { surveyTables } from './survey/survey_page.ts'
import { typingFigures } from './typing/figures.ts'
import { typingTables } from './typing/page.ts'

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

/** Tables are written for the default data only. */
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
if (sessions !== null) {
  show('sessions', sessionTables(sessions))
  if (writes) write('session_checks', checkTables(sessions.figures))
}
// The fit measures these figures; a folder given with --data does not change them.
if (isSelected('behavior') && writes) show('behavior', behaviorTables())
if (survey !== null) show('survey_answers', surveyTables(survey))
if (participants.length > 0) show('participants', participantTables(participants))
if (references !== null && references.people.length > 0) show('references', referenceTables(references))
if (typing !== null) show('typing', typingTables(typing))

if (writes && existsSync(ERROR_RATES_FILE)) writeFileSync(ERROR_RATES_FILE, errorRatesText())

/** Prints the tables, and stores those of the default data. */
function show(name: string, tables: readonly Table[]): void {
  if (!values.json) process.stdout.write(`${tablesAsMarkdown(tables)}\n\n`)
  if (writes) write(name, tables)
}

function write(name: string, tables: readonly Table[]): void {
  writeTables(join(root, 'docs', 'benchmarks', 'tables', `${name}.json`), tables)
}

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
