/** Searches all output of the service for every secret of a full run: log, responses, files, backup, pages, metrics. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { totpCode } from '../../src/server/account/totp.ts'
import { openStore } from '../../src/store/open.ts'
import { call } from './attack_caller.ts'
import { CASES } from './attack_routes.ts'
import { setUpWorkspace } from './attack_workspace.ts'
import { fromBase32 } from './base32.ts'
import { collectClient, makeBatch, UNLIMITED } from './collect_client.ts'
import { type Running, serveUntil, stop } from './command.ts'
import { type Answer, cookieOf, dashboardClient } from './dashboard_client.ts'
import { filesIn, foundIn, type Word } from './privacy_traces.ts'
import { requestOf } from './survey_client.ts'
import { type Receiver, startReceiver } from './webhook_receiver.ts'

const METRICS_KEY = `metrics${randomBytes(16).toString('hex')}`
const folder = mkdtempSync(join(tmpdir(), 'byhand-secrets-'))
let running: Running & { readonly address: string }
let hook: Receiver

/** Secrets that the service received or showed once, which must not appear again. */
const secrets = new Map<string, Word>()
/**
 * Secrets that the design stores in plain form, because it signs or counts with them: listed in
 * docs/explanation/security.md, only in these tables.
 */
const kept = new Map<string, { readonly word: Word; readonly table: string }>()
/** Responses, except the one that shows the secret. */
const answers: string[] = []

const recorded = <Body>(answer: Answer<Body>): Answer<Body> => {
  answers.push(`${answer.text}\n${JSON.stringify([...answer.headers])}`)
  return answer
}
const secret = (name: string, word: string): string => {
  secrets.set(name, word)
  return word
}

