/** The baseline: a Fastify endpoint that only parses and validates the same body. */
import Fastify from 'fastify'
import { Compile } from 'typebox/schema'
import { Batch } from '../../src/contract/batch/batch.ts'
import { rowFault } from '../../src/contract/batch/events.ts'
import { INGEST_PATH } from '../../src/contract/paths.ts'

const validator = Compile(Batch)
const app = Fastify({ logger: false, bodyLimit: 1024 * 1024 })

/** `rowFault` validates the content of rows, which the schema does not cover. */
function isValid(body: unknown): body is Batch {
  if (!validator.Check(body)) return false
  const { rows, names } = body
  return rows.every((row) => rowFault(row, 0, row.length, names.length) === undefined)
}

app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => {
  try {
    done(null, JSON.parse(body as string))
  } catch (error) {
    done(error as Error)
  }
})
app.post(INGEST_PATH, (request, reply) => {
  const batch = request.body
  if (!isValid(batch)) return reply.code(400).send({ status: 'refused' })
  return reply.send({ session_id: batch.session_id, token: 'none', status: 'stored' })
})

const address = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(JSON.stringify({ address }))
