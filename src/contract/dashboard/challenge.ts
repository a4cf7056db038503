/** GET/POST /challenge: the browsers of members answer the seeds of the coming weeks. */
import { type Static, Type } from 'typebox'
import { Closed } from './page.ts'

export const MemberSeeds = Closed(
  { seed: Type.String({ description: 'A fixed seed and the seeds of several weeks, separated by spaces.' }) },
  'MemberSeeds',
  'Seeds of a challenge.',
)
export type MemberSeeds = Static<typeof MemberSeeds>

export const MemberAnswer = Closed(
  {
    seed: Type.String({ maxLength: 1024, description: 'The seeds that the service sent.' }),
    results: Type.Array(Type.Union([Type.String({ maxLength: 256 }), Type.Number()]), {
      maxItems: 256,
      description: 'Results of the tasks, in a fixed order.',
    }),
  },
  'MemberAnswer',
  'The answer to a challenge.',
)
export type MemberAnswer = Static<typeof MemberAnswer>

export interface MemberVote {
  /** False: the seeds are outdated, or the browser hides how it draws. */
  readonly counted: boolean
}

export const UnconfirmedBrowsers = Closed({
  /** Browsers that draw alike: the engine, its version and system, and the processor if the release knows it. */
  browser_class: Type.String(),
  /**
   * `untrusted`: no trusted browser has voted this week. `split`: browsers of members disagree. `disputed`: visitors draw
   * otherwise than the trusted browsers.
   */
  problem: Type.Enum(['untrusted', 'split', 'disputed']),
  /** From which visitors voted this week. */
  networks: Type.Integer(),
})
export type UnconfirmedBrowsers = Static<typeof UnconfirmedBrowsers>
