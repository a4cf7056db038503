import { describe, expect, it } from 'vitest'
import type { AnalysisRow, AnswerKey, IndexedAnswer, IndexedNeighbor } from '../../src/store/surveys.ts'
import { bytesOf, newWorkspace, type Subject, sha256, startSession } from './engine.ts'

export const keyOf = (workspace: string, participantId: string, surveyId = 's'): AnswerKey => ({
  workspace,
  surveyId,
  participantId,
})

export const newAnalysis = (key: AnswerKey, given: Partial<AnalysisRow> = {}): AnalysisRow => ({
  ...key,
  id: `${key.surveyId}/${key.participantId}`,
  version: 'v021',
  analyzedAt: 1_000,
  flagged: false,
  rank: 0,
  request: '{"responses":{"__proto__":"yes"}}',
  result: '{"flagged":false}',
  deviceId: null,
  ...given,
})

export const newAnswer = (hashes: bigint[], given: Partial<IndexedAnswer> = {}): IndexedAnswer => ({
  questionId: 'q1',
  indexHashes: hashes,
  sketch: bytesOf(hashes.join()),
  group: 1,
  ...given,
})

const newNeighbor = (participantId: string, hashes: bigint[], group: number): IndexedNeighbor => ({
  participantId,
  questionId: 'q1',
  addedAt: 10,
  group,
  sketch: Uint8Array.from(bytesOf(hashes.join())),
})

