import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { DAY_MS, WEEK_MS } from '../../src/store/terms.ts'
import { newFacts } from '../samples/session_facts.ts'
import { newEntry } from './audit.ts'
import { type Engine, newBatch, newReport, newSessionId, newWorkspace, type Place, sha256 } from './engine.ts'
import { newReferences } from './references.ts'
import { newStepUp } from './step_ups.ts'
import { keyOf, newAnalysis, newAnswer } from './surveys.ts'
import { newUpload } from './uploads.ts'
import { newDelivery, newWebhook } from './webhooks.ts'

const NAMES = ['', 'a\u0000b', '🙂', '__proto__']

/** Writes rows to every table. */
async function fill(store: Store, workspace: string): Promise<void> {
  await store.keys.createWorkspace({
    id: workspace,
    name: 'Mine',
    createdAt: 1,
    settings: { bands: [1, 2, 3] },
  })
  await store.keys.create({
    id: `key_${workspace}`,
    workspace,
    kind: 'site',
    name: 'site',
    hash: sha256(workspace),
    prefix: 'bh_pk_',
    last4: 'abcd',
    scopes: ['sessions'],
    origins: ['https://a.example'],
    createdAt: 1,
    lastUsedAt: 5,
    expiresAt: null,
    revokedAt: null,
  })
  await store.keys.secret(`secret/${workspace}`, Uint8Array.of(0, 255, 7))
  await store.accounts.createLink({ hash: sha256('open'), workspace, role: 'viewer', expiresAt: 99 })
  await store.accounts.createLink({ hash: sha256('used'), workspace, role: 'owner', expiresAt: 99 })
  const member = { id: 'mem_1', email: 'a@example.org', password: 'scrypt', createdAt: 2 }
  await store.accounts.acceptLink(sha256('used'), member, 1)
  await store.accounts.createLogin({ hash: sha256('login'), memberId: 'mem_1', createdAt: 3, lastSeenAt: 4 })
  for (const [index, name] of NAMES.entries()) {
    const sessionId = `session-${index}`
    const given = { workspace, sessionId, userId: name, tags: [name, 'all'], receivedAt: 1_000 + index }
    await store.sessions.append(newBatch(given, name))
    await store.sessions.append(newBatch({ ...given, seq: 1 }, `${name}!`))
    if (index % 2 === 0) {
      const report = newReport(2, { log: `["${index}"]` })
      await store.sessions.saveReport(given, {
        ...report,
        facts: newFacts({ routes: [name, '/x'] }),
        marks: [11, 12],
      })
      await store.facts.setLabel(given, { label: 'bot', memberId: 'mem_1', at: 7, note: 'two\nlines' })
    }
    await store.surveys.save(newAnalysis(keyOf(workspace, name), { deviceId: 'dev', id: `id${index}` }), [
      newAnswer([1n, BigInt(index)], { group: index + 1 }),
    ])
  }
  const verdict = { verdict: 'remove', memberId: 'mem_1', at: 8, note: 'two\nlines' } as const
  await store.surveys.setVerdict(keyOf(workspace, '__proto__'), verdict)
  const later = { analyzedAt: 2_000, flagged: true, rank: 0, result: '{}' }
  await store.surveys.add(keyOf(workspace, '__proto__'), later, 1_000, false)
  await store.surveys.saveQuestionStats(workspace, 's', 'q1', 'stats', 0)
  const sample = { questionId: 'q1', sample: 'sample' }
  await store.surveys.save(newAnalysis(keyOf(workspace, 'sampled')), [], undefined, [sample])
  await store.surveys.claimKey(workspace, 'idempotent', sha256('body'), 10, 0)
  await store.surveys.saveDevice(workspace, 'finger', 'session-1', 10)
  await store.facts.markNotified({ workspace, sessionId: 'session-0' }, 'Auto-accept', true)
  await store.facts.markClustered({ workspace, sessionId: 'session-0' }, 'rhythm', 'clu_1')
  const invitation = { id: 'inv_1', email: 'b@example.org', createdAt: 3, createdBy: 'Ada' }
  const hash = sha256('invitation')
  await store.accounts.createLink({ hash, workspace, role: 'viewer', expiresAt: 99, invitation })
  await store.accounts.chooseWorkspace(sha256('login'), workspace)
  const recovery = [Uint8Array.from(sha256('code')), Uint8Array.from(sha256('other code'))]
  const secret = Uint8Array.of(1, 2, 3)
  await store.accounts.saveTotp('mem_1', { secret, confirmed: true, lastStep: 4, recovery })
  await store.accounts.setName('mem_1', 'Ada')
  const answer = { at: 2, result: 'unknown', reason: 'Nothing was entered.' } as const
  await store.stepUps.ask({ workspace, sessionId: 'session-1' }, newStepUp({ answer }), null)
  await store.references.save(newReferences({ workspace, surveyId: 's' }))
  const again = { workspace, surveyId: 's', requestedAt: 5 }
  await store.analyzeAgain.setReviewEffort(again, 4)
  await store.analyzeAgain.hold(again, null)
  await store.audit.add(newEntry(workspace, 'entry', 5))
  await store.webhooks.create(newWebhook(workspace))
  await store.webhooks.enqueue([newDelivery(workspace, 'delivery', { nextAt: null })])
  await store.uploads.create(newUpload(workspace, 'upload', { state: 'done' }), Uint8Array.of(0, 255))
}

