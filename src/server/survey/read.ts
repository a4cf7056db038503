/** The bytes of a body to what the service needs to look up before it can judge. */

import { hashText } from '../../features/text/hash.ts'
import { withoutInvisible } from '../../features/text/normalise.ts'
import { bandsOf, packSketch, type Sketch, sketchText } from '../../features/text/sketch.ts'
import type { AnswerSketch } from './duplicates.ts'
import { type CanonicalRequest, readRequest, type SurveyVersion } from './request/canonical.ts'
import { decompress } from './request/decompress.ts'
import { digestOf, writeRequest } from './stored_request.ts'

export interface ReadBody {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly contentEncoding: string
  readonly version: SurveyVersion
}

export interface ReadRequest {
  readonly surveyId: string
  readonly participantId: string
  readonly questionIds: readonly string[]
  readonly fingerprintId: string | null
  readonly sessionId: string | null
  readonly lowEffortThreshold: number
  readonly digest: string
  /** Of answers that are not empty. */
  readonly sketches: readonly AnswerSketch[]
}

export function readBody(body: ReadBody): { canonical: CanonicalRequest; request: ReadRequest } {
  const bytes = decompress(body.bytes, body.contentEncoding)
  const canonical = readRequest(bytes, body.contentType, body.version)
  const { surveyId, participantId, questions, fingerprintId, sessionId, lowEffortThreshold } = canonical
  return {
    canonical,
    request: {
      surveyId,
      participantId,
      questionIds: questions.map(({ id }) => id),
      fingerprintId,
      sessionId,
      lowEffortThreshold,
      digest: digestOf(writeRequest(canonical)),
      sketches: questions.flatMap(({ id, answer }) => sketchAnswer(id, answer) ?? []),
    },
  }
}

function sketchAnswer(questionId: string, answer: string): AnswerSketch | undefined {
  if (isEmptyAnswer(answer)) return undefined
  const sketch = sketchOf(answer)
  return { questionId, sketch: packSketch(sketch), bands: bandsOf(sketch) }
}

/** Blanks and characters that nobody sees are not an answer. */
export function isEmptyAnswer(answer: string): boolean {
  return withoutInvisible(answer).trim() === ''
}

/** An answer of signs alone ("???", an emoji) has no letters to compare: it is like those that are exactly the same. */
function sketchOf(answer: string): Sketch {
  const sketch = sketchText(answer)
  if (sketch.shingles.length > 0) return sketch
  const whole = hashText(withoutInvisible(answer).trim(), SIGNS_SEED)
  return { shingles: Uint32Array.of(whole), words: Uint32Array.of((whole | WORD_WEIGHT) >>> 0) }
}

/** Keeps hashes of signs apart from hashes of letters. */
const SIGNS_SEED = 2
/** The low four bits of a word's hash are its weight; a text of signs weighs as much as any word can. */
const WORD_WEIGHT = 15
