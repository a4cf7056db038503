import { describe, expect, it } from 'vitest'
import type { AuditEntry } from '../audit.ts'
import { newWorkspace, type Subject } from './engine.ts'

export const newEntry = (workspace: string, id: string, at: number): AuditEntry => ({
  id,
  workspace,
  at,
  action: 'key_created',
  memberId: 'mem_1',
  who: 'Ada',
  subject: 'First key',
  detail: '',
  address: '192.0.2.0/24',
})

export function auditSuite(store: Subject): void {
  describe('the audit log', () => {
    it('is told newest first, page by page, to its own workspace', async () => {
      const workspace = newWorkspace()
      const { audit } = store()
      const entries = [newEntry(workspace, 'a', 1), newEntry(workspace, 'b', 2), newEntry(workspace, 'c', 2)]
      for (const entry of entries) await audit.add(entry)
      await audit.add({ ...newEntry(newWorkspace(), 'd', 9), memberId: null })
      const first = await audit.list(workspace, 2)
      expect(first).toEqual([entries[1], entries[2]])
      expect(await audit.list(workspace, 2, first[1])).toEqual([entries[0]])
    })
  })
}
