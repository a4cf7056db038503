/**
 * Streams exports as files. Their parts take turns by workspace, because each keeps a database busy; an export whose client
 * does not read waits outside of that. Open exports take memory, and are limited by node and by workspace.
 */
import { once } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../audit/audit_log.ts'
import { openFairTurns } from '../limits/fair_turns.ts'
import { sendStream } from './compress.ts'
import { ApiError } from './errors.ts'
import { type ExportFormat, fileHeaders } from './export_file.ts'

const OPEN = 32
const OPEN_PER_WORKSPACE = 4
/** Most exports are small, and make room within this time. */
const WAIT_MS = 5_000
const WAITING = 64
/** Parts that are made at a time: at most 200 sessions, 500 events or a participant each. */
const MAKING = 4
const MAKING_PER_WORKSPACE = 2
/** A client that takes longer for one part is disconnected. It can resume after its last row. */
const PART_MS = 120_000
const RETRY_AFTER_S = 10

const TOO_MANY = new ApiError('overloaded', {
  detail: `At most ${OPEN_PER_WORKSPACE} exports of a workspace, and ${OPEN} of a node, run at a time. Try again when one of them is complete.`,
  retryAfterS: RETRY_AFTER_S,
})

export interface ExportFile {
  /** Without its extension. */
  readonly name: string
  /** Parts of whole lines. */
  readonly file: AsyncIterable<string>
}

export interface ExportCall {
  readonly actor: Pick<Actor, 'workspace'>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type SendExport = (
  call: ExportCall,
  format: ExportFormat,
  open: () => Promise<ExportFile>,
) => Promise<FastifyReply>

export function openExportSender({ partMs = PART_MS, waitMs = WAIT_MS } = {}): SendExport {
  const inPlace = openFairTurns({
    running: OPEN,
    runningPerWorkspace: OPEN_PER_WORKSPACE,
    waiting: WAITING,
    waitMs,
    refusal: () => TOO_MANY,
  })
  const inTurn = openFairTurns({
    running: MAKING,
    runningPerWorkspace: MAKING_PER_WORKSPACE,
    waiting: OPEN,
    refusal: () => TOO_MANY,
  })

  async function* partsOf({ actor, reply }: ExportCall, file: AsyncIterable<string>): AsyncGenerator<string> {
    const parts = file[Symbol.asyncIterator]()
    let slow: NodeJS.Timeout | undefined
    // The last part may still wait for the client when all parts are made.
    reply.raw.once('close', () => clearTimeout(slow))
    try {
      for (;;) {
        const part = await inTurn(actor.workspace, () => parts.next())
        slow = setTimeout(() => reply.raw.destroy(), partMs).unref()
        if (part.done) return
        yield part.value
        clearTimeout(slow)
      }
    } finally {
      await parts.return?.()
    }
  }

  async function begin(call: ExportCall, format: ExportFormat, open: () => Promise<ExportFile>) {
    const { name, file } = await open()
    return sendStream(call.request, call.reply.headers(fileHeaders(name, format)), partsOf(call, file))
  }

  return (call, format, open) => {
    const { promise, resolve, reject } = Promise.withResolvers<FastifyReply>()
    const { raw } = call.reply
    inPlace(call.actor.workspace, async () => {
      // Its place would never be given back.
      if (raw.destroyed) throw new ApiError('request_aborted')
      const closed = once(raw, 'close')
      resolve(begin(call, format, open))
      await closed
    }).catch(reject)
    return promise
  }
}
