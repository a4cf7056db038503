/**
 * Exports all data of a user, session or survey participant as one JSON document, streamed in pieces. It covers the
 * same data as an erasure.
 */

import { decodeBatch } from '../../contract/batch/codec.ts'
import type { ExportRequest } from '../../contract/dashboard/privacy.ts'
import type { AuditEntry } from '../../store/audit.ts'
import type { ReadableStore } from '../../store/reads.ts'
import type { SessionKey } from '../../store/sessions.ts'
import type { AnalysisRow, AnswerKey } from '../../store/surveys.ts'
import { idOfKey } from '../../store/values/key_text.ts'
import type { DeliveryRow } from '../../store/webhooks.ts'
import { detectedChecks } from '../scoring/session_facts.ts'
import { stepUpOf } from '../signed_results/step_up_view.ts'
import { findUploadRows } from '../survey/bulk/upload_rows.ts'
import { readObserved, readStoredRequest } from '../survey/request/stored_request.ts'
import { readStoredResult } from '../survey/result/stored_result.ts'
import { participantKeys } from './erasure.ts'

const FORMAT = 1
const SESSIONS_PER_STEP = 50

export async function* personExport(
  store: ReadableStore,
  workspace: string,
  subject: ExportRequest,
  now: number,
): AsyncGenerator<string> {
  const head = { format: FORMAT, exported_at: new Date(now).toISOString(), workspace, subject }
  yield JSON.stringify(head).slice(0, -1)
  yield* listed('sessions', sessionsOf(store, workspace, subject))
  yield* listed('analyses', analysesOf(store, workspace, subject))
  yield* listed('upload_rows', uploadRowsOf(store, workspace, subject))
  yield '}\n'
}

/** Whether an export would contain anything. */
export async function isPersonKnown(
  store: ReadableStore,
  workspace: string,
  subject: ExportRequest,
): Promise<boolean> {
  for (const items of [sessionsOf, analysesOf, uploadRowsOf]) {
    for await (const _ of items(store, workspace, subject)) return true
  }
  return false
}

async function* listed(name: string, items: AsyncIterable<object>): AsyncGenerator<string> {
  yield `,${JSON.stringify(name)}:[`
  let isFirst = true
  for await (const item of items) {
    yield `${isFirst ? '' : ','}${JSON.stringify(item)}`
    isFirst = false
  }
  yield ']'
}

async function* sessionsOf(
  store: ReadableStore,
  workspace: string,
  subject: ExportRequest,
): AsyncGenerator<object> {
  if ('session_id' in subject) {
    const session = await sessionOf(store, { workspace, sessionId: subject.session_id })
    if (session !== null) yield session
  }
  if (!('user_id' in subject)) return
  let before: { readonly startedAt: number; readonly sessionId: string } | undefined
  for (;;) {
    const page = await store.sessions.byUser(workspace, subject.user_id, {
      limit: SESSIONS_PER_STEP,
      ...(before && { before }),
    })
    for (const { session } of page) {
      const found = await sessionOf(store, session)
      if (found !== null) yield found
    }
    before = page.at(-1)?.session
    if (page.length < SESSIONS_PER_STEP) return
  }
}

async function sessionOf(store: ReadableStore, key: SessionKey): Promise<object | null> {
  const found = await store.sessions.find(key)
  if (found === null) return null
  const { session, report } = found
  const [batches, listedAs, label, stepUp, about] = await Promise.all([
    store.sessions.batches(key),
    store.facts.one(key),
    store.facts.label(key),
    store.stepUps.find(key),
    aboutSubject(store, key.workspace, key.sessionId),
  ])
  const facts = listedAs?.facts ?? null
  return {
    session_id: session.sessionId,
    user_id: session.userId,
    tags: session.tags,
    ip: session.ip,
    started_at: session.startedAt,
    last_at: session.lastAt,
    tampered: session.tampered,
    overflow: session.overflow,
    label: label === null ? null : { label: label.label, at: label.at, note: label.note },
    step_up: stepUpOf(stepUp) ?? null,
    facts: facts && {
      score: facts.score,
      action: facts.action,
      detected: detectedChecks(facts.detected),
      country: facts.country,
      browser: facts.browser,
      referrer: facts.referrer,
      device: facts.device,
      routes: facts.routes,
      rhythm: facts.rhythm,
      mouse_path: facts.mousePath,
      typing_statistics: facts.typingStatistics,
      activity: facts.activity,
      clusters: facts.clusters,
    },
    report: report && { record: JSON.parse(report.record), log: JSON.parse(report.log) },
    batches: batches.map(({ receivedAt, bytes }) => ({ received_at: receivedAt, ...decodeBatch(bytes) })),
    ...about,
  }
}

