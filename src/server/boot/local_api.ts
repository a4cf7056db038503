/**
 * Runs operations in this process: validated and recorded as over HTTP, but without a key, in the name of a command. No job
 * runs here; a running service takes up what an operation queues.
 */
import { join } from 'node:path'
import Fastify from 'fastify'
import { openNetwork } from '../../network/lookup.ts'
import type { Store } from '../../store/store.ts'
import { reachable } from '../addresses/base_url.ts'
import type { Actor } from '../audit/audit_log.ts'
import { openServiceClock } from '../clock/service_clock.ts'
import type { Config } from '../config/config.ts'
import { PROGRAM_VERSION } from '../config/program_version.ts'
import { addOperations } from '../http/operation.ts'
import { WITHOUT_COMPILERS } from '../http/validation.ts'
import { openResults } from '../results/results.ts'
import type { Log } from '../telemetry/log.ts'
import { openSender } from '../webhooks/sender.ts'
import { PARAM_CHARS } from './app.ts'
import { openClosers } from './closers.ts'
import { type LocalCall, openLocalCall } from './local_call.ts'
import { type OperationJobs, openOperations } from './open_operations.ts'
import { openServices } from './open_services.ts'
import { programOperations } from './operations.ts'

export interface LocalApiOptions {
  readonly config: Config
  readonly store: Store
  readonly log: Log
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
    const services = await openServices(
      {
        config,
        store,
        network: openNetwork({ folder: join(config.dataFolder, 'network') }),
        log,
        // `byhand doctor` reports the state of the clock.
        clock: await openServiceClock({
          store,
          log: { warn() {} },
          wall: Date.now,
          monotonic: () => performance.now(),
        }),
        background: false,
        fallbackUrl: () => reachable(`http://${config.host}:${config.port}`),
      },
      closers,
    )
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
    const listed = programOperations({ ...services, operations }, results)
    await addOperations(app, listed, () => async (request) => {
      request.actor = actor
    })
    return { call, close }
  } catch (error) {
    await close()
    throw error
  }
}
