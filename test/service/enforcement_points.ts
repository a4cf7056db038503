/** Every place of the service that decides about a visitor. To try all forgers at another one, add it to POINTS. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { decide } from '../../clients/node/src/decision.ts'
import { openClient } from '../../clients/node/src/index.ts'
import { INGEST_PATH, RESULT_SUFFIX } from '../../src/contract/paths.ts'
import type { Loose } from './collect_client.ts'
import type { OpenSession, Place } from './forgers.ts'

const ROOT = join(import.meta.dirname, '../..')

export interface EnforcementPoint {
  readonly name: string
  /** Whether the visitor with this signed result gets in. */
  readonly letsIn: (place: Place, result: string) => Promise<boolean>
}

/** As the page gets it. */
export async function resultOf(
  { service, site }: Place,
  { sessionId, token }: OpenSession,
  pageAction: string,
): Promise<string> {
  const answer = await fetch(service.address + INGEST_PATH + RESULT_SUFFIX, {
    method: 'POST',
    headers: { origin: 'https://shop.example' },
    body: JSON.stringify({
      site_key: site.siteKey,
      session_id: sessionId,
      token,
      page_action: pageAction,
    }),
  })
  const json = (await answer.json()) as Loose
  if (answer.status !== 200) throw new Error(JSON.stringify(json))
  return json.result as string
}

/** Those of extensions. */
const ADDED: readonly EnforcementPoint[] = (
  await Promise.all(
    globSync('extensions/*/test/enforcement_points.ts', { cwd: ROOT }).map(
      (file) => import(join(ROOT, file)),
    ),
  )
).flatMap(({ POINTS }) => POINTS)

export const POINTS: readonly EnforcementPoint[] = [
  ...ADDED,
  {
    name: '/v1/results/verify',
    async letsIn({ service, site }, result) {
      const answer = await fetch(`${service.address}/v1/results/verify`, {
        method: 'POST',
        headers: { authorization: `Bearer ${site.secretKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ result }),
      })
      const json = (await answer.json()) as Loose
      if (json.valid !== true) throw new Error(JSON.stringify(json))
      return json.result.decision === 'accept'
    },
  },
  {
    name: 'Node client',
    async letsIn({ service, site }, result) {
      const client = openClient({ url: service.address, secretKey: site.secretKey })
      const { outcome } = await decide(result, { client, siteKey: site.siteKey })
      return outcome === 'allow'
    },
  },
]
