import { describe, expect, it } from 'vitest'
import type { StepUpRow } from '../../src/store/step_ups.ts'
import { newWorkspace, type Subject, startSession } from './engine.ts'

export const newStepUp = (given: Partial<StepUpRow> = {}): StepUpRow => ({
  task: 't'.repeat(22),
  sentence: 'my friend rested by a river on dark winter days',
  tasks: 1,
  askedAt: 1_000,
  answer: null,
  ...given,
})

const PASSED = { at: 2_000, result: 'passed', reason: 'Typed by hand.' } as const

export function stepUpsSuite(store: Subject): void {
  const begun = async () => {
    const workspace = newWorkspace()
    return { workspace, sessionId: await startSession(store(), workspace) }
  }

  describe('step-ups', () => {
    it('are kept with their session, in its workspace', async () => {
      const key = await begun()
      expect(await store().stepUps.find(key)).toBeNull()
      expect(await store().stepUps.ask(key, newStepUp(), null)).toBe(true)
      expect(await store().stepUps.find(key)).toEqual(newStepUp())
      expect(await store().stepUps.find({ ...key, workspace: newWorkspace() })).toBeNull()
      expect(await store().stepUps.ask({ ...key, sessionId: 'unknown' }, newStepUp(), null)).toBe(false)
    })

    it('are answered once', async () => {
      const key = await begun()
      await store().stepUps.ask(key, newStepUp(), null)
      const answered = newStepUp({ answer: PASSED })
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => store().stepUps.answer(key, answered)),
      )
      expect(answers.filter(Boolean)).toHaveLength(1)
      expect(await store().stepUps.find(key)).toEqual(answered)
    })

    it('are replaced by one later task only', async () => {
      const key = await begun()
      const { stepUps } = store()
      await stepUps.ask(key, newStepUp(), null)
      expect(await stepUps.ask(key, newStepUp({ task: 'z' }), null)).toBe(false)
      const tasks = ['a', 'b', 'c'].map((task) => newStepUp({ task, tasks: 2, askedAt: 5_000 }))
      const asked = await Promise.all(tasks.map((row) => stepUps.ask(key, row, newStepUp())))
      expect(asked.filter(Boolean)).toHaveLength(1)
      expect(await stepUps.answer(key, newStepUp({ answer: PASSED }))).toBe(false)
      const current = await stepUps.find(key)
      expect(current).toMatchObject({ tasks: 2, answer: null })
      expect(await stepUps.answer(key, { ...(current as StepUpRow), answer: PASSED })).toBe(true)
      // Whoever asks again must have seen the answer.
      const next = newStepUp({ task: 'd', tasks: 3 })
      expect(await stepUps.ask(key, next, current)).toBe(false)
      expect(await stepUps.ask(key, next, await stepUps.find(key))).toBe(true)
    })

    it('are erased with their session', async () => {
      const key = await begun()
      await store().stepUps.ask(key, newStepUp({ answer: PASSED }), null)
      await store().sessions.erase(key)
      expect(await store().stepUps.find(key)).toBeNull()
    })
  })
}
