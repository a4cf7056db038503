/** Parses a request body. Runs on a survey thread. */
import type { SurveyVersion } from '../../../contract/survey_checks.ts'
import type { Sketch } from '../../../features/text/similarity/sketch.ts'
import { type AnswerSketch, sketchAnswer } from './answer_sketch.ts'
import { type CanonicalRequest, parseRequest } from './canonical.ts'
import { decompress } from './decompress.ts'
import { peerId } from './peer_id.ts'
import { digestOf, readStoredRequest, writeStoredRequest } from './stored_request.ts'

/** A body as received, with the headers that say how to read it. */
export interface RawBody {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly contentEncoding: string
  readonly version: SurveyVersion
}

/** The part of a parsed request that the survey service needs. The typing histories stay on the thread. */
export interface ParsedRequest {
  readonly surveyId: string
  readonly participantId: string
  readonly questionIds: readonly string[]
  /** The same with the condition: the IDs of their statistics. */
  readonly peerIds: readonly string[]
  readonly fingerprintId: string | null
  readonly sessionId: string | null
  /** Absent: all checks run. */
  readonly disabledChecks?: readonly string[]
  /** The request as it is to be stored. */
  readonly storedRequest: string
  /** Of the stored form: equal for equal requests, whatever shape they arrived in. */
  readonly digest: string
  /** Of answers that are not empty. */
  readonly sketches: readonly AnswerSketch[]
}

export interface ParsedBody {
  readonly canonical: CanonicalRequest
  readonly request: ParsedRequest
  /** Sketches of the letters, by question id, for the checks. */
  readonly sketches: ReadonlyMap<string, Sketch>
}

export function parseBody(body: RawBody): ParsedBody {
  const bytes = decompress(body.bytes, body.contentEncoding)
  return parsedFrom(parseRequest(bytes, body.contentType, body.version))
}

/** A stored request, to analyze it again. */
export function reopenRequest(storedRequest: string): ParsedBody {
  return parsedFrom(readStoredRequest(storedRequest))
}

function parsedFrom(canonical: CanonicalRequest): ParsedBody {
  const { surveyId, participantId, questions, fingerprintId, sessionId, condition, disabledChecks } =
    canonical
  const storedRequest = writeStoredRequest(canonical)
  const sketches = questions.flatMap(({ id, answer }) => sketchAnswer(id, answer) ?? [])
  return {
    canonical,
    request: {
      surveyId,
      participantId,
      questionIds: questions.map(({ id }) => id),
      peerIds: questions.map(({ id }) => peerId(id, condition)),
      fingerprintId,
      sessionId,
      ...(disabledChecks && { disabledChecks }),
      storedRequest,
      digest: digestOf(storedRequest),
      sketches: sketches.map(({ letters: _, ...sketch }) => sketch),
    },
    sketches: new Map(sketches.map(({ questionId, letters }) => [questionId, letters])),
  }
}
