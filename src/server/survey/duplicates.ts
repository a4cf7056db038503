/**
 * Which cluster of like answers an answer belongs to, inside its workspace, survey and question. Clusters keep their
 * numbers as answers arrive; whoever opened one is its first member and is never a duplicate.
 */
import { createHash } from 'node:crypto'
import { likeness } from '../../features/text/likeness.ts'
import { type Sketch, unpackSketch } from '../../features/text/sketch.ts'
import type { AnswerKey, IndexedAnswer, IndexedNeighbour, SurveyStore } from '../../store/surveys.ts'
import { keyText } from './key_text.ts'

/** Two honest people on one question stay below 0.25; copies with a few words changed stay above 0.6. */
export const DUPLICATE_LIKENESS = 0.6

/** Looked at per band. A band shared by more than this is a commonplace, and the oldest of it stand for the rest. */
const NEIGHBOURS_PER_BAND = 16

/** Copies of one text that are indexed; the next ones join the cluster without a row, so a flood costs no room. */
const MEMBERS_KEPT = 16
/** So alike that one stands for the other wherever it is looked for. */
const COPY_LIKENESS = 0.95

/** What the duplicate index needs of one answer that is not empty. */
export interface AnswerSketch {
  readonly questionId: string
  readonly sketch: Uint8Array
  readonly bands: readonly bigint[]
}

/** Where an answer stands among those of other participants. */
export interface Placement {
  readonly questionId: string
  readonly group: number
  /** Others were in the cluster before it. */
  readonly later: boolean
  /** At least one other participant is in the cluster now. */
  readonly shared: boolean
}

export interface Placed extends Placement {
  /** Null when the cluster has enough copies indexed. */
  readonly index: IndexedAnswer | null
}

/** What this participant's earlier analysis said of a question. */
export interface EarlierPlacement {
  readonly group: number
  readonly later: boolean
  readonly sketchDigest: string
  /** Null where the answer was one copy too many to be indexed. */
  readonly sketch: Uint8Array | null
}

export interface PlaceOptions {
  readonly store: SurveyStore
  /** With ids as the store keeps them. */
  readonly key: AnswerKey
  readonly earlier: ReadonlyMap<string, EarlierPlacement>
  /** From this likeness on, two answers are in one cluster. */
  readonly threshold: number
  /** A new cluster's number; asked at most once per question. */
  newGroup(questionId: string): Promise<number>
}

export async function placeAnswer(answer: AnswerSketch, options: PlaceOptions): Promise<Placed> {
  const own = unpackSketch(answer.sketch)
  const bands = answer.bands.map((band) => band ^ saltOf(options.key.workspace))
  const alike = (await findAlike(own, bands, answer.questionId, options)).sort(
    (a, b) => b.likeness - a.likeness || a.group - b.group,
  )
  const best = alike[0]
  const earlier = options.earlier.get(answer.questionId)
  const unchanged = earlier?.sketchDigest === digestOfSketch(answer.sketch)
  const place = await (async () => {
    if (earlier !== undefined && unchanged) return { group: earlier.group, later: earlier.later }
    if (best !== undefined) return { group: best.group, later: true }
    const isMended = earlier?.sketch && likeness(own, unpackSketch(earlier.sketch)) >= options.threshold
    if (isMended) return { group: earlier.group, later: earlier.later }
    return { group: await options.newGroup(answer.questionId), later: false }
  })()
  const copies = alike.filter(
    (other) => other.group === place.group && other.likeness >= COPY_LIKENESS,
  ).length
  return {
    questionId: answer.questionId,
    ...place,
    shared: alike.some((other) => other.group === place.group),
    index:
      copies >= MEMBERS_KEPT
        ? null
        : { questionId: keyText(answer.questionId), bands, sketch: answer.sketch, group: place.group },
  }
}

export function digestOfSketch(sketch: Uint8Array): string {
  return createHash('sha256').update(sketch).digest('base64url').slice(0, 22)
}

interface Alike {
  readonly group: number
  readonly likeness: number
}

/** The last band is the text itself: where copies are found there, nothing nearer can be found elsewhere. */
async function findAlike(
  own: Sketch,
  bands: readonly bigint[],
  questionId: string,
  { store, key, threshold }: PlaceOptions,
): Promise<Alike[]> {
  const compare = (neighbours: readonly IndexedNeighbour[]): Alike[] =>
    neighbours
      .map(({ group, sketch }) => ({ group, likeness: likeness(own, unpackSketch(sketch)) }))
      .filter((other) => other.likeness >= threshold)
  const look = (some: readonly bigint[]) =>
    store.neighbours(key, keyText(questionId), some, NEIGHBOURS_PER_BAND)
  const copies = compare(await look(bands.slice(-1)))
  return copies.length > 0 ? copies : compare(await look(bands.slice(0, -1)))
}

/** Keeps one workspace's answers from crowding another's out of a band they would share. */
function saltOf(workspace: string): bigint {
  return createHash('sha256').update(workspace).digest().readBigUInt64LE(0) >> 1n
}
