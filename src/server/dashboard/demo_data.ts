/**
 * Demo data for an empty workspace: the lab's recordings, moved to the past week and tagged. They are stored like real
 * visits, and can be removed with everything derived from them.
 */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { RecordedBatch } from '../../contract/codec.ts'
import type { DemoData } from '../../contract/dashboard/privacy.ts'
import type { Store } from '../../store/store.ts'
import { appendRecorded } from '../base/append_recorded.ts'
import type { Scoring } from '../base/services.ts'
import type { EraseAnalysis } from '../privacy/erase_analysis.ts'
import { ERASED_PER_STEP, eraseMatching } from '../privacy/erase_matching.ts'
import { analyzeRequest } from '../survey/analyze_request.ts'
import type { SurveyService } from '../survey/service.ts'

/** Written by `npm run build`. */
const FILE = join(import.meta.dirname, '../../../dist/demo_data/demo.json.gz')

export const DEMO_TAG = 'demo'
export const DEMO_SURVEY = 'demo'
const WEEK_MS = 7 * 24 * 3_600_000
/** All demo sessions end at least this long ago. */
const NEWEST_MS = 3_600_000
const USERS = 12
/** The tag of the sample session from the first start. */
const WELCOME_TAG = 'welcome'

interface DemoFile {
  readonly questions: Readonly<Record<string, string>>
  readonly sessions: readonly {
    readonly stack: string
    readonly kind: 'bot' | 'control'
    readonly answers: Readonly<Record<string, string>>
    readonly batches: readonly RecordedBatch[]
  }[]
}

export const hasDemoData = (): boolean => existsSync(FILE)

export async function demoState(store: Store, workspace: string): Promise<DemoData> {
  const [own, demo, survey, surveys] = await Promise.all([
    ownSessions(store, workspace),
    demoSessions(store, workspace),
    store.surveys.summary(workspace, DEMO_SURVEY),
    store.surveys.surveys(workspace, 2),
  ])
  const others = surveys.filter(({ surveyId }) => surveyId !== DEMO_SURVEY && surveyId !== WELCOME_TAG)
  return {
    sessions: demo,
    survey_id: survey === null ? null : DEMO_SURVEY,
    participants: survey?.participants ?? 0,
    empty: !own && demo === 0 && survey === null && others.length === 0,
  }
}

export interface AddDemoOptions {
  readonly store: Store
  readonly scoring: Scoring
  readonly workspace: string
  readonly now: number
  readonly survey: SurveyService
}

export async function addDemoData({ store, scoring, workspace, now, survey }: AddDemoOptions): Promise<void> {
  const file = JSON.parse((await promisify(gunzip)(await readFile(FILE))).toString()) as DemoFile
  // Concurrently, so that they share commits and threads.
  const keys = await Promise.all(
    file.sessions.map(async ({ stack, answers, batches }, index) => {
      const sessionId = randomBytes(16).toString('base64url')
      const startsAt = now - NEWEST_MS - Math.round(spread(index) * (WEEK_MS - 2 * NEWEST_MS))
      await append(store, workspace, sessionId, batches, startsAt, {
        userId: `demo-user-${1 + (index % USERS)}`,
        tags: [DEMO_TAG, stack],
      })
      await scoring.report({ workspace, sessionId })
      return { sessionId, answers }
    }),
  )
  for (const [index, { sessionId, answers }] of keys.entries()) {
    if (Object.values(answers).every((answer) => answer === '')) continue
    const request = {
      survey_id: DEMO_SURVEY,
      participant_id: `demo-participant-${String(index + 1).padStart(2, '0')}`,
      questions: file.questions,
      responses: answers,
      session_id: sessionId,
    }
    await analyzeRequest(survey, {
      workspace,
      version: 'v021',
      bytes: new TextEncoder().encode(JSON.stringify(request)),
      contentType: 'application/json',
      contentEncoding: '',
    })
  }
}

export async function removeDemoData(
  store: Store,
  workspace: string,
  eraseAnalysis: EraseAnalysis,
): Promise<void> {
  await eraseMatching(store, { workspace, filter: { tag: DEMO_TAG }, order: 'newest' })
  for (;;) {
    const rows = await store.surveys.participants({
      workspace,
      surveyId: DEMO_SURVEY,
      limit: ERASED_PER_STEP,
    })
    for (const row of rows) await eraseAnalysis(row)
    if (rows.length < ERASED_PER_STEP) return
  }
}

/** Spreads sessions evenly over the week in a scattered order, by the golden ratio. */
const spread = (index: number): number => (index * 0.618_033_988_749_895) % 1

/** Stores a recording with all its times shifted. */
async function append(
  store: Store,
  workspace: string,
  sessionId: string,
  batches: readonly RecordedBatch[],
  startsAt: number,
  names: { readonly userId: string; readonly tags: readonly string[] },
): Promise<void> {
  const shift = startsAt - Math.min(...batches.map(({ receipt }) => receipt.at))
  const claim = createHash('sha256').update(randomBytes(16)).digest()
  for (const { batch, receipt } of batches) {
    const moved: RecordedBatch = {
      batch: {
        ...batch,
        session_id: sessionId,
        tags: [...names.tags],
        user_id: names.userId,
        sent_at: batch.sent_at + shift,
        time_origin: batch.time_origin + shift,
      },
      receipt: { ...receipt, at: receipt.at + shift },
    }
    await appendRecorded(store, { workspace, sessionId }, moved, { siteKeyId: DEMO_TAG, claim, ...names })
  }
}

async function demoSessions(store: Store, workspace: string): Promise<number> {
  const max = 1_000
  const { rows } = await store.facts.list({
    workspace,
    filter: { tag: DEMO_TAG },
    order: 'newest',
    scanLimit: max,
    limit: max,
  })
  return rows.length
}

/** Whether there are sessions other than those of the demo and the first start. */
async function ownSessions(store: Store, workspace: string): Promise<boolean> {
  const max = 200
  const { rows } = await store.facts.list({
    workspace,
    filter: {},
    order: 'newest',
    scanLimit: max,
    limit: max,
  })
  return rows.some(({ tags }) => !tags.includes(DEMO_TAG) && !tags.includes(WELCOME_TAG))
}
