/** Twenty addresses exhaust the session rate of a site key while other visitors arrive. */
import { expect, it } from 'vitest'
import { collectClient, makeBatch, times, UNLIMITED } from './collect_client.ts'
import { runService } from './running_service.ts'

const FLOODING = 20
const VISITORS = 60

async function flood(env: Readonly<Record<string, string>>) {
  const service = await runService({
    ...UNLIMITED,
    BYHAND_LOG_LEVEL: 'warn',
    BYHAND_TRUSTED_PROXIES: 'loopback',
    BYHAND_RATE_SESSIONS_PER_SITE: '100',
    BYHAND_RATE_SESSIONS_PER_IP: '30',
    ...env,
  })
  const { siteKey } = await service.workspace()
  const client = collectClient(service.address)
  const open = async (address: string) =>
    (await client.post(makeBatch(siteKey), { 'x-forwarded-for': address })).status
  let flooded = 0
  await times(FLOODING * 15, async (index) => {
    if ((await open(`198.51.100.${index % FLOODING}`)) === 200) flooded++
  })
  let served = 0
  await times(VISITORS, async (index) => {
    if ((await open(`203.0.113.${index}`)) === 200) served++
    // The flood continues.
    await open(`198.51.100.${index % FLOODING}`)
  })
  const returning = await open('198.51.100.1')
  const metrics = await service.services.metrics.text()
  const logged = service.logLines.filter((line) => line.includes('session rate of a site key exceeded'))
  client.close()
  await service.stop()
  return { flooded, served, returning, metrics, logged }
}

it('admits new visitors while twenty addresses flood a site key', async () => {
  const { flooded, served, returning, metrics, logged } = await flood({})
  expect(served / VISITORS).toBeGreaterThanOrEqual(0.95)
  expect(flooded).toBeLessThan(FLOODING * 15)
  expect(returning).toBe(429)
  expect(metrics).toMatch(/byhand_sessions_above_site_rate_total\{outcome="admitted"\} [1-9]/)
  expect(metrics).toMatch(/byhand_sessions_above_site_rate_total\{outcome="rejected"\} [1-9]/)
  expect(logged).toHaveLength(1)
})

it('control: rejects them without the preference for new addresses', async () => {
  const { served } = await flood({ BYHAND_RATE_NEWCOMER_MINUTES: '0' })
  expect(served / VISITORS).toBeLessThan(0.3)
})
