import { openClient } from '@byhand/node'
import { requireHuman } from '@byhand/node/web'

const { BYHAND_URL, BYHAND_SITE_KEY: siteKey, BYHAND_SECRET_KEY: secretKey } = process.env
const client = openClient({ url: BYHAND_URL, secretKey })

export const POST = requireHuman({ client, siteKey, onStepUp: 'review' }, (_request, { byhand }) => {
  // Step-up verification is needed and was not passed: ask for another step, such as a link in an email.
  const needsMore = byhand.outcome === 'review'
  const text = needsMore ? 'Almost done: open the link in your email.' : 'Welcome!'
  return new Response(text, { status: needsMore ? 202 : 200 })
})
