/**
 * Runs operations in this process: validated and recorded as over HTTP, but without a key, in the name of a command. No job
 * runs here; a running service takes up what an operation queues.
 */
import Fastify from 'fastify'
import type { Actor } from '../audit/audit_log.ts'
import { PROGRAM_VERSION } from '../config/program_version.ts'
import { addOperations } from '../http/operation.ts'
import { PARAM_CHARS, WITHOUT_COMPILERS } from '../http/validation.ts'
import { openResults } from '../results/results.ts'
import { openSender } from '../webhooks/sender.ts'
import { openClosers } from './closers.ts'
import { type LocalCall, openLocalCall } from './local_call.ts'
import { type LocalOptions, openLocalServices } from './local_services.ts'
import { type OperationJobs, openOperations } from './open_operations.ts'
import { commandOperations } from './operations.ts'

export interface LocalApiOptions extends LocalOptions {
  readonly actor: Actor
}

export interface LocalApi {
  readonly call: LocalCall
  close(): Promise<void>
}

/** The caller closes the store. */
export async function openLocalApi({ config, store, log, actor }: LocalApiOptions): Promise<LocalApi> {
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
    const app = Fastify({
      logger: false,
      schemaController: WITHOUT_COMPILERS,
      routerOptions: { maxParamLength: PARAM_CHARS },
    })
    closers.add('the operations', () => app.close())
    app.decorateRequest('actor')
    app.decorateRequest('signedIn')
    // Routes take over the hooks that exist when they are added.
    const call = openLocalCall(app)
    const listed = commandOperations({ ...services, operations }, results)
    await addOperations(app, listed, () => async (request) => {
      request.actor = actor
    })
    return { call, close }
  } catch (error) {
    await close()
    throw error
  }
}
