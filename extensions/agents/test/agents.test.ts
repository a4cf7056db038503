/** Declared agents: keys from a file and from a local directory, policies, forward auth, middleware and sessions. */
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decisionOf, requireHuman } from '../../../clients/node/src/fastify.ts'
import { openClient } from '../../../clients/node/src/index.ts'
import type { AgentPolicy } from '../../../src/contract/agent_finding.ts'
import { createKey } from '../../../src/server/workspace/keys.ts'
import { collectClient, makeBatch } from '../../../test/service/collect_client.ts'
import { type ManageClient, manageClient } from '../../../test/service/manage_client.ts'
import { type RunningService, runService, type TestWorkspace } from '../../../test/service/running_service.ts'
import type { AgentKey } from '../contract.ts'
import { verificationKey } from '../key_set.ts'

const DIRECTORY = '/.well-known/http-message-signatures-directory'
const HOST = 'shop.example'

let service: RunningService
let workspace: TestWorkspace
let manage: ManageClient
let directory: Server
let directoryUrl: string
let fetches = 0
const imported = agentKey()
const published = agentKey()

interface TestKey {
  readonly jwk: AgentKey
  readonly keyId: string
  readonly privateKey: KeyObject
}

function agentKey(): TestKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const jwk = publicKey.export({ format: 'jwk' }) as AgentKey
  return { jwk, keyId: verificationKey(jwk)?.keyId as string, privateKey }
}

/** The headers of a signed request. */
function signatureOf(
  { keyId, privateKey }: TestKey,
  url: string,
  { host = HOST, ageS = 5, lifeS = 300, nonce = randomUUID() as string } = {},
): Record<string, string> {
  const created = Math.floor(Date.now() / 1_000) - ageS
  const list = `("@authority" "signature-agent";key="sig1");created=${created};expires=${created + lifeS};keyid="${keyId}"${nonce && `;nonce="${nonce}"`};tag="web-bot-auth"`
  const base = `"@authority": ${host}\n"signature-agent";key="sig1": "${url}"\n"@signature-params": ${list}`
  return {
    'signature-agent': `sig1="${url}"`,
    'signature-input': `sig1=${list}`,
    signature: `sig1=:${sign(null, Buffer.from(base), privateKey).toString('base64')}:`,
  }
}

function forged(headers: Record<string, string>): Record<string, string> {
  const { signature = '' } = headers
  return { ...headers, signature: signature.replace(/:(.)/, (_, char) => (char === 'A' ? ':B' : ':A')) }
}

beforeAll(async () => {
  directory = createServer((request, response) => {
    fetches++
    if (request.url !== DIRECTORY) response.statusCode = 404
    response.end(JSON.stringify({ keys: [published.jwk] }))
  })
  await new Promise<void>((resolve) => directory.listen(0, '127.0.0.1', resolve))
  directoryUrl = `http://127.0.0.1:${(directory.address() as AddressInfo).port}`
  service = await runService({
    BYHAND_AGENT_DIRECTORIES: 'private',
    BYHAND_PUBLIC_URL: 'https://byhand.example',
  })
  workspace = await withOrigins()
  manage = await manageClient(service.address, (await workspace.key(['admin'])).key)
})
afterAll(async () => {
  await service.stop()
  directory.close()
})

/** A workspace whose site key has allowed origins; by default, a site key has none. */
async function withOrigins(): Promise<TestWorkspace> {
  const fresh = await service.workspace()
  return { ...fresh, siteKey: await siteKeyOf(fresh, ['https://shop.example', 'http://shop.example']) }
}

async function siteKeyOf({ id }: TestWorkspace, origins: readonly string[]): Promise<string> {
  const { keys } = service.services.store
  return (await createKey(keys, { workspace: id, kind: 'site', name: 'site', origins }, Date.now())).key
}

/** A workspace of its own, because settings are cached. */
async function withAgent(policy: AgentPolicy, more: object = {}): Promise<TestWorkspace> {
  const fresh = await withOrigins()
  const agents = [{ name: 'Shopper', url: 'https://agent.test', policy, keys: [imported.jwk] }]
  await service.services.store.keys.changeSettings(fresh.id, () => ({ agents, ...more }))
  return fresh
}

