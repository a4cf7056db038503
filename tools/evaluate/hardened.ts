/** `node tools/evaluate/hardened.ts`: scores of hardened programs by family, written into docs/benchmarks/hardened.md. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type KeptRecording, readRecordings, sessionOf } from '../../lab/recordings.ts'
import { runSessionChecks } from '../../src/checks/session.ts'
import { foldSession, type SessionFeatures } from '../../src/features/session/session.ts'
import { partsOf } from '../../src/risk/score.ts'
import { WEIGHTS } from '../../src/risk/weights.ts'
import { withMeasured } from './pages.ts'
import { shareOf, writeShare } from './wilson.ts'

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'benchmarks', 'hardened.md')

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

const reached = (scores: readonly number[]): string =>
  [50, 70]
    .map((least) => writeShare(shareOf(scores.filter((one) => one >= least).length, scores.length)))
    .join(' | ')

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
const table = [
  '| family | scores | reach 50 | reach 70 |',
  '| --- | --- | --- | --- |',
  ...[...families]
    .sort()
    .map(
      ([family, scores]) => `| ${family} | ${scores.sort((a, b) => a - b).join(', ')} | ${reached(scores)} |`,
    ),
  `| all development families but os-level |  | ${reached(all('hardened-'))} |`,
  `| all evaluation families but os-level |  | ${reached(all('judged-'))} |`,
  '',
  'Scores of the headed families driven over the Chrome DevTools Protocol (CDP; `-cdp` and `-library`), with one kind of evidence left out:',
  '',
  '| left out | reach 50 | reach 70 |',
  '| --- | --- | --- |',
  ...Object.entries(LEFT_OUT).map(([name, without]) => {
    const scores = overCdp.map((features) => scoreOf({ ...features, ...without(features) }))
    return `| ${name} | ${reached(scores)} |`
  }),
].join('\n')
await writeFile(PAGE, withMeasured(await readFile(PAGE, 'utf8'), table))
