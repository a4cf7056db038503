import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AuditList } from '../../src/contract/dashboard/audit.ts'
import type {
  ClusterList,
  FileView,
  ParticipantList,
  ParticipantView,
  SurveyList,
  SurveyQuestions,
  SurveyView,
  TypingView,
  UploadItem,
  UploadSummary,
} from '../../src/contract/dashboard/surveys.ts'
import type { VerdictChanged } from '../../src/contract/dashboard/verdicts.ts'
import { openCsvParser } from '../../src/server/files/csv.ts'
import { StoreDamaged } from '../../src/store/errors.ts'
import { newWorkbook } from '../samples/new_workbook.ts'
import { type DashboardClient, loginTo } from './dashboard_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'
import { type Send, surveyClient } from './survey_client.ts'

const SURVEY = 'walks / 2026.csv'
const PATH = `/surveys/${encodeURIComponent(SURVEY)}`
const QUESTIONS = { q1: 'What do you like about walking?', __proto__x: 'Anything else?' }
const LONG = 'I like the smell of the forest after rain and the quiet between the old trees near the lake.'
const PASTED = 'Walking is good for the heart, the lungs and the mood, and everybody should do it every day.'

let service: RunningService
let workspace: TestWorkspace
let owner: DashboardClient
let send: Send

const answer = (participant: string, q1: string, history?: readonly object[], by = send) =>
  by({
    survey_id: SURVEY,
    participant_id: participant,
    questions: QUESTIONS,
    responses: { q1, __proto__x: '' },
    ...(history && { question_histories: { q1: history } }),
  })

beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SURVEYS_PER_KEY: '0' })
  workspace = await service.workspace()
  owner = await loginTo(service, workspace.id)
  send = surveyClient(service.address, workspace.secretKey)
  await answer('first', LONG)
  await answer('=copy()', LONG)
  await answer('paster', PASTED, [{ s: PASTED, t: 1_500 }])
})
afterAll(() => service?.stop())

