/**
 * A workspace with one record of every kind, written directly into the store: keys, members of every role, data to
 * read.
 */
import { createHash, randomBytes } from 'node:crypto'
import { encodeBatch } from '../../src/contract/batch/codec.ts'
import { createLoginLink } from '../../src/server/account/accounts.ts'
import { writeReferences } from '../../src/server/survey/references/references.ts'
import { type AnswerSketch, sketchAnswer } from '../../src/server/survey/request/answer_sketch.ts'
import { writeStoredRequest } from '../../src/server/survey/request/stored_request.ts'
import { writeStoredResult } from '../../src/server/survey/result/stored_result.ts'
import { createKey } from '../../src/server/workspace/keys.ts'
import type { Role } from '../../src/store/accounts.ts'
import type { Scope } from '../../src/store/keys.ts'
import type { Store } from '../../src/store/store.ts'
import { newDelivery, newWebhook } from '../store/webhooks.ts'
import { event, record } from './recorded_session.ts'

const newId = (bytes = 12) => randomBytes(bytes).toString('base64url').replaceAll(/[-_]/g, '0')

/** Ids and names that occur in URLs and bodies. */
export interface Names {
  readonly workspace: string
  readonly session: string
  readonly user: string
  readonly tag: string
  readonly survey: string
  readonly participant: string
  readonly analysis: string
  readonly upload: string
  readonly webhook: string
  readonly delivery: string
  readonly keyId: string
  readonly member: string
  readonly invitation: string
  /** Token of an invitation link. */
  readonly link: string
}

/** Names of the same format that do not exist. */
export function unusedNames(): Names {
  const id = newId()
  return {
    workspace: `ws_${id}`,
    // At the command line, a word that begins with a hyphen is an option.
    session: randomBytes(16).toString('base64url').replace(/^-/, 'a'),
    user: `user-${id}`,
    tag: `tag-${id}`,
    survey: `survey-${id}`,
    participant: `participant-${id}`,
    analysis: `an_${id}`,
    upload: `upl_${id}`,
    webhook: `wh_${id}`,
    delivery: `dlv_${id}`,
    keyId: `key_${id}`,
    member: `mem_${id}`,
    invitation: `inv_${id}`,
    link: randomBytes(32).toString('base64url'),
  }
}

export interface FilledWorkspace extends Names {
  /** A text in all data that only this workspace may read. */
  readonly mark: string
  readonly siteKey: string
  readonly secretKey: string
  readonly surveyOnly: string
  readonly sessionsOnly: string
  /** Every scope but `admin`. */
  readonly notAdmin: string
  readonly adminOnly: string
  readonly revokedKey: string
  /** A new member with this role, logged in. */
  cookie(role?: Role): Promise<string>
  /** A former member of the workspace. */
  removedCookie(): Promise<string>
}

/** An account with an unknown password. */
const NO_PASSWORD = `scrypt$32768$8$1$${'A'.repeat(22)}$${'A'.repeat(43)}`

export async function setUpWorkspace(store: Store, now = Date.now()): Promise<FilledWorkspace> {
  const names = unusedNames()
  const { workspace } = names
  const mark = `mark${randomBytes(8).toString('hex')}`
  await store.keys.createWorkspace({ id: workspace, name: `${mark} workspace`, createdAt: now, settings: {} })
  const issue = (kind: 'site' | 'secret', scopes: readonly Scope[]) =>
    createKey(store.keys, { workspace, kind, name: `${mark} key`, scopes }, now)
  const [site, secret, surveyOnly, sessionsOnly, revoked, listed, notAdmin, adminOnly] = await Promise.all([
    issue('site', []),
    issue('secret', ['sessions', 'survey', 'admin']),
    issue('secret', ['survey']),
    issue('secret', ['sessions']),
    issue('secret', ['sessions', 'survey', 'admin']),
    issue('secret', ['sessions']),
    issue('secret', ['sessions', 'survey']),
    issue('secret', ['admin']),
  ])
  await store.keys.revoke(workspace, revoked.row.id, now)

  const person = async (role: Role) => {
    const link = await createLoginLink(store.accounts, workspace, role, now)
    const id = `mem_${newId()}`
    const member = {
      id,
      email: `${mark}.${id}@example.org`.toLowerCase(),
      password: NO_PASSWORD,
      createdAt: now,
    }
    const hash = createHash('sha256').update(link).digest()
    if (!(await store.accounts.acceptLink(hash, member, now))) throw new Error('the link was refused')
    return id
  }
  const cookieOf = async (memberId: string) => {
    const token = randomBytes(32).toString('base64url')
    const hash = createHash('sha256').update(token).digest()
    await store.accounts.createLogin({ hash, memberId, createdAt: now, lastSeenAt: now, workspace })
    return `byhand=${token}`
  }

  await putSession(store, names, mark, site.row.id, now)
  await putAnalysis(store, names, mark, now)
  await putRest(store, names, mark, now)
  const link = await createLoginLink(store.accounts, workspace, 'viewer', now, {
    id: names.invitation,
    email: '',
    createdAt: now,
    createdBy: `${mark} somebody`,
  })
  return {
    ...names,
    link,
    mark,
    member: await person('viewer'),
    keyId: listed.row.id,
    siteKey: site.key,
    secretKey: secret.key,
    surveyOnly: surveyOnly.key,
    sessionsOnly: sessionsOnly.key,
    notAdmin: notAdmin.key,
    adminOnly: adminOnly.key,
    revokedKey: revoked.key,
    cookie: async (role = 'owner') => cookieOf(await person(role)),
    async removedCookie() {
      const id = await person('analyst')
      const cookie = await cookieOf(id)
      await store.accounts.changeRole(id, workspace, null)
      return cookie
    },
  }
}

