import { describe, expect, it } from 'vitest'
import type { ChallengeStore, ChallengeTask, ChallengeVoter, VoteCount } from '../../../store/challenges.ts'
import type { KeyStore } from '../../../store/keys.ts'
import { compare, networkOf, openConsensus, type Person } from './consensus.ts'
import { openChallengeSeeds } from './seeds.ts'

function memoryStore() {
  const votes = new Map<string, { task: ChallengeTask; voter: ChallengeVoter; value: string }>()
  const isOf = (a: ChallengeTask, b: ChallengeTask) =>
    a.week === b.week && a.browserClass === b.browserClass && a.seed === b.seed
  const store: ChallengeStore = {
    async vote(task, voter, value) {
      votes.set(JSON.stringify([task, voter]), { task, voter, value })
    },
    async countVotes(task, except) {
      const counts = new Map<string, VoteCount>()
      for (const { task: own, voter, value } of votes.values()) {
        if (!isOf(own, task) || voter.workspace !== except.workspace) continue
        if (JSON.stringify(voter) === JSON.stringify(except)) continue
        const { kind } = voter
        const key = `${kind} ${value}`
        counts.set(key, { kind, value, votes: (counts.get(key)?.votes ?? 0) + 1 })
      }
      return [...counts.values()]
    },
    votesOf: async () => [],
    networkClasses: async (week) =>
      [...votes.values()]
        .filter(({ task, voter }) => task.week === week && voter.kind === 'network')
        .map(({ task: { browserClass }, voter: { workspace } }) => ({ workspace, browserClass })),
    forgetBefore: async () => 0,
  }
  return { store, votes }
}

const keys = { secret: async () => new Uint8Array(32).fill(1) } as unknown as KeyStore
const seeds = await openChallengeSeeds(keys)
const SEED = { week: 2958, index: 3 }
const CLASS = 'chromium 160 Windows'
const MEASURED = new Set(['gecko 153 Linux x64'])
const addressOf = (i: number) => `${10 + (i >> 16)}.${(i >> 8) & 255}.${i & 255}.7`

const visitor = (i: number) => ({ workspace: 'ws', address: addressOf(i), person: undefined })
const knownAs = (kind: Person['kind'], id: string, workspace = 'ws') => ({ workspace, person: { kind, id } })

describe('networks', () => {
  it('neither contradict nor confirm, however many agree', async () => {
    const { store, votes } = memoryStore()
    const consensus = openConsensus(store, seeds, MEASURED)
    for (let i = 0; i < 300; i++) {
      expect(await consensus.ask(SEED, CLASS, visitor(i), 'forged')).toBe('open')
      expect(await consensus.ask(SEED, CLASS, visitor(1000 + i), 'honest')).toBe('open')
    }
    // Control: they did vote.
    expect(votes.size).toBeGreaterThan(60)
  })

  it('have one vote each, however many sessions they send', async () => {
    const { store, votes } = memoryStore()
    const consensus = openConsensus(store, seeds, MEASURED)
    const ask = (address: string, value: string) =>
      consensus.ask(SEED, CLASS, { workspace: 'ws', address, person: undefined }, value)
    for (let i = 0; i < 100; i++) await ask(`192.0.2.${i}`, `${i}`)
    expect(votes.size).toBe(1)
    await ask('198.51.100.1', 'other')
    expect(votes.size).toBe(2)
  })
})

describe('trusted browsers', () => {
  it('confirm: one member, or five proven users', async () => {
    const { store } = memoryStore()
    const consensus = openConsensus(store, seeds, MEASURED)
    for (let i = 0; i < 5; i++) {
      expect(await consensus.ask(SEED, CLASS, visitor(500), 'right')).toBe('open')
      await consensus.ask(SEED, CLASS, knownAs('user', `user-${i}`), 'right')
    }
    expect(await consensus.ask(SEED, CLASS, visitor(500), 'right')).toBe('confirmed')
    expect(await consensus.ask(SEED, CLASS, visitor(500), 'wrong')).toBe('outvoted')
    expect(await consensus.ask(SEED, 'webkit 26 Mac', visitor(500), 'right')).toBe('open')
    await consensus.vote(SEED, 'webkit 26 Mac', knownAs('member', 'mem_1'), 'right')
    expect(await consensus.ask(SEED, 'webkit 26 Mac', visitor(500), 'right')).toBe('confirmed')
  })

  it('count for their own workspace only', async () => {
    const { store } = memoryStore()
    const consensus = openConsensus(store, seeds, MEASURED)
    await consensus.vote(SEED, CLASS, knownAs('member', 'mem_1', 'other'), 'right')
    expect(await consensus.ask(SEED, CLASS, visitor(500), 'right')).toBe('open')
  })

  it('are not outvoted by networks, and one account decides nothing', async () => {
    const { store } = memoryStore()
    const consensus = openConsensus(store, seeds, MEASURED)
    for (let i = 0; i < 300; i++) await consensus.ask(SEED, CLASS, visitor(i), 'forged')
    for (let i = 0; i < 50; i++) await consensus.ask(SEED, CLASS, knownAs('user', 'attacker'), 'forged')
    expect(await consensus.ask(SEED, CLASS, visitor(500), 'right')).toBe('open')
    await consensus.vote(SEED, CLASS, knownAs('member', 'mem_1'), 'right')
    expect(await consensus.ask(SEED, CLASS, visitor(500), 'right')).toBe('confirmed')
    expect(await consensus.ask(SEED, CLASS, visitor(501), 'forged')).toBe('contradicted')
  })
})

