import { describe, expect, it } from 'vitest'
import { StoreDamaged } from '../errors.ts'
import { newSession, sessions } from '../sessions.ts'
import {
  changedSession,
  checksumOf,
  newStoredSession,
  type RawSession,
  type StoredSession,
  storedSession,
} from './session.ts'

const opened = newSession({
  workspace: 'w',
  sessionId: 'AAAAAAAAAAAAAAAAAAAAAA',
  siteKeyId: 'key_1',
  startedAt: 1_000,
  tabSecret: Uint8Array.of(1, 2, 3),
})
const counts = { revision: 3, batchCount: 2, rowCount: 10, byteCount: 999, tampered: 1, overflow: 0 }
const state = { ...opened, ...counts, lastAt: 2_000, due: 1_500 }
const named = { ...state, userId: 'u', userAt: 5, tags: ['a', 'b'], tagsAt: 6, ip: '203.0.113.7' }

const rowOf = ({ values }: StoredSession) =>
  Object.fromEntries(sessions.columns.map((column, place) => [column, values[place]])) as object as RawSession

describe('the row of a session', () => {
  it('is read back as it was stored', () => {
    for (const one of [opened, state, named]) {
      const stored = newStoredSession(one)
      expect(storedSession(rowOf(stored))).toEqual(stored)
      expect(stored.state).toEqual(one)
    }
  })

  it('is the same after a change as of a new session', () => {
    expect(changedSession(newStoredSession(opened), named)).toEqual(newStoredSession(named))
    expect(changedSession(newStoredSession(named), state)).toEqual(newStoredSession(state))
  })

  it('keeps the checksum of stored databases', () => {
    expect(checksumOf(newStoredSession(state))).toBe(2346889620)
    expect(checksumOf(newStoredSession(named))).toBe(3695638336)
  })

  it.each(sessions.columns.filter((column) => column !== 'due'))('is damaged by another %s', (column) => {
    const row = { ...rowOf(newStoredSession(named)), [column]: '[damaged' }
    expect(() => storedSession(row)).toThrow(StoreDamaged)
  })

  it('has no `due` in its checksum, because other statements change it', () => {
    const row = { ...rowOf(newStoredSession(named)), due: null }
    expect(storedSession(row).state).toEqual({ ...named, due: null })
  })
})