async function putSession(
  store: Store,
  { workspace, session, user, tag }: Names,
  mark: string,
  siteKeyId: string,
  now: number,
) {
  const visit = record([event('click', 100, {}, ['button', `${mark} button`])], [], { origin: now - 500 })
  for (const recorded of visit) {
    const bytes = encodeBatch(recorded)
    await store.sessions.append({
      workspace,
      sessionId: session,
      siteKeyId,
      tab: recorded.batch.tab,
      page: 0,
      seq: recorded.batch.seq,
      receivedAt: now,
      bytes,
      digest: createHash('sha256').update(bytes).digest(),
      rows: recorded.batch.rows.length,
      final: false,
      tabSecret: Buffer.alloc(32, session),
      userId: user,
      tags: [tag],
      ip: '192.0.2.7',
    })
  }
}

async function putAnalysis(store: Store, names: Names, mark: string, now: number) {
  const { workspace, survey, participant, analysis } = names
  const sketch = sketchAnswer('q1', `${mark} answer`) as AnswerSketch
  await store.references.save({
    workspace,
    surveyId: survey,
    questionId: 'q1',
    version: 1,
    changedAt: now,
    value: writeReferences({ question: 'Why?', answers: [{ id: 'ref_1', text: mark, wording: '' }] }),
  })
  await store.surveys.save(
    {
      workspace,
      surveyId: survey,
      participantId: participant,
      id: analysis,
      version: 'v021',
      analyzedAt: now,
      flagged: true,
      rank: 0,
      request: writeStoredRequest({
        version: 'v021',
        surveyId: survey,
        participantId: participant,
        questions: [
          { id: 'q1', text: 'Why?', answer: `${mark} answer`, history: [{ s: `${mark} answer`, t: 9 }] },
        ],
        lowEffortThreshold: 0,
        fingerprintId: null,
        sessionId: null,
      }),
      result: writeStoredResult({
        digest: '',
        analysis: '',
        reviewEffort: 1,
        complete: true,
        verdict: { verdict: 'review', severity: 0.3 },
        body: JSON.stringify({
          error: false,
          flagged: true,
          num_checks_failed: 1,
          response_groups: { q1: 1 },
          checks: { q1: ['Low-effort'] },
          effort_ratings: { q1: 2 },
          typing_url: `/app/typing/${analysis}`,
          model: 'byhand-v021',
        }),
        answers: [
          { id: 'q1', group: 1, later: false, similarity: 1, sketchDigest: '', rating: null, results: [] },
        ],
      }),
      deviceId: null,
    },
    [{ questionId: 'q1', indexHashes: sketch.indexHashes, sketch: sketch.packed, group: 1 }],
  )
}

async function putRest(store: Store, names: Names, mark: string, now: number) {
  const { workspace, upload, webhook, delivery, session } = names
  const counts = { total: 1, done: 1, flagged: 0, rejected: 0, problem: null }
  const file = { id: upload, workspace, name: `${mark}.csv`, options: '{}', createdAt: now }
  // A running upload would be processed by the service.
  await store.uploads.create({ ...file, state: 'done', ...counts, questions: null }, Buffer.from(mark))
  await store.uploads.progress(workspace, upload, { state: 'done', ...counts }, 0, {
    file: Buffer.from(`a\r\n${mark}\r\n`),
    questions: '[]',
  })
  const hook = newWebhook(workspace, {
    id: webhook,
    name: `${mark} hook`,
    // Nothing listens there, so that a delivery fails at once.
    url: 'http://127.0.0.1:9/hook',
    events: ['survey.flagged'],
    secret: randomBytes(24).toString('base64'),
    createdAt: now,
  })
  await store.webhooks.create(hook)
  await store.webhooks.enqueue([
    newDelivery(workspace, delivery, {
      webhookId: webhook,
      eventId: `evt_${newId()}`,
      type: 'survey.flagged',
      subject: session,
      createdAt: now,
      state: 'failed',
      nextAt: null,
      body: JSON.stringify({ type: 'survey.flagged', data: { note: mark } }),
    }),
  ])
  await store.audit.add({
    id: `aud_${newId()}`,
    workspace,
    at: now,
    action: 'label_set',
    memberId: null,
    who: `${mark} somebody`,
    subject: session,
    detail: '',
    address: '192.0.2.0',
  })
}
