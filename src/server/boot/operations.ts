/** Every operation of the API, for programs and for the dashboard. */
import type { FastifyInstance } from 'fastify'
import { type AccountContext, openAccountContext } from '../account/context.ts'
import { keyOperations } from '../account/key_operations.ts'
import { loginOperations } from '../account/login_operations.ts'
import { meOperations } from '../account/me_operations.ts'
import { memberOperations } from '../account/member_operations.ts'
import { secondFactorOperations } from '../account/second_factor_operations.ts'
import { agentOperations } from '../agents/operations.ts'
import { listeningUrl } from '../base/base_url.ts'
import { openChallenges } from '../challenge/challenge.ts'
import { challengeOperations } from '../challenge/operations.ts'
import { openDemoWorkspaces } from '../demo/demo_workspace.ts'
import { openAuthenticate } from '../http/authenticate.ts'
import { addOperations, type Operation } from '../http/operation.ts'
import type { ManageServices } from '../manage/operations.ts'
import { openEraseAnalysis } from '../privacy/erase_analysis.ts'
import { privacyOperations } from '../privacy/operations.ts'
import { resultOperations } from '../results/operations.ts'
import { openResults } from '../results/results.ts'
import { reportOperations } from '../sessions/report_operations.ts'
import { settingsOperations } from '../settings/operations.ts'
import { webhookOperations } from '../webhooks/operations.ts'

const operationsOf = ({ operations, agents }: ManageServices): readonly Operation[] => [
  ...webhookOperations(operations.webhooks),
  ...keyOperations(operations.keys),
  ...agentOperations(operations.agents, agents),
  ...settingsOperations(operations.settings),
  ...privacyOperations(operations.people),
]

/** Operations that only the dashboard calls. */
const internalOperationsOf = (context: AccountContext): readonly Operation[] => [
  ...loginOperations(context),
  ...meOperations(context),
  ...secondFactorOperations(context),
  ...memberOperations(context),
]

export async function operationRoutes(app: FastifyInstance, services: ManageServices): Promise<void> {
  const { store, survey, now } = services
  const context = openAccountContext(services, listeningUrl(app))
  const challenges = await openChallenges(store, () => {})
  const demos = openDemoWorkspaces({ ...context, services, eraseAnalysis: openEraseAnalysis(survey) })
  app.addHook('onClose', demos.close)
  await addOperations(
    app,
    [
      ...operationsOf(services),
      ...internalOperationsOf(context),
      ...reportOperations(services),
      ...resultOperations(await openResults(services)),
      ...challengeOperations(challenges, now),
      ...demos.operations,
    ],
    openAuthenticate(services, context.readSignedIn),
  )
}
