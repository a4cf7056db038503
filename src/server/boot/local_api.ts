/** The operations of a command. No job runs here; a running service takes up what an operation queues. */
import { PROGRAM_VERSION } from '../config/program_version.ts'
import type { Operation } from '../http/operation.ts'
import { openResults } from '../signed_results/results.ts'
import { openSender } from '../webhooks/sender.ts'
import { openClosers } from './closers.ts'
import { type LocalOptions, openLocalServices } from './local_services.ts'
import { type OperationJobs, openOperations } from './open_operations.ts'
import { commandOperations } from './operations.ts'

export interface LocalApi {
  readonly operations: readonly Operation[]
  close(): Promise<void>
}

/** The caller closes the store. */
export async function openLocalApi({ config, store, log }: LocalOptions): Promise<LocalApi> {
  const closers = openClosers(log)
  const { close } = closers
  try {
    const services = await openLocalServices({ config, store, log }, closers)
    const jobs: OperationJobs = {
      uploads: { wake() {} },
      again: { wake() {} },
      webhooks: {
        sender: openSender({
          store,
          log,
          now: services.now,
          allowPrivate: config.webhookPrivateTargets,
          userAgent: `Byhand/${PROGRAM_VERSION}`,
        }),
        wake() {},
      },
    }
    const operations = openOperations(services, jobs)
    closers.add('file inspections', () => operations.surveyJobs.close())
    const results = await openResults(services)
    return { operations: commandOperations({ ...services, operations }, results), close }
  } catch (error) {
    await close()
    throw error
  }
}