async function forwardAuth(headers: Record<string, string>, owner = workspace, siteKey = owner.siteKey) {
  const response = await fetch(`${service.address}/v1/forward-auth?site_key=${siteKey}`, {
    headers: {
      'x-byhand-key': owner.secretKey,
      'x-forwarded-uri': '/',
      'x-forwarded-host': HOST,
      'x-forwarded-proto': 'https',
      'x-forwarded-method': 'GET',
      ...headers,
    },
  })
  return {
    status: response.status,
    json: (await response.json()) as Record<string, unknown>,
    agent: response.headers.get('x-byhand-agent'),
  }
}

describe('the management API', () => {
  it('adds, changes, lists and removes agents', async () => {
    const added = await manage('PUT', '/v1/agents/Some%20Agent', {
      url: 'https://agent.test/',
      keys: [{ ...imported.jwk, d: 'private', extra: 1 }],
    })
    expect(added.json).toMatchObject({ name: 'Some Agent', policy: 'monitor' })
    expect(added.json.keys).toMatchObject([{ key_id: imported.keyId, algorithm: 'ed25519' }])
    const stored = await service.services.store.keys.workspace(workspace.id)
    expect(JSON.stringify(stored?.settings.agents)).not.toMatch(/private|extra/)
    const changed = await manage('PUT', '/v1/agents/Some%20Agent', { policy: 'block' })
    expect(changed.json).toMatchObject({ policy: 'block', keys: [{ key_id: imported.keyId }] })
    expect((await manage('GET', '/v1/agents')).json.items).toEqual([changed.json])
    // Other settings and agents do not overwrite each other.
    await manage('PATCH', '/v1/settings', { monitor_only: true })
    expect((await manage('GET', '/v1/agents')).json.items).toHaveLength(1)
    expect((await manage('DELETE', '/v1/agents/Some%20Agent')).status).toBe(200)
    expect((await manage('DELETE', '/v1/agents/Some%20Agent')).status).toBe(404)
  })

  it.each([
    ['no URL', {}, '/url'],
    ['another scheme', { url: 'ftp://agent.test' }, '/url'],
    ['a broken key', { url: 'https://a.test', keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'A' }] }, '/keys/0'],
    ['no keys', { url: 'https://a.test', keys: [] }, '/keys'],
    ['a wrong policy', { url: 'https://a.test', policy: 'reject' }, '/policy'],
  ])('names the field of an agent with %s', async (_, body, pointer) => {
    const { status, json } = await manage('PUT', '/v1/agents/wrong', body)
    expect([status, json.errors?.[0]?.pointer]).toEqual([400, pointer])
  })
})

