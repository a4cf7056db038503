/**
 * Finds the cluster of similar answers that each answer belongs to, within its workspace, survey and question. Clusters
 * keep their numbers as answers arrive. The first member of a cluster is never a duplicate.
 */
import { createHash } from 'node:crypto'
import { LARGE_GROUP } from '../../../checks/survey/cross_duplicate.ts'
import { CROSS_DUPLICATE_WEIGHT, duplicateThreshold } from '../../../features/text/similarity/duplicates.ts'
import {
  isLetterChanged,
  isOneWordChanged,
  similarity,
  wordsApart,
  wordsInCommon,
} from '../../../features/text/similarity/similarity.ts'
import { type Overlap, WHOLE } from '../../../features/text/word_bits.ts'
import type { AnswerKey, IndexedAnswer, IndexedNeighbor, SurveyStore } from '../../../store/surveys.ts'
import { keyText } from '../../../store/values/key_text.ts'
import { type AnswerSketch, unpackWeighed, type WeighedSketch } from '../request/answer_sketch.ts'

/** Loaded per index hash. More answers share a hash only if it is that of a common phrase; then the oldest are enough. */
const NEIGHBORS_PER_HASH = 24

/**
 * Compared in full, those with the most shared hashes first: unrelated answers share one, duplicates share several.
 * Comparing twice as many finds no more duplicates, among ten thousand answers or a million.
 */
const NEIGHBORS_COMPARED = 12

/** Indexed copies of one text. Further copies join the cluster without a row, so that a flood takes no space. */
const MEMBERS_KEPT = NEIGHBORS_COMPARED
/** From this similarity on, two answers count as copies. */
const COPY_SIMILARITY = 0.95

/** The cluster of one answer. */
export interface Placement {
  readonly questionId: string
  readonly group: number
  /** Another participant was in the cluster earlier. */
  readonly later: boolean
  /** Another participant is in the cluster. */
  readonly shared: boolean
  /** To the nearest answer in the cluster; 1 if there was none. */
  readonly similarity: number
  /** What it has in common with the nearest answer. */
  readonly overlap: Overlap
  /** The two differ in at most one word, or in single letters. */
  readonly isNearCopy: boolean
  /** Participants in the cluster, this one included, as far as they were compared. */
  readonly members: number
}

export interface Placed extends Placement {
  /** Null: the cluster has enough indexed copies. */
  readonly index: IndexedAnswer | null
}

/** The cluster in this participant's earlier analysis. */
export interface EarlierPlacement {
  readonly group: number
  readonly later: boolean
  readonly similarity: number
  readonly sketchDigest: string
  /** Null: the earlier answer was not indexed. */
  readonly packed: Uint8Array | null
}

export interface PlaceOptions {
  readonly store: SurveyStore
  /** With ids as the store keeps them. */
  readonly key: AnswerKey
  readonly earlier: ReadonlyMap<string, EarlierPlacement>
  /** The number of a new cluster; called at most once per question. */
  newGroup(questionId: string): Promise<number>
}

export function findDuplicates(answers: readonly AnswerSketch[], options: PlaceOptions): Promise<Placed[]> {
  return Promise.all(answers.map((answer) => placeAnswer(answer, options)))
}

export async function placeAnswer(answer: AnswerSketch, options: PlaceOptions): Promise<Placed> {
  const own = unpackWeighed(answer.packed)
  const salt = saltOf(options.key.workspace)
  const indexHashes = answer.indexHashes.map((hash) => hash ^ salt)
  const search: Search = { own, order: answer.order, questionId: answer.questionId, options }
  const oldest = await oldestCopy(search, indexHashes.at(-1))
  const alike = oldest === undefined ? await findAlike(search, indexHashes.slice(0, -1)) : [oldest]
  const place = await placeAmong(alike, own, answer, options)
  const isElsewhere = oldest !== undefined && oldest.group !== place.group
  const found = isElsewhere
    ? await findAlike(search, indexHashes.slice(-1))
    : [...alike, ...(await variantsBeside(oldest, search, indexHashes))]
  const members = found.filter(({ group }) => group === place.group)
  const nearest = members[0]
  const countOf = (counted: readonly Alike[]) => counted.reduce((sum, { count }) => sum + count, 0)
  const copies = countOf(members.filter(({ similarity }) => similarity >= COPY_SIMILARITY))
  const changed = members.filter(({ isNearCopy, similarity }) => isNearCopy && similarity < COPY_SIMILARITY)
  const misspelled = changed.find((member) => member.isLetterChanged)
  return {
    questionId: answer.questionId,
    ...place,
    ...(nearest && { similarity: nearest.similarity }),
    shared: nearest !== undefined,
    overlap: nearest
      ? {
          ...(copies === 0 && misspelled ? misspelled : nearest).overlap,
          copies,
          changed: misspelled ? countOf(changed) : 0,
        }
      : WHOLE,
    isNearCopy: (misspelled ?? nearest)?.isNearCopy ?? false,
    members: 1 + countOf(members),
    index:
      copies >= MEMBERS_KEPT
        ? null
        : { questionId: keyText(answer.questionId), indexHashes, sketch: answer.packed, group: place.group },
  }
}