describe('votes', () => {
  it('of networks have a limited number of classes a week, and are digests', async () => {
    const { store, votes } = memoryStore()
    const consensus = openConsensus(store, seeds, MEASURED)
    for (let i = 0; i < 300; i++)
      await consensus.ask(SEED, `chromium ${i} Linux`, visitor(1), 'text of a client')
    expect(votes.size).toBe(100)
    expect([...votes.values()].every(({ value }) => /^[\w-]{16}$/.test(value))).toBe(true)
    await consensus.vote(SEED, 'chromium 999 Linux', knownAs('member', 'mem_1'), 'right')
    expect(await consensus.ask(SEED, 'chromium 999 Linux', visitor(1), 'right')).toBe('confirmed')
  })

  it.each(['ws', 'other'])('count after a flood of invented classes in the workspace %s', async (flooded) => {
    const { store, votes } = memoryStore()
    const flood = { ...visitor(1), workspace: flooded }
    const before = openConsensus(store, seeds, MEASURED)
    for (let i = 0; i < 300; i++) await before.ask(SEED, `chromium ${i} Linux`, flood, 'forged')
    expect(votes.size).toBe(100)
    // Another node, or the same one after a restart.
    const consensus = openConsensus(store, seeds, MEASURED)
    await consensus.ask(SEED, 'chromium 300 Linux', flood, 'forged')
    expect(votes.size).toBe(100)
    for (const group of ['gecko 153 Linux x64', 'gecko 160 Linux']) {
      for (let i = 0; i < 5; i++) await consensus.ask(SEED, group, knownAs('user', `user-${i}`), 'right')
      expect(await consensus.ask(SEED, group, visitor(500), 'forged')).toBe('outvoted')
    }
    // Control: without votes of users, nothing is known.
    expect(await consensus.ask(SEED, 'gecko 161 Linux', visitor(500), 'forged')).toBe('open')
  })

  it('of networks of another workspace count after a flood', async () => {
    const { store, votes } = memoryStore()
    const consensus = openConsensus(store, seeds, MEASURED)
    for (let i = 0; i < 300; i++) await consensus.ask(SEED, `chromium ${i} Linux`, visitor(1), 'forged')
    await consensus.ask(SEED, CLASS, { ...visitor(1), workspace: 'other' }, 'right')
    expect(votes.size).toBe(101)
  })
})

describe('compare', () => {
  it.each<[string, string, string]>([
    ['network a 64', 'b', 'open'],
    ['network a 64', 'a', 'open'],
    ['user a 4', 'a', 'open'],
    ['user a 5', 'a', 'confirmed'],
    ['user a 4, user b 1', 'a', 'confirmed'],
    ['user a 4, user b 2', 'a', 'open'],
    ['user a 5', 'b', 'outvoted'],
    ['user a 5, network b 60', 'a', 'confirmed'],
    ['member a 1, user b 60', 'a', 'confirmed'],
    ['member a 1, user b 60', 'b', 'contradicted'],
    ['member a 1, member b 1, user a 5', 'a', 'confirmed'],
    ['member a 1, member b 1, user a 5', 'b', 'outvoted'],
    ['member a 1, member b 1', 'a', 'open'],
  ])('%s, asked about %s: %s', (text, value, agreement) => {
    const votes = text.split(', ').map((count) => {
      const [kind, own, times] = count.split(' ')
      return { kind, value: own, votes: Number(times) } as VoteCount
    })
    expect(compare(votes, value)).toBe(agreement)
  })
})

describe('networkOf', () => {
  it('truncates addresses', () => {
    expect(networkOf('192.0.2.77')).toBe('192.0.2')
    expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1')
    expect(networkOf('2001:db8::9')).toBe('2001:db8:0')
  })
})