describe('the verdict of a reviewer', () => {
  const verdict = `${PATH}/participants/paster/verdict`
  const list = async (query: string) =>
    (await owner.get<ParticipantList>(`${PATH}/participants?${query}`)).json.items

  it('overrides the computed one until it is undone, with a note and audit entries', async () => {
    const set = await owner.send<VerdictChanged>('PUT', verdict, { verdict: 'keep', note: 'Own notes.' })
    expect(set.json).toMatchObject({ overridden_by: { verdict: 'keep', note: 'Own notes.' }, previous: null })
    const [item] = await list('q=paster')
    expect(item).toMatchObject({ verdict: 'review', effective_verdict: 'keep', effort: expect.any(Number) })
    expect(item?.overridden_by?.by).not.toBe('')
    expect(item?.reasons).toContainEqual(expect.stringContaining('Response pasted'))
    expect((await list('verdict=keep')).map((one) => one.participant_id)).toContain('paster')
    expect((await list('verdict=review')).map((one) => one.participant_id)).not.toContain('paster')
    const { json: view } = await owner.get<SurveyView>(PATH)
    expect(view.verdicts.keep).toBe((await list('verdict=keep')).length)
    const clean = (await owner.get(`${PATH}/results?format=csv&only=clean`)).text
    expect(clean).toContain('paster,')
    expect(clean).toContain('Own notes.')
    expect((await owner.get(`${PATH}/results?format=csv&verdict=review`)).text).not.toContain('paster,')
    expect((await owner.get(`${PATH}/results?format=csv&only=flagged`)).text).toContain('paster,')
    await owner.get(`${PATH}/results?format=csv&verdict=remove&q=paster`)
    const undone = await owner.send<VerdictChanged>('DELETE', verdict)
    expect(undone.json).toMatchObject({ overridden_by: null, previous: { verdict: 'keep' } })
    expect((await list('q=paster'))[0]).toMatchObject({ effective_verdict: 'review', overridden_by: null })
    const { json: audit } = await owner.get<AuditList>('/audit')
    const changes = audit.items.filter(({ action }) => action.startsWith('verdict_'))
    expect(changes.map(({ action, detail }) => [action, detail])).toEqual([
      ['verdict_removed', 'was keep'],
      ['verdict_set', 'keep'],
    ])
    const exports = audit.items.filter(({ action }) => action === 'exported')
    expect(exports.map(({ detail }) => detail)).toEqual(
      expect.arrayContaining([
        'survey, csv, clean',
        'survey, csv, flagged',
        'survey, csv, verdict remove, search',
      ]),
    )
    const names = async () =>
      (await owner.get<AuditList>('/audit')).json.items
        .filter(({ action }) => action.startsWith('verdict_'))
        .map(({ subject_name }) => subject_name)
    expect(await names()).toEqual([`paster (${SURVEY})`, `paster (${SURVEY})`])
    const { surveys } = service.services.store
    const reading = vi.spyOn(surveys, 'byId').mockRejectedValue(new StoreDamaged('damaged'))
    try {
      expect(await names()).toEqual([null, null])
    } finally {
      reading.mockRestore()
    }
  })

  it('applies to the answers that the reviewer read, not to others that replace them', async () => {
    const another = await service.workspace()
    const reviewer = await loginTo(service, another.id)
    const sender = surveyClient(service.address, another.secretKey)
    const participant = `${PATH}/participants/again`
    const after = async (q1: string, history?: readonly object[]) => {
      await answer('again', q1, history, sender)
      return (await reviewer.get<ParticipantView>(participant)).json.overridden_by?.verdict
    }
    expect(await after(PASTED)).toBeUndefined()
    await reviewer.send('PUT', `${participant}/verdict`, { verdict: 'remove' })
    expect(await after(PASTED, [{ s: PASTED, t: 1_500 }])).toBe('remove')
    expect(await after(`${PASTED} So do I.`)).toBeUndefined()
  })

  it('is refused for unknown participants and verdicts', async () => {
    for (const value of ['maybe', null])
      expect((await owner.send('PUT', verdict, { verdict: value })).status).toBe(400)
    const unknown = `${PATH}/participants/nobody/verdict`
    expect((await owner.send('PUT', unknown, { verdict: 'keep' })).status).toBe(404)
  })
})

describe('a low-effort threshold', () => {
  it('changes what is shown and exported, not what is stored', async () => {
    const verdicts = async (query: string) =>
      (await owner.get<ParticipantList>(`${PATH}/participants?${query}`)).json.items.map(
        (one) => one.effective_verdict,
      )
    const stored = await verdicts('')
    expect(await verdicts('low_effort_threshold=10')).not.toContain('keep')
    expect(await verdicts('low_effort_threshold=10&verdict=keep')).toEqual([])
    expect(await verdicts('')).toEqual(stored)
    const flagged = (await owner.get(`${PATH}/results?format=csv&only=flagged&low_effort_threshold=10`)).text
    expect(flagged.split('\r\n').filter((line) => line.includes('Low-effort'))).toHaveLength(3)
    expect((await owner.get(`${PATH}/participants?low_effort_threshold=11`)).status).toBe(400)
  })
})

