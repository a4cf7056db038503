import { describe, expect, it } from 'vitest'
import type { StoredReferences } from '../../src/store/references.ts'
import { newWorkspace, type Subject } from './engine.ts'

export const newReferences = (given: Partial<StoredReferences> = {}): StoredReferences => ({
  workspace: newWorkspace(),
  surveyId: 'spring',
  questionId: 'q1',
  version: 1,
  changedAt: 1_000,
  value: '[{"text":"The bakery"}]',
  ...given,
})

export function referencesSuite(store: Subject): void {
  describe('references', () => {
    it('are kept by question, in their survey and workspace', async () => {
      const first = newReferences()
      const second = { ...first, questionId: 'q2\ud83d\ude00', value: '[]' }
      const { references } = store()
      for (const one of [second, first, { ...first, surveyId: 'fall' }]) {
        expect(await references.save(one)).toBe(true)
      }
      expect(await references.list(first.workspace, first.surveyId)).toEqual([first, second])
      expect(await references.list(newWorkspace(), first.surveyId)).toEqual([])
      expect(await references.list(first.workspace, 'winter')).toEqual([])
    })

    it('are replaced one version at a time', async () => {
      const first = newReferences()
      const { references } = store()
      const saved = await Promise.all(Array.from({ length: 8 }, () => references.save(first)))
      expect(saved.filter(Boolean)).toHaveLength(1)
      const next = { ...first, version: 2, changedAt: 2_000, value: '[1]' }
      expect(await references.save({ ...next, version: 3 })).toBe(false)
      const replaced = await Promise.all(Array.from({ length: 8 }, () => references.save(next)))
      expect(replaced.filter(Boolean)).toHaveLength(1)
      expect(await references.list(first.workspace, first.surveyId)).toEqual([next])
    })

    it('are erased for one question', async () => {
      const first = newReferences()
      const other = { ...first, questionId: 'q2' }
      const { references } = store()
      await references.save(first)
      await references.save(other)
      expect(await references.erase(first)).toBe(true)
      expect(await references.erase(first)).toBe(false)
      expect(await references.list(first.workspace, first.surveyId)).toEqual([other])
      expect(await references.save(first)).toBe(true)
    })
  })
}
