import { describe, expect, it } from 'vitest'
import type { Role } from '../../src/store/accounts.ts'
import { newWorkspace, type Subject, sha256 } from './engine.ts'

export function membersSuite(store: Subject): void {
  let made = 0
  const join = async (workspace: string, role: Role, name?: string): Promise<string> => {
    const id = `mem_${workspace}_${made++}`
    const hash = Uint8Array.from(sha256(id))
    await store().accounts.createLink({ hash, workspace, role, expiresAt: 9 })
    const member = { id, email: `${id}@example.org`, password: 'p', createdAt: 1, ...(name && { name }) }
    await store().accounts.acceptLink(hash, member, 1)
    return id
  }

  describe('members', () => {
    it('are listed with role, second factor and last visit', async () => {
      const workspace = newWorkspace()
      const { accounts } = store()
      const owner = await join(workspace, 'owner', 'Ada')
      const viewer = await join(workspace, 'viewer')
      await accounts.createLogin({ hash: sha256(owner), memberId: owner, createdAt: 1, lastSeenAt: 7 })
      await accounts.saveTotp(viewer, {
        secret: Uint8Array.of(1),
        confirmed: true,
        lastStep: 0,
        recovery: [],
      })
      const listed = await accounts.membersOf(workspace)
      expect(listed.map(({ member, ...rest }) => ({ id: member.id, name: member.name, ...rest }))).toEqual([
        { id: owner, name: 'Ada', role: 'owner', hasTotp: false, lastSeenAt: 7 },
        { id: viewer, name: undefined, role: 'viewer', hasTotp: true, lastSeenAt: null },
      ])
      await accounts.setName(viewer, 'Bob')
      await accounts.setPassword(viewer, 'q')
      expect(await accounts.member(viewer)).toMatchObject({ name: 'Bob', password: 'q' })
    })

    it('change roles and leave, except the last owner', async () => {
      const workspace = newWorkspace()
      const { accounts } = store()
      const [one, two] = [await join(workspace, 'owner'), await join(workspace, 'viewer')]
      expect(await accounts.changeRole(one, workspace, 'viewer')).toBe('last_owner')
      expect(await accounts.changeRole(one, workspace, null)).toBe('last_owner')
      expect(await accounts.changeRole(two, workspace, 'owner')).toBe('done')
      expect(await accounts.changeRole(one, newWorkspace(), 'viewer')).toBe('unknown')
      const left = await Promise.all([one, two].map((id) => accounts.changeRole(id, workspace, null)))
      expect(left.sort()).toEqual(['done', 'last_owner'])
      expect(await accounts.membersOf(workspace)).toHaveLength(1)
      await accounts.grant(one, workspace, 'analyst')
      await accounts.grant(two, workspace, 'owner')
      expect(await accounts.membersOf(workspace)).toHaveLength(2)
    })

    it('keep one login when the others are deleted, with its workspace', async () => {
      const workspace = newWorkspace()
      const { accounts } = store()
      const id = await join(workspace, 'owner')
      const [kept, lost] = [Uint8Array.from(sha256(`${id}1`)), Uint8Array.from(sha256(`${id}2`))]
      for (const hash of [kept, lost]) {
        await accounts.createLogin({ hash, memberId: id, createdAt: 1, lastSeenAt: 1 })
      }
      await accounts.chooseWorkspace(kept, workspace)
      await accounts.deleteLoginsOf(id, kept)
      expect(await accounts.findLogin(lost)).toBeNull()
      expect(await accounts.findLogin(kept)).toMatchObject({ memberId: id, workspace })
      expect(await accounts.member(id)).toMatchObject({ workspace })
      await accounts.setName(id, 'Ada')
      expect(await accounts.member(id)).toMatchObject({ name: 'Ada', workspace })
      await accounts.deleteLoginsOf(id)
      expect(await accounts.findLogin(kept)).toBeNull()
    })
  })

  describe('invitations', () => {
    it('are listed while open, and can be withdrawn', async () => {
      const workspace = newWorkspace()
      const { accounts } = store()
      const invitation = { id: `inv_${workspace}`, email: 'a@b', createdAt: 1, createdBy: 'Ada' }
      const hash = Uint8Array.from(sha256(workspace))
      const link = { hash, workspace, role: 'viewer' as const, expiresAt: 50, invitation }
      await accounts.createLink(link)
      await accounts.createLink({
        ...link,
        hash: sha256(`${workspace}!`),
        invitation: { ...invitation, id: 'b' },
        expiresAt: 5,
      })
      expect(await accounts.invitations(workspace, 10)).toEqual([link])
      expect(await accounts.withdraw(newWorkspace(), invitation.id)).toBe(false)
      expect(await accounts.withdraw(workspace, invitation.id)).toBe(true)
      expect(await accounts.findLink(hash, 10)).toBeNull()
    })
  })

  describe('a second factor', () => {
    it('accepts each time step once, and only later ones', async () => {
      const workspace = newWorkspace()
      const { accounts } = store()
      const id = await join(workspace, 'owner')
      expect(await accounts.totp(id)).toBeNull()
      expect(await accounts.takeTotp(id, 1)).toBe(false)
      await accounts.saveTotp(id, { secret: Uint8Array.of(7), confirmed: false, lastStep: 0, recovery: [] })
      const used = await Promise.all([accounts.takeTotp(id, 5), accounts.takeTotp(id, 5)])
      expect(used.sort()).toEqual([false, true])
      expect(await accounts.takeTotp(id, 4)).toBe(false)
      expect(await accounts.totp(id)).toEqual({
        secret: Uint8Array.of(7),
        confirmed: true,
        lastStep: 5,
        recovery: [],
      })
      await accounts.deleteTotp(id)
      expect(await accounts.totp(id)).toBeNull()
    })

    it('accepts each recovery code once, also from concurrent requests', async () => {
      const { accounts } = store()
      const id = await join(newWorkspace(), 'owner')
      const [one, two, three, other] = ['1', '2', '3', '4'].map((code) => Uint8Array.from(sha256(code))) as [
        Uint8Array,
        Uint8Array,
        Uint8Array,
        Uint8Array,
      ]
      expect(await accounts.setRecoveryCodes(id, [one])).toBe(false)
      const factor = { secret: Uint8Array.of(7), confirmed: true, lastStep: 0 }
      await accounts.saveTotp(id, { ...factor, recovery: [] })
      expect(await accounts.setRecoveryCodes(id, [one, two, three])).toBe(true)
      expect(await accounts.takeRecoveryCode(id, other)).toBeNull()
      const taken = await Promise.all([one, one, two].map((hash) => accounts.takeRecoveryCode(id, hash)))
      expect(taken.filter((left) => left === null)).toHaveLength(1)
      expect(taken.filter((left) => left !== null).sort()).toEqual([1, 2])
      expect(await accounts.totp(id)).toEqual({ ...factor, recovery: [three] })
      expect(await accounts.setRecoveryCodes(id, [other])).toBe(true)
      expect(await accounts.takeRecoveryCode(id, three)).toBeNull()
      expect(await accounts.takeRecoveryCode(id, other)).toBe(0)
    })
  })

  describe('keys and workspaces', () => {
    it('can be renamed and changed', async () => {
      const workspace = newWorkspace()
      const { keys } = store()
      await keys.createWorkspace({ id: workspace, name: 'Old', createdAt: 1, settings: { a: 1 } })
      await keys.renameWorkspace(workspace, 'New')
      expect(await keys.workspace(workspace)).toMatchObject({ name: 'New', settings: { a: 1 } })
      const key = {
        id: `key_${workspace}`,
        workspace,
        kind: 'site' as const,
        name: 'k',
        hash: Uint8Array.from(sha256(workspace)),
        prefix: 'bh_pk_',
        last4: 'abcd',
        scopes: [],
        origins: [],
        createdAt: 1,
        lastUsedAt: null,
        expiresAt: null,
        revokedAt: null,
      }
      await keys.create(key)
      const change = { name: 'n', origins: ['https://a.example'], scopes: ['survey' as const] }
      expect(await keys.change(workspace, key.id, change)).toBe(true)
      expect(await keys.findByHash(key.hash)).toEqual({ ...key, ...change })
      expect(await keys.change(newWorkspace(), key.id, change)).toBe(false)
      await keys.revoke(workspace, key.id, 3)
      expect(await keys.change(workspace, key.id, { name: 'late' })).toBe(false)
    })
  })
}
