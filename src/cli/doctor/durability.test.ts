import { describe, expect, it } from 'vitest'
import { durabilityFindings } from './durability.ts'

const SAFE = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }
const server = 'PostgreSQL'

describe('durability of PostgreSQL', () => {
  it.each([SAFE, { ...SAFE, synchronous_commit: 'remote_apply' }, { ...SAFE, synchronous_commit: 'local' }])(
    'is ok with %o',
    (settings) => {
      expect(durabilityFindings([{ server, settings }]).map(({ state }) => state)).toEqual(['ok'])
    },
  )

  it.each([
    ['fsync', 'broken'],
    ['full_page_writes', 'warning'],
    ['synchronous_commit', 'warning'],
  ])('reports %s = off', (setting, state) => {
    const [finding] = durabilityFindings([{ server, settings: { ...SAFE, [setting]: 'off' } }])
    expect(finding?.state).toBe(state)
    expect(finding?.detail).toContain(`${setting} = off`)
    expect(finding?.mend).toContain(`ALTER SYSTEM SET ${setting} = on`)
  })

  it('names each server of a cluster that has a problem', () => {
    const found = durabilityFindings([
      { server: 'PostgreSQL on a:5432', settings: SAFE },
      { server: 'PostgreSQL on b:5432', settings: { ...SAFE, fsync: 'off' } },
      { server: 'PostgreSQL on c:5432', settings: null },
    ])
    expect(found.map(({ state }) => state)).toEqual(['broken', 'broken'])
    expect(found[0]?.detail).toContain('b:5432 runs with fsync = off')
    expect(found[1]?.detail).toContain('c:5432 does not respond')
  })
})
