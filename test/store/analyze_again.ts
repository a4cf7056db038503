import { describe, expect, it } from 'vitest'
import {
  type AnalysisRow,
  type AnswerKey,
  LATER_ANALYSES_KEPT,
  type NewAnalysis,
  SETTLE_AGAIN_MS,
  type SettleDue,
} from '../../src/store/surveys.ts'
import { newWorkspace, type Subject } from './engine.ts'
import { keyOf, newAnalysis } from './surveys.ts'

const later = (analyzedAt: number, given: Partial<NewAnalysis> = {}): NewAnalysis => ({
  analyzedAt,
  flagged: false,
  rank: 0,
  result: `{"at":${analyzedAt}}`,
  ...given,
})

export function analyzeAgainSuite(store: Subject): void {
  const first = async (key: AnswerKey): Promise<AnalysisRow> => {
    const row = await store().surveys.find(key)
    if (row === null) throw new Error('The participant is unknown.')
    return row
  }
  const saved = async (key: AnswerKey, analyzedAt = 1_000) => {
    await store().surveys.save(newAnalysis(key, { id: `${key.participantId}/id`, analyzedAt }), [])
    return key
  }
  const add = (key: AnswerKey, one: NewAnalysis, isChanged = false, basis = 1_000) =>
    store().surveys.add(key, one, basis, isChanged)

  describe('analyses of the same answers', () => {
    it('are added to the first one, oldest first', async () => {
      const key = await saved(keyOf(newWorkspace(), 'p'))
      const row = await first(key)
      expect(await store().surveys.history(row)).toEqual([row])
      expect(await add(key, later(3_000))).toBe(true)
      expect(await add(key, later(2_000, { flagged: true }))).toBe(true)
      const flagged = { ...row, flagged: true }
      expect(await first(key)).toEqual(flagged)
      expect(await store().surveys.history(flagged)).toEqual([
        flagged,
        { ...row, ...later(2_000, { flagged: true }) },
        { ...row, ...later(3_000) },
      ])
    })

    it('set the flag and the rank of the participant in the lists', async () => {
      const key = await saved(keyOf(newWorkspace(), 'p'))
      await add(key, later(2_000, { flagged: true, rank: 1_030 }))
      const { workspace, surveyId } = key
      expect(await store().surveys.summary(workspace, surveyId)).toMatchObject({ flagged: 1, lastAt: 1_000 })
      const query = { workspace, surveyId, limit: 9 }
      expect(await store().surveys.participants({ ...query, flagged: true })).toHaveLength(1)
      await add(key, later(3_000))
      expect(await store().surveys.participants({ ...query, flagged: true })).toEqual([])
    })

    it('are found for several participants at once, the latest of each', async () => {
      const workspace = newWorkspace()
      const [a, b, c] = await Promise.all(['a', '__proto__', 'c'].map((id) => saved(keyOf(workspace, id))))
      await add(a as AnswerKey, later(2_000))
      await add(a as AnswerKey, later(4_000))
      await add(b as AnswerKey, later(3_000))
      const rows = await Promise.all([a, b, c].map((key) => first(key as AnswerKey)))
      expect(await store().surveys.latest(rows)).toEqual([
        { ...rows[0], ...later(4_000) },
        { ...rows[1], ...later(3_000) },
        rows[2],
      ])
      expect(await store().surveys.latest([])).toEqual([])
      const others = rows.map((row) => ({ ...row, workspace: newWorkspace() }))
      expect(await store().surveys.latest(others)).toEqual(others)
    })

    it('are refused when the first one was replaced or erased, and removed with it', async () => {
      const key = await saved(keyOf(newWorkspace(), 'p'))
      await add(key, later(2_000))
      await saved(key, 5_000)
      const replaced = await first(key)
      expect(await store().surveys.history(replaced)).toEqual([replaced])
      expect(await add(key, later(6_000))).toBe(false)
      expect(await add(key, later(6_000), false, 5_000)).toBe(true)
      expect(await store().surveys.history(replaced)).toHaveLength(2)
      expect(await store().surveys.erase(key)).toBe(true)
      expect(await store().surveys.history(replaced)).toEqual([replaced])
      expect(await add(key, later(7_000), false, 5_000)).toBe(false)
    })

    it('are limited in number', async () => {
      const key = await saved(keyOf(newWorkspace(), 'p'))
      for (let at = 1; at <= LATER_ANALYSES_KEPT + 3; at++) await add(key, later(2_000 + at))
      const [row, ...kept] = await store().surveys.history(await first(key))
      expect(row?.analyzedAt).toBe(1_000)
      expect(kept).toHaveLength(LATER_ANALYSES_KEPT)
      expect(kept[0]?.analyzedAt).toBe(2_004)
    })

    it('with a change are pending until they are notified', async () => {
      const key = await saved(keyOf(newWorkspace(), 'p'))
      await add(key, later(2_000), true)
      await add(key, later(3_000))
      const mine = async (now: number, until: number) =>
        (await store().surveys.claimPending(9_999, now, until)).filter(
          ({ workspace }) => workspace === key.workspace,
        )
      expect(await mine(10, 50)).toEqual([{ ...key, analyzedAt: 2_000, isFirst: false }])
      expect(await mine(40, 90)).toEqual([])
      expect(await mine(60, 90)).toHaveLength(1)
      await store().surveys.markNotified({ ...key, analyzedAt: 2_000, isFirst: true })
      expect(await mine(100, 150)).toHaveLength(1)
      await store().surveys.markNotified({ ...key, analyzedAt: 2_000, isFirst: false })
      expect(await mine(1_000, 2_000)).toEqual([])
    })
  })

  describe('a survey without new answers', () => {
    const NOW = 1_000_000_000
    const DUE = NOW + 600
    const answer = (key: AnswerKey, settle: Partial<SettleDue> = {}) =>
      store().surveys.save(newAnalysis(key, { id: `${key.participantId}/id` }), [], undefined, [], false, {
        at: DUE,
        now: NOW,
        isFileRow: false,
        ...settle,
      })

    it('is analyzed again by itself, once, and by another node if the first one dies', async () => {
      const key = keyOf(newWorkspace(), 'p')
      const { analyzeAgain } = store()
      await answer(key, { at: DUE - 300 })
      await answer(keyOf(key.workspace, 'q'))
      expect(await analyzeAgain.claim(DUE - 1, DUE + 50)).toBeNull()
      const claimed = { workspace: key.workspace, surveyId: 's', requestedAt: DUE, isSettling: true }
      expect(await analyzeAgain.claim(DUE, DUE + 50)).toEqual(claimed)
      expect(await analyzeAgain.claim(DUE + 1, DUE + 51)).toBeNull()
      expect(await analyzeAgain.claim(DUE + 50, DUE + 100)).toEqual(claimed)
      // A change of the references in between begins a new run, which settles the survey.
      await analyzeAgain.restart({ ...claimed, requestedAt: DUE + 60 })
      expect(await analyzeAgain.hold(claimed, DUE + 200)).toBe(false)
      const restarted = { ...claimed, requestedAt: DUE + 60 }
      expect(await analyzeAgain.claim(DUE + 60, DUE + 200)).toEqual(restarted)
      expect(await analyzeAgain.hold(restarted, null)).toBe(true)
      expect(await analyzeAgain.claim(DUE + 999, DUE + 9_999)).toBeNull()
    })

    it('waits for a day unless it has grown by a tenth', async () => {
      const { workspace } = keyOf(newWorkspace(), 'p')
      const { analyzeAgain } = store()
      for (let at = 0; at < 20; at++) await answer(keyOf(workspace, `p${at}`))
      const settle = async (now: number) => {
        const claimed = await analyzeAgain.claim(now, now + 50)
        if (claimed !== null) await analyzeAgain.hold(claimed, null)
        return claimed?.workspace === workspace
      }
      expect(await settle(DUE)).toBe(true)
      await answer(keyOf(workspace, 'later-0'), { at: DUE + 10 })
      expect(await settle(DUE + 10)).toBe(false)
      for (const name of ['later-1', 'later-2']) await answer(keyOf(workspace, name), { at: DUE + 10 })
      expect(await settle(DUE + 10)).toBe(true)
      await answer(keyOf(workspace, 'last'), { at: DUE + 200 })
      expect(await settle(DUE + 9 + SETTLE_AGAIN_MS)).toBe(false)
      expect(await settle(DUE + 10 + SETTLE_AGAIN_MS)).toBe(true)
    })

    it('is left alone if its answers came as files, which postpone it otherwise', async () => {
      const { workspace } = keyOf(newWorkspace(), 'p')
      const { analyzeAgain } = store()
      await answer(keyOf(workspace, 'row'), { isFileRow: true })
      expect(await analyzeAgain.claim(DUE + 9_999, DUE + 99_999)).toBeNull()
      await answer(keyOf(workspace, 'single'))
      await answer(keyOf(workspace, 'another row'), { at: DUE + 500, isFileRow: true })
      // An erasure is no answer.
      await store().surveys.erase(keyOf(workspace, 'single'))
      expect(await analyzeAgain.claim(DUE + 499, DUE + 600)).toBeNull()
      const claimed = await analyzeAgain.claim(DUE + 500, DUE + 600)
      expect(claimed).toMatchObject({ workspace, isSettling: true })
      await analyzeAgain.hold(claimed as NonNullable<typeof claimed>, null)
    })

    it('is not held up by a time that a wrong clock set', async () => {
      const { workspace } = keyOf(newWorkspace(), 'p')
      const { analyzeAgain } = store()
      await answer(keyOf(workspace, 'p'), { at: DUE + 30 * SETTLE_AGAIN_MS, now: NOW + 30 * SETTLE_AGAIN_MS })
      const claimed = await analyzeAgain.claim(NOW, NOW + 50)
      expect(claimed).toMatchObject({ workspace, isSettling: true })
      await analyzeAgain.hold(claimed as NonNullable<typeof claimed>, null)
    })
  })

  describe('requests to analyze a survey again', () => {
    it('are claimed by one caller at a time until they are finished', async () => {
      const key = await saved(keyOf(newWorkspace(), 'p'))
      await saved(keyOf(key.workspace, 'q'))
      const { analyzeAgain } = store()
      const request = { workspace: key.workspace, surveyId: 's', requestedAt: 2_000 }
      expect(await analyzeAgain.progress(key.workspace, 's')).toBeNull()
      expect(await analyzeAgain.request({ ...request, surveyId: 'unknown' })).toBe(false)
      expect(await analyzeAgain.request(request)).toBe(true)
      expect(await analyzeAgain.request({ ...request, requestedAt: 2_500 })).toBe(false)
      expect(await analyzeAgain.claim(3_000, 9_000)).toEqual({ ...request, isSettling: false })
      expect(await analyzeAgain.claim(3_000, 9_000)).toBeNull()
      await analyzeAgain.hold(request, 4_000)
      expect(await analyzeAgain.claim(4_000, 9_000)).toEqual({ ...request, isSettling: false })
      await add(key, later(2_001))
      await add(key, later(2_002))
      const progress = { requestedAt: 2_000, done: 1 }
      expect(await analyzeAgain.progress(key.workspace, 's')).toEqual({ ...progress, isRunning: true })
      await analyzeAgain.hold(request, null)
      expect(await analyzeAgain.progress(key.workspace, 's')).toEqual({ ...progress, isRunning: false })
      expect(await analyzeAgain.claim(99_000, 99_999)).toBeNull()
      expect(await analyzeAgain.request({ ...request, requestedAt: 5_000 })).toBe(true)
      await analyzeAgain.hold({ ...request, requestedAt: 5_000 }, null)
    })

    it('come with a change of the setting, which a new survey can have too', async () => {
      const key = await saved(keyOf(newWorkspace(), 'p'))
      const { analyzeAgain } = store()
      const { workspace } = key
      const request = { workspace, surveyId: 's', requestedAt: 2_000 }
      expect(await analyzeAgain.reviewEffort(workspace, 's')).toBeNull()
      await analyzeAgain.setReviewEffort(request, 0)
      expect(await analyzeAgain.reviewEffort(workspace, 's')).toBe(0)
      expect(await analyzeAgain.reviewEffort(newWorkspace(), 's')).toBeNull()
      expect(await analyzeAgain.claim(3_000, 9_000)).toEqual({ ...request, isSettling: false })
      await analyzeAgain.hold(request, null)
      await analyzeAgain.setReviewEffort({ ...request, surveyId: 'new' }, 3)
      expect(await analyzeAgain.reviewEffort(workspace, 'new')).toBe(3)
      expect(await analyzeAgain.claim(3_000, 9_000)).toBeNull()
      await saved({ ...key, surveyId: 'new', participantId: 'q' })
      expect(await analyzeAgain.reviewEffort(workspace, 'new')).toBe(3)
    })

    it('are requested again while a request is worked on', async () => {
      const key = await saved(keyOf(newWorkspace(), 'p'))
      const { analyzeAgain } = store()
      const request = { workspace: key.workspace, surveyId: 's', requestedAt: 2_000 }
      const next = { ...request, requestedAt: 2_500 }
      await analyzeAgain.request(request)
      expect(await analyzeAgain.claim(3_000, 9_000)).toEqual({ ...request, isSettling: false })
      expect(await analyzeAgain.request(next)).toBe(false)
      expect(await analyzeAgain.restart(next)).toBe(true)
      expect(await analyzeAgain.restart({ ...next, surveyId: 'unknown' })).toBe(false)
      await analyzeAgain.hold(request, null)
      expect(await analyzeAgain.claim(3_000, 9_000)).toEqual({ ...next, isSettling: false })
      await analyzeAgain.hold(next, null)
    })
  })
}
