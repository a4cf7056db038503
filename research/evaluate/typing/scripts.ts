/** Generates histories of scripts that enter a text, by rule from the text only. */
import type { ChangeEntry } from '../../../src/contract/survey.ts'
import { type SeededRandom, seededRandom } from '../../seeded_random.ts'

export type Manner = 'pasted' | 'programmatic' | 'transcribed by script'

export interface Script {
  readonly name: string
  readonly manner: Manner
  /** The minimum number of characters at which the manner is visible. */
  readonly leastChars: number
  run(text: string, random: SeededRandom): ChangeEntry[]
}

/** For text inserted at once: longer than a name, an address or a suggestion. */
const BULK_CHARS = 30
/** For cadences, which need a number of keys. */
const CADENCE_CHARS = 60

const uniform = (random: SeededRandom, low: number, high: number): number =>
  low + (high - low) * random.next()

/** Key by key, each after `gap` ms. */
function keyByKey(text: string, gap: (at: number) => number): ChangeEntry[] {
  let t = 0
  return Array.from(text, (_, at) => {
    if (at > 0) t += Math.max(0, gap(at))
    return { s: text.slice(0, at + 1), t: Math.round(t) }
  })
}

function inPieces(text: string, pieces: readonly string[], gap: (piece: string) => number): ChangeEntry[] {
  let t = 0
  let end = 0
  return pieces.map((piece) => {
    t += gap(piece)
    end += piece.length
    return { s: text.slice(0, end), t: Math.round(t) }
  })
}

const words = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? []
const sentences = (text: string): string[] => text.match(/[^.!?]+[.!?]*\s*|[.!?]+\s*/g) ?? []

const atOnce: readonly Script[] = [
  {
    name: 'one paste',
    manner: 'pasted',
    leastChars: BULK_CHARS,
    run: (text) => [{ s: text, t: 0 }],
  },
  {
    name: 'a paste after a wait, one letter typed and removed',
    manner: 'pasted',
    leastChars: BULK_CHARS,
    run: (text) => [
      { s: 'a', t: 0 },
      { s: '', t: 400 },
      { s: text, t: 9_000 },
    ],
  },
  {
    name: 'a paste, the last word corrected by hand',
    manner: 'pasted',
    leastChars: 80,
    run: (text) => {
      const end = text.slice(-4)
      return [
        { s: text.slice(0, -4), t: 0 },
        ...Array.from(end, (_, at) => ({ s: text.slice(0, text.length - 3 + at), t: 3_000 + 190 * at })),
      ]
    },
  },
  {
    // Shorter pieces cannot be distinguished from dictation.
    name: 'two pastes',
    manner: 'pasted',
    leastChars: 200,
    run: (text) => {
      const middle = text.indexOf(' ', Math.floor(text.length / 2))
      return [
        { s: text.slice(0, middle), t: 0 },
        { s: text, t: 6_000 },
      ]
    },
  },
  {
    name: 'value set, history of an empty field',
    manner: 'programmatic',
    leastChars: 60,
    run: () => [
      { s: ' ', t: 0 },
      { s: '', t: 3 },
    ],
  },
  {
    name: 'one key, then the value set without a record',
    manner: 'programmatic',
    leastChars: 62,
    run: (text) => [{ s: text.slice(0, 1), t: 0 }],
  },
  {
    name: 'streamed by sentences',
    manner: 'programmatic',
    leastChars: 120,
    run: (text, random) => inPieces(text, sentences(text), () => uniform(random, 200, 700)),
  },
  {
    name: 'streamed by words',
    manner: 'programmatic',
    leastChars: CADENCE_CHARS,
    run: (text, random) => inPieces(text, words(text), () => uniform(random, 20, 90)),
  },
]

const FIXED_MS = [0, 1, 5, 10, 25, 50, 80, 100, 120, 150, 200, 300, 500, 1_000]
const fixed: readonly Script[] = FIXED_MS.map((ms) => ({
  name: `keys every ${ms} ms`,
  manner: 'transcribed by script',
  leastChars: CADENCE_CHARS,
  run: (text, random) => keyByKey(text, () => ms + uniform(random, 0, Math.min(4, ms / 10 + 1))),
}))