/** Beside few exact copies, changed copies may make the group a large one. */
async function variantsBeside(
  oldest: Alike | undefined,
  search: Search,
  indexHashes: readonly bigint[],
): Promise<Alike[]> {
  if (oldest === undefined || oldest.count + 1 >= LARGE_GROUP) return []
  const alike = await findAlike(search, indexHashes.slice(0, -1))
  return alike.filter(({ similarity }) => similarity < 1)
}

/** An unchanged answer keeps its cluster. An edited answer keeps it unless it is now similar to other answers. */
async function placeAmong(
  alike: readonly Alike[],
  own: WeighedSketch,
  answer: AnswerSketch,
  { earlier, newGroup }: PlaceOptions,
): Promise<Pick<Placement, 'group' | 'later' | 'similarity'>> {
  const before = earlier.get(answer.questionId)
  if (before !== undefined && before.sketchDigest === digestOfSketch(answer.packed)) {
    return { group: before.group, later: before.later, similarity: before.similarity }
  }
  const nearest = alike[0]
  if (nearest !== undefined) return { group: nearest.group, later: true, similarity: nearest.similarity }
  if (before?.packed && duplicateSimilarity(own, unpackWeighed(before.packed)) !== undefined) {
    return { group: before.group, later: before.later, similarity: before.similarity }
  }
  return { group: await newGroup(answer.questionId), later: false, similarity: 1 }
}

export function digestOfSketch(packed: Uint8Array): string {
  return createHash('sha256').update(packed).digest('base64url').slice(0, 22)
}

interface Alike {
  readonly group: number
  readonly similarity: number
  readonly overlap: Pick<Overlap, 'common' | 'damaged'>
  readonly isNearCopy: boolean
  readonly isLetterChanged: boolean
  /** The number of answers that it represents. */
  readonly count: number
}

interface Search {
  readonly own: WeighedSketch
  readonly order: Uint32Array | null
  readonly questionId: string
  readonly options: PlaceOptions
}

/** The last hash covers the whole text: answers that share it are the nearest, and the oldest represents all of them. */
async function oldestCopy(
  { own, order, questionId, options: { store, key } }: Search,
  hash: bigint | undefined,
): Promise<Alike | undefined> {
  if (hash === undefined) return undefined
  const found = await store.copies(key, keyText(questionId), hash, NEIGHBORS_PER_HASH)
  if (found === null) return undefined
  const { oldest, count } = found
  return alikeIn(own, order, oldest, count)
}

/** Whether a participant gave this answer, but for what is easy to change. `key`: of nobody who answered. */
export async function isAnswered(answer: AnswerSketch, options: Omit<PlaceOptions, 'earlier' | 'newGroup'>) {
  const { store, key } = options
  const hash = answer.indexHashes.at(-1)
  if (hash === undefined) return false
  return (await store.copies(key, keyText(answer.questionId), hash ^ saltOf(key.workspace), 1)) !== null
}

/** Nearest first. */
async function findAlike(
  { own, order, questionId, options: { store, key } }: Search,
  hashes: readonly bigint[],
): Promise<Alike[]> {
  const found = await store.neighbors(
    key,
    keyText(questionId),
    hashes,
    NEIGHBORS_PER_HASH,
    NEIGHBORS_COMPARED,
  )
  return found
    .flatMap((neighbor) => alikeIn(own, order, neighbor, 1) ?? [])
    .sort((a, b) => b.similarity - a.similarity || a.group - b.group)
}

/** Undefined: not duplicates. */
function alikeIn(
  own: WeighedSketch,
  order: Uint32Array | null,
  { group, sketch }: IndexedNeighbor,
  count: number,
): Alike | undefined {
  const other = unpackWeighed(sketch)
  const isChanged =
    Math.min(own.weight, other.weight) >= CROSS_DUPLICATE_WEIGHT &&
    isLetterChanged(order, own.sketch, other.sketch)
  const alike = isChanged ? similarity(own.sketch, other.sketch) : duplicateSimilarity(own, other)
  if (alike === undefined) return undefined
  return {
    group,
    similarity: alike,
    overlap: {
      common: wordsInCommon(own.sketch, other.sketch),
      damaged: isChanged ? wordsApart(own.sketch, other.sketch) : NO_WORDS,
    },
    isNearCopy: isChanged || isOneWordChanged(own.sketch, other.sketch),
    isLetterChanged: isChanged,
    count,
  }
}

const NO_WORDS: ReadonlySet<number> = new Set()

/** Undefined: not duplicates. The shorter answer sets the threshold, because short answers are often alike by chance. */
function duplicateSimilarity(a: WeighedSketch, b: WeighedSketch): number | undefined {
  const alike = similarity(a.sketch, b.sketch)
  const weight = Math.min(a.weight, b.weight)
  const isAlike =
    alike >= duplicateThreshold(weight) ||
    (weight >= CROSS_DUPLICATE_WEIGHT && isOneWordChanged(a.sketch, b.sketch))
  return isAlike ? alike : undefined
}

/** Gives each workspace its own hashes, so that the answers of one do not crowd those of another. */
export function saltOf(workspace: string): bigint {
  return createHash('sha256').update(workspace).digest().readBigUInt64LE(0) >> 1n
}
