/** Streams exports as files. Few run at a time, because each keeps a database busy. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendStream } from '../http/compress.ts'
import { ApiError } from '../http/errors.ts'
import { type Export, type ExportFormat, fileHeaders } from '../http/export_file.ts'

/** Exports of this node at a time. */
const MAX_EXPORTS = 4
const RETRY_AFTER_S = 10

const TOO_MANY = new ApiError('overloaded', {
  detail: 'At most four exports run at a time. Try again when one of them is complete.',
  retryAfterS: RETRY_AFTER_S,
})

export type SendExport = (
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  format: ExportFormat,
  open: () => Promise<Export>,
) => Promise<FastifyReply>

export function openExportSender(): SendExport {
  let running = 0
  return async (request, reply, name, format, open) => {
    if (running >= MAX_EXPORTS) throw TOO_MANY
    running++
    reply.raw.once('close', () => {
      running--
    })
    const file = await open()
    return sendStream(request, reply.headers(fileHeaders(`byhand-${name}`, format)), file)
  }
}
