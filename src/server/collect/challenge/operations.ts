/** Browsers of members answer the challenges of the coming weeks, so that visitors can be compared with them. */
import { MemberAnswer, type MemberSeeds, type MemberVote } from '../../../contract/dashboard/challenge.ts'
import type { Role } from '../../../store/accounts.ts'
import { type Operation, operation } from '../../http/operation.ts'
import type { Challenges } from './challenge.ts'

const EVERYONE = { role: 'viewer' } as const

/** One vote lets visitors in, so it takes a member who may choose the acceptance level too. */
const VOTES: Role = 'owner'

export const challengeOperations = (challenges: Challenges, now: () => number): readonly Operation[] => [
  operation({
    route: 'GET /v1/challenge',
    allow: EVERYONE,
    internal: true,
    handle: ({ signedIn }): MemberSeeds => ({ seed: challenges.issueToMember(signedIn.member.id, now()) }),
  }),
  operation({
    route: 'POST /v1/challenge',
    audit: { none: 'records what the browser of the member computed' },
    allow: EVERYONE,
    internal: true,
    body: MemberAnswer,
    handle: async ({ signedIn: { member, login }, body, request }): Promise<MemberVote> => {
      const counted = await challenges.vote(body, {
        memberId: member.id,
        workspaces: login.roles.flatMap(({ workspace, role }) => (role === VOTES ? [workspace] : [])),
        userAgent: request.headers['user-agent'],
        now: now(),
      })
      return { counted }
    },
  }),
]
