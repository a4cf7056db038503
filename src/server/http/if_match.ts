/**
 * `ETag` and `If-Match` (RFC 9110): a client that sends back the tag of what it read changes nothing that somebody else
 * has changed since.
 */
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { ApiError } from './errors.ts'
import { isCurrent } from './static_file.ts'

/** Rejects a change unless it was made for the state with this tag. */
export type Expect = (tag: string) => void

/** For callers that read nothing before. */
export const expectAny: Expect = () => {}

/** `state`: what a change is made for, without what changes by itself. */
export const tagOf = (state: unknown): string =>
  `"${hash('sha256', JSON.stringify(state), 'base64url').slice(0, 22)}"`

export function expectedBy({ headers }: FastifyRequest): Expect {
  const wanted = headers['if-match']
  if (wanted === undefined) return expectAny
  return (tag) => {
    if (!isCurrent(wanted, tag)) throw new ApiError('precondition_failed')
  }
}

export async function withTag<Answer>(
  reply: FastifyReply,
  answer: Promise<Answer>,
  tag: (answer: Answer) => string,
): Promise<Answer> {
  const found = await answer
  reply.header('etag', tag(found))
  return found
}

const EXAMPLE = '"K3b0r8nXkT2mVb4Lw9sYcH"'

/** Of an operation that reads `If-Match`. */
export const IF_MATCH = Type.Object({
  'If-Match': Type.Optional(
    Type.String({
      description: 'The `ETag` of an earlier response. If the state has another one now, nothing is changed.',
      examples: ['*'],
    }),
  ),
})

export const TAG_HEADER = {
  ETag: { description: 'Send it as `If-Match` with a change.', schema: { type: 'string' }, example: EXAMPLE },
}
