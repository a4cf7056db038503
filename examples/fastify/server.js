import { readFileSync } from 'node:fs'
import { openClient } from '@byhand/node'
import { decisionOf, requireHuman } from '@byhand/node/fastify'
import Fastify from 'fastify'

const { BYHAND_URL, BYHAND_SITE_KEY: siteKey, BYHAND_SECRET_KEY: secretKey, PORT = '3000' } = process.env
const client = openClient({ url: BYHAND_URL, secretKey })
const page = readFileSync(new URL('../signup.html', import.meta.url), 'utf8')
  .replaceAll('{{byhand}}', BYHAND_URL)
  .replaceAll('{{site_key}}', siteKey)

const app = Fastify()
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
  done(null, Object.fromEntries(new URLSearchParams(body))),
)
app.get('/', (_request, reply) => reply.type('text/html').send(page))
app.post(
  '/signup',
  { preHandler: requireHuman({ client, siteKey, onStepUp: 'review' }) },
  (request, reply) => {
    // Step-up verification is needed and was not passed: ask for another step, such as a link in an email.
    const needsMore = decisionOf(request).outcome === 'review'
    reply.code(needsMore ? 202 : 200).type('text/plain')
    return reply.send(needsMore ? 'Almost done: open the link in your email.' : 'Welcome!')
  },
)

await app.listen({ port: Number(PORT), host: '127.0.0.1' })
console.log(`http://127.0.0.1:${PORT}`)
