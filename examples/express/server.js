import { readFileSync } from 'node:fs'
import { openClient } from '@byhand/node'
import { requireHuman } from '@byhand/node/express'
import express from 'express'

const { BYHAND_URL, BYHAND_SITE_KEY: siteKey, BYHAND_SECRET_KEY: secretKey, PORT = '3000' } = process.env
const client = openClient({ url: BYHAND_URL, secretKey })
const page = readFileSync(new URL('../signup.html', import.meta.url), 'utf8')
  .replaceAll('{{byhand}}', BYHAND_URL)
  .replaceAll('{{site_key}}', siteKey)

const app = express()
app.use(express.urlencoded())
app.get('/', (_request, response) => response.type('html').send(page))
app.post('/signup', requireHuman({ client, siteKey, onStepUp: 'review' }), (request, response) => {
  // Step-up verification is needed and was not passed: ask for another step, such as a link in an email.
  const needsMore = request.byhand.outcome === 'review'
  response.status(needsMore ? 202 : 200).type('text')
  response.send(needsMore ? 'Almost done: open the link in your email.' : 'Welcome!')
})

app.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}`))
