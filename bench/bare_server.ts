/** The yardstick: a Fastify endpoint that parses and validates the same body, and does nothing else. */
import Fastify from 'fastify'
import { Compile } from 'typebox/compile'
import { Batch } from '../src/contract/batch.ts'
import { INGEST_PATH } from '../src/contract/paths.ts'

const validator = Compile(Batch)
const app = Fastify({ logger: false, bodyLimit: 1024 * 1024 })

app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => {
  try {
    done(null, JSON.parse(body as string))
  } catch (error) {
    done(error as Error)
  }
})
app.post(INGEST_PATH, (request, reply) => {
  const batch = request.body
  if (!validator.Check(batch)) return reply.code(400).send({ status: 'refused' })
  return reply.send({ session_id: batch.session_id, token: 'none', status: 'stored' })
})

const address = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(JSON.stringify({ address }))
