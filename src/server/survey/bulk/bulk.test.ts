import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RowAnalyzer, RowRequest } from './analyzer.ts'
import type { BulkOptions } from './bulk.ts'
import { runFormat } from './bulk.ts'
import { openCsvParser } from './csv.ts'
import { openLines } from './lines.ts'
import { openTable } from './table.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-bulk-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const result = {
  error: false,
  flagged: true,
  num_checks_failed: 1,
  response_groups: { why: 3 },
  checks: { why: ['Response pasted' as const] },
  effort_ratings: { why: 6 },
  typing_url: 'https://byhand.example/typing/x',
  model: 'byhand-v021',
}

function recordingAnalyzer(failAt = Number.POSITIVE_INFINITY) {
  const requests: RowRequest[] = []
  const analyze: RowAnalyzer = async (request) => {
    if (requests.length >= failAt) throw new Error('the machine went away')
    requests.push(request)
    return request.participant_id === 'bad' ? { refused: '/responses/why must not be longer' } : { result }
  }
  return { requests, analyze }
}

const INPUT =
  'id,why\r\np1,"It is, all in all, a good thing"\r\nbad,"two\nlines of an answer"\r\np1,=1+1 is what I said\r\n'

async function run(analyze: RowAnalyzer, text = INPUT, options: Partial<BulkOptions> = {}) {
  const input = join(folder, 'answers.csv')
  const output = join(folder, 'flagged.csv')
  await writeFile(input, text)
  const all = { input, output, analyze, ...options }
  return runFormat(await openTable(all), all)
}

const written = async () => {
  const parser = openCsvParser(',')
  return [...parser.push(await readFile(join(folder, 'flagged.csv'), 'utf8')), ...parser.end()]
}

describe('a table of answers', () => {
  it('is written with its results', async () => {
    const { requests, analyze } = recordingAnalyzer()
    expect(await run(analyze)).toEqual({ total: 3, done: 3, resumed: 0, flagged: 2, refused: 1 })
    expect(requests[0]).toEqual({
      survey_id: 'answers',
      participant_id: 'p1',
      questions: { why: 'why' },
      responses: { why: 'It is, all in all, a good thing' },
    })
    expect(requests.map((request) => request.participant_id)).toEqual(['p1', 'bad', 'p1 (row 3)'])
    expect(await written()).toEqual([
      [
        'id',
        'why',
        'byhand_flagged',
        'byhand_num_checks_failed',
        'byhand_error',
        'byhand_warning',
        'byhand_typing_url',
        'byhand_checks:why',
        'byhand_effort:why',
        'byhand_group:why',
      ],
      [
        'p1',
        'It is, all in all, a good thing',
        'true',
        '1',
        'false',
        '',
        result.typing_url,
        'Response pasted',
        '6',
        '3',
      ],
      ['bad', 'two\nlines of an answer', '', '', 'true', '/responses/why must not be longer', '', '', '', ''],
      [
        'p1',
        "'=1+1 is what I said",
        'true',
        '1',
        'false',
        '',
        result.typing_url,
        'Response pasted',
        '6',
        '3',
      ],
    ])
  })

  it('continues after the last finished row', async () => {
    await expect(run(recordingAnalyzer(2).analyze)).rejects.toThrow('went away')
    const second = recordingAnalyzer()
    expect(await run(second.analyze)).toMatchObject({ done: 3, resumed: 2 })
    expect(second.requests.map((request) => request.participant_id)).toEqual(['p1 (row 3)'])
    const third = recordingAnalyzer()
    expect(await run(third.analyze)).toMatchObject({ done: 3, resumed: 3 })
    expect(third.requests).toEqual([])
    expect(await written()).toHaveLength(4)
  })

  it('analyzes a truncated row again', async () => {
    await run(recordingAnalyzer().analyze)
    const path = join(folder, 'flagged.csv')
    const whole = await readFile(path, 'utf8')
    await writeFile(path, whole.slice(0, -7))
    const again = recordingAnalyzer()
    expect(await run(again.analyze)).toMatchObject({ resumed: 2 })
    expect(await readFile(path, 'utf8')).toBe(whole)
  })

  it('does not overwrite a file that it did not write', async () => {
    await writeFile(join(folder, 'flagged.csv'), 'something,else\r\n1,2\r\n')
    await expect(run(recordingAnalyzer().analyze)).rejects.toThrow('not created from this input')
    expect(await readFile(join(folder, 'flagged.csv'), 'utf8')).toBe('something,else\r\n1,2\r\n')
  })

  it('copies describing rows without an analysis', async () => {
    const { requests, analyze } = recordingAnalyzer()
    const text =
      'ResponseId;Q1\nResponse ID;Tell us why\n"{""ImportId"":""a""}";"{""ImportId"":""b""}"\nR_1;Because it is so\n'
    await run(analyze, text)
    expect(requests).toEqual([
      {
        survey_id: 'answers',
        participant_id: 'R_1',
        questions: { Q1: 'Tell us why' },
        responses: { Q1: 'Because it is so' },
      },
    ])
  })

  it('rejects its own output as input', async () => {
    await expect(run(recordingAnalyzer().analyze, 'id,byhand_flagged\n1,true\n')).rejects.toThrow(
      'looks like the output of this command',
    )
  })
})

describe('lines of requests', () => {
  it('are written with their results and resume where they stopped', async () => {
    const input = join(folder, 'answers.ndjson')
    const output = join(folder, 'out.ndjson')
    const requests = ['p1', 'bad', 'p2'].map((participant_id) => ({
      survey_id: 's',
      participant_id,
      questions: {},
    }))
    await writeFile(input, requests.map((request) => `${JSON.stringify(request)}\n`).join(''))
    const go = async (analyze: RowAnalyzer) => {
      const options = { input, output, analyze }
      return runFormat(await openLines(options), options)
    }
    await expect(go(recordingAnalyzer(1).analyze)).rejects.toThrow('went away')
    expect(await go(recordingAnalyzer().analyze)).toMatchObject({
      done: 3,
      resumed: 1,
      flagged: 1,
      refused: 1,
    })
    const lines = (await readFile(output, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toEqual([
      { ...requests[0], result },
      { ...requests[1], refused: '/responses/why must not be longer' },
      { ...requests[2], result },
    ])
  })

  it('reports the number of an invalid line', async () => {
    const input = join(folder, 'answers.jsonl')
    await writeFile(input, '{"a":1}\nnonsense\n')
    const options = { input, output: join(folder, 'o'), analyze: recordingAnalyzer().analyze }
    await expect(openLines(options).then((format) => runFormat(format, options))).rejects.toThrow('Line 2')
  })
})
