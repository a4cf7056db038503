/** `node tools/evaluate/hardened.ts`: scores of adversarial programs by family, written into docs/benchmarks/tables. */
import { join } from 'node:path'
import { type KeptRecording, readRecordings, sessionOf } from '../../lab/recordings.ts'
import { runSessionChecks } from '../../src/checks/session.ts'
import { foldSession, type SessionFeatures } from '../../src/features/session/session.ts'
import { partsOf } from '../../src/risk/score.ts'
import { WEIGHTS } from '../../src/risk/weights.ts'
import { type Cell, writeTables } from './tables.ts'

const DATA = join(import.meta.dirname, '..', '..', 'docs', 'benchmarks', 'tables', 'hardened.json')

/** Programs that drive a headed browser over CDP with human-like input. */
const OVER_CDP = /^(hardened|judged)-(cdp|library)$/

/** The same sessions without one kind of evidence. */
const LEFT_OUT: Readonly<Record<string, (features: SessionFeatures) => Partial<SessionFeatures>>> = {
  nothing: () => ({}),
  'wheel notches without animation': ({ scroll }) => ({
    scroll: { ...scroll, fewestScrollsPerNotch: Number.POSITIVE_INFINITY },
  }),
  'the clock of keys and mouse': ({ clock }) => ({ clock: { ...clock, windows: 0, keys: 0 } }),
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

const hardened = readRecordings().filter(({ stack }) => /^(hardened|judged)-/.test(stack))
const featuresOf = (recording: KeptRecording): SessionFeatures => foldSession(sessionOf(recording))

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
const REACHED = ['score 50 or more', 'score 70 or more']
writeTables(DATA, [
  {
    id: 'families',
    title: 'Adversarial programs, by family',
    head: ['family', 'scores', ...REACHED],
    rows: [
      ...[...families]
        .sort()
        .map(([family, scores]): Cell[] => [
          family,
          scores.sort((a, b) => a - b).join(', '),
          ...reached(scores),
        ]),
      ['all development families except os-level', null, ...reached(all('hardened-'))],
      ['all evaluation families', null, ...reached(all('judged-'))],
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
