/**
 * Sample data: the lab's recordings, moved to the past two weeks, and a survey. They are stored like real visits and
 * responses, but in a workspace of their own, which is deleted as a whole.
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { RecordedBatch } from '../../contract/batch/codec.ts'
import type { EraseAnalysis } from '../privacy/erase_analysis.ts'
import { ERASED_PER_STEP, eraseMatching } from '../privacy/erase_matching.ts'
import { analyzeRequest } from '../survey/analyze_request.ts'
import type { SurveyServices } from '../survey/service.ts'
import { storeRecording } from './store_recording.ts'

/** Written by `npm run build`. */
const FILE = join(import.meta.dirname, '../../../dist/demo_data/demo.json.gz')

const WEEK_MS = 7 * 24 * 3_600_000
/** All demo sessions end at least this long ago. */
const NEWEST_MS = 3_600_000
const USERS = 40
/** A program that types like a person. Its recording is stored for further users too, as linked sessions of one week. */
const REPEATED_STACK = 'cdp-human'
const REPETITIONS = 2
/** Sessions in progress, so that they share commits and threads. */
const CONCURRENT = 8

interface DemoFile {
  readonly sessions: readonly {
    readonly stack: string
    readonly batches: readonly RecordedBatch[]
  }[]
  readonly survey: {
    readonly id: string
    readonly questions: Readonly<Record<string, string>>
    /** The other fields of a request. */
    readonly participants: readonly object[]
  }
}

type DemoServices = Pick<SurveyServices, 'store' | 'scoring' | 'survey' | 'now'>

export const hasDemoData = (): boolean => existsSync(FILE)

/** Fills the workspace. `isStopped` is checked before each session and each answer. */
export async function fillDemoWorkspace(
  { store, scoring, survey, now }: DemoServices,
  workspace: string,
  isStopped: () => Promise<boolean>,
): Promise<void> {
  const file = JSON.parse((await promisify(gunzip)(await readFile(FILE))).toString()) as DemoFile
  const repeated = file.sessions.filter(({ stack }) => stack === REPEATED_STACK).slice(0, 1)
  const sessions = [...file.sessions, ...Array.from({ length: REPETITIONS }, () => repeated).flat()]
  const startedAt = now()
  const entries = sessions.entries()
  const storeSessions = async () => {
    for (const [index, { stack, batches }] of entries) {
      if (await isStopped()) return
      const sessionId = randomBytes(16).toString('base64url')
      const weeks = stack === REPEATED_STACK ? 1 : 2
      const startsAt = startedAt - NEWEST_MS - Math.round(ageOf(index) * (weeks * WEEK_MS - 2 * NEWEST_MS))
      await storeRecording(store, { workspace, sessionId }, batches, {
        siteKeyId: 'demo',
        startsAt,
        userId: `user-${1001 + (index % USERS)}`,
        tags: [stack],
      })
      await scoring.report({ workspace, sessionId })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT }, storeSessions))
  const { id, questions, participants } = file.survey
  for (const participant of participants) {
    if (await isStopped()) return
    const request = { survey_id: id, questions, ...participant }
    await analyzeRequest(survey, {
      workspace,
      version: 'v021',
      bytes: new TextEncoder().encode(JSON.stringify(request)),
      contentType: 'application/json',
      contentEncoding: '',
      turn: { key: 'demo data' },
    })
  }
}

/** Erases all data of a demo workspace, then the workspace. */
export async function deleteDemoWorkspace(
  { store, now }: Pick<DemoServices, 'store' | 'now'>,
  workspace: string,
  eraseAnalysis: EraseAnalysis,
): Promise<void> {
  await eraseMatching(store, { workspace, filter: {}, order: 'newest' })
  for (const { surveyId } of await store.surveys.surveys(workspace, ERASED_PER_STEP)) {
    for (;;) {
      const rows = await store.surveys.participants({ workspace, surveyId, limit: ERASED_PER_STEP })
      for (const row of rows) await eraseAnalysis(row)
      if (rows.length < ERASED_PER_STEP) break
    }
  }
  await store.sessions.forgetErased(workspace, now() + 1)
  await store.keys.deleteWorkspace(workspace)
}

/**
 * Age of a session, 0 to 1. Sessions are spread in a scattered order, by the golden ratio, with somewhat more of them in
 * the newer half, so that the overview has a previous week to compare with.
 */
const ageOf = (index: number): number => ((index * 0.618_033_988_749_895) % 1) ** 1.35
