/** Handles one batch: validates it, stores it durably and answers. */

import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { joinBatch } from '../../contract/batch/codec.ts'
import { choiceOf } from '../../contract/choices.ts'
import { BATCH } from '../../contract/limits.ts'
import type { Receipt } from '../../contract/network.ts'
import type { KeyRow } from '../../store/keys.ts'
import type { AppendResult, NewBatch } from '../../store/sessions.ts'
import { type ClientAddress, openClientAddress, rateSubject } from '../addresses/client_address.ts'
import { requireAllowedSite } from '../http/allowed_site.ts'
import { gunzipBody, readWire } from '../http/body.ts'
import { ApiError, diskAlmostFull, invalid } from '../http/errors.ts'
import { limitRate } from '../http/limit_rate.ts'
import { type Lease, openRequestAdmission, type RequestAdmission } from '../http/request_admission.ts'
import type { ResponseHeaders } from '../http/response_headers.ts'
import type { Services } from '../services.ts'
import { openWorkspaceSettings, type WorkspaceSettingsCache } from '../workspace/settings_cache.ts'
import { isTestSession, testSessionOf } from '../workspace/test_sites.ts'
import { type ReadBatch, readBatch } from './batch.ts'
import { type Challenges, openChallenges } from './challenge/challenge.ts'
import { batchDigest } from './digest.ts'
import { receiptOf } from './receipt.ts'
import { fingerprintOf, rememberDevice } from './remember_device.ts'
import { type LimitSessions, openSessionRate } from './session_rate.ts'
import { signingAgent } from './signing_agent.ts'
import { factDigest, openTokens, type TokenFacts, type TokenSubject, type Tokens } from './token.ts'
import { openUserProof, type UserProof } from './user_proof.ts'

export interface Collector {
  readonly services: Services
  readonly tokens: Tokens
  readonly users: UserProof
  readonly settings: WorkspaceSettingsCache
  readonly challenges: Challenges
  readonly admission: RequestAdmission
  readonly addresses: ClientAddress
  readonly limitSessions: LimitSessions
}

export async function openCollector(services: Services): Promise<Collector> {
  const { config, store, log } = services
  return {
    services,
    tokens: await openTokens(store.keys, config.tokenKey),
    users: openUserProof(store.keys),
    settings: openWorkspaceSettings(store.keys),
    challenges: await openChallenges(store, (error) =>
      services.logFailure('saving a challenge vote failed', error as Error, {}),
    ),
    admission: openRequestAdmission(),
    limitSessions: openSessionRate(services),
    addresses: openClientAddress(config.trustedProxies, () =>
      log.warn('X-Forwarded-For ignored: the sender is not in BYHAND_TRUSTED_PROXIES'),
    ),
  }
}

export async function collect(
  collector: Collector,
  request: IncomingMessage,
  headers: ResponseHeaders,
): Promise<string> {
  const { services, admission, addresses } = collector
  const { rates } = services.config
  const ip = addresses.of(request)
  limitRate(services, headers, rates.batchesPerIp, rateSubject(ip))
  const lease = await admission.enter()
  try {
    const accepted = await accept(collector, request, headers, ip, lease)
    if (typeof accepted === 'string') return accepted
    const { kept, token, challenge, device, dropped } = accepted
    const result = await services.store.sessions.append(kept)
    if (device !== undefined && (result.status === 'stored' || result.status === 'repeated')) {
      await rememberDevice(services.store.surveys, kept.workspace, device, kept.sessionId, kept.receivedAt)
    }
    return responseBody(services, kept, dropped, result, token, challenge)
  } finally {
    lease.release()
  }
}

interface Accepted {
  readonly kept: NewBatch
  readonly token: string
  /** Seeds for a session that this batch may open. */
  readonly challenge: string | undefined
  readonly device: string | undefined
  readonly dropped: number
}

/**
 * A function of its own, so that parsed rows can be freed while the request waits for the disk. Returns the response if
 * there is nothing to store.
 */
