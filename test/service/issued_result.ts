/** The signed result of a session with one empty batch, as a page without a visitor gets it. */
import { INGEST_PATH, RESULT_SUFFIX } from '../../src/contract/paths.ts'
import type { StepUpResult } from '../../src/contract/step_up.ts'
import type { SessionKey } from '../../src/store/sessions.ts'
import { collectClient, makeBatch } from './collect_client.ts'
import type { RunningService, TestWorkspace } from './running_service.ts'

export interface Given {
  /** Of a reviewer, so that the action is known. */
  readonly label?: 'person' | 'bot' | undefined
  /** The result of step-up verification. */
  readonly stepUp?: StepUpResult | undefined
}

export async function issuedResult(
  service: RunningService,
  { id, siteKey }: Pick<TestWorkspace, 'id' | 'siteKey'>,
  { label, stepUp }: Given = {},
): Promise<string> {
  const pages = [INGEST_PATH, INGEST_PATH + RESULT_SUFFIX].map((path) => collectClient(service.address, path))
  const [batches, results] = pages as [(typeof pages)[number], (typeof pages)[number]]
  const origin = 'https://shop.example'
  const batch = makeBatch(siteKey)
  const { token } = (await batches.post(batch, { origin })).json
  const key = { workspace: id, sessionId: batch.session_id as string }
  const { scoring, store } = service.services
  if (label) {
    await scoring.report(key)
    await store.facts.setLabel(key, { label, memberId: 'm', at: 1, note: '' })
  }
  if (stepUp) await setStepUp(service, key, stepUp)
  const wanted = { site_key: siteKey, session_id: key.sessionId, token }
  const { result } = (await results.post(wanted, { origin })).json
  for (const page of pages) page.close()
  return result as string
}

export async function setStepUp(
  { services }: RunningService,
  key: SessionKey,
  result: StepUpResult,
): Promise<void> {
  const at = services.now()
  const row = { task: 't'.repeat(22), sentence: 'typed before', tasks: 1, askedAt: at, answer: null }
  await services.store.stepUps.ask(key, row, null)
  await services.store.stepUps.answer(key, { ...row, answer: { at, result, reason: '' } })
}
