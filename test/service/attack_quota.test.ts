/** Forms with invented results keep nobody else's result from being verified. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UNLIMITED } from './collect_client.ts'
import { issuedResult } from './issued_result.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const READS = 20
const PER_SESSION = 10

let service: RunningService
let workspace: TestWorkspace
beforeAll(async () => {
  service = await runService({
    ...UNLIMITED,
    BYHAND_RATE_READS_PER_KEY: `${READS}`,
    BYHAND_RATE_PAGES_PER_IP: `${READS}`,
    BYHAND_RATE_RESULTS_PER_SESSION: `${PER_SESSION}`,
  })
  workspace = await service.workspace()
})
afterAll(() => service?.stop())

const authorization = () => ({ authorization: `Bearer ${workspace.secretKey}` })

async function siteverify(response: string, secret = workspace.secretKey) {
  const body = new URLSearchParams({ secret, response })
  const answer = await fetch(`${service.address}/siteverify`, { method: 'POST', body })
  return { status: answer.status, success: ((await answer.json()) as { success: boolean }).success }
}

async function verify(result: string) {
  const answer = await fetch(`${service.address}/v1/results/verify`, {
    method: 'POST',
    headers: { ...authorization(), 'content-type': 'application/json' },
    body: JSON.stringify({ result }),
  })
  return { status: answer.status, valid: ((await answer.json()) as { valid: boolean }).valid }
}

describe('many forms without a valid result', () => {
  it('leave the verification of an honest one as it is', async () => {
    for (let form = 0; form < 3 * READS; form++) {
      expect(await siteverify(form % 2 === 0 ? 'bhr1_invented' : '')).toEqual({ status: 200, success: false })
      expect(await verify('bhr1_invented')).toEqual({ status: 200, valid: false })
    }
    const honest = await issuedResult(service, workspace, { label: 'person' })
    expect(await verify(honest)).toEqual({ status: 200, valid: true })
    expect(await siteverify(honest)).toEqual({ status: 200, success: true })
  })

  it('of one session are limited, and no other session waits for them', async () => {
    const first = await issuedResult(service, workspace, { label: 'person' })
    const statuses: number[] = []
    for (let use = 0; use < 2 * PER_SESSION; use++) statuses.push((await verify(first)).status)
    expect(statuses.slice(0, PER_SESSION)).toEqual(Array(PER_SESSION).fill(200))
    expect(statuses.at(-1)).toBe(429)
    const second = await issuedResult(service, workspace, { label: 'person' })
    expect((await verify(second)).status).toBe(200)
  })

  it('with an invented secret are limited by address (control)', async () => {
    const statuses: number[] = []
    for (let form = 0; form < 2 * READS; form++) statuses.push((await siteverify('', 'bh_sk_x')).status)
    expect(statuses.at(-1)).toBe(429)
  })

  it('do not change the limit of the key on other reads (control)', async () => {
    const url = `${service.address}/v1/sessions/none/report`
    const statuses: number[] = []
    for (let read = 0; read < 2 * READS; read++)
      statuses.push((await fetch(url, { headers: authorization() })).status)
    expect(statuses[0]).toBe(404)
    expect(statuses.at(-1)).toBe(429)
  })
})
