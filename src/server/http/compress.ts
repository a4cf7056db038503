/** Sends a stream, compressed with gzip if the client accepts it. */
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncIterable<string>,
): FastifyReply {
  const plain = Readable.from(pieces)
  reply.header('vary', 'accept-encoding')
  if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(plain)
  const gzip = createGzip()
  // An error reaches the response through the last stream; Fastify then closes the connection.
  pipeline(plain, gzip, () => {})
  return reply.header('content-encoding', 'gzip').send(gzip)
}

/** RFC 9110: `gzip` or `*`, without a weight of zero. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  const codings = [header ?? ''].flat().join(',').split(',')
  const weights = new Map(
    codings.map((coding): [string, number] => {
      const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))]
    }),
  )
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0
}
