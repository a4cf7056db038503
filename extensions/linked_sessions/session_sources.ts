/** Tells which sessions may be of one person: those with the same user, the same device or neighboring addresses. */
import { createGroups } from '../../src/features/groups.ts'
import type { ListedSession } from '../../src/store/facts.ts'
import { truncatedAddress } from '../../src/store/values/truncated_address.ts'

/** A number for each session; equal for sessions that may be of one person, also through others. */
export function sourcesOf(sessions: readonly ListedSession[]): number[] {
  const groups = createGroups(sessions.length)
  const known = new Map<string, number>()
  for (const [index, { userId, ip, facts }] of sessions.entries()) {
    const signs = {
      user: userId,
      device: facts?.device ?? null,
      // Addresses are truncated after some hours, and must compare with later ones.
      address: ip === null ? null : truncatedAddress(ip),
    }
    for (const [kind, value] of Object.entries(signs)) {
      if (value === null) continue
      const first = known.get(`${kind} ${value}`)
      if (first === undefined) known.set(`${kind} ${value}`, index)
      else groups.join(index, first)
    }
  }
  return sessions.map((_, index) => groups.firstOf(index))
}
