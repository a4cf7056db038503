/** Each row of a file is compared with the whole file: the order of the rows changes no result. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../../research/seeded_random.ts'
import { surveyCommand } from '../../src/cli/survey.ts'
import type { SurveyList, UploadItem } from '../../src/contract/dashboard/surveys.ts'
import { outcomeSentence } from '../../src/contract/outcome_counts.ts'
import { openFileBytes } from '../../src/server/files/bytes.ts'
import { openCsvParser, writeRecord } from '../../src/server/files/csv.ts'
import { analyzeSurveyAgain } from '../../src/server/survey/again/analyze_survey_again.ts'
import { openLocalAnalyzer, type RowAnalyzer } from '../../src/server/survey/bulk/analyzer.ts'
import { runBulk } from '../../src/server/survey/bulk/bulk.ts'
import { openSurveyTable } from '../../src/server/survey/bulk/survey_table.ts'
import { loginTo } from './dashboard_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const HEADER = ['ResponseId', 'Breakfast', 'What would you change about your kitchen?', 'number']

const FOODS = [
  'toast with butter',
  'two boiled eggs',
  'oatmeal with honey',
  'cold pizza',
  'rice and miso soup',
]
const PLACES = ['on the balcony', 'standing at the stove', 'in the train to Leeds', 'next to the radio']
const WISHES = ['a window above the sink', 'deeper drawers', 'an induction hob', 'tiles that are not beige']
const REASONS = [
  'because the old one leaks',
  'since we cook with four people',
  'to have more light in winter',
]
const OFF_TOPIC = 'The bank raised the mortgage rate on our house again and the lawyer sent another invoice.'
const COPIED = 'I fry tomatoes with garlic and paprika, like my grandmother from Szeged did on Sundays.'
const COPIED_TOO = 'The pantry door hits the fridge, so I would hang it on the other side or remove it.'

function peopleIn(random = seededRandom(4)): string[][] {
  const people = Array.from({ length: 30 }, () => [
    `I have ${random.pick(FOODS)} ${random.pick(PLACES)}, ${random.pick(['mostly alone', 'with my kids'])}.`,
    `I would like ${random.pick(WISHES)} ${random.pick(REASONS)}.`,
  ])
  const copies = ['often', 'mostly', 'still', 'also', 'usually', 'sometimes'].map((word) => [
    COPIED.replace('I fry', `I ${word} fry`),
    `I would like ${random.pick(WISHES)}.`,
  ])
  return [
    ...people,
    ...copies,
    [COPIED, COPIED_TOO],
    [COPIED, `${COPIED_TOO} Really.`],
    [OFF_TOPIC, OFF_TOPIC.replace('bank', 'landlord')],
    ['asdf jkl asdf qwer zxcv', 'blurp snorkel wibble grantz'],
    ['rozvar plestik', 'rozvar'],
    ['', ''],
  ]
}

const ROWS = peopleIn().map((answers, at) => [`R${at + 1}`, ...answers, String(at + 1)])

const csvOf = (rows: readonly (readonly string[])[]) =>
  [HEADER, ...rows].map((row) => writeRecord(row, ',')).join('')

/** The results by row, without times and links; the number of a group is that of its first row. */
function resultsIn(text: string): Record<string, Record<string, string>> {
  const parser = openCsvParser(',')
  const [names = [], ...rows] = [...parser.push(text), ...parser.end()]
  const isOther = (name: string) => /typing_url|analyzed_at|group|effective|overridden|note/.test(name)
  return Object.fromEntries(
    rows.map((cells) => {
      const results = names.flatMap((name, at) =>
        at < HEADER.length || isOther(name) ? [] : [[name, cells[at] ?? '']],
      )
      return [cells[HEADER.length - 1], Object.fromEntries(results)]
    }),
  )
}

/** Counted from the file, as a researcher would. */
function countsOf(results: Awaited<ReturnType<typeof resultsIn>>) {
  const rows = Object.values(results).filter((row) => row.byhand_verdict !== '')
  const verdict = (wanted: string) => rows.filter((row) => row.byhand_verdict === wanted).length
  return {
    participants: rows.length,
    flagged: rows.filter((row) => row.byhand_flagged === 'true').length,
    verdicts: { keep: verdict('keep'), review: verdict('review'), remove: verdict('remove') },
  }
}

let service: RunningService
let workspace: TestWorkspace
let folder: string
let files = 0
beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SURVEYS_PER_KEY: '0', BYHAND_SURVEY_TIME_PER_KEY: '0' })
  workspace = await service.workspace()
  folder = await mkdtemp(join(tmpdir(), 'byhand-order-'))
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

async function inThisProcess(
  rows: readonly (readonly string[])[],
  survey: string,
  analyzerOf = (analyze: RowAnalyzer): RowAnalyzer => analyze,
) {
  const input = join(folder, `${++files}.csv`)
  const output = join(folder, `${files}.out.csv`)
  await writeFile(input, csvOf(rows))
  const questions = HEADER.slice(1, 3).map((column) => ({ column }))
  const table = await openSurveyTable(await openFileBytes(input), {
    survey,
    questions,
    participantColumn: 'ResponseId',
  })
  const analyze = analyzerOf(openLocalAnalyzer(service.services.survey, workspace.id))
  await runBulk(table, { output, analyze })
  return resultsIn(await readFile(output, 'utf8'))
}

