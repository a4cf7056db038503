import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { openPseudonyms } from './pseudonyms.ts'

function secrets() {
  const known = new Map<string, Uint8Array>()
  return {
    secret: async (name: string, fresh: Uint8Array) => {
      if (!known.has(name)) known.set(name, fresh)
      return known.get(name) as Uint8Array
    },
  }
}

const subject = { user_id: 'ann@example.org' }

it('is the same for one subject, and differs between workspaces, installations and kinds', async () => {
  const keys = secrets()
  const mine = await openPseudonyms(keys, 'w1')
  expect(mine.ofSubject(subject)).toMatch(/^user [0-9a-f]{16}$/)
  expect((await openPseudonyms(keys, 'w1')).ofSubject(subject)).toBe(mine.ofSubject(subject))
  expect((await openPseudonyms(keys, 'w2')).ofSubject(subject)).not.toBe(mine.ofSubject(subject))
  expect((await openPseudonyms(secrets(), 'w1')).ofSubject(subject)).not.toBe(mine.ofSubject(subject))
  expect(mine.of('session', 'a').slice(8)).not.toBe(mine.of('participant', 'a').slice(12))
})

it('cannot be found by hashing guessed ids', async () => {
  const pseudonym = (await openPseudonyms(secrets(), 'w1')).ofSubject(subject)
  for (const guess of [subject.user_id, JSON.stringify(subject), `user\n${JSON.stringify(subject)}`]) {
    const hash = createHash('sha256').update(guess).digest('hex')
    expect(hash).not.toContain(pseudonym.split(' ')[1])
  }
})
