/**
 * `node research/evaluate/hardened.ts`: scores of adversarial programs by family, of groups of evaluation programs, and of
 * native controls, written into docs/benchmarks/tables.
 */
import { join } from 'node:path'
import { runSessionChecks } from '../../src/checks/session.ts'
import { foldSession, type SessionFeatures } from '../../src/features/session/session.ts'
import { partsOf } from '../../src/risk/score.ts'
import { WEIGHTS } from '../../src/risk/weights.ts'
import { type Cell, writeTables } from '../../tools/tables.ts'
import { type KeptRecording, readRecordings, sessionOf } from '../lab/recordings.ts'

const DATA = join(import.meta.dirname, '..', '..', 'docs', 'benchmarks', 'tables', 'hardened.json')

/** Programs that drive a headed browser over CDP with human-like input. */
const OVER_CDP = /^(hardened|judged)-(cdp|library)$/

/** The same sessions without one kind of evidence. */
const LEFT_OUT: Readonly<Record<string, (features: SessionFeatures) => Partial<SessionFeatures>>> = {
  nothing: () => ({}),
  'wheel notches without animation': ({ scroll }) => ({
    scroll: { ...scroll, fewestScrollsPerNotch: Number.POSITIVE_INFINITY },
  }),
  'the clock of keys and mouse': ({ clock }) => ({ clock: { ...clock, windows: 0, keys: 0, allMouse: 0 } }),
  'the delivery of mouse moves': ({ channel }) => ({ channel: { ...channel, delivery: 'unknown' } }),
  'typing and movement': ({ behavior }) => ({ behavior: { ...behavior, keyWindows: [], strokeWindows: [] } }),
}

/** Without context: the lab is a virtual machine without a graphics card. */
const scoreOf = (features: SessionFeatures): number =>
  partsOf(
    runSessionChecks(features, (check, error) => {
      throw new Error(`${check} failed`, { cause: error })
    }),
    WEIGHTS,
    {},
  ).input

const reached = (scores: readonly number[]): Cell[] =>
  [50, 70].map((least): Cell => [scores.filter((one) => one >= least).length, scores.length])

const recordings = readRecordings()
/** Programs whose authors tried to avoid detection; those of `informed-` have read the checks. */
const ADVERSARIAL = /^(hardened|judged|informed)-/
const hardened = recordings.filter(({ stack }) => ADVERSARIAL.test(stack))
const featuresOf = (recording: KeptRecording): SessionFeatures => foldSession(sessionOf(recording))

interface Scored {
  readonly recording: KeptRecording
  readonly score: number
}
const scored: readonly Scored[] = recordings.map((recording) => ({
  recording,
  score: scoreOf(featuresOf(recording)),
}))

/** Input through the operating system, which no group contains. */
const isNative = ({ stack, family }: KeptRecording): boolean =>
  /os-level/.test(family) || /xdotool/.test(stack)
const isEvaluated = ({ stack }: KeptRecording): boolean => /^(judged|unseen)-/.test(stack)
const isAgent = ({ stack }: KeptRecording): boolean =>
  /agent|screenshot|browser-use|stagehand|midscene/.test(stack)
const isFirefox = ({ browser }: KeptRecording): boolean => browser.startsWith('Firefox')
const isHidden = ({ mode, stack }: KeptRecording): boolean => mode === 'headless' || /phone/.test(stack)

/** Groups of runs with the share that should reach a score. */
const GROUPS: readonly (readonly [
  name: string,
  least: 50 | 70,
  goal: string,
  has: (recording: KeptRecording) => boolean,
])[] = [
  ['headless browsers and emulated phones', 70, '95%', (run) => isEvaluated(run) && isHidden(run)],
  ['adversarial programs over a protocol', 50, '80%', isOverProtocol],
  ['adversarial programs over a protocol', 70, '50%', isOverProtocol],
  ['agents', 50, '90%', (run) => isEvaluated(run) && isAgent(run)],
  ['Firefox over BiDi', 50, '90%', (run) => isEvaluated(run) && isFirefox(run)],
  ['tools as shipped', 70, '100%', isAsShipped],
]

function isOverProtocol(run: KeptRecording): boolean {
  return /^judged-|^unseen-respondent-/.test(run.stack) && !isHidden(run) && !isNative(run)
}

