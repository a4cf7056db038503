/** Every operation of the API, for programs and for the dashboard. */
import type { FastifyInstance } from 'fastify'
import { EXTENSIONS } from '../../../extensions/service.ts'
import { type AccountContext, openAccountContext } from '../account/context.ts'
import { keyOperations } from '../account/key_operations.ts'
import { loginLinkOperations } from '../account/login_link_operations.ts'
import { loginOperations } from '../account/login_operations.ts'
import { meOperations } from '../account/me_operations.ts'
import { memberOperations } from '../account/member_operations.ts'
import { secondFactorOperations } from '../account/second_factor_operations.ts'
import { workspaceOperations } from '../account/workspace_operations.ts'
import { listeningUrl } from '../addresses/base_url.ts'
import { type Challenges, openChallenges } from '../collect/challenge/challenge.ts'
import { challengeOperations } from '../collect/challenge/operations.ts'
import { userHashOperations } from '../collect/user_hash_operations.ts'
import { openDemoWorkspaces } from '../demo/demo_workspace.ts'
import { openAuthenticate } from '../http/authenticate.ts'
import { addOperations, type Operation } from '../http/operation.ts'
import { openExportSender } from '../http/send_export.ts'
import { openEraseAnalysis } from '../privacy/erase_analysis.ts'
import { privacyOperations } from '../privacy/operations.ts'
import { clockOperations, retentionOperations } from '../privacy/retention_operations.ts'
import { exportOperations } from '../sessions/export_operations.ts'
import { sessionOperations } from '../sessions/operations.ts'
import { reportOperations } from '../sessions/report_operations.ts'
import { sessionFileOperations } from '../sessions/session_file_operations.ts'
import { sessionViewOperations } from '../sessions/view_operations.ts'
import { settingsOperations } from '../settings/operations.ts'
import { resultOperations } from '../signed_results/operations.ts'
import { openResultSecret } from '../signed_results/result_secret.ts'
import { openResults, type Results } from '../signed_results/results.ts'
import { resultSecretOperations } from '../signed_results/secret_operations.ts'
import { surveyJobOperations } from '../survey/jobs/operations.ts'
import { referenceOperations } from '../survey/references/reference_operations.ts'
import { againOperations } from '../survey/review/again_operations.ts'
import { surveyOperations } from '../survey/review/operations.ts'
import { surveySettingsOperations } from '../survey/review/settings_operations.ts'
import { verdictOperations } from '../survey/review/verdict_operations.ts'
import { webhookOperations } from '../webhooks/operations.ts'
import type { OperationServices } from './open_operations.ts'

/** Operations that programs and commands call, and some that only members and commands call. */
function programOperations(services: OperationServices, results: Results): readonly Operation[] {
  const { operations } = services
  const sendExport = openExportSender()
  return [
    // First, so that they are first in the API explorer.
    ...reportOperations(services),
    ...sessionOperations(services, operations.labels),
    ...sessionViewOperations(services, operations.labels, operations.audit),
    ...exportOperations(operations.exports, sendExport),
    ...webhookOperations(operations.webhooks),
    ...surveyOperations(operations, sendExport),
    ...verdictOperations(operations.verdicts),
    ...referenceOperations(operations.surveyReferences),
    ...surveySettingsOperations(operations.surveySettings),
    ...surveyJobOperations(operations.surveyJobs, sendExport),
    ...keyOperations(operations.keys),
    ...EXTENSIONS.flatMap(({ operations }) => operations?.(services) ?? []),
    ...settingsOperations(operations.settings),
    ...privacyOperations(operations.people),
    ...retentionOperations(operations.retention),
    ...resultOperations(results),
  ]
}

/** Operations that only a command on the machine calls. They are not served. */
const operatorOperations = ({ store, survey, operations, now }: OperationServices): readonly Operation[] => [
  ...workspaceOperations({ store, audit: operations.audit, now }),
  ...loginLinkOperations(store.accounts, operations.audit, now),
  ...sessionFileOperations({ store, audit: operations.audit, now }),
  ...resultSecretOperations(openResultSecret({ store, audit: operations.audit })),
  ...userHashOperations(store.keys),
  ...clockOperations(operations.retention),
  ...againOperations(survey, operations.audit),
]

/** Operations that a command calls. */
export const commandOperations = (services: OperationServices, results: Results): readonly Operation[] => [
  ...programOperations(services, results),
  ...operatorOperations(services),
]

/** Stands for every service: it has any property and can be called, but does nothing. */
const NOT_OPENED: never = new Proxy(() => {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => 0 : NOT_OPENED),
  apply: () => NOT_OPENED,
}) as never

/** `commandOperations` without a store: to list and describe them. Calling one does nothing. */
export const describedOperations = (): readonly Operation[] => commandOperations(NOT_OPENED, NOT_OPENED)

/** Operations that only the dashboard calls. */
const dashboardOperations = (
  context: AccountContext,
  challenges: Challenges,
  now: () => number,
): readonly Operation[] => [
  ...loginOperations(context),
  ...meOperations(context),
  ...secondFactorOperations(context),
  ...memberOperations(context),
  ...challengeOperations(challenges, now),
]

/** All operations by their callers, to describe them. Calling one does nothing. */
export const operationsByCaller = (): Readonly<
  Record<'api' | 'dashboard' | 'command', readonly Operation[]>
> => ({
  api: programOperations(NOT_OPENED, NOT_OPENED),
  dashboard: [
    ...dashboardOperations(NOT_OPENED, NOT_OPENED, NOT_OPENED),
    ...openDemoWorkspaces(NOT_OPENED).operations,
  ],
  command: operatorOperations(NOT_OPENED),
})

export async function operationRoutes(app: FastifyInstance, services: OperationServices): Promise<void> {
  const { store, survey, now } = services
  const context = openAccountContext(services, listeningUrl(app))
  const challenges = await openChallenges(store, () => {})
  const demos = openDemoWorkspaces({ ...context, services, eraseAnalysis: openEraseAnalysis(survey) })
  app.addHook('onClose', demos.close)
  await addOperations(
    app,
    [
      ...programOperations(services, await openResults(services)),
      ...dashboardOperations(context, challenges, now),
      ...demos.operations,
    ],
    openAuthenticate(services, context.readSignedIn),
  )
}
