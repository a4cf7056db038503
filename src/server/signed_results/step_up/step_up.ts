/**
 * Step-up verification: asks for a task only where the session needs it, and computes the result from the stored events.
 * The page proves its session with a signed result.
 */
import { hash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { decodeHead } from '../../../contract/batch/codec.ts'
import { choiceOf } from '../../../contract/choices.ts'
import type { SignedResult } from '../../../contract/result.ts'
import { STEP_UP_LIFE_MS, STEP_UP_TASKS, type StepUpTask } from '../../../contract/step_up.ts'
import { deviceKeyOf } from '../../../features/session/device_key.ts'
import type { StepUpOutcome } from '../../../risk/step_up.ts'
import type { SessionKey } from '../../../store/sessions.ts'
import type { StepUpRow } from '../../../store/step_ups.ts'
import { openClientAddress, rateSubject } from '../../addresses/client_address.ts'
import { requireAllowedSite } from '../../http/allowed_site.ts'
import { ApiError, invalid } from '../../http/errors.ts'
import { limitRate } from '../../http/limit_rate.ts'
import type { ResponseHeaders } from '../../http/response_headers.ts'
import type { Services } from '../../services.ts'
import { openWorkspaceSettings } from '../../workspace/settings_cache.ts'
import { testSessionOf } from '../../workspace/test_sites.ts'
import { openCurrentAssessments } from '../current_assessment.ts'
import type { Results } from '../results.ts'
import { openPassedLimit, type TaskTaker } from './passed_limit.ts'
import { chooseSentence } from './sentences.ts'

const TASK_BYTES = 16

interface Credentials {
  readonly site_key: string
  readonly result: string
}

export interface StepUps {
  ask(given: Credentials, request: IncomingMessage, headers: ResponseHeaders): Promise<StepUpTask>
  answer(
    given: Credentials & { readonly task: string; readonly canceled?: boolean },
    request: IncomingMessage,
    headers: ResponseHeaders,
  ): Promise<void>
}

export function openStepUps(services: Services, results: Results): StepUps {
  const { config, scoring, store, now } = services
  const currentAssessment = openCurrentAssessments(services)
  const settings = openWorkspaceSettings(store.keys)
  const addresses = openClientAddress(config.trustedProxies)
  const passedLimit = openPassedLimit(services)

  async function takerOf({ workspace, sessionId }: SessionKey, request: IncomingMessage): Promise<TaskTaker> {
    const key = { workspace, sessionId }
    const batches = await store.sessions.batches(key)
    const areUsersProven = choiceOf(await settings.of(workspace), 'user_hash') === 'enforce'
    const device = deviceKeyOf(batches.flatMap(({ bytes }) => decodeHead(bytes).batch.device ?? []))
    return {
      workspace,
      device: device && hash('sha256', device, 'base64url'),
      // Anybody can claim the ID of somebody else, and use up their tasks.
      user: areUsersProven ? ((await store.sessions.find(key))?.session.userId ?? null) : null,
      address: rateSubject(addresses.of(request)),
    }
  }

  async function sessionOf(
    { site_key, result }: Credentials,
    request: IncomingMessage,
    headers: ResponseHeaders,
  ): Promise<SessionKey> {
    const site = await services.keys.find(site_key)
    requireAllowedSite(site, request.headers)
    const verified = await results.verify(site.workspace, result, { siteKey: site_key })
    if (!verified.valid) throw invalid('/result', 'is not a signed result of this site, or has expired')
    const { session_id } = verified.result as SignedResult
    if (testSessionOf(site) === undefined) {
      limitRate(services, headers, config.rates.batchesPerSession, `${site.workspace} ${session_id}`)
    }
    return { workspace: site.workspace, sessionId: session_id }
  }

  return {
    async ask(given, request, headers) {
      const key = await sessionOf(given, request, headers)
      if ((await currentAssessment(key))?.assessment.decision !== 'step_up') return { needed: false }
      const before = await store.stepUps.find(key)
      const hasPassed = before?.answer?.result === 'passed'
      if (before !== null && !hasPassed && !mayAskAgain(before)) return { needed: false }
      const waitMs = await passedLimit.waitMs(await takerOf(key, request))
      if (waitMs > 0) throw new ApiError('step_up_limit', { retryAfterS: Math.ceil(waitMs / 1_000) })
      const task = randomBytes(TASK_BYTES).toString('base64url')
      const sentence = chooseSentence(await settings.of(key.workspace), task)
      // Last: typing may not begin before it.
      const askedAt = now()
      // A passed task that is asked for again no longer counts.
      const tasks = hasPassed || before === null ? 1 : before.tasks + 1
      const row: StepUpRow = { task, sentence, tasks, askedAt, answer: null }
      if (!(await store.stepUps.ask(key, row, before))) return { needed: false }
      return { needed: true, task, sentence, expires_at: askedAt + STEP_UP_LIFE_MS }
    },

    async answer({ task, canceled = false, ...given }, request, headers) {
      const key = await sessionOf(given, request, headers)
      const row = await store.stepUps.find(key)
      const at = now()
      const isOpen = row?.task === task && row.answer === null && at < row.askedAt + STEP_UP_LIFE_MS
      if (!isOpen) throw unusable()
      const { sentence, askedAt } = row
      let outcome: StepUpOutcome | null = canceled
        ? { result: 'unknown', reason: 'The visitor closed the task.' }
        : await scoring.stepUp(key, { task, sentence, askedAt, answeredAt: at })
      if (outcome === null) throw unusable()
      if (outcome.result === 'passed' && !(await mayPass(await takerOf(key, request)))) {
        outcome = { result: 'unknown', reason: 'Too many tasks were passed within an hour.' }
      }
      if (!(await store.stepUps.answer(key, { ...row, answer: { at, ...outcome } }))) throw unusable()
    },
  }

  /** Sessions that got their tasks before others passed theirs. */
  async function mayPass(taker: TaskTaker): Promise<boolean> {
    return (await passedLimit.waitMs(taker)) === 0 && (await passedLimit.count(taker))
  }
}

/** A task that failed is final. */
const mayAskAgain = ({ tasks, answer }: StepUpRow): boolean =>
  tasks < STEP_UP_TASKS && (answer === null || answer.result === 'unknown')

const unusable = () => invalid('/task', 'is not a task of this session, or was answered, or has expired')