async function accept(
  collector: Collector,
  request: IncomingMessage,
  headers: ResponseHeaders,
  ip: string,
  lease: Lease,
): Promise<Accepted | string> {
  const wire = await readWire(request, BATCH.wireBytes, lease)
  await lease.begin()
  const batch = readBatch(gunzipBody(wire, request.headers['content-encoding'], BATCH.rawBytes))
  const { challenges, services } = collector
  const { keys } = services
  const known = keys.peekSite(batch.site_key)
  const site = known === undefined ? await keys.find(batch.site_key) : known
  requireAllowedSite(site, request.headers)
  const testSession = requireOwnSession(site, batch.session_id)
  const userAgent = request.headers['user-agent'] ?? ''
  const { subject, opened, ageMs } = authorize(collector, batch, site, ip, headers, userAgent)
  if (testSession !== undefined) {
    return acknowledgment(testSession, collector.tokens.sign(subject, services.now(), opened), 'stored')
  }
  // Otherwise a program could leave out the device everywhere.
  if (
    batch.device?.length === 0 &&
    choiceOf(await collector.settings.of(site.workspace), 'device_data') === 'required'
  ) {
    throw new ApiError('device_data_required')
  }
  const { user_id, user_hash } = batch
  const proof =
    user_id === undefined ? undefined : await collector.users.check(site.workspace, user_id, user_hash)
  const facts = proof === 'proven' ? { ...opened, user: factDigest(user_id as string) } : opened
  const isSameAgent = opened.agent === factDigest(userAgent)
  const { config, network, now } = collector.services
  const at = now()
  const proxies = { isProxy: collector.addresses.isProxy, ja4Header: config.ja4Header }
  const answer =
    batch.challenge &&
    (await challenges.evaluate(batch.challenge, {
      workspace: site.workspace,
      sessionId: batch.session_id,
      askedAt: at - (ageMs ?? 0),
      // The class of browsers is that of the batch that opened the session.
      userAgent: isSameAgent ? userAgent : undefined,
      address: ip,
      user: facts.user,
    }))
  const agent = batch.seq === 0 ? await signingAgent(services, site.workspace, request) : undefined
  const receipt = receiptOf(batch, request, proxies, {
    at,
    isSameAgent,
    mayBe: services.clock.mayBe,
    network: network.facts(ip),
    ...(ageMs !== undefined && { tokenAgeMs: ageMs }),
    ...(answer !== undefined && { challenge: answer }),
    ...(agent !== undefined && { agent }),
  })
  return {
    kept: toNewBatch(batch, site, ip, receipt, proof === 'rejected' ? undefined : user_id),
    token: collector.tokens.sign(subject, at, facts),
    challenge: batch.token === undefined ? challenges.issue(site.workspace, batch.session_id, at) : undefined,
    device: fingerprintOf(batch),
    dropped: batch.dropped ?? 0,
  }
}

/** Sites for browser tests have one session each, and no other site has it. */
function requireOwnSession(site: KeyRow, sessionId: string): string | undefined {
  const own = testSessionOf(site)
  if (own === undefined ? isTestSession(sessionId) : own !== sessionId) {
    throw invalid('/session_id', 'is not a session of this site key')
  }
  return own
}

interface Authorized {
  readonly subject: TokenSubject
  readonly opened: TokenFacts
  /** The age of the batch's token. */
  readonly ageMs: number | undefined
}

/** A batch without a token may open a session, so it counts as a new session. */
function authorize(
  { services, tokens, limitSessions }: Collector,
  { session_id, token }: ReadBatch,
  site: KeyRow,
  ip: string,
  headers: ResponseHeaders,
  userAgent: string,
): Authorized {
  const { rates } = services.config
  const subject = { sessionId: session_id, workspace: site.workspace, siteKeyId: site.id }
  if (token === undefined) {
    // A test site opens no session. The rate of batches per address limits it.
    if (testSessionOf(site) === undefined) {
      if (services.disk.isLow) throw diskAlmostFull()
      limitSessions(site, ip, headers)
    }
    return { subject, opened: { agent: factDigest(userAgent) }, ageMs: undefined }
  }
  const ageMs = tokens.age(token, subject, services.now())
  if (ageMs === null) throw new ApiError('invalid_token')
  // All visitors of a test site share its session.
  if (testSessionOf(site) === undefined) {
    limitRate(services, headers, rates.batchesPerSession, `${site.workspace} ${session_id}`)
  }
  return { subject, opened: tokens.facts(token), ageMs }
}

function toNewBatch(
  batch: ReadBatch,
  site: KeyRow,
  ip: string,
  receipt: Receipt,
  userId: string | undefined,
): NewBatch {
  const {
    v: _v,
    site_key: _key,
    token,
    tab_secret,
    user_hash: _hash,
    user_id: _user,
    intro,
    rows,
    ...head
  } = batch
  // The user id is stored in the session row only, so that erasing a user leaves no copy in the batches.
  return {
    workspace: site.workspace,
    sessionId: batch.session_id,
    siteKeyId: site.id,
    tab: batch.tab,
    page: batch.page,
    seq: batch.seq,
    receivedAt: receipt.at,
    bytes: joinBatch(head, receipt, rows.encoded),
    digest: batchDigest(batch, rows.encoded),
    rows: rows.count,
    final: batch.final ?? false,
    ...(token === undefined &&
      tab_secret !== undefined && { tabSecret: hash('sha256', tab_secret, 'buffer') }),
    ...(userId !== undefined && { userId }),
    ...(batch.tags !== undefined && { tags: batch.tags }),
    ...(intro !== undefined && { intro }),
    ip,
  }
}

function responseBody(
  { metrics, scoring }: Services,
  { sessionId, rows }: NewBatch,
  dropped: number,
  result: AppendResult,
  token: string,
  challenge: string | undefined,
): string {
  switch (result.status) {
    case 'stored':
      metrics.batchesAccepted.inc({ status: 'stored' })
      metrics.rowsAccepted.inc(rows)
      metrics.rowsDropped.inc(dropped)
      scoring.wake()
      break
    case 'repeated':
      metrics.batchesAccepted.inc({ status: 'repeated' })
      break
    case 'tampered':
      throw new ApiError('batch_conflict')
    case 'refused':
      throw new ApiError('session_rejected')
    case 'full':
      throw new ApiError('session_full')
  }
  return acknowledgment(sessionId, token, result.status, challenge)
}

/** None of these needs JSON escaping: their formats are validated or generated here. */
function acknowledgment(sessionId: string, token: string, status: string, challenge?: string): string {
  const seeds = challenge === undefined ? '' : `,"challenge":"${challenge}"`
  return `{"session_id":"${sessionId}","token":"${token}","status":"${status}"${seeds}}`
}
