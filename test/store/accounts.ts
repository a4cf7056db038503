import { describe, expect, it } from 'vitest'
import type { LoginLink, Member } from '../../src/store/accounts.ts'
import { newWorkspace, type Subject, sha256 } from './engine.ts'

const newMember = (name: string): Member => ({
  id: `mem_${name}`,
  email: `${name}@example.org`,
  password: 'scrypt$…',
  createdAt: 3,
})

const newLink = (workspace: string, given: Partial<LoginLink> = {}): LoginLink => ({
  hash: Uint8Array.from(sha256(`${workspace}/${given.role}`)),
  workspace,
  role: 'viewer',
  expiresAt: 1_000,
  ...given,
})

export function accountsSuite(store: Subject): void {
  describe('links', () => {
    it('create a member with the role of the link', async () => {
      const workspace = newWorkspace()
      const [link, member] = [newLink(workspace, { role: 'owner' }), newMember(workspace)]
      await store().accounts.createLink(link)
      expect(await store().accounts.findLink(link.hash, 999)).toEqual(link)
      expect(await store().accounts.acceptLink(link.hash, member, 999)).toBe(true)
      expect(await store().accounts.memberByEmail(member.email)).toEqual(member)
      expect(await store().accounts.member(member.id)).toEqual(member)
      expect(await store().accounts.roles(member.id)).toEqual([{ workspace, role: 'owner' }])
      expect(await store().accounts.findLink(link.hash, 999)).toBeNull()
    })

    it('can be used once, also by concurrent requests', async () => {
      const workspace = newWorkspace()
      const link = newLink(workspace)
      await store().accounts.createLink(link)
      const accepted = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          store().accounts.acceptLink(link.hash, newMember(`${workspace}${index}`), 1),
        ),
      )
      expect(accepted.filter(Boolean)).toHaveLength(1)
      const members = await Promise.all(
        accepted.map((_, index) => store().accounts.member(newMember(`${workspace}${index}`).id)),
      )
      expect(members.map(Boolean)).toEqual(accepted)
    })

    it('expire', async () => {
      const workspace = newWorkspace()
      const [link, member] = [newLink(workspace), newMember(workspace)]
      await store().accounts.createLink(link)
      expect(await store().accounts.findLink(link.hash, 1_000)).toBeNull()
      expect(await store().accounts.acceptLink(link.hash, member, 1_000)).toBe(false)
      expect(await store().accounts.memberByEmail(member.email)).toBeNull()
    })

    it('add an existing member, who keeps id and password', async () => {
      const [first, second] = [newWorkspace(), newWorkspace()]
      const member = newMember(first)
      for (const workspace of [first, second]) {
        const link = newLink(workspace)
        await store().accounts.createLink(link)
        const known = { ...member, ...(workspace === second && { id: 'mem_other', password: 'other' }) }
        expect(await store().accounts.acceptLink(link.hash, known, 1)).toBe(true)
      }
      expect(await store().accounts.memberByEmail(member.email)).toEqual(member)
      const roles = await store().accounts.roles(member.id)
      expect(roles.map(({ workspace }) => workspace).sort()).toEqual([first, second].sort())
    })

    it('never lower a role', async () => {
      const workspace = newWorkspace()
      const member = newMember(workspace)
      for (const role of ['analyst', 'viewer', 'owner', 'analyst'] as const) {
        const link = newLink(workspace, { role, hash: sha256(`${workspace}${Math.random()}`) })
        await store().accounts.createLink(link)
        await store().accounts.acceptLink(link.hash, member, 1)
      }
      expect(await store().accounts.roles(member.id)).toEqual([{ workspace, role: 'owner' }])
    })
  })

  describe('logins', () => {
    it('are stored, updated and deleted', async () => {
      const memberId = newWorkspace()
      const login = (name: string) => ({
        hash: Uint8Array.from(sha256(memberId + name)),
        memberId,
        createdAt: 5,
        lastSeenAt: 5,
      })
      for (const name of ['a', 'b', 'c']) await store().accounts.createLogin(login(name))
      await store().accounts.touchLogin(login('a').hash, 9)
      await store().accounts.touchLogin(login('a').hash, 8)
      expect(await store().accounts.findLogin(login('a').hash)).toEqual({ ...login('a'), lastSeenAt: 9 })
      await store().accounts.deleteLogin(login('a').hash)
      expect(await store().accounts.findLogin(login('a').hash)).toBeNull()
      expect(await store().accounts.findLogin(login('b').hash)).toEqual(login('b'))
      await store().accounts.deleteLoginsOf(newWorkspace())
      expect(await store().accounts.findLogin(login('b').hash)).not.toBeNull()
      await store().accounts.deleteLoginsOf(memberId)
      for (const name of ['b', 'c']) expect(await store().accounts.findLogin(login(name).hash)).toBeNull()
    })
  })
}