function isAsShipped(run: KeptRecording): boolean {
  return (
    run.kind === 'bot' &&
    !isNative(run) &&
    !ADVERSARIAL.test(run.stack) &&
    !/respondent|wayland/.test(run.stack)
  )
}

/** The stack with the smallest share. */
function worstOf(runs: readonly Scored[], least: number): Cell {
  const shares = [...Map.groupBy(runs, ({ recording }) => recording.stack)].map(([stack, own]) => ({
    stack,
    count: own.filter(({ score }) => score >= least).length,
    of: own.length,
  }))
  const worst = shares.sort((a, b) => a.count / a.of - b.count / b.of || b.of - a.of)[0]
  if (worst === undefined || worst.count === worst.of) return 'none below'
  return `${worst.stack}: ${worst.count} of ${worst.of}`
}

const MONITORED_FROM = 25
const loadOf = (runs: readonly Scored[]): Cell => {
  const loads = runs.flatMap(({ recording }) => recording.load ?? []).sort((a, b) => a - b)
  return loads.length === 0 ? null : `${loads[0]} to ${loads.at(-1)} (${loads.length} runs)`
}
const controlRow = (name: string, runs: readonly Scored[]): Cell[] => [
  name,
  [runs.filter(({ score }) => score >= 50).length, runs.length],
  [runs.filter(({ score }) => score > MONITORED_FROM).length, runs.length],
  Math.max(...runs.map(({ score }) => score)),
  loadOf(runs),
]
const controls = scored.filter(({ recording }) => recording.kind === 'control')

const families = new Map<string, number[]>()
for (const recording of hardened) {
  const scores = families.get(recording.family) ?? []
  scores.push(scoreOf(featuresOf(recording)))
  families.set(recording.family, scores)
}
const all = (begin: string): number[] =>
  [...families].flatMap(([family, scores]) =>
    family.startsWith(begin) && !/os-level/.test(family) ? scores : [],
  )
const overCdp = hardened.filter(({ family }) => OVER_CDP.test(family)).map(featuresOf)
const USES: Readonly<Record<string, string>> = { judged: 'evaluation', informed: 'known gaps' }
const REACHED = ['score 50 or more', 'score 70 or more']
writeTables(DATA, [
  {
    id: 'families',
    title: 'Adversarial programs, by family',
    head: ['family', 'used for', 'scores', ...REACHED],
    rows: [
      ...[...families]
        .sort()
        .map(([family, scores]): Cell[] => [
          family,
          USES[family.split('-', 1)[0] as string] ?? 'development',
          scores.sort((a, b) => a - b).join(', '),
          ...reached(scores),
        ]),
      ['all development families except os-level', 'development', null, ...reached(all('hardened-'))],
      ['all evaluation families', 'evaluation', null, ...reached(all('judged-'))],
      ['all by authors who have read the checks', 'known gaps', null, ...reached(all('informed-'))],
    ],
  },
  {
    id: 'reach',
    title: 'Evaluation runs by group, against their goals',
    note: 'Without `virtual_machine` and `software_renderer`. The groups overlap.',
    head: ['group', 'score', 'goal', 'reached', 'worst stack'],
    rows: GROUPS.map(([name, least, goal, has]): Cell[] => {
      const runs = scored.filter(({ recording }) => has(recording))
      const count = runs.filter(({ score }) => score >= least).length
      return [name, `${least} or more`, goal, [count, runs.length], worstOf(runs, least)]
    }),
  },
  {
    id: 'controls',
    title: 'Simulated people with native input',
    note: 'The load is the average number of waiting processes over the last minute of a run, on two cores. Older runs have none.',
    head: ['control', 'score 50 or more', 'score above 25', 'highest', 'load'],
    rows: [
      ...[...Map.groupBy(controls, ({ recording }) => recording.stack)]
        .sort()
        .map(([stack, runs]) => controlRow(stack, runs)),
      controlRow('all', controls),
    ],
  },
  {
    id: 'left-out',
    title: 'Headed programs over the Chrome DevTools Protocol, with one kind of evidence left out',
    head: ['left out', ...REACHED],
    rows: Object.entries(LEFT_OUT).map(([name, without]) => [
      name,
      ...reached(overCdp.map((features) => scoreOf({ ...features, ...without(features) }))),
    ]),
  },
])
