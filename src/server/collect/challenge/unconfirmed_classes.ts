/** Browser classes whose visitors pass no challenge because votes are missing or disagree. */
import type { UnconfirmedBrowsers } from '../../../contract/dashboard/challenge.ts'
import type { ChallengeStore, TaskVotes } from '../../../store/challenges.ts'
import { MAJORITY, totalOf, trustedValue } from './consensus.ts'
import { weekOf } from './seeds.ts'

/** A class with votes of fewer networks is not worth a notice. */
export const MIN_NETWORKS = 5
/** Anybody can invent classes, so the list is short. */
const MAX_SHOWN = 10

export interface UnconfirmedClass extends UnconfirmedBrowsers {
  readonly workspace: string
}

/** Of one workspace or of all. Those with the most networks come first. */
export async function unconfirmedClasses(
  challenges: Pick<ChallengeStore, 'votesOf'>,
  now: number,
  workspace?: string,
): Promise<UnconfirmedClass[]> {
  const votes = await challenges.votesOf(weekOf(now), workspace)
  const tasks = Map.groupBy(votes, ({ workspace, browserClass, seed }) =>
    [workspace, browserClass, seed].join('\n'),
  )
  const found = new Map<string, UnconfirmedClass>()
  for (const cast of tasks.values()) {
    const one = unconfirmed(cast)
    if (one === undefined) continue
    const key = `${one.workspace}\n${one.browser_class}`
    const other = found.get(key)
    if (other === undefined || other.networks < one.networks) found.set(key, one)
  }
  return [...found.values()].sort((a, b) => b.networks - a.networks)
}

/** Those that the dashboard shows. */
export async function shownUnconfirmed(
  challenges: Pick<ChallengeStore, 'votesOf'>,
  workspace: string,
  now: number,
): Promise<UnconfirmedBrowsers[]> {
  const found = await unconfirmedClasses(challenges, now, workspace)
  return found.slice(0, MAX_SHOWN).map(({ workspace: _, ...browsers }) => browsers)
}

/** `votes`: all of one task in one workspace. */
function unconfirmed(votes: readonly TaskVotes[]): UnconfirmedClass | undefined {
  const [first] = votes
  const cast = votes.filter(({ kind }) => kind === 'network')
  const networks = totalOf(cast)
  if (first === undefined || networks < MIN_NETWORKS) return undefined
  const { workspace, browserClass: browser_class } = first
  const trusted = trustedValue(votes)?.value
  if (trusted === undefined) {
    const isSplit = votes.some(({ kind }) => kind === 'member')
    return { workspace, browser_class, problem: isSplit ? 'split' : 'untrusted', networks }
  }
  const agreeing = totalOf(cast.filter(({ value }) => value === trusted))
  return agreeing < networks * MAJORITY
    ? { workspace, browser_class, problem: 'disputed', networks }
    : undefined
}