beforeAll(async () => {
  hook = await startReceiver()
  const env = {
    ...UNLIMITED,
    BYHAND_LOG_LEVEL: 'debug',
    BYHAND_METRICS_KEY: METRICS_KEY,
    BYHAND_WEBHOOK_PRIVATE_TARGETS: 'yes',
  }
  running = await serveUntil({ folder, env }, /bh_sk_\w+/)
  secrets.set('the metrics key', METRICS_KEY)
  await live()
}, 240_000)
afterAll(async () => {
  if (running !== undefined) await stop(running)
  await hook?.close()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Signs up, creates keys, logs in and out, sets up a second factor and a webhook, sends batches and surveys, makes
 * errors.
 */
async function live(): Promise<void> {
  const anonymous = dashboardClient(running.address)
  // The first start prints these once; log lines are JSON, these lines are not.
  const printed = running.output().stdout
  const firstToken = secret('the first login link', /#([\w-]{43})/.exec(printed)?.[1] as string)
  secret('the first secret key', /bh_sk_\w+/.exec(printed)?.[0] as string)
  const password = secret('a password', `pass ${randomBytes(12).toString('hex')}`)
  const email = 'ada@example.org'
  const joined = await anonymous.send('POST', '/first-login', { token: firstToken, email, password })
  expect(joined.status).toBe(200)
  secret('a login cookie', cookieOf(joined).split('=')[1] as string)
  const owner = dashboardClient(running.address, cookieOf(joined))
  recorded(await owner.get('/me'))

  const made = await owner.send<{ secret: string }>('POST', '/keys', { kind: 'secret', name: 'made' })
  const key = secret('a secret key', made.json.secret)
  const site = (await owner.send<{ secret: string }>('POST', '/keys', { kind: 'site', name: 'site' })).json
    .secret
  const keyId = /"id":"(key_\w+)"/.exec(made.text)?.[1] as string
  const rotated = await owner.send<{ secret: string }>('POST', `/keys/${keyId}/rotate`, { overlap_hours: 24 })
  secret('a rotated key', rotated.json.secret)
  const webhook = await owner.send<{ secret: string; webhook: { id: string } }>('POST', '/webhooks', {
    url: hook.url,
    events: ['survey.flagged', 'session.risk_changed'],
  })
  kept.set('a webhook secret', { word: webhook.json.secret.replace('whsec_', ''), table: 'webhooks' })
  secrets.set('a webhook secret as it is shown', webhook.json.secret)
  recorded(await owner.send('POST', `/webhooks/${webhook.json.webhook.id}/test`))
  const invited = await owner.send<{ url: string }>('POST', '/invitations', { role: 'viewer' })
  secret('an invitation', new URL(invited.json.url).hash.slice(1))
  const totp = (await owner.send<{ secret: string }>('POST', '/totp/start')).json.secret
  secret('a second factor as it is shown', totp)
  const bytes = Buffer.from(fromBase32(totp))
  kept.set('a second factor', { word: bytes, table: 'totp' })
  const code = totpCode(bytes, Math.floor(Date.now() / 30_000))
  const confirmed = await owner.send<{ recovery_codes: string[] }>('POST', '/totp/confirm', { code })
  const recovery = secret('a recovery code', confirmed.json.recovery_codes[0] as string)
  secret('a recovery code without hyphens', recovery.replaceAll('-', ''))
  const changed = secret('a changed password', `pass ${randomBytes(12).toString('hex')}`)
  recorded(await owner.send('POST', '/password', { current: 'wrong password', password: changed }))
  recorded(await owner.send('POST', '/password', { current: password, password: changed }))
  recorded(await anonymous.send('POST', '/login', { email, password }))
  recorded(await anonymous.send('POST', '/login', { email, password: changed }))
  recorded(await anonymous.send('POST', '/login', { email, password: changed, totp: code }))
  recorded(await anonymous.send('POST', '/login', { email, password: changed, totp: recovery }))

  const collect = collectClient(running.address)
  const batch = makeBatch(site)
  secret('a tab secret', batch.tab_secret)
  const token = secret('a session token', (await collect.post(batch)).json.token)
  const { tab_secret: _, ...rest } = batch
  for (const body of [
    { ...rest, seq: 1, token },
    { ...rest, seq: 2, token: `${token}x` },
    { ...rest, site_key: key },
  ]) {
    const reply = await collect.post(body)
    if (reply.status !== 200) answers.push(reply.text + JSON.stringify(reply.headers))
  }
  const read = async (path: string, headers: Record<string, string>, init: RequestInit = {}) => {
    const response = await fetch(running.address + path, { headers, ...init })
    answers.push(`${await response.text()}${JSON.stringify([...response.headers])}`)
    return response.status
  }
  const authorization = `Bearer ${key}`
  expect(await read(`/v1/sessions/${batch.session_id}/report`, { authorization })).toBe(200)
  expect(await read(`/v1/sessions/report?sessionId=${key}`, { authorization })).toBe(404)
  expect(await read(`/v1/users/sessions?api_key=${key}`, {})).toBe(401)
  expect(await read(`/v1/${key}`, { authorization: key, cookie: key })).toBe(404)
  expect(await read('/metrics', { authorization: `Bearer ${METRICS_KEY}` })).toBe(200)
  expect(await read('/metrics', { authorization: `Bearer ${METRICS_KEY}x` })).toBe(401)
  const post = (body: string) => read('/survey-check/v021', { api_key: key }, { method: 'POST', body })
  expect(await post(JSON.stringify(requestOf('s', 'p')))).toBe(200)
  expect(await post(`{"api_key":"${key}"`)).toBe(400)
  expect(await post(JSON.stringify({ ...requestOf('s', 'p'), responses: { [key]: 1 } }))).toBe(400)
  // Calls every route once without secrets, including refusals.
  const store = await openStore('sqlite', folder, { beside: true })
  const filled = await setUpWorkspace(store)
  for (const one of CASES.filter(({ isDear }) => !isDear)) {
    const right = one.access === 'login' ? { cookie: await filled.cookie() } : { key: filled.secretKey }
    for (const caller of [{ key: filled.revokedKey }, right]) {
      const { text, headers } = await call(running.address, one, filled, caller)
      const isShown = /POST .*(keys|rotate|invitations|start|webhooks)$/.test(one.route)
      if (!isShown) answers.push(`${text}${JSON.stringify([...headers])}`)
    }
  }
  for (const path of ['/app', '/app/keys', '/app/join', '/docs', '/', '/byhand.js']) await read(path, {})
  for (const [name, word] of Object.entries({ another: filled.secretKey, revoked: filled.revokedKey }))
    secret(name, word)
  await store.close()
  collect.close()
}

/** The output of the service without the lines that the first start prints for the user. */
function outputs() {
  const { stdout, stderr } = running.output()
  const logged = `${stdout}\n${stderr}`.split('\n').filter((line) => line.startsWith('{'))
  expect(logged.length).toBeGreaterThan(100)
  return [
    { name: 'the log', bytes: Buffer.from(logged.join('\n')) },
    { name: 'answers', bytes: Buffer.from(answers.join('\n')) },
    { name: 'deliveries', bytes: Buffer.from(JSON.stringify(hook.received)) },
  ]
}

describe('a secret', () => {
  it('is in no log, response, URL, page, metric or delivery', () => {
    const all = new Map([...secrets, ...[...kept].map(([name, { word }]) => [name, word] as const)])
    expect([...foundIn(outputs(), all)]).toEqual([])
  })

  it('is in no file of the data folder, except those needed for counting and signing', () => {
    expect([...foundIn(filesIn(folder), secrets)]).toEqual([])
    // The exceptions are in the tables that the security page lists, so the search works.
    const found = foundIn(filesIn(folder), new Map([...kept].map(([name, { word }]) => [name, word])))
    expect([...found.keys()].sort()).toEqual([...kept.keys()].sort())
    const page = readFileSync(join(import.meta.dirname, '../../docs/explanation/security.md'), 'utf8')
    for (const { table } of kept.values()) expect(page).toContain(`\`${table}\``)
  })

  it('is in no backup', async () => {
    const file = join(folder, 'all.byhand')
    const store = await openStore('sqlite', folder, { beside: true })
    await store.backup(file)
    await store.close()
    const backup = filesIn(folder).filter(({ name }) => name === 'all.byhand')
    expect(backup).toHaveLength(1)
    expect([...foundIn(backup, secrets)]).toEqual([])
    rmSync(file)
  })

  it('is found if it occurs (control)', () => {
    const planted = secrets.get('a secret key') as string
    const places = [
      ...outputs().map(({ name, bytes }) => ({
        name,
        bytes: Buffer.concat([bytes, Buffer.from(`"${planted}"`)]),
      })),
      ...filesIn(folder)
        .slice(0, 1)
        .map(({ name, bytes }) => ({ name, bytes: Buffer.concat([bytes, Buffer.from(planted)]) })),
    ]
    expect(foundIn(places, secrets).get('a secret key')).toHaveLength(4)
  })
})
