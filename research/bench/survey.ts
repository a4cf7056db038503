/**
 * CPU time and memory of survey analysis: five answers of 300 characters with typing histories, on the survey
 * thread, with statistics from other participants; and the largest possible request, 100 answers of 20,000 characters,
 * with half and a quarter of it.
 *
 *   node research/bench/survey.ts [requests analyzed, 300]
 */

import { sampleFrom } from '../../src/checks/survey/analyze.ts'
import type { SurveyVersion } from '../../src/contract/survey_checks.ts'
import { addSample, type QuestionStats } from '../../src/features/text/question_stats.ts'
import { analyzeOnThread } from '../../src/server/survey/check/analyze_on_thread.ts'
import { parseBody } from '../../src/server/survey/request/parse.ts'
import { english, history } from './survey_texts.ts'

const ANALYZED = Number(process.argv[2] ?? 300)
/** Iterations before the measurement, so that hot code is optimized. */
const WARM_UP = 30
const STATS_FROM = 60
const LONG = [
  [25, 20_000],
  [50, 20_000],
  [100, 20_000],
  [100, 10_000],
] as const
const IDS = ['q1', 'q2', 'q3', 'q4', 'q5']
const QUESTION = 'What do you like about living where you live, and what would you change?'

/** Without histories, because a body has at most 16 MiB. */
function longBody(questions: number, chars: number): Uint8Array {
  const ids = Array.from({ length: questions }, (_, at) => `q${at}`)
  const request = {
    survey_id: 'bench',
    participant_id: 'long',
    questions: Object.fromEntries(ids.map((id) => [id, QUESTION])),
    responses: Object.fromEntries(ids.map((id) => [id, english(chars)])),
  }
  return new TextEncoder().encode(JSON.stringify(request))
}

function analyzeBody(bytes: Uint8Array, version: SurveyVersion, stats: QuestionStats | null): void {
  const { canonical, sketches } = parseBody({ bytes, contentType: '', contentEncoding: '', version })
  const context = { stats: canonical.questions.map(() => stats), earlier: null, session: undefined }
  analyzeOnThread(canonical, context, sketches)
}

function body(participant: number): Uint8Array {
  const answers = IDS.map((id) => [id, english(300)] as const)
  const request = {
    survey_id: 'bench',
    participant_id: `p${participant}`,
    questions: Object.fromEntries(IDS.map((id) => [id, QUESTION])),
    responses: Object.fromEntries(answers),
    question_histories: Object.fromEntries(answers.map(([id, text]) => [id, history(text)])),
  }
  return new TextEncoder().encode(JSON.stringify(request))
}

/** The statistics of a question after that many participants. */
function stats(): QuestionStats | null {
  let state: QuestionStats | null = null
  for (let at = 0; at < STATS_FROM; at++) {
    const sample = sampleFrom(english(300), QUESTION)
    if (sample !== null) state = addSample(state, sample)
  }
  return state
}

function processorMs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

const percentile = (values: readonly number[], share: number): string => {
  const sorted = [...values].sort((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number).toFixed(1)
}

const memory = () => `${Math.round(process.memoryUsage.rss() / 2 ** 20)} MiB`

const state = stats()
const times: number[] = []
for (let at = 0; at < ANALYZED + WARM_UP; at++) {
  const bytes = body(at)
  const version = at % 2 === 0 ? 'v021' : 'v012'
  const ms = processorMs(() => analyzeBody(bytes, version, state))
  if (at >= WARM_UP) times.push(ms)
}
console.log(
  `five answers of 300 characters with histories, ${ANALYZED} times: processor p50 ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms; resident with every model ${memory()}`,
)
for (const [questions, chars] of LONG) {
  const bytes = longBody(questions, chars)
  const ms = Array.from({ length: 3 }, () => processorMs(() => analyzeBody(bytes, 'v021', null)))
  console.log(`${questions} answers of ${chars} characters: processor p50 ${percentile(ms, 0.5)} ms`)
}
