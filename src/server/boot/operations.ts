/** Every operation of the API, for programs and for the dashboard. */
import type { FastifyInstance } from 'fastify'
import { openAccounts } from '../account/accounts.ts'
import { openLoginThrottle, openTryCounter } from '../account/throttle.ts'
import { openAuthenticate } from '../http/authenticate.ts'
import { addOperations, type Operation } from '../http/operation.ts'
import type { ManageServices } from '../manage/operations.ts'
import { webhookOperations } from '../webhooks/operations.ts'

const operationsOf = ({ operations }: ManageServices): readonly Operation[] => [
  ...webhookOperations(operations.webhooks),
]

export async function operationRoutes(app: FastifyInstance, services: ManageServices): Promise<void> {
  const { store, now } = services
  const throttle = openLoginThrottle(openTryCounter(store))
  const accounts = openAccounts({ store: store.accounts, throttle, now })
  await addOperations(app, operationsOf(services), openAuthenticate(services, accounts.find))
}
