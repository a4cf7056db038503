/** Browsers of members answer the challenges of the coming weeks, so that visitors can be compared with them. */
import type { FastifyInstance } from 'fastify'
import { MemberAnswer, type MemberSeeds, type MemberVote } from '../../contract/dashboard/challenge.ts'
import { bodyOf } from '../http/validated.ts'
import type { DashboardContext } from './context.ts'

const answerBody = bodyOf(MemberAnswer)

export function challengeRoutes(scope: FastifyInstance, { challenges, services }: DashboardContext): void {
  scope.get(
    '/challenge',
    async ({ signedIn }): Promise<MemberSeeds> => ({
      seed: challenges.issueToMember(signedIn.member.id, services.now()),
    }),
  )

  scope.post('/challenge', async (request): Promise<MemberVote> => {
    const { member, login } = request.signedIn
    const counted = await challenges.vote(answerBody(request), {
      memberId: member.id,
      workspaces: login.roles.map(({ workspace }) => workspace),
      userAgent: request.headers['user-agent'],
      now: services.now(),
    })
    return { counted }
  })
}
