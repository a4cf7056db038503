import { openClient } from '@byhand/node'
import { requireHuman } from '@byhand/node/next'

const { BYHAND_URL, BYHAND_SITE_KEY: siteKey, BYHAND_SECRET_KEY: secretKey } = process.env

const guard = () => {
  const client = openClient({ url: BYHAND_URL, secretKey })
  return requireHuman({ client, siteKey, onUnknown: 'review' }, (_request, { byhand }) => {
    // Too little evidence, and the task was not passed: ask for another step, such as a link in an email.
    const needsMore = byhand.outcome === 'review'
    const text = needsMore ? 'Almost done: open the link in your email.' : 'Welcome!'
    return new Response(text, { status: needsMore ? 202 : 200 })
  })
}

/** Opened with the first request, because `next build` loads this file without the variables. */
let handle

export async function POST(request) {
  handle ??= guard()
  return handle(request)
}
