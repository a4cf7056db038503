import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The variables are read for each request, not when the app is built. */
export const dynamic = 'force-dynamic'

export function GET() {
  const page = readFileSync(join(process.cwd(), '../signup.html'), 'utf8')
    .replaceAll('{{byhand}}', process.env.BYHAND_URL)
    .replaceAll('{{site_key}}', process.env.BYHAND_SITE_KEY)
  return new Response(page, { headers: { 'content-type': 'text/html' } })
}
