/** Every operation of the API, for programs and for the dashboard. */
import type { FastifyInstance } from 'fastify'
import { openAccounts } from '../account/accounts.ts'
import { openLoginThrottle, openTryCounter } from '../account/throttle.ts'
import { openAuthenticate } from '../http/authenticate.ts'
import { addOperations, type Operation } from '../http/operation.ts'
import type { ManageServices } from '../manage/operations.ts'
import { surveyJobOperations } from '../survey/jobs/operations.ts'
import { methodsOperations } from '../survey/methods/operations.ts'
import { surveyOperations } from '../survey/results/operations.ts'
import { referenceOperations } from '../survey/results/reference_operations.ts'
import { verdictOperations } from '../survey/results/verdict_operations.ts'
import { webhookOperations } from '../webhooks/operations.ts'

const operationsOf = ({ operations }: ManageServices): readonly Operation[] => [
  ...webhookOperations(operations.webhooks),
  ...surveyOperations(operations),
  ...verdictOperations(operations.verdicts),
  ...referenceOperations(operations.surveyReferences),
  ...methodsOperations(operations.surveyMethods, operations.panelReport),
  ...surveyJobOperations(operations.surveyJobs),
]

export async function operationRoutes(app: FastifyInstance, services: ManageServices): Promise<void> {
  const { store, now } = services
  const throttle = openLoginThrottle(openTryCounter(store))
  const accounts = openAccounts({ store: store.accounts, throttle, now })
  await addOperations(app, operationsOf(services), openAuthenticate(services, accounts.find))
}