async function* analysesOf(
  store: ReadableStore,
  workspace: string,
  subject: ExportRequest,
): AsyncGenerator<object> {
  if (!('participant_id' in subject)) return
  for (const key of await participantKeys(store, workspace, subject)) {
    const analysis = await analysisOf(store, key)
    if (analysis !== null) yield analysis
  }
}

async function analysisOf(store: ReadableStore, key: AnswerKey): Promise<object | null> {
  const row = await store.surveys.find(key)
  if (row === null) return null
  const request = readStoredRequest(row.request)
  const result = readStoredResult(row.result)
  const [indexed, [, ...later]] = await Promise.all([store.surveys.indexed(key), store.surveys.history(row)])
  return {
    survey_id: idOfKey(row.surveyId),
    participant_id: idOfKey(row.participantId),
    analysis_id: row.id,
    version: row.version,
    analyzed_at: row.analyzedAt,
    device_id: row.deviceId,
    fingerprint_id: request.fingerprintId,
    session_id: request.sessionId,
    ...(request.condition !== undefined && { condition: request.condition }),
    questions: request.questions,
    observed: [...readObserved(row.request)].map(([id, history]) => ({ id, history })),
    result: JSON.parse(result.body),
    verdict: result.verdict,
    overridden_by: row.overridden
      ? { verdict: row.overridden.verdict, at: row.overridden.at, note: row.overridden.note }
      : null,
    evidence: result.answers.map(({ id, results }) => ({ id, results })),
    later_analyses: later.map(laterRecord),
    duplicate_index: indexed.map(({ questionId, group, addedAt, indexHashes, sketch }) => ({
      question_id: idOfKey(questionId),
      group,
      added_at: addedAt,
      index_hashes: indexHashes.map(String),
      sketch: Buffer.from(sketch).toString('base64'),
    })),
    ...(await aboutSubject(store, row.workspace, row.id)),
  }
}

function laterRecord({ analyzedAt, result }: AnalysisRow) {
  const { body, verdict, answers } = readStoredResult(result)
  return {
    analyzed_at: analyzedAt,
    result: JSON.parse(body),
    verdict,
    evidence: answers.map(({ id, results }) => ({ id, results })),
  }
}

async function* uploadRowsOf(
  store: ReadableStore,
  workspace: string,
  subject: ExportRequest,
): AsyncGenerator<object> {
  if (!('participant_id' in subject)) return
  const wanted = { participantId: subject.participant_id, surveyId: subject.survey_id }
  for (const { upload, cells } of await findUploadRows(store, workspace, wanted)) {
    yield { upload_id: upload.id, file: upload.name, created_at: upload.createdAt, cells }
  }
}

async function aboutSubject(store: ReadableStore, workspace: string, subject: string) {
  const [deliveries, audit] = await Promise.all([
    store.webhooks.about(workspace, subject),
    store.audit.about(workspace, subject),
  ])
  return { deliveries: deliveries.map(deliveryRecord), audit: audit.map(entryOf) }
}

const deliveryRecord = ({ id, type, createdAt, state, body }: DeliveryRow) => ({
  id,
  type,
  created_at: createdAt,
  state,
  body: JSON.parse(body),
})

/** The action without the actor, whose name is another person's data. */
const entryOf = ({ at, action, detail }: AuditEntry) => ({ at, action, detail })
