import { describe, expect, it } from 'vitest'
import { durabilityFinding } from './durability.ts'

const SAFE = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }

describe('durability of PostgreSQL', () => {
  it.each([SAFE, { ...SAFE, synchronous_commit: 'remote_apply' }, { ...SAFE, synchronous_commit: 'local' }])(
    'is ok with %o',
    (settings) => {
      expect(durabilityFinding(settings).state).toBe('ok')
    },
  )

  it.each([
    ['fsync', 'broken'],
    ['full_page_writes', 'warning'],
    ['synchronous_commit', 'warning'],
  ])('reports %s = off', (setting, state) => {
    const finding = durabilityFinding({ ...SAFE, [setting]: 'off' })
    expect(finding.state).toBe(state)
    expect(finding.detail).toContain(`${setting} = off`)
    expect(finding.mend).toContain(`ALTER SYSTEM SET ${setting} = on`)
  })
})
