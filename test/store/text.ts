import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newBatch, newSessionId, newWorkspace, rowOf, type Subject, startSession } from './engine.ts'
import { keyOf, newAnalysis, newAnswer } from './surveys.ts'

const ODD = [
  '__proto__',
  'constructor',
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u0001',
  '\u00010',
  '\u0001\u0000',
  '🙂',
  "';--",
  '\\',
  '%',
  'é',
  'e\u0301',
  '\u202e',
  '\uffff',
  '"\n',
]

export function textSuite(store: Subject): void {
  describe('unusual text', () => {
    it.each(ODD.map((text) => [JSON.stringify(text), text]))('is returned unchanged: %s', async (_, text) => {
      const workspace = newWorkspace()
      const sessionId = await startSession(store(), workspace, {
        userId: text,
        tags: [text, `${text}!`],
        ip: text,
        siteKeyId: text,
      })
      expect(await rowOf(store(), workspace, sessionId)).toMatchObject({
        userId: text,
        tags: [text, `${text}!`],
        ip: text,
        siteKeyId: text,
      })
      expect(await store().sessions.byUser(workspace, text, { limit: 9 })).toHaveLength(1)
      expect(await store().sessions.byTag(workspace, text, { limit: 9 })).toHaveLength(1)
      const key = keyOf(workspace, text, text)
      const row = newAnalysis(key, { id: text, deviceId: text, request: text, result: text })
      await store().surveys.save(row, [newAnswer([1n], { questionId: text })])
      expect(await store().surveys.find(key)).toEqual(row)
      expect(await store().surveys.byId(workspace, text)).toEqual(row)
      const found = await store().surveys.neighbors(keyOf(workspace, `${text}?`, text), text, [1n], 9)
      expect(found).toMatchObject([{ participantId: text, questionId: text }])
      expect(await store().surveys.otherOnDevice(keyOf(workspace, `${text}?`, text), text)).toBe(text)
      await store().surveys.saveQuestionStats(workspace, text, text, text, 0)
      expect(await store().surveys.questionStats(workspace, text, text)).toEqual({
        value: text,
        revision: 1,
        since: 1,
        saved: 1,
        samples: [],
      })
    })

    it('is distinguished from similar text', async () => {
      const workspace = newWorkspace()
      for (const text of ODD) await startSession(store(), workspace, { userId: text, tags: [text] })
      for (const text of ODD) {
        expect(await store().sessions.byUser(workspace, text, { limit: 99 })).toHaveLength(1)
        expect(await store().sessions.byTag(workspace, text, { limit: 99 })).toHaveLength(1)
      }
    })

    it('is made well-formed when it has a lone surrogate', async () => {
      const workspace = newWorkspace()
      const sessionId = await startSession(store(), workspace, {
        userId: 'a\ud800',
        tags: ['\udc00', '\ud83d'],
      })
      expect(await rowOf(store(), workspace, sessionId)).toMatchObject({
        userId: 'a\ufffd',
        tags: ['\ufffd'],
      })
      expect(await store().sessions.byUser(workspace, 'a\udfff', { limit: 9 })).toHaveLength(1)
      expect(await store().sessions.byTag(workspace, '\ufffd', { limit: 9 })).toHaveLength(1)
      const row = newAnalysis(keyOf(workspace, 'p\ud800'), { request: 'r\ud800' })
      await store().surveys.save(row, [newAnswer([1n], { questionId: 'q\ud800' })])
      expect((await store().surveys.find(keyOf(workspace, 'p\ufffd')))?.request).toBe('r\ufffd')
    })

    it('is returned unchanged in any session id, user and tags', async () => {
      const text = fc.string({ unit: 'binary', maxLength: 40 }).map((value) => value.toWellFormed())
      const workspace = newWorkspace()
      await fc.assert(
        fc.asyncProperty(text, text, fc.uniqueArray(text, { maxLength: 4 }), async (odd, userId, tags) => {
          const sessionId = `${newSessionId()}${odd}`
          const batch = newBatch({ workspace, sessionId, userId, tags })
          expect(await store().sessions.append(batch)).toMatchObject({ status: 'stored' })
          expect(await rowOf(store(), workspace, sessionId)).toMatchObject({ sessionId, userId, tags })
        }),
        { numRuns: 50 },
      )
    })
  })
}
