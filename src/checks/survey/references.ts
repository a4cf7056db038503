/** Compares the answers of a participant with the reference answers to their questions. */
import { REFERENCE_LIMITS } from '../../contract/limits.ts'
import type { QuestionStats } from '../../features/text/question_stats.ts'
import {
  closestReference,
  fitReferences,
  type OpenedReferences,
  openReferences,
  type Reference,
  type ReferenceFit,
  type ReferredAnswer,
  referenceDistance,
} from '../../features/text/reference_fit.ts'
import { hashesIn, type Wording, wordHash } from '../../features/text/wording.ts'
import { counted } from '../sentence.ts'
import { MOST_REFERRED } from './gpt_references.ts'
import type { ReferenceTraces } from './survey_check.ts'

interface Missing {
  readonly missing: string
}

/** An answer to compare with references, or why it cannot be; null: the question has none. */
export type Referred = ReferredAnswer | Missing | null

const isReferred = (referred: Referred): referred is ReferredAnswer => referred !== null && 'fit' in referred

export function referredTo(
  { references, stats }: { readonly references?: readonly Reference[]; readonly stats: QuestionStats | null },
  wording: Wording,
): Referred {
  if (references === undefined || references.length === 0) return null
  if (references.length < REFERENCE_LIMITS.needed) {
    return {
      missing: `Only ${counted(references.length, 'reference answer')}; ${REFERENCE_LIMITS.needed} are needed.`,
    }
  }
  const others = stats?.wordings.size ?? 0
  const fit = fitOf(references, stats)
  if (fit === null) {
    return {
      missing: `Only ${others} other participants to compare with reference answers; ${REFERENCE_LIMITS.others} are needed.`,
    }
  }
  if (wording === '') {
    return { missing: 'Reference answers are compared only with English answers of at least four words.' }
  }
  return { fit, hashes: hashesIn(wording) }
}

interface KnownFits {
  readonly opened: OpenedReferences
  readonly fits: WeakMap<QuestionStats['wordings'], { readonly fit: ReferenceFit | null }>
}

/** Most requests find the fit of the one before. */
const known = new WeakMap<readonly Reference[], KnownFits>()

function fitOf(references: readonly Reference[], stats: QuestionStats | null): ReferenceFit | null {
  if (stats === null) return null
  const { opened, fits } = known.get(references) ?? {
    opened: openReferences(references),
    fits: new WeakMap(),
  }
  known.set(references, { opened, fits })
  const found = fits.get(stats.wordings) ?? { fit: fitReferences(opened, [...stats.wordings.values()]) }
  fits.set(stats.wordings, found)
  return found.fit
}

/** In nats: words with less weight say too little to be shown. */
const TELLING_WEIGHT = 1

/** The features of one answer that are needed here. */
export interface ReferableAnswer {
  styleWords(): readonly string[]
  referred(): Referred
}

/** `all`: all answers of the participant. */
export function referencesOf(
  { referred, styleWords }: ReferableAnswer,
  all: readonly ReferableAnswer[],
): ReferenceTraces | Missing | null {
  const own = referred()
  if (!isReferred(own)) return own
  const compared = all.filter((answer) => isReferred(answer.referred())).slice(0, MOST_REFERRED)
  const answers = compared.map((answer) => answer.referred()).filter(isReferred)
  const isCompared = answers.includes(own)
  return {
    answers: answers.length,
    words: compared.reduce((sum, answer) => sum + answer.styleWords().length, 0),
    distance: referenceDistance(answers),
    own: isCompared ? referenceDistance([own]) : null,
    telling: isCompared ? tellingIn(styleWords(), own) : [],
    closest: isCompared ? closestReference(own) : null,
  }
}

function tellingIn(words: readonly string[], { fit, hashes }: ReferredAnswer): number[] {
  const telling = new Set([...hashes].filter((hash) => fit.weightOf(hash) >= TELLING_WEIGHT))
  return words.flatMap((word, at) => (telling.delete(wordHash(word)) ? [at] : []))
}