describe('forward auth', () => {
  it.each([
    ['allow', 200, 'allow'],
    ['monitor', 200, 'review'],
    ['block', 403, undefined],
  ] as const)('follows the policy %s', async (policy, status, outcome) => {
    const fresh = await withAgent(policy)
    const answer = await forwardAuth(signatureOf(imported, 'https://agent.test'), fresh)
    expect([answer.status, answer.json.outcome]).toEqual([status, outcome])
    if (status === 200) {
      expect(answer.agent).toBe('Shopper')
      expect(answer.json).toMatchObject({
        reason: 'verified_agent',
        agent_signature: 'verified',
        verified_agent: { name: 'Shopper', key_id: imported.keyId, policy },
      })
    }
  })

  it('never lets a forged, expired or foreign signature through as the agent', async () => {
    const fresh = await withAgent('allow', { forward_auth: [{ path: '/', on_unknown: 'allow' }] })
    const url = 'https://agent.test'
    for (const [headers, signature, reason] of [
      [forged(signatureOf(imported, url)), 'invalid', 'invalid_agent_signature'],
      [signatureOf(imported, url, { host: 'other.example' }), 'invalid', 'invalid_agent_signature'],
      [signatureOf({ ...published, keyId: imported.keyId }, url), 'invalid', 'invalid_agent_signature'],
      [{ 'signature-agent': `"${url}"` }, 'invalid', 'invalid_agent_signature'],
      [signatureOf(imported, url, { ageS: 400 }), 'expired', 'expired_agent_signature'],
      [signatureOf(imported, url, { ageS: 90_000, lifeS: 1e6 }), 'expired', 'expired_agent_signature'],
      [signatureOf(published, url), 'unverified', 'missing'],
      // A key counts only for the URL that it was imported for.
      [signatureOf(imported, 'https://other.test'), 'unverified', 'missing'],
    ] as const) {
      const { json, agent } = await forwardAuth(headers, fresh)
      expect(json).toEqual({
        outcome: signature === 'unverified' ? 'allow' : 'review',
        reason,
        agent_signature: signature,
      })
      expect(agent).toBe('none')
    }
  })

  it('judges no signature by a time that may be wrong', async () => {
    const fresh = await withAgent('allow')
    const { clock, store } = service.services
    const leapt = async (leaps: number[]) => {
      await store.clock.change((row) => ({ ...row, leaps }))
      await clock.exchange()
      const headers = signatureOf(imported, 'https://agent.test', { ageS: 400 * 86_400 })
      return (await forwardAuth(headers, fresh)).json.agent_signature
    }
    expect(await leapt([400 * 86_400_000])).toBe('unverified')
    // Control
    expect(await leapt([])).toBe('expired')
  })

  it('accepts hosts of the site key only, and none without allowed origins', async () => {
    const fresh = await withAgent('allow')
    const without = await siteKeyOf(fresh, [])
    const status = async (host: string, siteKey: string) => {
      const captured = signatureOf(imported, 'https://agent.test', { host })
      const { json } = await forwardAuth({ ...captured, 'x-forwarded-host': host }, fresh, siteKey)
      return json.agent_signature
    }
    expect(await status(HOST, fresh.siteKey)).toBe('verified')
    expect(await status('evil.example', fresh.siteKey)).toBe('unverified')
    expect(await status('evil.example', without)).toBe('unverified')
    expect(await status(HOST, without)).toBe('unverified')
  })

  it('refuses a nonce that was used before, and accepts another one', async () => {
    const fresh = await withAgent('allow', { forward_auth: [{ path: '/', on_unknown: 'block' }] })
    const url = 'https://agent.test'
    const nonce = randomUUID()
    const captured = signatureOf(imported, url, { nonce })
    const paths = ['/', '/', '/other']
    const statuses = []
    for (const path of paths) {
      statuses.push((await forwardAuth({ ...captured, 'x-forwarded-uri': path }, fresh)).status)
    }
    expect(statuses).toEqual([200, 403, 403])
    // The nonce counts, not the signature.
    expect((await forwardAuth(signatureOf(imported, url, { nonce, ageS: 4 }), fresh)).status).toBe(403)
    expect((await forwardAuth(signatureOf(imported, url), fresh)).status).toBe(200)
    const again = await withAgent('allow')
    expect((await forwardAuth(captured, again)).json.agent_signature).toBe('verified')
  })

  it('accepts one of many requests with the same nonce at the same time', async () => {
    const fresh = await withAgent('allow')
    const captured = signatureOf(imported, 'https://agent.test')
    const answers = await Promise.all(Array.from({ length: 20 }, () => forwardAuth(captured, fresh)))
    expect(answers.filter(({ json }) => json.agent_signature === 'verified')).toHaveLength(1)
  })

  it('accepts a signature without a nonce for a short life only', async () => {
    const fresh = await withAgent('allow')
    const status = async (lifeS: number) => {
      const headers = signatureOf(imported, 'https://agent.test', { nonce: '', lifeS })
      return (await forwardAuth(headers, fresh)).json.agent_signature
    }
    expect([await status(300), await status(300), await status(301)]).toEqual([
      'verified',
      'verified',
      'unverified',
    ])
  })

  it('does not verify a removed agent, nor follow an old policy, from the next request on', async () => {
    const fresh = await withAgent('allow')
    const admin = await manageClient(service.address, (await fresh.key(['admin'])).key)
    const answer = async () => {
      const { json, status } = await forwardAuth(signatureOf(imported, 'https://agent.test'), fresh)
      return [status, json.agent_signature]
    }
    expect(await answer()).toEqual([200, 'verified'])
    await admin('PUT', '/v1/agents/Shopper', { policy: 'block' })
    expect(await answer()).toEqual([403, undefined])
    await admin('DELETE', '/v1/agents/Shopper')
    expect(await answer()).toEqual([200, 'unverified'])
  })

  it('fetches the directory of an unknown agent once, and monitors it', async () => {
    const before = fetches
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => forwardAuth(signatureOf(published, directoryUrl))),
    )
    for (const { json } of answers) {
      expect(json).toMatchObject({
        outcome: 'review',
        verified_agent: { name: new URL(directoryUrl).host, url: directoryUrl + DIRECTORY },
      })
    }
    expect(fetches).toBe(before + 1)
    expect((await forwardAuth(signatureOf(imported, directoryUrl))).json.agent_signature).toBe('unverified')
    expect(fetches).toBe(before + 1)
  })
})