export function surveysSuite(store: Subject): void {
  const save = (key: AnswerKey, answers: IndexedAnswer[], given: Partial<AnalysisRow> = {}) =>
    store().surveys.save(newAnalysis(key, given), answers)
  const near = async (key: AnswerKey, hashes: bigint[], limit = 99, question = 'q1') =>
    (await store().surveys.neighbors(key, question, hashes, limit)).map(({ participantId }) => participantId)

  describe('analyses', () => {
    it('are stored and found by participant and by id', async () => {
      const key = keyOf(newWorkspace(), 'p')
      const row = newAnalysis(key, { flagged: true, deviceId: 'dev', version: 'v012' })
      expect(await store().surveys.save(row, [])).toBe(true)
      expect(await store().surveys.find(key)).toEqual(row)
      expect(await store().surveys.byId(key.workspace, row.id)).toEqual(row)
    })

    it('replace earlier ones of the participant', async () => {
      const key = keyOf(newWorkspace(), 'p')
      await save(key, [newAnswer([1n]), newAnswer([2n], { questionId: 'q2' })], { id: 'old' })
      await save(key, [newAnswer([3n])], { id: 'new', analyzedAt: 2_000 })
      expect((await store().surveys.find(key))?.id).toBe('new')
      expect(await store().surveys.byId(key.workspace, 'old')).toBeNull()
      const other = keyOf(key.workspace, 'other')
      expect(await near(other, [1n])).toEqual([])
      expect(await near(other, [2n], 99, 'q2')).toEqual([])
      expect(await near(other, [3n])).toEqual(['p'])
    })

    it('are isolated by workspace and survey', async () => {
      const key = keyOf(newWorkspace(), 'p')
      await save(key, [newAnswer([1n])], { deviceId: 'dev' })
      const elsewhere = [keyOf(newWorkspace(), 'x'), keyOf(key.workspace, 'x', 'another survey')]
      for (const stranger of elsewhere) {
        expect(await store().surveys.find({ ...stranger, participantId: 'p' })).toBeNull()
        expect(await store().surveys.indexed({ ...stranger, participantId: 'p' })).toEqual([])
        expect(await near(stranger, [1n])).toEqual([])
        expect(await store().surveys.otherOnDevice(stranger, 'dev')).toBeNull()
        expect(await store().surveys.erase({ ...stranger, participantId: 'p' })).toBe(false)
        expect(await store().surveys.revision(stranger.workspace, stranger.surveyId)).toBe(0)
      }
      expect(await store().surveys.byId(newWorkspace(), newAnalysis(key).id)).toBeNull()
    })
  })

  describe('the duplicate index', () => {
    it('finds others that share an index hash, oldest first, each once', async () => {
      const workspace = newWorkspace()
      await save(keyOf(workspace, 'a'), [newAnswer([1n, 2n, 3n], { group: 4 })], { analyzedAt: 10 })
      await save(keyOf(workspace, 'b'), [newAnswer([3n, 2n ** 64n - 1n])], { analyzedAt: 20 })
      await save(keyOf(workspace, 'c'), [newAnswer([9n])], { analyzedAt: 30 })
      expect(await near(keyOf(workspace, 'x'), [2n, 3n, 3n])).toEqual(['a', 'b'])
      expect(await near(keyOf(workspace, 'a'), [2n, 3n])).toEqual(['b'])
      expect(await near(keyOf(workspace, 'x'), [2n ** 64n - 1n])).toEqual(['b'])
      expect(await near(keyOf(workspace, 'x'), [3n], 99, 'q2')).toEqual([])
      const [first] = await store().surveys.neighbors(keyOf(workspace, 'x'), 'q1', [1n], 9)
      expect(first).toEqual(newNeighbor('a', [1n, 2n, 3n], 4))
    })

    it('returns at most `limit` answers of each hash, and a crowded hash hides no other', async () => {
      const workspace = newWorkspace()
      for (let index = 0; index < 8; index++) await save(keyOf(workspace, `flood${index}`), [newAnswer([1n])])
      await save(keyOf(workspace, 'rare'), [newAnswer([2n])])
      expect(await near(keyOf(workspace, 'flood0'), [1n, 2n], 3)).toEqual([
        'flood1',
        'flood2',
        'flood3',
        'rare',
      ])
    })

    it('prefers answers that share the most hashes when there are too many', async () => {
      const workspace = newWorkspace()
      for (let index = 0; index < 6; index++) await save(keyOf(workspace, `one${index}`), [newAnswer([1n])])
      await save(keyOf(workspace, 'three'), [newAnswer([1n, 2n, 3n])])
      await save(keyOf(workspace, 'two'), [newAnswer([2n, 3n])])
      const found = await store().surveys.neighbors(keyOf(workspace, 'x'), 'q1', [1n, 2n, 3n, 4n], 99, 3)
      expect(found.map(({ participantId }) => participantId)).toEqual(['one0', 'three', 'two'])
    })

    it('counts a crowded hash half, and not at all when there are too many', async () => {
      const workspace = newWorkspace()
      for (let index = 0; index < 4; index++)
        await save(keyOf(workspace, `crowd${index}`), [newAnswer([1n, 2n])])
      for (let index = 4; index < 8; index++) await save(keyOf(workspace, `crowd${index}`), [newAnswer([1n])])
      for (const name of ['a', 'b']) await save(keyOf(workspace, name), [newAnswer([3n])])
      await save(keyOf(workspace, 'both'), [newAnswer([3n, 4n])])
      const found = async (hashes: bigint[], limit: number, most?: number) =>
        (await store().surveys.neighbors(keyOf(workspace, 'x'), 'q1', hashes, limit, most)).map(
          ({ participantId }) => participantId,
        )
      const crowd = ['crowd0', 'crowd1', 'crowd2']
      expect(await found([1n, 3n, 4n], 3, 2)).toEqual(['a', 'both'])
      expect(await found([1n, 3n, 4n], 3, 5)).toEqual(['a', 'b', 'both'])
      expect(await found([1n, 3n, 4n], 3, 6)).toEqual([...crowd, 'a', 'b', 'both'])
      expect(await found([1n, 3n, 4n], 3)).toEqual([...crowd, 'a', 'b', 'both'])
      expect(await found([1n, 2n], 3, 2)).toEqual(['crowd0', 'crowd1'])
      expect(await found([1n], 3, 2)).toEqual([])
      expect(await found([1n], 8, 2)).toEqual(['crowd0', 'crowd1'])
    })

    it('counts the copies with a hash up to `limit`, and reads the oldest', async () => {
      const workspace = newWorkspace()
      const copies = async (who: string, hash: bigint, limit: number, question = 'q1', survey = 's') =>
        store().surveys.copies(keyOf(workspace, who, survey), question, hash, limit)
      expect(await copies('x', 7n, 9)).toBeNull()
      for (const name of ['a', 'b', 'c']) {
        await save(keyOf(workspace, name), [newAnswer([7n, 8n], { group: 2 })], { analyzedAt: 10 })
      }
      const oldest = newNeighbor('a', [7n, 8n], 2)
      expect(await copies('x', 7n, 9)).toEqual({ oldest, count: 3 })
      expect(await copies('x', 7n, 2)).toEqual({ oldest, count: 2 })
      expect(await copies('a', 7n, 9)).toEqual({ oldest: { ...oldest, participantId: 'b' }, count: 2 })
      expect(await copies('c', 7n, 2)).toEqual({ oldest, count: 2 })
      expect(await copies('x', 9n, 9)).toBeNull()
      expect(await copies('x', 7n, 9, 'q2')).toBeNull()
      expect(await copies('x', 7n, 9, 'q1', 'another survey')).toBeNull()
      expect(await store().surveys.copies(keyOf(newWorkspace(), 'x'), 'q1', 7n, 9)).toBeNull()
      await store().surveys.erase(keyOf(workspace, 'a'))
      expect(await copies('x', 7n, 9)).toMatchObject({ oldest: { participantId: 'b' }, count: 2 })
    })

    it('keeps the time of an unchanged answer, and updates that of a changed one', async () => {
      const workspace = newWorkspace()
      const answer = newAnswer([1n])
      await save(keyOf(workspace, 'a'), [answer], { analyzedAt: 10 })
      await save(keyOf(workspace, 'b'), [answer], { analyzedAt: 20 })
      await save(keyOf(workspace, 'a'), [{ ...answer, group: 7 }], { analyzedAt: 30 })
      expect(await near(keyOf(workspace, 'x'), [1n])).toEqual(['a', 'b'])
      expect(await store().surveys.indexed(keyOf(workspace, 'a'))).toMatchObject([{ addedAt: 10, group: 7 }])
      await save(keyOf(workspace, 'a'), [newAnswer([1n, 5n])], { analyzedAt: 40 })
      expect(await near(keyOf(workspace, 'x'), [1n])).toEqual(['b', 'a'])
      expect(await store().surveys.indexed(keyOf(workspace, 'a'))).toMatchObject([{ addedAt: 40 }])
    })

    it('numbers groups from 1, and never reuses a number', async () => {
      const workspace = newWorkspace()
      const next = (question = 'q1') => store().surveys.nextGroup(workspace, 's', question)
      expect(await next()).toBe(1)
      await save(keyOf(workspace, 'a'), [newAnswer([1n], { group: 1 })])
      await save(keyOf(workspace, 'b'), [newAnswer([2n], { group: 2 })])
      expect(await next()).toBe(3)
      expect(await next('q2')).toBe(1)
      await store().surveys.erase(keyOf(workspace, 'b'))
      expect(await next()).toBe(3)
      await save(keyOf(workspace, 'c'), [newAnswer([1n], { group: 1 })])
      expect(await next()).toBe(3)
    })

    it('saves only at the expected revision of the survey', async () => {
      const workspace = newWorkspace()
      const revision = () => store().surveys.revision(workspace, 's')
      expect(await revision()).toBe(0)
      const analyses = Array.from({ length: 10 }, (_, index) => newAnalysis(keyOf(workspace, `p${index}`)))
      const saved = await Promise.all(analyses.map((row) => store().surveys.save(row, [newAnswer([1n])], 0)))
      expect(saved.filter(Boolean)).toHaveLength(1)
      expect(await near(keyOf(workspace, 'x'), [1n])).toEqual([`p${saved.indexOf(true)}`])
      expect(await revision()).toBe(1)
      await store().surveys.erase(keyOf(workspace, `p${saved.indexOf(true)}`))
      expect(await revision()).toBe(2)
      expect(await store().surveys.save(newAnalysis(keyOf(workspace, 'y')), [], 2)).toBe(true)
    })

    it('is updated when a participant is erased', async () => {
      const workspace = newWorkspace()
      const key = keyOf(workspace, 'a')
      await save(key, [newAnswer([1n])], { deviceId: 'dev' })
      expect(await store().surveys.erase(key)).toBe(true)
      expect(await store().surveys.erase(key)).toBe(false)
      expect(await store().surveys.find(key)).toBeNull()
      expect(await store().surveys.byId(workspace, newAnalysis(key).id)).toBeNull()
      expect(await near(keyOf(workspace, 'x'), [1n])).toEqual([])
      expect(await store().surveys.otherOnDevice(keyOf(workspace, 'x'), 'dev')).toBeNull()
    })
  })

  describe('devices', () => {
    it('return the earliest other participant, and null for the first', async () => {
      const workspace = newWorkspace()
      const other = (name: string) => store().surveys.otherOnDevice(keyOf(workspace, name), 'dev')
      expect(await other('a')).toBeNull()
      for (const name of ['a', 'b', 'c']) await save(keyOf(workspace, name), [], { deviceId: 'dev' })
      expect([await other('a'), await other('b'), await other('new')]).toEqual([null, 'a', 'a'])
      await save(keyOf(workspace, 'a'), [], { deviceId: 'dev', analyzedAt: 9_000 })
      expect([await other('a'), await other('b')]).toEqual([null, 'a'])
    })

    it('have a latest session until that session is erased', async () => {
      const workspace = newWorkspace()
      const device = () => store().surveys.deviceSession(workspace, 'finger')
      expect(await device()).toBeNull()
      const sessionId = await startSession(store(), workspace)
      await store().surveys.saveDevice(workspace, 'finger', 'earlier', 10)
      await store().surveys.saveDevice(workspace, 'finger', sessionId, 20)
      await store().surveys.saveDevice(workspace, 'finger', 'late news', 15)
      expect(await device()).toBe(sessionId)
      expect(await store().surveys.deviceSession(newWorkspace(), 'finger')).toBeNull()
      await store().sessions.erase({ workspace, sessionId })
      expect(await device()).toBeNull()
    })
  })

  describe('idempotency keys', () => {
    it('belong to the first digest until they expire', async () => {
      const workspace = newWorkspace()
      const claim = async (name: string, at: number, notBefore: number, where = workspace) =>
        Buffer.from(await store().surveys.claimKey(where, 'key', sha256(name), at, notBefore)).toString('hex')
      const hex = (name: string) => Buffer.from(sha256(name)).toString('hex')
      const first = await Promise.all(['a', 'b', 'c', 'd'].map((name) => claim(name, 1_000, 0)))
      expect(new Set(first).size).toBe(1)
      expect(await claim('e', 2_000, 1_000)).toBe(first[0])
      expect(await claim('f', 3_000, 1_001, newWorkspace())).toBe(hex('f'))
      expect(await claim('f', 3_000, 1_001)).toBe(hex('f'))
      expect(await claim('g', 3_001, 1_001)).toBe(hex('f'))
    })
  })
}
