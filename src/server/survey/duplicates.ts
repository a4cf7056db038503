/**
 * Which cluster of like answers an answer belongs to, inside its workspace, survey and question. Clusters keep their
 * numbers as answers arrive; whoever opened one is its first member and is never a duplicate.
 */
import { createHash } from 'node:crypto'
import { duplicateThreshold } from '../../features/text/duplicates.ts'
import { likeness } from '../../features/text/likeness.ts'
import type { AnswerKey, IndexedAnswer, SurveyStore } from '../../store/surveys.ts'
import { keyText } from '../base/key_text.ts'
import { type AnswerSketch, unpackWeighed, type WeighedSketch } from './answer_sketch.ts'

/** Looked at per band. A band shared by more than this is a commonplace, and the oldest of it stand for the rest. */
const NEIGHBOURS_PER_BAND = 24

/**
 * Compared in full. Answers that share a band by chance share one; a duplicate shares several and comes first. With
 * twice as many no more are found, among ten thousand answers or among a million.
 */
const NEIGHBOURS_COMPARED = 12

/** Copies of one text that are indexed; the next ones join the cluster without a row, so a flood costs no room. */
const MEMBERS_KEPT = NEIGHBOURS_COMPARED
/** So alike that one stands for the other wherever it is looked for. */
const COPY_LIKENESS = 0.95

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
  readonly packed: Uint8Array | null
}

export interface PlaceOptions {
  readonly store: SurveyStore
  /** With ids as the store keeps them. */
  readonly key: AnswerKey
  readonly earlier: ReadonlyMap<string, EarlierPlacement>
  /** A new cluster's number; asked at most once per question. */
  newGroup(questionId: string): Promise<number>
}

export async function placeAnswer(answer: AnswerSketch, options: PlaceOptions): Promise<Placed> {
  const own = unpackWeighed(answer.packed)
  const bands = answer.bands.map((band) => band ^ saltOf(options.key.workspace))
  const seeker: Seeker = { own, questionId: answer.questionId, options }
  const oldest = await oldestCopy(seeker, bands.at(-1))
  const alike = oldest === undefined ? await findAlike(seeker, bands.slice(0, -1)) : [oldest]
  const place = await placeAmong(alike, own, answer, options)
  const isElsewhere = oldest !== undefined && oldest.group !== place.group
  const members = (isElsewhere ? await findAlike(seeker, bands.slice(-1)) : alike).filter(
    ({ group }) => group === place.group,
  )
  const copies = members.reduce(
    (sum, { likeness, count }) => sum + (likeness >= COPY_LIKENESS ? count : 0),
    0,
  )
  return {
    questionId: answer.questionId,
    ...place,
    shared: members.length > 0,
    index:
      copies >= MEMBERS_KEPT
        ? null
        : { questionId: keyText(answer.questionId), bands, sketch: answer.packed, group: place.group },
  }
}

/** An answer that did not change keeps its place; one that was mended keeps its cluster unless it is now like others. */
async function placeAmong(
  alike: readonly Alike[],
  own: WeighedSketch,
  answer: AnswerSketch,
  { earlier, newGroup }: PlaceOptions,
): Promise<{ group: number; later: boolean }> {
  const before = earlier.get(answer.questionId)
  if (before !== undefined && before.sketchDigest === digestOfSketch(answer.packed)) {
    return { group: before.group, later: before.later }
  }
  const nearest = alike[0]
  if (nearest !== undefined) return { group: nearest.group, later: true }
  if (before?.packed && likenessOf(own, unpackWeighed(before.packed)) !== undefined) {
    return { group: before.group, later: before.later }
  }
  return { group: await newGroup(answer.questionId), later: false }
}

export function digestOfSketch(packed: Uint8Array): string {
  return createHash('sha256').update(packed).digest('base64url').slice(0, 22)
}

interface Alike {
  readonly group: number
  readonly likeness: number
  /** How many answers it stands for. */
  readonly count: number
}

/** Who looks for others. */
interface Seeker {
  readonly own: WeighedSketch
  readonly questionId: string
  readonly options: PlaceOptions
}

/** The last band is the text itself: where copies are found there, nothing nearer is found elsewhere, and one speaks for all. */
async function oldestCopy(
  { own, questionId, options: { store, key } }: Seeker,
  band: bigint | undefined,
): Promise<Alike | undefined> {
  if (band === undefined) return undefined
  const found = await store.copies(key, keyText(questionId), band, NEIGHBOURS_PER_BAND)
  if (found === null) return undefined
  const { oldest, count } = found
  const alike = likenessOf(own, unpackWeighed(oldest.sketch))
  return alike === undefined ? undefined : { group: oldest.group, likeness: alike, count }
}

/** Nearest first. */
async function findAlike(
  { own, questionId, options: { store, key } }: Seeker,
  bands: readonly bigint[],
): Promise<Alike[]> {
  const found = await store.neighbors(
    key,
    keyText(questionId),
    bands,
    NEIGHBOURS_PER_BAND,
    NEIGHBOURS_COMPARED,
  )
  return found
    .flatMap(({ group, sketch }) => {
      const alike = likenessOf(own, unpackWeighed(sketch))
      return alike === undefined ? [] : [{ group, likeness: alike, count: 1 }]
    })
    .sort((a, b) => b.likeness - a.likeness || a.group - b.group)
}

/** Undefined when the two are not duplicates. Judged by the shorter one: honest short answers are often alike. */
function likenessOf(a: WeighedSketch, b: WeighedSketch): number | undefined {
  const alike = likeness(a.sketch, b.sketch)
  return alike >= duplicateThreshold(Math.min(a.weight, b.weight)) ? alike : undefined
}

/** Keeps one workspace's answers from crowding another's out of a band they would share. */
export function saltOf(workspace: string): bigint {
  return createHash('sha256').update(workspace).digest().readBigUInt64LE(0) >> 1n
}
