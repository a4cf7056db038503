/** Sends a stream, compressed with gzip if the client accepts it. */
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from './accept_encoding.ts'

export function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncIterable<string>,
): FastifyReply {
  const plain = Readable.from(pieces)
  reply.header('vary', 'accept-encoding')
  if (!acceptedEncoding(request.headers['accept-encoding'], ['gzip'])) return reply.send(plain)
  const gzip = createGzip()
  // An error reaches the response through the last stream; Fastify then closes the connection.
  pipeline(plain, gzip, () => {})
  return reply.header('content-encoding', 'gzip').send(gzip)
}
