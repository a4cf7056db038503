/** A survey thread: parses and analyzes requests. `thread_protocol.ts` defines its messages. */
import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer } from '../base/threads.ts'
import { analyzeOnThread, type ObservedTyping, storedTyping } from './analyze_on_thread.ts'
import { type ParsedBody, parseBody, type RawBody, reopenRequest } from './parse.ts'
import { RequestFault } from './request/fault.ts'
import { samplesOfRequest } from './run_checks.ts'
import { readStoredRequest } from './stored_request.ts'
import type { AnalyzeReply, ParsedId, ParseReply, SamplesReply, ThreadMessage } from './thread_protocol.ts'

/** The request between its `parse` and its `analyze` message. */
let kept:
  | ({ readonly parsedId: ParsedId; readonly typing?: ObservedTyping } & Pick<
      ParsedBody,
      'canonical' | 'sketches'
    >)
  | undefined
let nextId: ParsedId = 1

parentPort?.on('message', (message: ThreadMessage) => {
  parentPort?.postMessage(replyTo(message))
})

function replyTo(message: ThreadMessage): ThreadAnswer<ParseReply | AnalyzeReply | SamplesReply> {
  try {
    switch (message.type) {
      case 'parse':
        return { value: parseAndKeep(message.body) }
      case 'reopen':
        return { value: reopen(message.storedRequest) }
      case 'analyze':
        return { value: analyzeKept(message) }
      case 'samples':
        return { value: samplesOfRequest(readStoredRequest(message.storedRequest)) }
    }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

function parseAndKeep(body: RawBody): ParseReply {
  kept = undefined
  try {
    const { canonical, request, sketches } = parseBody(body)
    kept = { parsedId: nextId++, canonical, sketches }
    return { parsedId: kept.parsedId, request }
  } catch (error) {
    if (!(error instanceof RequestFault)) throw error
    return { fault: { pointer: error.pointer, detail: error.message, code: error.code } }
  }
}

function reopen(storedRequest: string): ParseReply {
  const { canonical, request, sketches } = reopenRequest(storedRequest)
  const typing = storedTyping(canonical, storedRequest)
  kept = { parsedId: nextId++, canonical, sketches, ...(typing && { typing }) }
  // With the typing at hand, the session is not needed.
  return { parsedId: kept.parsedId, request: typing ? { ...request, sessionId: null } : request }
}

function analyzeKept({ parsedId, context }: Extract<ThreadMessage, { type: 'analyze' }>): AnalyzeReply {
  if (kept?.parsedId !== parsedId) throw new Error(`this thread has no stored request ${parsedId}`)
  const { canonical, sketches, typing } = kept
  const analysis = analyzeOnThread(canonical, context, sketches, typing)
  kept = undefined
  return analysis
}