describe('surveys', () => {
  it('are listed with participants and flags', async () => {
    const { json } = await owner.get<SurveyList>('/surveys')
    expect(json.items).toEqual([
      {
        survey_id: SURVEY,
        participants: 3,
        flagged: expect.any(Number),
        first_at: expect.any(Number),
        last_at: expect.any(Number),
      },
    ])
  })

  it('return flags and effort by question', async () => {
    const { json } = await owner.get<SurveyQuestions>(`${PATH}/questions`)
    expect(json.computed_on).toBe(3)
    const [q1, other] = json.questions
    expect(q1).toMatchObject({ id: 'q1', text: QUESTIONS.q1, answered: 3, empty: 0, clusters: 1 })
    expect(other).toMatchObject({ id: '__proto__x', answered: 0, empty: 3, flagged: 0 })
    expect(q1?.effort.reduce((sum, count) => sum + count, 0)).toBe(3)
    expect(q1?.checks.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['Cross-duplicate response', 'Response pasted']),
    )
  })

  it('page through participants', async () => {
    const first = await owner.get<ParticipantList>(`${PATH}/participants?limit=2`)
    expect(first.json.items).toHaveLength(2)
    const next = encodeURIComponent(first.json.next as string)
    const rest = await owner.get<ParticipantList>(`${PATH}/participants?limit=2&cursor=${next}`)
    const all = [...first.json.items, ...rest.json.items].map(({ participant_id }) => participant_id)
    expect(all.sort()).toEqual(['=copy()', 'first', 'paster'])
    const named = await owner.get<ParticipantList>(`${PATH}/participants?q=past`)
    expect(named.json.items.map(({ participant_id }) => participant_id)).toEqual(['paster'])
    const flagged = await owner.get<ParticipantList>(`${PATH}/participants?flagged=true`)
    expect(flagged.json.items.every((item) => item.flagged)).toBe(true)
    expect(flagged.json.items.length).toBeGreaterThan(0)
  })

  it('return one participant, and a printable summary without results', async () => {
    const { json } = await owner.get<ParticipantView>(`${PATH}/participants/paster`)
    expect(json).toMatchObject({
      survey_id: SURVEY,
      participant_id: 'paster',
      model: 'byhand-v021',
      error: false,
    })
    expect(json.answers[0]).toMatchObject({ question_id: 'q1', answer: PASTED, typing: 'sent' })
    expect(json.answers[0]?.checks).toContain('Response pasted')
    const sheet = await owner.get(`${PATH}/participants/paster/reasons`)
    expect(sheet.json).toMatchObject({ title: 'What was observed' })
    expect(sheet.text).not.toMatch(/flagged|Automated test|num_checks/)
  })

  it('group similar answers', async () => {
    const { json } = await owner.get<ClusterList>(`${PATH}/clusters`)
    expect(json.items).toMatchObject([{ question_id: 'q1', size: 2, question: QUESTIONS.q1 }])
    expect(json.items[0]?.members.map(({ participant_id }) => participant_id)).toEqual(['first', '=copy()'])
    // The first one waits for a review with its copy.
    expect(json.items[0]?.members.map(({ verdict }) => verdict)).toEqual(['review', 'review'])
    const own = await owner.get<ClusterList>(`${PATH}/clusters?participant_id=first`)
    expect(own.json).toEqual({ items: json.items, next: null })
    expect((await owner.get<ClusterList>(`${PATH}/clusters?participant_id=paster`)).json.items).toEqual([])
    expect((await owner.get(`${PATH}/clusters?participant_id=nobody`)).status).toBe(404)
  })

  it('are downloaded as a table in which no cell is a formula', async () => {
    const { headers, text } = await owner.get(`${PATH}/results?format=csv`)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = text.trim().split(/\r?\n/)
    expect(lines).toHaveLength(4)
    expect(lines[0]).toContain('byhand_q1_answer')
    expect(text).not.toMatch(/(^|,)"?[=+@-]/m)
    const codebook = await owner.get(`${PATH}/results?format=csv&codebook=true`)
    expect(codebook.headers.get('content-disposition')).toContain('-codebook.csv"')
    expect(codebook.text).toContain(`byhand_q1_answer,q1,${QUESTIONS.q1},Answer\r\n`)
    expect(codebook.text.match(/^byhand_\w+/gm)).toEqual(lines[0]?.split(',').slice(1))
  })

  it('show the typing of an answer, with checks at their time', async () => {
    const { json: one } = await owner.get<ParticipantView>(`${PATH}/participants/paster`)
    const { json } = await owner.get<TypingView>(`/typing/${one.analysis_id}`)
    expect(json.questions[0]).toMatchObject({ changes: [[1_500, 0, 0, PASTED]], truncated: false })
    expect(json.questions[0]?.pins).toContainEqual({ check: 'Response pasted', at: 1_500 })
    expect(json.questions[1]).toMatchObject({ changes: [], typing: 'none' })
  })

  it('exist for their own workspace only', async () => {
    const { json: one } = await owner.get<ParticipantView>(`${PATH}/participants/paster`)
    const other = await loginTo(service, (await service.workspace()).id)
    for (const path of [
      PATH,
      `${PATH}/results?format=csv`,
      `${PATH}/participants`,
      `${PATH}/participants/first`,
      `${PATH}/clusters`,
      `/typing/${one.analysis_id}`,
    ]) {
      const { status, json } = await other.get<{ code: string }>(path)
      expect([path, status, json.code]).toEqual([path, 404, 'not_found'])
    }
    expect((await other.get<SurveyList>('/surveys')).json.items).toEqual([])
  })
})

