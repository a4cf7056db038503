import { describe, expect, it } from 'vitest'
import type { AnalysisRow, AnswerKey } from '../../src/store/surveys.ts'
import { newWorkspace, type Subject } from './engine.ts'
import { keyOf, newAnalysis } from './surveys.ts'

export function verdictsSuite(store: Subject): void {
  const save = (key: AnswerKey, given: Partial<AnalysisRow> = {}) =>
    store().surveys.save(newAnalysis(key, given), [])

  describe('verdicts of reviewers', () => {
    it('are removed if the answers are replaced by others', async () => {
      const key = keyOf(newWorkspace(), 'p')
      await save(key, { id: 'old' })
      await store().surveys.setVerdict(key, { verdict: 'keep', memberId: 'mem_1', at: 5, note: '' })
      await store().surveys.save(newAnalysis(key, { id: 'new' }), [], undefined, [], true)
      expect(await store().surveys.find(key)).toEqual(newAnalysis(key, { id: 'new' }))
    })

    it('outlive a replaced analysis, and are erased with the participant', async () => {
      const key = keyOf(newWorkspace(), 'p')
      const verdict = { verdict: 'keep', memberId: 'mem_1', at: 5, note: 'known\n\ud800' } as const
      expect(await store().surveys.setVerdict(key, verdict)).toBe(false)
      await save(key, { id: 'old' })
      expect(await store().surveys.setVerdict(key, verdict)).toBe(true)
      const stored = { ...verdict, note: 'known\n\ufffd' }
      expect(await store().surveys.find(key)).toEqual(
        newAnalysis(key, { id: 'old', overridden: stored, decision: 0 }),
      )
      await save(key, { id: 'new', analyzedAt: 2_000 })
      expect((await store().surveys.find(key))?.overridden).toEqual(stored)
      const query = { workspace: key.workspace, surveyId: 's', limit: 9 }
      expect((await store().surveys.participants(query))[0]?.overridden).toEqual(stored)
      expect(await store().surveys.setVerdict(key, null)).toBe(true)
      expect(await store().surveys.find(key)).not.toHaveProperty('overridden')
      await store().surveys.setVerdict(key, verdict)
      await store().surveys.erase(key)
      await save(key)
      expect(await store().surveys.find(key)).not.toHaveProperty('overridden')
    })
  })
}
