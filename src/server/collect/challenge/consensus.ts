/**
 * What trusted browsers of the same class answered to the same weekly seed: those of members, or else of proven users, of
 * the workspace. Anybody can vote from many networks, so their votes decide nothing; they show which classes need a
 * trusted vote.
 */
import { hash } from 'node:crypto'
import type { ChallengeStore, ChallengeTask, ChallengeVoter, VoteCount } from '../../../store/challenges.ts'
import { rateSubject } from '../../addresses/client_address.ts'
import type { ChallengeSeeds, WeeklySeed } from './seeds.ts'

/**
 * `confirmed` or `contradicted`: by trusted browsers. `outvoted`: contradicted by proven users, where members have no
 * majority. `open`: nobody has one.
 */
export type Agreement = 'confirmed' | 'contradicted' | 'outvoted' | 'open'

/** Voters are numbers below this: a vote reveals nothing about its voter, and a task has no more votes of a kind. */
export const VOTERS = 64

/**
 * The votes that a decision needs. Somebody invited each member, so one is enough. A visitor may register accounts: with
 * five votes, one of them neither makes nor breaks a majority. Those whom the workspace knows best decide first.
 */
const MIN_VOTES = { member: 1, user: 5 } as const
const TRUSTED = ['member', 'user'] as const
export const MAJORITY = 0.8

/** For which networks vote, per workspace and week, beside the measured ones. More would be invented ones. */
const MAX_NETWORK_CLASSES = 100

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
  /** By workspace. */
  const classes = new Map<string, Set<string>>()

  /** Once a week and process: reads the classes. */
  async function begin(week: number): Promise<void> {
    if (week <= newestWeek) return
    newestWeek = week
    classes.clear()
    for (const { workspace, browserClass } of await store.networkClasses(week)) {
      isAdmitted({ workspace, person: undefined }, browserClass)
    }
  }

  /** The workspace knows its people, so no others may keep their votes out. */
  function isAdmitted({ workspace, person }: Respondent, browserClass: string): boolean {
    if (person !== undefined || measured.has(browserClass)) return true
    const own = classes.get(workspace) ?? new Set()
    if (own.size < MAX_NETWORK_CLASSES) classes.set(workspace, own.add(browserClass))
    return own.has(browserClass)
  }

  function voterOf({ workspace, address = '', person }: Respondent, week: number): ChallengeVoter {
    const { kind, id } = person ?? ({ kind: 'network', id: networkOf(address) } as const)
    return { workspace, kind, number: seeds.voterOf(`${kind}\n${workspace}\n${id}`, week, VOTERS) }
  }

  return {
    async ask({ week, index }, browserClass, respondent, value) {
      await begin(week)
      const vote = digestOf(value)
      const task: ChallengeTask = { week, browserClass, seed: index }
      const voter = voterOf(respondent, week)
      const votes = await store.countVotes(task, voter)
      if (isAdmitted(respondent, browserClass)) await store.vote(task, voter, vote)
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

/** The value of the first kind of trusted voters with a majority. */
export function trustedValue(votes: readonly VoteCount[]): Pick<VoteCount, 'kind' | 'value'> | undefined {
  for (const kind of TRUSTED) {
    const cast = votes.filter((count) => count.kind === kind)
    const total = totalOf(cast)
    const winner = cast.find((count) => count.votes >= total * MAJORITY)
    if (total >= MIN_VOTES[kind] && winner !== undefined) return winner
  }
  return undefined
}

export const totalOf = (votes: readonly VoteCount[]): number =>
  votes.reduce((sum, count) => sum + count.votes, 0)

export function compare(votes: readonly VoteCount[], value: string): Agreement {
  const trusted = trustedValue(votes)
  if (trusted === undefined) return 'open'
  if (trusted.value === value) return 'confirmed'
  return trusted.kind === 'member' ? 'contradicted' : 'outvoted'
}
