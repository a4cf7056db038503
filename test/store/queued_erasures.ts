import { describe, expect, it } from 'vitest'
import type { QueuedErasure } from '../../src/store/queued_erasures.ts'
import { newWorkspace, type Subject } from './engine.ts'

export function queuedErasuresSuite(store: Subject): void {
  describe('queued erasures', () => {
    it('are kept by participant and survey until they are removed', async () => {
      const { queuedErasures } = store()
      const first: QueuedErasure = {
        workspace: newWorkspace(),
        participantId: 'p-1',
        surveyId: '',
        uploads: ['upl_1'],
        actor: { memberId: null, name: 'command line', address: '' },
      }
      const ofFirst = async () =>
        (await queuedErasures.list()).filter(({ workspace }) => workspace === first.workspace)
      const again = { ...first, uploads: ['upl_1', 'upl_2'] }
      const other = { ...first, surveyId: 'spring' }
      for (const one of [first, other, again]) await queuedErasures.queue(one)
      expect(await ofFirst()).toEqual(expect.arrayContaining([again, other]))
      expect(await ofFirst()).toHaveLength(2)
      await queuedErasures.remove(again)
      expect(await ofFirst()).toEqual([other])
    })
  })
}