/** Everything that `fill` stored, read through the interface. */
async function readAll(store: Store, workspace: string): Promise<unknown> {
  const key = (name: string) => keyOf(workspace, name)
  return {
    workspace: await store.keys.workspace(workspace),
    keys: await store.keys.list(workspace),
    secret: await store.keys.secret(`secret/${workspace}`, Uint8Array.of(1)),
    link: await store.accounts.findLink(sha256('open'), 1),
    member: await store.accounts.memberByEmail('a@example.org'),
    roles: await store.accounts.roles('mem_1'),
    login: await store.accounts.findLogin(sha256('login')),
    recent: await store.sessions.recent(workspace, { limit: 99 }),
    byTag: await store.sessions.byTag(workspace, 'all', { limit: 99 }),
    byUser: await Promise.all(NAMES.map((name) => store.sessions.byUser(workspace, name, { limit: 9 }))),
    batches: await Promise.all(
      NAMES.map((_, index) => store.sessions.batches({ workspace, sessionId: `session-${index}` })),
    ),
    analyses: await Promise.all(
      NAMES.map(async (name) => {
        const first = await store.surveys.find(key(name))
        return first && store.surveys.history(first)
      }),
    ),
    indexed: await Promise.all(NAMES.map((name) => store.surveys.indexed(key(name)))),
    neighbors: await store.surveys.neighbors(key('x'), 'q1', [1n], 99),
    onDevice: await store.surveys.otherOnDevice(key(''), 'dev'),
    revision: await store.surveys.revision(workspace, 's'),
    nextGroup: await store.surveys.nextGroup(workspace, 's', 'q1'),
    stats: await store.surveys.questionStats(workspace, 's', 'q1'),
    references: await store.references.list(workspace, 's'),
    reviewEffort: await store.analyzeAgain.reviewEffort(workspace, 's'),
    device: await store.surveys.deviceSession(workspace, 'finger'),
    labeled: await store.facts.labeled(workspace, 9),
    byTerm: await store.facts.list({
      workspace,
      filter: { country: 'DE', label: 'bot' },
      order: 'newest',
      limit: 99,
    }),
    counted: await Promise.all(
      [9_999, DAY_MS, WEEK_MS].map(async (to) =>
        (await store.facts.counted({ workspace, dimensions: ['page'], from: 0, to, by: 'value' })).sort(
          (a, b) => (a.key < b.key ? -1 : 1),
        ),
      ),
    ),
    sharing: await store.sessions.sharing({ workspace, sessionId: 'x' }, 99_000, [11, 12], 2, 99),
    pending: await store.facts.claimPending(9, 2_000, 2_000, 0),
    invitations: await store.accounts.invitations(workspace, 1),
    totp: await store.accounts.totp('mem_1'),
    stepUp: await store.stepUps.find({ workspace, sessionId: 'session-1' }),
    members: await store.accounts.membersOf(workspace),
    audit: await store.audit.list(workspace, 9),
    webhooks: await store.webhooks.list(workspace),
    deliveries: await store.webhooks.deliveries(workspace, 'wh_1', 9),
    uploads: await store.uploads.list(workspace, 9),
    upload: await store.uploads.input(workspace, 'upload'),
    surveys: await store.surveys.surveys(workspace, 9),
    claimed: await store.surveys.claimKey(workspace, 'idempotent', Uint8Array.from(sha256('x')), 11, 0),
    unscored: (await store.sessions.claimUnscored(99, 5_000, 6_000, 6_000))
      .map(({ sessionId }) => sessionId)
      .sort(),
  }
}

