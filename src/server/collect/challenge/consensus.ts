/**
 * What other sessions of the same class answered to the same weekly seed. Every network has one vote per class and
 * seed, and its latest vote counts, so a false majority lasts only as long as it outnumbers honest visitors.
 */
import { hash } from 'node:crypto'
import type { ChallengeStore, ChallengeTask } from '../../../store/challenges.ts'
import { rateSubject } from '../../base/client_address.ts'
import type { ChallengeSeeds, WeeklySeed } from './seeds.ts'

/** `open`: too few votes, or they differ. */
export type Agreement = 'agrees' | 'differs' | 'open'

/** Voters are numbers below this: a vote reveals nothing about an address, and a task has no more votes. */
export const VOTERS = 64

/** A majority that lets a session pass. */
const MIN_VOTES = 12
const MAJORITY = 0.8

/** A session that contradicts this majority fails. So many networks are expensive, and honest visitors would split it. */
const MIN_VOTES_AGAINST = 32
const MAJORITY_AGAINST = 0.95

/** Classes per week. More would be invented ones; they stay without a consensus. */
const MAX_CLASSES = 100

/** A vote is a digest, so that clients cannot store text of their own. */
const VOTE_CHARS = 16

/** Votes of this many weeks are kept: a session may answer a week late. */
const KEPT_WEEKS = 2

export interface Consensus {
  /** Compares a value with the votes of other networks, then votes. */
  ask(seed: WeeklySeed, browserClass: string, address: string, value: string): Promise<Agreement>
}

export function openConsensus(store: ChallengeStore, seeds: ChallengeSeeds): Consensus {
  let newestWeek = 0
  let classes = new Set<string>()

  /** Once a week and process: reads the classes and deletes old votes. */
  async function begin(week: number): Promise<void> {
    if (week <= newestWeek) return
    newestWeek = week
    classes = new Set(await store.classesOf(week))
    await store.forgetBefore(week - KEPT_WEEKS + 1)
  }

  function isAdmitted(browserClass: string): boolean {
    if (classes.size < MAX_CLASSES) classes.add(browserClass)
    return classes.has(browserClass)
  }

  return {
    async ask({ week, index }, browserClass, address, value) {
      await begin(week)
      if (!isAdmitted(browserClass)) return 'open'
      const vote = hash('sha256', value, 'base64url').slice(0, VOTE_CHARS)
      const task: ChallengeTask = { week, browserClass, seed: index }
      const voter = seeds.voterOf(networkOf(address), week, VOTERS)
      const votes = await store.countVotes(task, voter)
      await store.vote({ ...task, voter, value: vote })
      return compare(votes, vote)
    },
  }
}

/** The network of one customer: IPv4 /24, IPv6 /48. */
export const networkOf = (address: string): string =>
  address.includes(':')
    ? rateSubject(address).split(':').slice(0, 3).join(':')
    : address.split('.').slice(0, 3).join('.')

export function compare(votes: ReadonlyMap<string, number>, value: string): Agreement {
  let total = 0
  let most = 0
  for (const count of votes.values()) {
    total += count
    most = Math.max(most, count)
  }
  const own = votes.get(value) ?? 0
  if (total >= MIN_VOTES && own >= total * MAJORITY) return 'agrees'
  const isAgainst = own < most && total >= MIN_VOTES_AGAINST && most >= total * MAJORITY_AGAINST
  return isAgainst ? 'differs' : 'open'
}
