/**
 * False positives of the content checks and verdicts on whole participants of real surveys, by survey and by number of
 * other participants; prints a table for docs/benchmarks/survey.md.
 *
 *   node tools/evaluate/survey/participants.ts [../shared/data]
 */
import { join } from 'node:path'
import { analyzeAnswers, sampleFrom } from '../../../src/checks/survey/analyze.ts'
import { addSample, type QuestionStats } from '../../../src/features/text/question_stats.ts'
import { surveyVerdict } from '../../../src/risk/survey_verdict.ts'
import { explainedCheck } from '../../../src/server/survey/result.ts'
import { seededRandom } from '../../seeded_random.ts'
import { type Row, rowsIn, textOf } from '../../text/data.ts'
import { shareOf, writeShare } from '../wilson.ts'
import { groupsOf, pickFrom } from './answer_sets.ts'

const CHECKS = [
  'Automated test: Gibberish',
  'Automated test: Off-topic',
  'Automated test: Profane',
  'Self-duplicate response',
] as const

const OTHERS = [0, 12, 30, 100]
const MOST_PEOPLE = 1_000

interface Participant {
  readonly survey: string
  readonly answers: readonly (readonly [question: string, answer: string])[]
}

function participantOf(row: Row): Participant {
  const coded = textOf(row, 'coded')
  return {
    survey: `${textOf(row, 'source')}${coded === '' ? '' : ` (${coded})`}`,
    answers: Object.entries(row.answers as Record<string, string>),
  }
}

interface Judged {
  readonly failed: ReadonlySet<string>
  readonly isTouched: boolean
}

function judge({ answers }: Participant, statsOf: (question: string) => QuestionStats | null): Judged {
  const analyzed = analyzeAnswers(
    {
      version: 'v021',
      answers: answers.map(([question, answer], at) => ({
        questionId: `q${at + 1}`,
        question,
        answer,
        history: null,
        inputMethods: null,
        stats: statsOf(question),
      })),
      lowEffortThreshold: 0,
    },
    (_, error) => {
      throw error
    },
  )
  const checks = analyzed.flatMap(({ results }) =>
    [...results].map(([check, outcome]) => explainedCheck(check, outcome)),
  )
  const minimal = analyzed.map((answer) => answer.minimal)
  return {
    failed: new Set(checks.flatMap(({ check, result }) => (result === 'Detected' ? [check] : []))),
    isTouched: surveyVerdict(checks, false, minimal).verdict !== 'keep',
  }
}

/** Statistics from people who are not judged. */
function openStats(teachers: readonly Participant[], others: number) {
  const known = new Map<string, QuestionStats | null>()
  return (question: string): QuestionStats | null => {
    if (others === 0) return null
    if (!known.has(question)) {
      const answers = teachers.flatMap((one) => one.answers.filter(([asked]) => asked === question))
      const samples = answers.slice(0, others).map(([, answer]) => sampleFrom(answer, question))
      known.set(
        question,
        samples.reduce<QuestionStats | null>((stats, one) => (one ? addSample(stats, one) : stats), null),
      )
    }
    return known.get(question) ?? null
  }
}

const folder = join(process.argv[2] ?? '../shared/data', 'text/survey_people')
const surveys = groupsOf(rowsIn(folder).map(participantOf), ({ survey }) => survey)
console.log(`| survey | others | ${CHECKS.join(' | ')} | review or remove |`)
console.log(`|---|---|${CHECKS.map(() => '---|').join('')}---|`)
for (const [survey, people] of surveys.filter(([, own]) => own.length >= 20)) {
  const shuffled = seededRandom(5).shuffle(people)
  const teachers = shuffled.slice(0, Math.min(400, people.length >> 1))
  const judgedPeople = pickFrom(shuffled.slice(teachers.length), MOST_PEOPLE)
  for (const others of OTHERS) {
    const statsOf = openStats(teachers, others)
    const judged = judgedPeople.map((one) => judge(one, statsOf))
    const rate = (is: (one: Judged) => boolean) =>
      writeShare(shareOf(judged.filter(is).length, judged.length))
    console.log(
      `| ${survey} | ${others} | ${CHECKS.map((check) => rate(({ failed }) => failed.has(check))).join(' | ')} | ${rate(({ isTouched }) => isTouched)} |`,
    )
  }
}
