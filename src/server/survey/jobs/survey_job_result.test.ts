import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExplainedCheck } from '../../../contract/survey.ts'
import { surveyVerdict } from '../../../risk/survey_verdict.ts'
import { openSqlite } from '../../../store/sqlite/sqlite.ts'
import type { Store } from '../../../store/store.ts'
import type { UploadRow } from '../../../store/uploads.ts'
import { writeRecord } from '../../files/csv.ts'
import { resultHeader } from '../bulk/result_cells.ts'
import { writeStoredResult } from '../result/stored_result.ts'
import { typingUrl } from '../result/typing_url.ts'
import type { ParticipantFilter } from '../review/participant_filter.ts'
import { jobResultRows } from './survey_job_result.ts'

let folder: string
let store: Store
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-job-'))
  store = await openSqlite({ folder })
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const UPLOAD: UploadRow = {
  id: 'upl_1',
  workspace: 'w',
  name: 'market.csv',
  options: '{"headerRows":1}',
  createdAt: 1,
  state: 'done',
  total: 4,
  done: 4,
  flagged: 1,
  rejected: 0,
  problem: null,
  questions: '[{"id":"q1","text":"Why?"}]',
}

const results = (pasted: ExplainedCheck['result']): ExplainedCheck[] => [
  { check: 'Low-effort', result: 'Not detected', strength: 0, evidence: 'Rated.', spans: null },
  { check: 'Response pasted', result: pasted, strength: 1, evidence: 'One insertion.', spans: null },
]

function stored(id: string, pasted: ExplainedCheck['result']): string {
  const isFlagged = pasted === 'Detected'
  return writeStoredResult({
    digest: 'd',
    analysis: '1',
    complete: true,
    body: JSON.stringify({
      error: false,
      flagged: isFlagged,
      num_checks_failed: isFlagged ? 1 : 0,
      checks: { q1: isFlagged ? ['Response pasted'] : [] },
      response_groups: { q1: 1 },
      effort_ratings: { q1: 4 },
      typing_url: typingUrl('https://byhand.example', id),
      model: 'byhand-v021',
    }),
    verdict: surveyVerdict([{ id: 'q1', results: results(pasted), rating: null }], false),
    reviewEffort: 1,
    answers: [
      {
        id: 'q1',
        group: 1,
        later: false,
        similarity: 1,
        sketchDigest: '',
        rating: null,
        results: results(pasted),
      },
    ],
  })
}

const ANALYZED = new Date(5).toISOString()

/** One survey with a clean, a flagged and an overridden participant; the fourth row was erased, the fifth is empty. */
async function written(survey: string): Promise<Uint8Array> {
  const key = (participantId: string) => ({ workspace: 'w', surveyId: survey, participantId })
  for (const [participant, pasted] of [
    ['clean', 'Not detected'],
    ['pasted', 'Detected'],
    ['excused', 'Detected'],
  ] as const) {
    const id = `${survey}-${participant}`
    await store.surveys.save(
      {
        ...key(participant),
        id,
        version: 'v021',
        analyzedAt: 5,
        flagged: pasted === 'Detected',
        rank: 0,
        request: '{}',
        result: stored(id, pasted),
        deviceId: null,
      },
      [],
    )
  }
  await store.surveys.setVerdict(key('excused'), {
    verdict: 'keep',
    memberId: 'command line',
    at: 9,
    note: '=own notes',
  })
  const row = (participant: string, ...cells: string[]) =>
    writeRecord([participant, ...resultHeader([{ id: 'q1' }]).map((_, at) => cells[at] ?? '')], ',')
  const link = (participant: string) => typingUrl('https://byhand.example', `${survey}-${participant}`)
  return Buffer.from(
    [
      writeRecord(['participant', ...resultHeader([{ id: 'q1' }])], ','),
      row('clean', 'false', '0', 'false', '', link('clean'), 'keep', '0', '', ANALYZED),
      row('pasted', 'true', '1', 'false', '', link('pasted'), 'review', '0.5', '', ANALYZED),
      row('excused', 'true', '1', 'false', '', link('excused'), 'review', '0.5', '', ANALYZED),
      row('erased', 'true', '1', 'false', '', link('erased'), 'review', '0.5', '', ANALYZED),
      row('silent', '', '', '', 'Not analyzed: the row has no answers.'),
    ].join(''),
  )
}

