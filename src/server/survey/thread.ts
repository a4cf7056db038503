/** A thread that reads one survey request, waits for what the store knows, and judges it. */
import { parentPort } from 'node:worker_threads'
import type { AnswerSample } from '../../features/text/question_stats.ts'
import type { ThreadAnswer } from '../base/threads.ts'
import { samplesIn } from './analysis.ts'
import { type JudgeContext, type Judged, judgeRequest } from './judge.ts'
import { type ReadBody, type ReadRequest, type ReadSurvey, readBody } from './read.ts'
import { type FaultCode, RequestFault } from './request/fault.ts'
import { readStoredRequest } from './stored_request.ts'

export type Asked =
  | { readonly read: ReadBody }
  | { readonly judge: JudgeContext }
  /** What a stored request taught, to be taken out again. */
  | { readonly samples: string }

/** By question; null: an empty answer taught nothing. */
export type TakenSamples = readonly (readonly [questionId: string, sample: AnswerSample | null])[]

export type ReadOutcome =
  | { readonly request: ReadRequest }
  | { readonly fault: { readonly pointer: string; readonly detail: string; readonly code: FaultCode } }

export type { JudgeContext, Judged, ReadBody, ReadRequest }

/** What was read last. One request at a time has this thread. */
let held: Pick<ReadSurvey, 'canonical' | 'sketches'> | undefined

parentPort?.on('message', (asked: Asked) => {
  parentPort?.postMessage(answer(asked))
})

function answer(asked: Asked): ThreadAnswer<ReadOutcome | Judged | TakenSamples> {
  try {
    if ('read' in asked) return { value: read(asked.read) }
    if ('samples' in asked) return { value: samplesIn(readStoredRequest(asked.samples)) }
    if (held === undefined) return { failure: 'nothing was read' }
    const judged = judgeRequest(held.canonical, asked.judge, held.sketches)
    held = undefined
    return { value: judged }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

function read(body: ReadBody): ReadOutcome {
  held = undefined
  try {
    const { canonical, request, sketches } = readBody(body)
    held = { canonical, sketches }
    return { request }
  } catch (error) {
    if (!(error instanceof RequestFault)) throw error
    return { fault: { pointer: error.pointer, detail: error.message, code: error.code } }
  }
}
