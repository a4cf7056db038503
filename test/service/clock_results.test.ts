/** A clock that is wrong for a moment makes no redeemed result valid again. */
import { expect, it } from 'vitest'
import { INGEST_PATH, RESULT_SUFFIX } from '../../src/contract/paths.ts'
import { HOUR_MS, MINUTE_MS, openClocked } from './clocked_service.ts'
import { collectClient, type Loose, makeBatch } from './collect_client.ts'

it('a redeemed result stays redeemed after the clock was 23 hours ahead for a minute', async () => {
  const { service, workspace, live, jump } = await openClocked()
  const client = collectClient(service.address)
  const pageResult = collectClient(service.address, INGEST_PATH + RESULT_SUFFIX)
  const batch = makeBatch(workspace.siteKey)
  const { json } = await client.post(batch)
  const own = { site_key: workspace.siteKey, session_id: batch.session_id, token: json.token }
  const { result } = (await pageResult.post(own, { origin: 'https://shop.example' })).json
  const redeem = async () => {
    const response = await fetch(`${service.address}/v1/results/verify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${workspace.secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ result, once: true }),
    })
    const { valid, reason } = (await response.json()) as Loose
    return valid === true ? 'valid' : reason
  }
  expect(await redeem()).toBe('valid')
  jump(23 * HOUR_MS)
  await live(MINUTE_MS)
  // Control: the service believes the clock.
  expect(await redeem()).toBe('expired')
  jump(-23 * HOUR_MS)
  expect(await redeem()).toBe('already_used')
  client.close()
  pageResult.close()
})