const again = (surveyId: string) =>
  analyzeSurveyAgain(service.services.survey, { workspace: workspace.id, surveyId, since: Date.now() + 1 })

const shuffles = [1, 2, 3].map((seed) => [seed, seededRandom(seed).shuffle(ROWS)] as const)

describe('the rows of a file', () => {
  let expected: Awaited<ReturnType<typeof inThisProcess>>
  beforeAll(async () => {
    expected = await inThisProcess(ROWS, 'in order')
  })

  it('have every verdict and several checks', () => {
    const all = Object.values(expected)
    expect(new Set(all.map((row) => row.byhand_verdict))).toEqual(new Set(['keep', 'review', 'remove', '']))
    const checks = new Set(
      all.flatMap((row) =>
        Object.entries(row).flatMap(([name, cell]) => (name.includes('checks') ? cell.split('; ') : [])),
      ),
    )
    expect(checks).toContain('Cross-duplicate response')
    expect(checks).toContain('Automated test: Off-topic')
    expect(checks).toContain('Automated test: Gibberish')
  })

  it.each(shuffles)('have the same results in any order (%d)', async (seed, rows) => {
    expect(await inThisProcess(rows, `shuffle ${seed}`)).toEqual(expected)
  })

  it('have other results without the first pass', async () => {
    const alone =
      (analyze: RowAnalyzer): RowAnalyzer =>
      async (request, step) =>
        step === 'collect' ? { rejected: '' } : analyze(request, step)
    const found = await inThisProcess(shuffles[0]?.[1] ?? [], 'alone', alone)
    const differing = Object.keys(expected).filter(
      (number) => expected[number]?.byhand_verdict !== found[number]?.byhand_verdict,
    )
    expect(differing.length).toBeGreaterThan(3)
  })

  it('have the same results without IDs', async () => {
    const unnamed = (rows: readonly (readonly string[])[]) => rows.map(([, ...cells]) => ['', ...cells])
    // Two participants with the same answers are alike without IDs.
    const listed = (results: typeof expected) =>
      Object.values(results)
        .map((row) => JSON.stringify(row))
        .sort()
    const found = await inThisProcess(unnamed(shuffles[1]?.[1] ?? []), 'unnamed')
    expect(listed(await inThisProcess(unnamed(ROWS), 'unnamed in order'))).toEqual(listed(found))
  })

  it('change nothing when they are analyzed again', async () => {
    expect(await again('in order')).toEqual({ done: ROWS.length - 1, changed: 0, failed: 0 })
  })

  it('have the same results in a job and through a remote service', async () => {
    const owner = await loginTo(service, workspace.id)
    const columns = encodeURIComponent(HEADER.slice(1, 3).join('\n'))
    const made = await owner.send<UploadItem>(
      'POST',
      `/survey-jobs?name=job.csv&columns=${columns}&participant_column=ResponseId`,
      csvOf(shuffles[2]?.[1] ?? []),
    )
    expect(made.status).toBe(202)
    const state = async () => (await owner.get<UploadItem>(`/survey-jobs/${made.json.id}`)).json.state
    await expect.poll(state, { timeout: 100_000, interval: 300 }).toBe('done')
    expect(resultsIn((await owner.get(`/survey-jobs/${made.json.id}/result`)).text)).toEqual(expected)
    const { participants, flagged, verdicts } = countsOf(expected)
    const figures = { participants, flagged, verdicts }
    expect(participants).toBe(ROWS.length - 1)
    // A head of a group of copies fails no check and is under review.
    expect(verdicts.review + verdicts.remove).toBeGreaterThan(flagged)
    expect((await owner.get(`/survey-jobs/${made.json.id}`)).json).toMatchObject({ flagged })
    expect((await owner.get(`/survey-jobs/${made.json.id}/summary`)).json).toMatchObject(figures)
    expect((await owner.get('/surveys/job')).json).toMatchObject(figures)
    const { items } = (await owner.get<SurveyList>('/surveys')).json
    expect(items.find(({ survey_id }) => survey_id === 'job')).toMatchObject({ participants, flagged })
    for (const [query, count] of [
      ['only=clean', verdicts.keep],
      ['only=flagged', flagged],
      ['verdict=review', verdicts.review],
    ] as const) {
      const rows = (path: string) => owner.get(path).then(({ text }) => text.trim().split('\r\n').length - 1)
      expect(await rows(`/survey-jobs/${made.json.id}/result?${query}`)).toBe(count)
      expect(await rows(`/surveys/job/results?format=csv&${query}`)).toBe(count)
    }
    const input = join(folder, 'remote.csv')
    const output = join(folder, 'remote.out.csv')
    await writeFile(input, csvOf(shuffles[0]?.[1] ?? []))
    const questions = HEADER.slice(1, 3).flatMap((column) => ['--question', column])
    const shown: string[] = []
    await surveyCommand({ env: {}, write: (text) => shown.push(text) }).parseAsync(
      ['check', input, '--out', output, ...questions, '--url', service.address, '--key', workspace.secretKey],
      { from: 'user' },
    )
    expect(resultsIn(await readFile(output, 'utf8'))).toEqual(expected)
    expect(shown.join('').trimEnd().split('\n').at(-1)).toBe(outcomeSentence(figures))
  })
})