export function backupSuite(engine: Engine): void {
  describe('backup', () => {
    let folder: string
    const places: Place[] = []
    const stores: Store[] = []
    const newPlace = async () => {
      const place = await engine.place()
      places.push(place)
      return place
    }
    const opened = async (place: Place) => {
      const store = await place.open()
      stores.push(store)
      return store
    }
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'byhand-backup-'))
    })
    afterEach(async () => {
      for (const store of stores.splice(0)) await store.close()
      for (const place of places.splice(0)) await place.remove()
      await rm(folder, { recursive: true })
    })

    it('restores everything', async () => {
      const workspace = newWorkspace()
      const source = await opened(await newPlace())
      await fill(source, workspace)
      const file = join(folder, 'backup')
      await source.backup(file)
      const place = await newPlace()
      await place.restore(file)
      const target = await opened(place)
      expect(await readAll(target, workspace)).toEqual(await readAll(source, workspace))
    })

    it('is consistent while batches arrive', async () => {
      const workspace = newWorkspace()
      const source = await opened(await newPlace())
      const ids = Array.from({ length: 20 }, newSessionId)
      let stop = false
      const load = ids.map(async (sessionId) => {
        for (let seq = 0; !stop; seq++)
          await source.sessions.append(newBatch({ workspace, sessionId, seq }, `${seq}`))
      })
      while ((await source.sessions.count()) < 20) await new Promise(setImmediate)
      const file = join(folder, 'backup')
      await source.backup(file)
      stop = true
      await Promise.all(load)
      const place = await newPlace()
      await place.restore(file)
      const target = await opened(place)
      for (const sessionId of ids) {
        const found = await target.sessions.find({ workspace, sessionId })
        const batches = await target.sessions.batches({ workspace, sessionId })
        expect(batches).toHaveLength(found?.session.batchCount ?? -1)
        expect(batches.map(({ seq }) => seq)).toEqual(batches.map((_, index) => index))
      }
    })

    it('is restored only into an empty store', async () => {
      const workspace = newWorkspace()
      const source = await opened(await newPlace())
      await fill(source, workspace)
      const file = join(folder, 'backup')
      await source.backup(file)
      const place = await newPlace()
      const busy = await place.open()
      await busy.keys.createWorkspace({ id: 'theirs', name: 'theirs', createdAt: 1, settings: {} })
      await busy.close()
      await expect(place.restore(file)).rejects.toThrow('not empty')
      const after = await opened(place)
      expect((await after.keys.workspaces()).map(({ id }) => id)).toEqual(['theirs'])
      expect(await after.sessions.count()).toBe(0)
    })

    it('is refused when the file is truncated, changed or no backup', async () => {
      const source = await opened(await newPlace())
      await fill(source, newWorkspace())
      const file = join(folder, 'backup')
      await source.backup(file)
      await expect(source.backup(file)).rejects.toThrow('already')
      const whole = await readFile(file)
      const changed = Buffer.from(whole)
      changed[whole.length >> 1] = (changed[whole.length >> 1] as number) ^ 1
      const place = await newPlace()
      for (const bytes of [
        whole.subarray(0, whole.length - 20),
        changed,
        Buffer.from('hello'),
        Buffer.alloc(0),
      ]) {
        await writeFile(file, bytes)
        await expect(place.restore(file)).rejects.toThrow(/damaged|not a backup/)
      }
      expect(await (await opened(place)).sessions.count()).toBe(0)
    })
  })
}