describe('an upload', () => {
  const finished = async (client: DashboardClient, id: string) => {
    let upload: UploadItem | undefined
    await expect
      .poll(
        async () => {
          upload = (await client.get<UploadItem>(`/survey-jobs/${id}`)).json
          return upload.state
        },
        { timeout: 50_000, interval: 200 },
      )
      .not.toBe('running')
    return upload as UploadItem
  }

  it('is checked row by row, and returned with results', async () => {
    const csv = `participant_id,What do you like about walking?\np1,${LONG}\np2,"${PASTED}"\np3,asdf jkl asdf jkl asdf jkl qwer\n`
    const made = await owner.send<UploadItem>('POST', '/survey-jobs?name=walks.csv&survey_id=uploaded', csv)
    expect(made.status).toBe(202)
    const upload = await finished(owner, made.json.id)
    expect(upload).toMatchObject({ state: 'done', total: 3, done: 3, rejected: 0, problem: null })
    const file = await owner.get((upload.download as string).replace('/v1', ''))
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="walks-checked.csv"')
    expect(file.text.split(/\r?\n/)[0]).toContain('byhand_flagged')
    expect(file.text.trim().split(/\r?\n/)).toHaveLength(4)
    const path = (upload.download as string).replace('/v1', '')
    const flagged = await owner.get(`${path}?only=flagged`)
    expect(flagged.headers.get('content-disposition')).toBe('attachment; filename="walks-flagged.csv"')
    const clean = await owner.get(`${path}?only=clean`)
    const rowsOf = (text: string) => text.trim().split('\r\n').slice(1)
    expect(rowsOf(flagged.text)).toHaveLength(upload.flagged)
    expect(rowsOf(clean.text)).toEqual(rowsOf(file.text).filter((row) => row.includes(',keep,')))
    expect((await owner.get(`${path}?only=some`)).status).toBe(400)
    const summary = await owner.get<UploadSummary>(`/survey-jobs/${made.json.id}/summary`)
    expect(summary.json).toMatchObject({
      rows: 3,
      participants: 3,
      flagged: upload.flagged,
      rejected: 0,
      skipped: 0,
    })
    expect(summary.json.checks).toContainEqual({ check: 'Automated test: Gibberish', count: 1 })
    const { json } = await owner.get<SurveyList>('/surveys')
    expect(json.items.map((item) => item.survey_id)).toContain('uploaded')
    const other = await loginTo(service, (await service.workspace()).id)
    expect((await other.get(`/survey-jobs/${made.json.id}`)).status).toBe(404)
    expect((await other.get(`/survey-jobs/${made.json.id}/result`)).status).toBe(404)
    expect((await other.get(`/survey-jobs/${made.json.id}/summary`)).status).toBe(404)
  })

  const ROWS = [
    ['StartDate', 'ResponseId', 'Q1', 'Q2', 'Balance'],
    ['Start Date', 'Response ID', 'How often?', 'What do you like about walking?', 'Balance'],
    ['a', 'b', 'c', 'd', 'e'].map((id) => `{"ImportId":"${id}"}`),
    ['2026-01-02 10:11:12', 'R_1', 'daily', LONG, '-5'],
    ['2026-01-02 10:11:13', 'R_1', 'daily', '- walking, äh, clears my head every evening', '=2+3'],
    ['2026-01-02 10:11:14', 'R_2', 'never', '', '@x'],
  ]
  const csv = ROWS.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')).join('\n')

  it('is inspected before it is analyzed', async () => {
    const { status, json } = await owner.send<FileView>(
      'POST',
      '/survey-jobs/inspect?name=walks.csv',
      Buffer.from(`\uFEFF${csv}`, 'utf16le'),
    )
    expect(status).toBe(200)
    expect(json).toMatchObject({
      format: 'csv',
      encoding: 'utf-16le',
      platform: 'Qualtrics',
      header_rows: 3,
      rows: 3,
      repeated: { count: 1, examples: [{ participant_id: 'R_1', rows: 2 }] },
    })
    expect(json.columns.map(({ name, use }) => [name, use])).toEqual([
      ['StartDate', 'none'],
      ['ResponseId', 'participant'],
      ['Q1', 'none'],
      ['Q2', 'question'],
      ['Balance', 'none'],
    ])
    expect(json.columns[3]?.text).toBe('What do you like about walking?')
  })

  it('says why a file cannot be read', async () => {
    const broken = await owner.send<{ errors: { detail: string }[] }>(
      'POST',
      '/survey-jobs/inspect?name=a.csv',
      'id,why\n1,a,b\n',
    )
    expect(broken.status).toBe(400)
    expect(broken.json.errors[0]?.detail).toContain('Row 2 of a.csv has 3 cells')
  })

  it('may be a workbook, and keeps its cells', async () => {
    const query = 'name=walks.xlsx&survey_id=book&columns=column%204&questions=Why%20walk%3F'
    const body = newWorkbook({ name: 'Data', rows: ROWS })
    const made = await owner.send<UploadItem>('POST', `/survey-jobs?${query}`, body)
    const upload = await finished(owner, made.json.id)
    expect(upload).toMatchObject({ state: 'done', total: 3, done: 3, rejected: 0, problem: null })
    const file = await owner.get((upload.download as string).replace('/v1', ''))
    const parser = openCsvParser(',')
    const rows = [...parser.push(file.text), ...parser.end()].map((row) => row.slice(0, 5))
    expect(rows).toEqual(ROWS)
    const view = await owner.get<ParticipantView>('/surveys/book/participants/R_1')
    expect(view.json.answers[0]?.question).toBe('Why walk?')
  })

  it('is analyzed with types of questions and without disabled checks', async () => {
    const rows = ['a,xkqzvj', 'b,xkqzvj', 'c,qwpfgj'].join('\n')
    const send = (query: Record<string, string>) =>
      owner.send<UploadItem>(
        'POST',
        `/survey-jobs?${new URLSearchParams({ name: 'brands.csv', ...query })}`,
        `id,Which brand?\n${rows}\n`,
      )
    const flaggedOf = async (query: Record<string, string>) =>
      (await finished(owner, (await send({ columns: 'Which brand?', ...query })).json.id)).flagged
    expect(await flaggedOf({ survey_id: 'all checks' })).toBe(3)
    expect(await flaggedOf({ survey_id: 'brands', question_types: 'Which brand?=brand' })).toBe(0)
    expect(await flaggedOf({ survey_id: 'no check', disabled_checks: 'Automated test: Gibberish' })).toBe(0)
    for (const field of ['question_types', 'disabled_checks']) {
      const { status, text } = await send({ [field]: 'nonsense' })
      expect([status, text]).toEqual([400, expect.stringContaining(`"pointer":"${field}"`)])
    }
  })

  it('reports the error of an unreadable file', async () => {
    const made = await owner.send<UploadItem>('POST', '/survey-jobs?participant_column=nobody', 'a,b\n1,2\n')
    const upload = await finished(owner, made.json.id)
    expect(upload.state).toBe('failed')
    expect(upload.problem).toContain('nobody')
    expect(upload.problem).not.toContain('/tmp')
    const closed = await owner.send<UploadItem>('POST', '/survey-jobs', 'a,b\n1,2\n')
    expect((await finished(owner, closed.json.id)).problem).toBe(
      'No column seems to contain open-ended answers. Choose the columns with answers.',
    )
    expect((await owner.send('POST', '/survey-jobs')).status).toBe(400)
  })
})