const RANGES_MS = [
  [0, 50],
  [20, 80],
  [30, 120],
  [50, 150],
  [80, 200],
  [100, 300],
  [50, 250],
  [30, 300],
] as const
const ranged: readonly Script[] = RANGES_MS.map(([low, high]) => ({
  name: `keys every ${low} to ${high} ms`,
  manner: 'transcribed by script',
  leastChars: CADENCE_CHARS,
  run: (text, random) => keyByKey(text, () => uniform(random, low, high)),
}))

const BELLS = [
  [80, 0.15],
  [120, 0.25],
  [150, 0.35],
  [180, 0.4],
] as const
const bells: readonly Script[] = BELLS.map(([mean, share]) => ({
  name: `keys every ${mean} ms, normal distribution (spread ${share})`,
  manner: 'transcribed by script',
  leastChars: CADENCE_CHARS,
  run: (text, random) => keyByKey(text, () => Math.max(5, mean * (1 + share * random.normal()))),
}))

const LOG_BELLS = [
  [120, 0.2],
  [150, 0.3],
  [150, 0.4],
] as const
const logBells: readonly Script[] = LOG_BELLS.map(([median, deviation]) => ({
  name: `keys every ${median} ms, lognormal distribution (spread ${deviation})`,
  manner: 'transcribed by script',
  leastChars: CADENCE_CHARS,
  run: (text, random) => keyByKey(text, () => median * Math.exp(deviation * random.normal())),
}))

const isStart = (text: string, at: number) => text[at - 1] === ' '

/** Scripts that imitate people. They are reported separately, because a good imitation leaves no trace in a history. */
export const PRETENDERS: readonly Script[] = [
  {
    name: 'pauses between words',
    manner: 'transcribed by script',
    leastChars: CADENCE_CHARS,
    run: (text, random) =>
      keyByKey(text, (at) => uniform(random, 50, 150) + (isStart(text, at) ? uniform(random, 50, 250) : 0)),
  },
  {
    name: 'thinking pauses now and then',
    manner: 'transcribed by script',
    leastChars: CADENCE_CHARS,
    run: (text, random) =>
      keyByKey(
        text,
        () => uniform(random, 50, 150) + (random.next() < 0.03 ? uniform(random, 500, 1_500) : 0),
      ),
  },
  {
    name: 'typing errors that are corrected',
    manner: 'transcribed by script',
    leastChars: CADENCE_CHARS,
    run: (text, random) => withSlips(text, random, () => uniform(random, 50, 150)),
  },
  {
    name: 'typing errors, pauses and lognormal intervals',
    manner: 'transcribed by script',
    leastChars: CADENCE_CHARS,
    run: (text, random) =>
      withSlips(text, random, (at) => {
        const pause = isStart(text, at) && random.next() < 0.1 ? uniform(random, 600, 2_000) : 0
        return pause + 140 * Math.exp(0.4 * random.normal())
      }),
  },
]

function withSlips(text: string, random: SeededRandom, gap: (at: number) => number): ChangeEntry[] {
  const entries: ChangeEntry[] = []
  let t = 0
  for (let at = 0; at < text.length; at++) {
    if (random.next() < 0.02) {
      t += gap(at)
      entries.push({
        s: `${text.slice(0, at)}${String.fromCharCode(97 + random.below(26))}`,
        t: Math.round(t),
      })
      t += 2 * gap(at)
      entries.push({ s: text.slice(0, at), t: Math.round(t) })
    }
    t += gap(at)
    entries.push({ s: text.slice(0, at + 1), t: Math.round(t) })
  }
  return entries
}

export const SCRIPTS: readonly Script[] = [...atOnce, ...fixed, ...ranged, ...bells, ...logBells]

export interface ScriptedHistory {
  readonly script: Script
  readonly text: string
  readonly history: readonly ChangeEntry[]
}

/** Every script with its share of the texts. */
export function* scripted(
  scripts: readonly Script[],
  texts: readonly string[],
  perScript: number,
): Generator<ScriptedHistory> {
  for (const [index, script] of scripts.entries()) {
    const random = seededRandom(index + 1)
    const usable = texts.filter((text) => text.length >= script.leastChars)
    for (const text of random.shuffle(usable).slice(0, perScript)) {
      yield { script, text, history: script.run(text, random) }
    }
  }
}
