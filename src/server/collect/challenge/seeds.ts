/**
 * The seeds of a session's challenge, derived from its id with a secret of the store. No state is kept, no client can
 * choose its seeds, and all nodes of a store derive the same ones.
 */
import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import type { KeyStore } from '../../../store/keys.ts'

/** Seeds `f0` to `f1023`, for which the release has the values of the measured classes. */
export const FIXED_SEEDS = 1024
/** Seeds of each week. Few, so that enough sessions answer each of them. */
export const WEEKLY_SEEDS = 2
/** Members answer the seeds of this many weeks at once: not every member opens the dashboard every week. */
export const MEMBER_WEEKS = 8

const WEEK_MS = 7 * 24 * 3600_000
/** Other batches may come between the seeds and their answer. */
const LATE_ANSWER_MS = 10 * 60_000

export interface WeeklySeed {
  readonly week: number
  /** Its number in the week's pool. */
  readonly index: number
}

export interface ChallengeSeeds {
  /** The seeds for the response: `<fixed> <weekly>`. */
  issue(workspace: string, sessionId: string, now: number): string
  /**
   * Which weekly seed the seeds of an answer contain; undefined: they are not this session's. `askedAt`: when the
   * service last answered the session, so that nobody answers an earlier week's seeds in a session of this week.
   */
  verify(seeds: string, workspace: string, sessionId: string, askedAt: number): WeeklySeed | undefined
  /** The seeds for a member of any workspace: `<fixed> <weekly> <weekly> ...`. */
  issueToMember(memberId: string, now: number): string
  /** Which weekly seeds these are, in order; undefined: they are not this member's. */
  verifyMember(seeds: string, memberId: string, now: number): WeeklySeed[] | undefined
  /** A number below `voters` for a voter in one week. */
  voterOf(name: string, week: number, voters: number): number
}

export const weekOf = (now: number): number => Math.floor(now / WEEK_MS)

export async function openChallengeSeeds(keys: KeyStore): Promise<ChallengeSeeds> {
  const secret = createSecretKey(await keys.secret('challenge', randomBytes(32)))
  const mac = (text: string): Buffer => createHmac('sha256', secret).update(text).digest()

  const weeklySeed = ({ week, index }: WeeklySeed): string =>
    mac(`week\n${week}\n${index}`).toString('base64url').slice(0, 11)

  function seedsIn(week: number, workspace: string, sessionId: string): [seeds: string, index: number] {
    const own = mac(`session\n${workspace}\n${sessionId}`)
    const index = own.readUInt32LE(4) % WEEKLY_SEEDS
    return [`f${own.readUInt32LE(0) % FIXED_SEEDS} ${weeklySeed({ week, index })}`, index]
  }

  function memberSeedsFrom(week: number, memberId: string): [string, WeeklySeed[]] {
    const fixed = mac(`member\n${memberId}`).readUInt32LE(0) % FIXED_SEEDS
    const weekly = Array.from({ length: MEMBER_WEEKS * WEEKLY_SEEDS }, (_, nth) => ({
      week: week + Math.floor(nth / WEEKLY_SEEDS),
      index: nth % WEEKLY_SEEDS,
    }))
    return [[`f${fixed}`, ...weekly.map(weeklySeed)].join(' '), weekly]
  }

  return {
    issue: (workspace, sessionId, now) => seedsIn(weekOf(now), workspace, sessionId)[0],
    verify(seeds, workspace, sessionId, askedAt) {
      for (const week of new Set([weekOf(askedAt), weekOf(askedAt - LATE_ANSWER_MS)])) {
        const [own, index] = seedsIn(week, workspace, sessionId)
        if (own === seeds) return { week, index }
      }
      return undefined
    },
    issueToMember: (memberId, now) => memberSeedsFrom(weekOf(now), memberId)[0],
    verifyMember(seeds, memberId, now) {
      const [own, weekly] = memberSeedsFrom(weekOf(now), memberId)
      return own === seeds ? weekly : undefined
    },
    voterOf: (name, week, voters) => mac(`voter\n${week}\n${name}`).readUInt32LE(0) % voters,
  }
}
