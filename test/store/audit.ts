import { describe, expect, it } from 'vitest'
import type { AuditEntry } from '../../src/store/audit.ts'
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
    it('is listed newest first, in pages, per workspace', async () => {
      const workspace = newWorkspace()
      const { audit } = store()
      const entries = [newEntry(workspace, 'a', 1), newEntry(workspace, 'b', 2), newEntry(workspace, 'c', 2)]
      for (const entry of entries) await audit.add(entry)
      await audit.add({ ...newEntry(newWorkspace(), 'd', 9), memberId: null })
      const first = await audit.list(workspace, 2)
      expect(first).toEqual([entries[1], entries[2]])
      expect(await audit.list(workspace, 2, first[1])).toEqual([entries[0]])
    })

    it('replaces an erased subject, in its own workspace only', async () => {
      const [workspace, other] = [newWorkspace(), newWorkspace()]
      const { audit } = store()
      const about = (of: string, id: string, at: number, subject: string) => ({
        ...newEntry(of, id, at),
        subject,
      })
      const kept = about(workspace, 'k', 3, 'visit')
      const named = [about(workspace, 'a', 1, 'visit 1'), about(workspace, 'b', 2, 'visit 1')]
      const theirs = about(other, 'a', 1, 'visit 1')
      for (const entry of [kept, ...named, theirs]) await audit.add(entry)
      expect(await audit.about(workspace, 'visit 1')).toEqual(named)
      expect(await audit.forgetSubject(workspace, 'visit 1', 'erased')).toBe(2)
      expect(await audit.forgetSubject(workspace, 'visit 1', 'erased')).toBe(0)
      expect(await audit.list(workspace, 9)).toEqual([
        kept,
        ...named.toReversed().map((entry) => ({ ...entry, subject: 'erased' })),
      ])
      expect(await audit.about(other, 'visit 1')).toEqual([theirs])
    })
  })
}
