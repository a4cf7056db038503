import { describe, expect, it } from 'vitest'
import type { NewSample } from '../../src/store/surveys.ts'
import { newWorkspace, type Subject } from './engine.ts'
import { keyOf, newAnalysis, newAnswer } from './surveys.ts'

export function questionStatsSuite(store: Subject): void {
  describe('question statistics', () => {
    it('are saved only with the latest revision', async () => {
      const workspace = newWorkspace()
      const saveQuestionStats = (value: string, revision: number) =>
        store().surveys.saveQuestionStats(workspace, 's', 'q', value, revision)
      const stats = () => store().surveys.questionStats(workspace, 's', 'q')
      expect(await stats()).toBeNull()
      const first = await Promise.all(['a', 'b', 'c'].map((value) => saveQuestionStats(value, 0)))
      expect(first.filter(Boolean)).toHaveLength(1)
      expect(await stats()).toMatchObject({ value: 'abc'[first.indexOf(true)], revision: 1 })
      expect(await saveQuestionStats('late', 0)).toBe(false)
      expect(await saveQuestionStats('next', 1)).toBe(true)
      expect(await saveQuestionStats('never', 7)).toBe(false)
      expect(await stats()).toMatchObject({ value: 'next', revision: 2 })
      expect(await store().surveys.questionStats(newWorkspace(), 's', 'q')).toBeNull()
      expect(await store().surveys.questionStats(workspace, 's', 'q2')).toBeNull()
    })

    it('are read with the samples that were stored since', async () => {
      const workspace = newWorkspace()
      const add = (participant: string, ...samples: NewSample[]) =>
        store().surveys.save(newAnalysis(keyOf(workspace, participant)), [], undefined, samples)
      const stats = (since?: number) => store().surveys.questionStats(workspace, 's', 'q', since)
      await add('a', { questionId: 'q', sample: 'one' }, { questionId: 'q2', sample: 'other' })
      await add('b', { questionId: 'q', sample: 'two' })
      const both = ['one', 'two']
      expect(await stats()).toEqual({ revision: 2, since: 0, saved: 0, value: null, samples: both })
      expect(await stats(1)).toEqual({ revision: 2, since: 1, saved: 0, value: null, samples: ['two'] })
      expect(await stats(2)).toEqual({ revision: 2, since: 2, saved: 0, value: null, samples: [] })
      expect(await store().surveys.saveQuestionStats(workspace, 's', 'q', 'late', 1)).toBe(false)
      expect(await stats()).toMatchObject({ revision: 2, samples: both })
      expect(await store().surveys.saveQuestionStats(workspace, 's', 'q', 'whole', 2)).toBe(true)
      await add('c', { questionId: 'q', sample: 'three' })
      const whole = { revision: 4, since: 3, saved: 3, value: 'whole', samples: ['three'] }
      expect(await stats()).toEqual(whole)
      expect(await stats(2)).toEqual(whole)
      expect(await stats(3)).toEqual({ ...whole, value: null })
      expect((await store().surveys.questionStats(workspace, 's', 'q2'))?.samples).toEqual(['other'])
    })

    it('get no samples of an analysis that is not saved', async () => {
      const workspace = newWorkspace()
      const samples = [{ questionId: 'q', sample: 'one' }]
      expect(await store().surveys.save(newAnalysis(keyOf(workspace, 'a')), [], 7, samples)).toBe(false)
      expect(await store().surveys.questionStats(workspace, 's', 'q')).toBeNull()
    })

    it('do not depend on the group numbers of the question', async () => {
      const workspace = newWorkspace()
      await store().surveys.save(newAnalysis(keyOf(workspace, 'a')), [newAnswer([1n], { group: 5 })])
      expect(await store().surveys.questionStats(workspace, 's', 'q1')).toBeNull()
      expect(await store().surveys.saveQuestionStats(workspace, 's', 'q1', 'value', 0)).toBe(true)
      expect(await store().surveys.nextGroup(workspace, 's', 'q1')).toBe(6)
    })
  })
}
