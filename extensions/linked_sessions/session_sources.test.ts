import { expect, it } from 'vitest'
import type { ListedSession } from '../../src/store/facts.ts'
import { listedSession } from '../../test/samples/session_facts.ts'
import { sourcesOf } from './session_sources.ts'

const session = (userId: string | null, device: string | null, ip: string | null): ListedSession =>
  listedSession({ userId, ip }, { device })

it('gives sessions with one user, device or network the same number, also through others', () => {
  const sessions = [
    session('ann', null, '192.0.2.7'),
    session('ben', 'laptop', '198.51.100.1'),
    session('ann', 'phone', null),
    session('cem', 'phone', '203.0.113.0/24'),
    session(null, 'laptop', null),
    session('dan', null, '203.0.113.9'),
    session('eve', 'tablet', '2001:db8:1:2::1'),
    session('fay', null, '2001:db8:1:9::1'),
  ]
  expect(sourcesOf(sessions)).toEqual([0, 1, 0, 0, 1, 0, 6, 6])
})
