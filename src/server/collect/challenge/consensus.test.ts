import { describe, expect, it } from 'vitest'
import type { ChallengeStore, ChallengeTask, ChallengeVote } from '../../../store/challenges.ts'
import type { KeyStore } from '../../../store/keys.ts'
import { compare, networkOf, openConsensus } from './consensus.ts'
import { openChallengeSeeds } from './seeds.ts'

function memoryStore() {
  const votes = new Map<string, ChallengeVote>()
  const isOf = (a: ChallengeTask, b: ChallengeTask) =>
    a.week === b.week && a.browserClass === b.browserClass && a.seed === b.seed
  const forgotten: number[] = []
  const store: ChallengeStore = {
    async vote(vote) {
      votes.set([vote.week, vote.browserClass, vote.seed, vote.voter].join(), vote)
    },
    async countVotes(task, exceptVoter) {
      const counts = new Map<string, number>()
      for (const vote of votes.values()) {
        if (!isOf(vote, task) || vote.voter === exceptVoter) continue
        counts.set(vote.value, (counts.get(vote.value) ?? 0) + 1)
      }
      return counts
    },
    classesOf: async (week) => [
      ...new Set([...votes.values()].filter((vote) => vote.week === week).map((vote) => vote.browserClass)),
    ],
    async forgetBefore(week) {
      forgotten.push(week)
      return 0
    },
  }
  return { store, votes, forgotten }
}

const keys = { secret: async () => new Uint8Array(32).fill(1) } as unknown as KeyStore
const seeds = await openChallengeSeeds(keys)
const SEED = { week: 2958, index: 3 }
const CLASS = 'chromium 160 Windows'
const addressOf = (i: number) => `${10 + (i >> 16)}.${(i >> 8) & 255}.${i & 255}.7`

describe('a consensus', () => {
  it('forms when enough networks agree, and contradicts others only when many more do', async () => {
    const { store } = memoryStore()
    const consensus = openConsensus(store, seeds)
    const ask = (i: number, value: string) => consensus.ask(SEED, CLASS, addressOf(i), value)
    expect(await ask(0, 'right')).toBe('open')
    for (let i = 1; i < 16; i++) await ask(i, 'right')
    expect(await ask(16, 'right')).toBe('agrees')
    expect(await ask(16, 'wrong')).toBe('open')
    expect(await ask(16, 'right')).toBe('agrees')
    for (let i = 17; i < 200; i++) await ask(i, 'right')
    expect(await ask(300, 'wrong')).toBe('differs')
  })

  it('does not form from many sessions of one network', async () => {
    const { store } = memoryStore()
    const consensus = openConsensus(store, seeds)
    for (let i = 0; i < 100; i++) {
      expect(await consensus.ask(SEED, CLASS, `192.0.2.${i}`, 'right')).toBe('open')
    }
  })

  it('is split by honest visitors, whoever came first', async () => {
    const { store } = memoryStore()
    const consensus = openConsensus(store, seeds)
    for (let i = 0; i < 300; i++) await consensus.ask(SEED, CLASS, addressOf(i), 'forged')
    const results: string[] = []
    for (let i = 1000; i < 1012; i++) results.push(await consensus.ask(SEED, CLASS, addressOf(i), 'honest'))
    expect(results.filter((result) => result === 'differs').length).toBeLessThanOrEqual(4)
    expect(results.slice(6)).toEqual(Array(6).fill('open'))
  })

  it('has a limited number of classes a week, and stores digests only', async () => {
    const { store, votes } = memoryStore()
    const consensus = openConsensus(store, seeds)
    for (let i = 0; i < 300; i++)
      await consensus.ask(SEED, `chromium ${i} Linux`, '192.0.2.1', 'text of a client')
    expect(votes.size).toBe(100)
    expect([...votes.values()].every(({ value }) => /^[\w-]{16}$/.test(value))).toBe(true)
  })

  it('forgets the votes of more than two weeks, once a week', async () => {
    const { store, forgotten } = memoryStore()
    const consensus = openConsensus(store, seeds)
    for (const week of [2958, 2958, 2959, 2958]) {
      await consensus.ask({ week, index: 0 }, CLASS, '192.0.2.1', 'right')
    }
    expect(forgotten).toEqual([2957, 2958])
  })
})

describe('compare', () => {
  it.each([
    [{ a: 11 }, 'a', 'open'],
    [{ a: 12 }, 'a', 'agrees'],
    [{ a: 12, b: 4 }, 'a', 'open'],
    [{ a: 31 }, 'b', 'open'],
    [{ a: 32 }, 'b', 'differs'],
    [{ a: 60, b: 3 }, 'b', 'differs'],
    [{ a: 58, b: 6 }, 'b', 'open'],
  ])('%o of %s: %s', (votes, value, agreement) => {
    expect(compare(new Map(Object.entries(votes)), value)).toBe(agreement)
  })
})

describe('networkOf', () => {
  it('truncates addresses', () => {
    expect(networkOf('192.0.2.77')).toBe('192.0.2')
    expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1')
    expect(networkOf('2001:db8::9')).toBe('2001:db8:0')
  })
})