async function download(bytes: Uint8Array, filter: ParticipantFilter = {}) {
  let text = ''
  for await (const line of jobResultRows(store, UPLOAD, bytes, filter)) text += line
  const [header = [], ...rows] = text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  return rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at]])))
}
const ids = async (bytes: Uint8Array, filter: ParticipantFilter) =>
  (await download(bytes, filter)).map(({ participant }) => participant)

describe('the result of a job', () => {
  it('has the stored analysis and the verdict of the reviewer in every row', async () => {
    const rows = await download(await written('whole'))
    expect(rows).toMatchObject([
      { participant: 'clean', byhand_verdict: 'keep', byhand_effective_verdict: 'keep' },
      {
        participant: 'pasted',
        byhand_verdict: 'review',
        byhand_q1_checks: 'Response pasted',
        byhand_effective_verdict: 'review',
        byhand_overridden_by: '',
      },
      {
        participant: 'excused',
        byhand_verdict: 'review',
        byhand_effective_verdict: 'keep',
        byhand_overridden_by: 'command line',
        // A note that begins like a formula stays text in a spreadsheet.
        byhand_note: "'=own notes",
      },
      { participant: 'erased', byhand_flagged: 'true', byhand_effective_verdict: 'review' },
      {
        participant: 'silent',
        byhand_warning: 'Not analyzed: the row has no answers.',
        byhand_effective_verdict: '',
      },
    ])
  })

  it('has the latest analysis of a participant who was analyzed again', async () => {
    const bytes = await written('again')
    const key = { workspace: 'w', surveyId: 'again', participantId: 'pasted' }
    const later = {
      analyzedAt: 8,
      flagged: false,
      rank: 0,
      result: stored('again-pasted', 'Not detected'),
    }
    expect(await store.surveys.add(key, later, 5, false)).toBe(true)
    expect((await download(bytes))[1]).toMatchObject({
      participant: 'pasted',
      byhand_flagged: 'false',
      byhand_verdict: 'keep',
      byhand_q1_checks: '',
    })
  })

  it('keeps its own cells for a participant whose analysis another request replaced', async () => {
    const bytes = await written('replaced')
    for (const participantId of ['pasted', 'excused']) {
      const row = await store.surveys.find({ workspace: 'w', surveyId: 'replaced', participantId })
      if (row === null) throw new Error('the analysis is not stored')
      const result = stored(`replaced-${participantId}`, 'Not detected')
      await store.surveys.save({ ...row, analyzedAt: 9, flagged: false, result }, [])
    }
    const own = { byhand_flagged: 'true', byhand_verdict: 'review', byhand_analyzed_at: ANALYZED }
    expect((await download(bytes)).slice(1, 3)).toMatchObject([
      { participant: 'pasted', ...own, byhand_effective_verdict: 'review', byhand_overridden_by: '' },
      // The verdict of the reviewer is about the participant.
      {
        participant: 'excused',
        ...own,
        byhand_effective_verdict: 'keep',
        byhand_overridden_by: 'command line',
      },
    ])
    expect(await ids(bytes, { verdict: 'review' })).toEqual(['pasted', 'erased'])
    expect(await ids(bytes, { verdict: 'keep' })).toEqual(['clean', 'excused'])
    expect(await ids(bytes, { only: 'clean' })).toEqual(['clean', 'excused'])
    expect(await ids(bytes, { only: 'flagged' })).toEqual(['pasted', 'excused', 'erased'])
    expect(await ids(bytes, { reviewed: 'true' })).toEqual(['excused'])
    expect(await ids(bytes, { q: 'pas' })).toEqual(['pasted'])
  })

  it('follows the filter, with the effective verdict', async () => {
    const bytes = await written('filtered')
    expect(await ids(bytes, { only: 'clean' })).toEqual(['clean', 'excused'])
    expect(await ids(bytes, { only: 'flagged' })).toEqual(['pasted', 'excused', 'erased'])
    expect(await ids(bytes, { verdict: 'review' })).toEqual(['pasted', 'erased'])
    expect(await ids(bytes, { q: 'ex' })).toEqual(['excused'])
  })

  it('follows the threshold of effort', async () => {
    const bytes = await written('threshold')
    expect(await ids(bytes, { only: 'clean', low_effort_threshold: 4 })).toEqual(['excused'])
    const [clean] = await download(bytes, { low_effort_threshold: 4 })
    expect(clean).toMatchObject({ byhand_flagged: 'true', byhand_q1_checks: 'Low-effort' })
  })
})