describe('without permission to fetch directories', () => {
  it('the service makes no request, and an agent needs keys', async () => {
    const before = fetches
    const closed = await runService()
    try {
      const own = await closed.workspace()
      const { keys } = closed.services.store
      const site = {
        workspace: own.id,
        kind: 'site',
        name: 'site',
        origins: ['https://shop.example'],
      } as const
      const { key: siteKey } = await createKey(keys, site, Date.now())
      const response = await fetch(`${closed.address}/v1/forward-auth?site_key=${siteKey}`, {
        headers: {
          'x-byhand-key': own.secretKey,
          'x-forwarded-uri': '/',
          'x-forwarded-host': HOST,
          ...signatureOf(published, directoryUrl),
        },
      })
      // Plain HTTP is no URL of an agent here.
      expect(((await response.json()) as { agent_signature: string }).agent_signature).toBe('invalid')
      const admin = await manageClient(closed.address, (await own.key(['admin'])).key)
      const { json } = await admin('PUT', '/v1/agents/a', { url: 'https://a.test' })
      expect(json.errors[0].pointer).toBe('/keys')
      expect(fetches).toBe(before)
    } finally {
      await closed.stop()
    }
  })
})

describe('the middleware', () => {
  it('verifies the request that the application got', async () => {
    const fresh = await withAgent('allow')
    const client = openClient({ url: service.address, secretKey: fresh.secretKey })
    const app = Fastify()
    const options = { client, siteKey: fresh.siteKey, onStepUp: 'block' as const }
    app.get('/products', { preHandler: requireHuman(options) }, async (request) => decisionOf(request))
    const get = (headers: Record<string, string>) =>
      app.inject({ url: '/products?page=2', headers: { host: HOST, ...headers } })
    const signed = signatureOf(imported, 'https://agent.test')
    // A proxy with forward auth in front of the application has asked about the same request.
    expect((await forwardAuth(signed, fresh)).json.agent_signature).toBe('verified')
    const passed = await get(signed)
    expect((await get(signed)).statusCode).toBe(403)
    expect(passed.json()).toMatchObject({
      outcome: 'allow',
      reason: 'verified_agent',
      verifiedAgent: { name: 'Shopper' },
    })
    expect((await get(forged(signatureOf(imported, 'https://agent.test')))).statusCode).toBe(403)
    expect((await get({})).statusCode).toBe(403)
    await app.close()
  })
})

describe('a session', () => {
  async function reportWith(headers: Record<string, string>, host = 'byhand.example') {
    const fresh = await withAgent('allow')
    const batch = makeBatch(fresh.siteKey)
    const page = collectClient(service.address)
    const { status } = await page.post(batch, { ...headers, host, origin: 'https://shop.example' })
    page.close()
    expect(status).toBe(200)
    const response = await fetch(`${service.address}/v1/sessions/${batch.session_id}/report`, {
      headers: { authorization: `Bearer ${fresh.secretKey}` },
    })
    return (await response.json()) as { verified_agent?: { name: string }; risk_explanation: string }
  }

  it('names the agent that signed its batches', async () => {
    const signed = signatureOf(imported, 'https://agent.test', { host: 'byhand.example' })
    expect((await reportWith(signed)).verified_agent).toMatchObject({ name: 'Shopper', policy: 'allow' })
    expect((await reportWith({})).verified_agent).toBeUndefined()
    // Signed for another host, and sent with it.
    const replayed = signatureOf(imported, 'https://agent.test', { host: 'evil.example' })
    expect((await reportWith(replayed, 'evil.example')).verified_agent).toBeUndefined()
    const fake = await reportWith(forged(signed))
    expect(fake.verified_agent).toBeUndefined()
    expect(fake.risk_explanation).toContain('a forged agent signature')
  })
})
