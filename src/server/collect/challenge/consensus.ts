/**
 * What other browsers of the same class answered to the same weekly seed. Members and proven users decide for their
 * workspace. Networks, for which nobody vouches, can only contradict. The latest vote of each voter counts, so a false
 * majority lasts only as long as it outnumbers honest visitors.
 */
import { hash } from 'node:crypto'
import { KEPT } from '../../../contract/retention.ts'
import type { ChallengeStore, ChallengeTask, ChallengeVoter, VoteCount } from '../../../store/challenges.ts'
import { rateSubject } from '../../addresses/client_address.ts'
import type { ChallengeSeeds, WeeklySeed } from './seeds.ts'

/**
 * `confirmed`: by trusted browsers. `contradicted`: trusted browsers, or else many networks, answered otherwise. `open`:
 * neither.
 */
export type Agreement = 'confirmed' | 'contradicted' | 'open'

/** Voters are numbers below this: a vote reveals nothing about its voter, and a task has no more votes of a kind. */
export const VOTERS = 64

/**
 * The votes that a decision needs. Somebody invited each member, so one is enough. A visitor may register accounts: with
 * five votes, one of them neither makes nor breaks a majority. Networks are cheaper than accounts.
 */
const MIN_VOTES = { member: 1, user: 5, network: 12 } as const
const MAJORITY = 0.8

/** Those whom the workspace knows best decide first. */
const ORDER = ['member', 'user', 'network'] as const

/** Classes per week beside the measured ones. More would be invented ones; only members vote for them. */
const MAX_CLASSES = 100

/** A vote is a digest, so that clients cannot store text of their own. */
const VOTE_CHARS = 16

export interface Person {
  readonly kind: 'user' | 'member'
  /** Unique in the workspace. */
  readonly id: string
}

/** A person whom the workspace knows, or any visitor, by the address. */
export interface Respondent {
  readonly workspace: string
  readonly person: Person | undefined
  readonly address?: string
}

export interface Consensus {
  /** Compares a value with the votes of others, then votes. */
  ask(seed: WeeklySeed, browserClass: string, respondent: Respondent, value: string): Promise<Agreement>
  /** A member's vote, also in advance. */
  vote(seed: WeeklySeed, browserClass: string, respondent: Respondent, value: string): Promise<void>
}

/** `measured`: groups of browsers that nobody can invent. */
export function openConsensus(
  store: ChallengeStore,
  seeds: ChallengeSeeds,
  measured: ReadonlySet<string>,
): Consensus {
  let newestWeek = 0
  let classes = new Set<string>()

  /** Once a week and process: reads the classes and deletes old votes. */
  async function begin(week: number): Promise<void> {
    if (week <= newestWeek) return
    newestWeek = week
    classes = new Set(await store.classesOf(week))
    await store.forgetBefore(week - KEPT.voteWeeks + 1)
  }

  function isAdmitted(browserClass: string): boolean {
    if (measured.has(browserClass)) return true
    if (classes.size < MAX_CLASSES) classes.add(browserClass)
    return classes.has(browserClass)
  }

  function voterOf({ workspace, address = '', person }: Respondent, week: number): ChallengeVoter {
    const { kind, id } = person ?? ({ kind: 'network', id: networkOf(address) } as const)
    const trustedBy = person === undefined ? '' : workspace
    return { trustedBy, kind, number: seeds.voterOf(`${kind}\n${trustedBy}\n${id}`, week, VOTERS) }
  }

  return {
    async ask({ week, index }, browserClass, respondent, value) {
      await begin(week)
      const vote = digestOf(value)
      const task: ChallengeTask = { week, browserClass, seed: index }
      const voter = voterOf(respondent, week)
      const votes = await store.countVotes(task, respondent.workspace, voter)
      if (isAdmitted(browserClass)) await store.vote(task, voter, vote)
      return compare(votes, vote)
    },
    vote: ({ week, index }, browserClass, respondent, value) =>
      store.vote({ week, browserClass, seed: index }, voterOf(respondent, week), digestOf(value)),
  }
}

const digestOf = (value: string): string => hash('sha256', value, 'base64url').slice(0, VOTE_CHARS)

/** The network of one customer: IPv4 /24, IPv6 /48. */
export const networkOf = (address: string): string =>
  address.includes(':')
    ? rateSubject(address).split(':').slice(0, 3).join(':')
    : address.split('.').slice(0, 3).join('.')

/** The first kind of voters with a majority decides. */
export function compare(votes: readonly VoteCount[], value: string): Agreement {
  for (const kind of ORDER) {
    const cast = votes.filter((count) => count.kind === kind)
    const total = cast.reduce((sum, count) => sum + count.votes, 0)
    const winner = cast.find((count) => count.votes >= total * MAJORITY)
    if (total < MIN_VOTES[kind] || winner === undefined) continue
    if (winner.value !== value) return 'contradicted'
    return kind === 'network' ? 'open' : 'confirmed'
  }
  return 'open'
}
