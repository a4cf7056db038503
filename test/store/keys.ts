import { describe, expect, it } from 'vitest'
import type { KeyRow } from '../../src/store/keys.ts'
import { newWorkspace, type Subject, sha256 } from './engine.ts'

export const newKey = (workspace: string, name: string, given: Partial<KeyRow> = {}): KeyRow => ({
  id: `key_${workspace}_${name}`,
  workspace,
  kind: 'secret',
  name,
  hash: Uint8Array.from(sha256(`${workspace}/${name}`)),
  prefix: 'bh_sk_ab',
  last4: 'wxyz',
  scopes: ['sessions', 'survey'],
  origins: [],
  createdAt: 1_000,
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  ...given,
})

export function keysSuite(store: Subject): void {
  describe('workspaces', () => {
    it('store a name and settings', async () => {
      const id = newWorkspace()
      const settings = {
        bands: [20, 40, 60],
        monitor_only: true,
        nested: { '': null, constructor: 'ä\u0000🙂' },
      }
      await store().keys.createWorkspace({ id, name: 'Mine', createdAt: 7, settings: {} })
      expect(await store().keys.changeSettings(id, () => settings)).toEqual({ before: {}, after: settings })
      expect(await store().keys.workspace(id)).toEqual({ id, name: 'Mine', createdAt: 7, settings })
      expect((await store().keys.workspaces()).filter((workspace) => workspace.id === id)).toHaveLength(1)
      expect(await store().keys.workspace(newWorkspace())).toBeNull()
    })

    it('change their own settings only', async () => {
      const [mine, theirs] = [newWorkspace(), newWorkspace()]
      for (const id of [mine, theirs]) {
        await store().keys.createWorkspace({ id, name: id, createdAt: 7, settings: { a: 1 } })
      }
      await store().keys.changeSettings(mine, () => ({ a: 2 }))
      expect((await store().keys.workspace(theirs))?.settings).toEqual({ a: 1 })
    })

    it('keep every concurrent change', async () => {
      const id = newWorkspace()
      await store().keys.createWorkspace({ id, name: 'Before', createdAt: 7, settings: {} })
      const names = Array.from({ length: 100 }, (_, index) => `n${index}`)
      const settingsOf = async () => Object.keys((await store().keys.workspace(id))?.settings ?? {})
      await Promise.all([
        ...names.map((name) => store().keys.changeSettings(id, (before) => ({ ...before, [name]: 1 }))),
        store().keys.renameWorkspace(id, 'After'),
      ])
      expect((await settingsOf()).toSorted()).toEqual(names.toSorted())
      expect((await store().keys.workspace(id))?.name).toBe('After')
    })

    it('lose changes that ignore what is stored by then (control)', async () => {
      const id = newWorkspace()
      await store().keys.createWorkspace({ id, name: id, createdAt: 7, settings: {} })
      const change = async (name: string) => {
        const held = await store().keys.workspace(id)
        await store().keys.changeSettings(id, () => ({ ...held?.settings, [name]: 1 }))
      }
      await Promise.all(Array.from({ length: 100 }, (_, index) => change(`n${index}`)))
      expect(Object.keys((await store().keys.workspace(id))?.settings ?? {}).length).toBeLessThan(100)
    })

    it('are not changed by a change that throws or returns its argument', async () => {
      const id = newWorkspace()
      const settings = { a: 1 }
      await store().keys.createWorkspace({ id, name: id, createdAt: 7, settings })
      const refuse = () => {
        throw new Error('refused')
      }
      await expect(store().keys.changeSettings(id, refuse)).rejects.toThrow('refused')
      const kept = await store().keys.changeSettings(id, (before) => before)
      expect(kept).toEqual({ before: settings, after: settings })
      expect(await store().keys.changeSettings(newWorkspace(), () => settings)).toBeNull()
    })

    it('refuse the same id twice, without affecting concurrent writes', async () => {
      const id = newWorkspace()
      const make = (name: string) => store().keys.createWorkspace({ id, name, createdAt: 7, settings: {} })
      await make('first')
      const beside = newWorkspace()
      const results = await Promise.allSettled([
        make('second'),
        store().keys.createWorkspace({ id: beside, name: 'beside', createdAt: 7, settings: {} }),
      ])
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
      expect((await store().keys.workspace(id))?.name).toBe('first')
      expect((await store().keys.workspace(beside))?.name).toBe('beside')
    })
  })

  describe('a deleted workspace', () => {
    it('loses its keys; others keep theirs', async () => {
      const [gone, kept] = [newWorkspace(), newWorkspace()]
      for (const id of [gone, kept]) {
        await store().keys.createWorkspace({ id, name: id, createdAt: 7, settings: {} })
        await store().keys.create(newKey(id, 'one'))
      }
      await store().keys.deleteWorkspace(gone)
      await store().keys.deleteWorkspace(gone)
      expect(await store().keys.workspace(gone)).toBeNull()
      expect(await store().keys.list(gone)).toEqual([])
      expect(await store().keys.workspace(kept)).not.toBeNull()
      expect(await store().keys.list(kept)).toHaveLength(1)
    })
  })

  describe('keys', () => {
    it('are found by hash and listed per workspace', async () => {
      const [mine, theirs] = [newWorkspace(), newWorkspace()]
      const secret = newKey(mine, 'secret', { createdAt: 2 })
      const site = newKey(mine, 'site', {
        kind: 'site',
        scopes: [],
        origins: ['https://a.example'],
        createdAt: 1,
      })
      for (const key of [secret, site, newKey(theirs, 'secret')]) await store().keys.create(key)
      expect(await store().keys.findByHash(secret.hash)).toEqual(secret)
      expect(await store().keys.list(mine)).toEqual([site, secret])
      expect(await store().keys.findByHash(sha256('no such key'))).toBeNull()
    })

    it('are revoked once, and only in their own workspace', async () => {
      const workspace = newWorkspace()
      const key = newKey(workspace, 'k')
      await store().keys.create(key)
      expect(await store().keys.revoke(newWorkspace(), key.id, 5)).toBe(false)
      expect(await store().keys.revoke(workspace, key.id, 6)).toBe(true)
      expect(await store().keys.revoke(workspace, key.id, 7)).toBe(false)
      expect(await store().keys.revoke(workspace, 'no such key', 7)).toBe(false)
      expect((await store().keys.findByHash(key.hash))?.revokedAt).toBe(6)
    })

    it('expire, unless revoked', async () => {
      const workspace = newWorkspace()
      const key = newKey(workspace, 'k')
      await store().keys.create(key)
      expect(await store().keys.expire(newWorkspace(), key.id, 5)).toBe(false)
      expect(await store().keys.expire(workspace, key.id, 50)).toBe(true)
      expect((await store().keys.findByHash(key.hash))?.expiresAt).toBe(50)
      await store().keys.revoke(workspace, key.id, 6)
      expect(await store().keys.expire(workspace, key.id, 60)).toBe(false)
    })

    it('store the latest use', async () => {
      const workspace = newWorkspace()
      const [one, other] = [newKey(workspace, 'one'), newKey(workspace, 'other')]
      for (const key of [one, other]) await store().keys.create(key)
      await store().keys.touch([one.id], 80)
      await store().keys.touch([one.id, 'no such key'], 70)
      await store().keys.touch([], 90)
      expect((await store().keys.findByHash(one.hash))?.lastUsedAt).toBe(80)
      expect((await store().keys.findByHash(other.hash))?.lastUsedAt).toBeNull()
    })
  })

  describe('secrets', () => {
    it('have one value for all callers, also for concurrent ones', async () => {
      const name = newWorkspace()
      const fresh = Array.from({ length: 20 }, (_, index) => Uint8Array.of(index, 0, 255))
      const values = await Promise.all(fresh.map((value) => store().keys.secret(name, value)))
      expect(new Set(values.map(String)).size).toBe(1)
      expect(fresh.map(String)).toContain(String(values[0]))
      expect(await store().keys.secret(name, Uint8Array.of(9))).toEqual(values[0])
    })
  })
}
