/** The bytes of a body to what the service needs to look up before it can judge. */
import type { Sketch } from '../../features/text/sketch.ts'
import { type AnswerSketch, sketchAnswer } from './answer_sketch.ts'
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
  /** As it is to be stored. */
  readonly written: string
  readonly digest: string
  /** Of answers that are not empty. */
  readonly sketches: readonly AnswerSketch[]
}

export interface ReadSurvey {
  readonly canonical: CanonicalRequest
  readonly request: ReadRequest
  /** By question: what judging needs of an answer too. */
  readonly sketches: ReadonlyMap<string, Sketch>
}

export function readBody(body: ReadBody): ReadSurvey {
  const bytes = decompress(body.bytes, body.contentEncoding)
  const canonical = readRequest(bytes, body.contentType, body.version)
  const { surveyId, participantId, questions, fingerprintId, sessionId } = canonical
  const written = writeRequest(canonical)
  const sketches = questions.flatMap(({ id, answer }) => sketchAnswer(id, answer) ?? [])
  return {
    canonical,
    request: {
      surveyId,
      participantId,
      questionIds: questions.map(({ id }) => id),
      fingerprintId,
      sessionId,
      written,
      digest: digestOf(written),
      sketches: sketches.map(({ questionId, packed, bands }) => ({ questionId, packed, bands })),
    },
    sketches: new Map(sketches.map(({ questionId, letters }) => [questionId, letters])),
  }
}
