import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newWorkbook } from '../../../../test/samples/new_workbook.ts'
import { openFileBytes } from '../../files/bytes.ts'
import { type Delimiter, detectDelimiter, openCsvParser, writeRecord } from '../../files/csv.ts'
import type { RowAnalyzer, RowRequest } from './analyzer.ts'
import { type BulkOptions, runBulk } from './bulk.ts'
import { openSurveyTable, type TableOptions } from './survey_table.ts'

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
  verdict: 'review' as const,
  severity: 0.5,
  reasons: ['why: Response pasted. It came at once.', 'why: Low-effort.'],
  analyzed_at: 1_742_913_050_000,
}

function recordingAnalyzer(failAt = Number.POSITIVE_INFINITY) {
  const requests: RowRequest[] = []
  const collected: RowRequest[] = []
  const analyze: RowAnalyzer = async (request, step) => {
    if (step === 'collect') {
      collected.push(request)
      return { result }
    }
    if (requests.length >= failAt) throw new Error('the machine went away')
    requests.push(request)
    return request.participant_id === 'bad' ? { rejected: '/responses/why must not be longer' } : { result }
  }
  return { requests, collected, analyze }
}

const INPUT =
  'id,why\r\np1,"It is, all in all, a good thing"\r\nbad,"two\nlines of an answer"\r\np1,=1+1 is what I said\r\n'

async function run(
  analyze: RowAnalyzer,
  content: string | Buffer = INPUT,
  { name = 'answers.csv', out = 'flagged.csv', ...options }: RunOptions = {},
) {
  const input = join(folder, name)
  await writeFile(input, content)
  const table = await openSurveyTable(await openFileBytes(input), options)
  return runBulk(table, { output: join(folder, out), analyze, ...options })
}

interface RunOptions extends TableOptions, Pick<BulkOptions, 'only'> {
  readonly name?: string
  readonly out?: string
}

const written = async (delimiter: ',' | ';' = ',') => {
  const parser = openCsvParser(delimiter)
  return [...parser.push(await readFile(join(folder, 'flagged.csv'), 'utf8')), ...parser.end()]
}

const files = async () => (await readdir(folder)).sort()

describe('a table of answers', () => {
  it('is written with its results', async () => {
    const { requests, collected, analyze } = recordingAnalyzer()
    expect(await run(analyze)).toEqual({
      total: 3,
      collected: 3,
      done: 3,
      resumed: 0,
      flagged: 2,
      participants: 2,
      verdicts: { keep: 0, review: 2, remove: 0 },
      rejected: 1,
      skipped: 0,
      checks: { 'Response pasted': 2 },
    })
    expect(requests[0]).toEqual({
      survey_id: 'answers',
      participant_id: 'p1',
      questions: { why: 'why' },
      responses: { why: 'It is, all in all, a good thing' },
    })
    expect(requests.map((request) => request.participant_id)).toEqual(['p1', 'bad', 'p1 (row 3)'])
    expect(new Set(collected)).toEqual(new Set(requests))
    expect(collected[0]?.participant_id).toBe('bad')
    expect(await written()).toEqual([
      [
        'id',
        'why',
        'byhand_flagged',
        'byhand_num_checks_failed',
        'byhand_error',
        'byhand_warning',
        'byhand_typing_url',
        'byhand_verdict',
        'byhand_severity',
        'byhand_reasons',
        'byhand_analyzed_at',
        'byhand_q1_checks',
        'byhand_q1_effort',
        'byhand_q1_group',
      ],
      [
        'p1',
        'It is, all in all, a good thing',
        'true',
        '1',
        'false',
        '',
        result.typing_url,
        'review',
        '0.5',
        'why: Response pasted. It came at once. | why: Low-effort.',
        '2025-03-25T14:30:50.000Z',
        'Response pasted',
        '6',
        '3',
      ],
      [
        'bad',
        'two\nlines of an answer',
        '',
        '',
        'true',
        '/responses/why must not be longer',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
      ],
      [
        'p1',
        '=1+1 is what I said',
        'true',
        '1',
        'false',
        '',
        result.typing_url,
        'review',
        '0.5',
        'why: Response pasted. It came at once. | why: Low-effort.',
        '2025-03-25T14:30:50.000Z',
        'Response pasted',
        '6',
        '3',
      ],
    ])
  })

  it('is analyzed with the types and without the disabled checks of the options', async () => {
    const { requests, analyze } = recordingAnalyzer()
    await run(analyze, INPUT, {
      questionTypes: [{ column: 'why', type: 'list' }],
      disabledChecks: ['Low-effort'],
    })
    expect(requests[0]).toMatchObject({ question_types: { why: 'list' }, disabled_checks: ['Low-effort'] })
  })

  it('has the condition of a column, except for empty cells', async () => {
    const { requests, analyze } = recordingAnalyzer()
    const input = 'id,arm,why\r\np1, blue ,It is all in all a good thing\r\np2,,Two lines of an answer\r\n'
    await run(analyze, input, { conditionColumn: 'arm' })
    expect(requests.map(({ condition }) => condition)).toEqual(['blue', undefined])
    expect(Object.keys(requests[0]?.questions ?? {})).toEqual(['why'])
  })

  it('continues after the last finished row', async () => {
    await expect(run(recordingAnalyzer(2).analyze)).rejects.toThrow('went away')
    const second = recordingAnalyzer()
    expect(await files()).toEqual(['answers.csv', 'flagged.codebook.csv', 'flagged.csv.part'])
    expect(await run(second.analyze)).toMatchObject({ done: 3, resumed: 2, flagged: 2, rejected: 1 })
    expect(second.requests.map((request) => request.participant_id)).toEqual(['p1 (row 3)'])
    const third = recordingAnalyzer()
    expect(await run(third.analyze)).toMatchObject({
      done: 3,
      resumed: 3,
      flagged: 2,
      checks: { 'Response pasted': 2 },
    })
    expect(third.requests).toEqual([])
    expect([second, third].map(({ collected }) => collected.length)).toEqual([1, 0])
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

  it('has a codebook, which also tells the results of other questions apart', async () => {
    const text = 'id,why,how\np1,because it is so,with a lot of time\n'
    await run(recordingAnalyzer().analyze, text, { questions: [{ column: 'why', text: 'Why, then?' }] })
    const codebook = await readFile(join(folder, 'flagged.codebook.csv'), 'utf8')
    expect(codebook).toContain('byhand_q1_checks,why,"Why, then?",Names of the failed checks\r\n')
    const others = { questions: [{ column: 'how' }] }
    await expect(run(recordingAnalyzer().analyze, text, others)).rejects.toThrow(
      'not created from this input',
    )
    expect(await readFile(join(folder, 'flagged.codebook.csv'), 'utf8')).toBe(codebook)
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
    const rows = await written(';')
    expect(rows.slice(0, 3).map((row) => row.slice(0, 3))).toEqual([
      ['ResponseId', 'Q1', 'byhand_flagged'],
      ['Response ID', 'Tell us why', ''],
      ['{"ImportId":"a"}', '{"ImportId":"b"}', ''],
    ])
  })

  it('skips rows without answers', async () => {
    const { requests, analyze } = recordingAnalyzer()
    const summary = await run(analyze, 'id,why,age\np1,because it is so,3\np2, ,4\n')
    expect(summary).toMatchObject({ total: 2, done: 2, flagged: 1, skipped: 1 })
    expect(requests).toHaveLength(1)
    expect((await written())[2]?.slice(0, 7)).toEqual([
      'p2',
      ' ',
      '4',
      '',
      '',
      '',
      'Not analyzed: the row has no answers.',
    ])
  })

  it('writes only selected rows and counts all', async () => {
    const answers: RowAnalyzer = async ({ participant_id }) => ({
      result: {
        ...result,
        flagged: participant_id === 'p2',
        verdict: participant_id === 'p1' ? ('keep' as const) : ('review' as const),
      },
    })
    const text = `id,why\n${[1, 2, 3].map((at) => `p${at},because it is so ${at}\n`).join('')}p4,\n`
    for (const [only, ids] of [
      ['flagged', ['p2']],
      ['clean', ['p1']],
    ] as const) {
      expect(await run(answers, text, { only })).toMatchObject({ total: 4, flagged: 1, skipped: 1 })
      expect((await written()).slice(1).map(([id]) => id)).toEqual(ids)
      expect(await files()).toEqual(['answers.csv', 'flagged.codebook.csv', 'flagged.csv'])
    }
    await writeFile(join(folder, 'flagged.csv'), 'something,else\r\n1,2\r\n')
    await expect(run(answers, text, { only: 'clean' })).rejects.toThrow('not created from this input')
  })

  it.each([
    [
      'a row with too many cells',
      'id,why\n1,one two three four\n2,one, two\n',
      'Row 3 of answers.csv has 3 cells',
    ],
    ['a broken quote', 'id,why\n1,"one two three four\n', 'Row 2 (line 2) has a quote'],
    ['no rows', 'id,why\n', 'no rows below its header'],
    ['nothing', '', 'is empty'],
    ['blank lines', '\n\n', 'is empty'],
    ['no open answers', 'id,why\n1,2\n', 'Choose the columns'],
    [
      'invalid bytes',
      Buffer.concat([
        Buffer.from('id,why\n1,"süß\nund gut"\n2,'),
        Buffer.from([0xff]),
        Buffer.from(' ööö\n'),
      ]),
      'Row 3 of answers.csv has bytes that are not valid UTF-8',
    ],
  ])('with %s is rejected before a row is analyzed', async (_, content, sentence) => {
    const { requests, analyze } = recordingAnalyzer()
    await expect(run(analyze, content)).rejects.toThrow(sentence)
    expect(requests).toEqual([])
    expect(await files()).toEqual(['answers.csv'])
  })

  it('is written in UTF-8, with a byte order mark if a spreadsheet needs it', async () => {
    const text = 'id,why\n1,Weil es schön ist für mich\n'
    const start = async () => [...(await readFile(join(folder, 'flagged.csv'))).subarray(0, 3)]
    const mark = [0xef, 0xbb, 0xbf]
    for (const [bytes, expected] of [
      [Buffer.from(text), [...Buffer.from('id,')]],
      [Buffer.from(text, 'latin1'), mark],
      [Buffer.from(`\uFEFF${text}`, 'utf16le'), mark],
      [Buffer.from(`\uFEFF${text}`), mark],
    ] as const) {
      await rm(join(folder, 'flagged.csv'), { force: true })
      await run(recordingAnalyzer().analyze, bytes)
      expect(await start()).toEqual(expected)
      expect((await written())[1]?.slice(0, 2)).toEqual(['1', 'Weil es schön ist für mich'])
    }
  })

  it('may be a workbook', async () => {
    const rows = [
      ['id', 'why', 'score'],
      ['p1', 'because it is so', -3],
      ['p2', '-5 is what I "said", you see', 0.5],
    ]
    await run(recordingAnalyzer().analyze, newWorkbook({ name: 'Data', rows }), { name: 'answers.xlsx' })
    expect((await written()).map((row) => row.slice(0, 3))).toEqual(rows.map((row) => row.map(String)))
  })

  it('warns of repeated participants', async () => {
    await writeFile(join(folder, 'a.csv'), 'id,why\n1,a b c d\n2,a b c d\n1,a b c d\n,a b c d\n,a b c d\n')
    const { repeated } = await openSurveyTable(await openFileBytes(join(folder, 'a.csv')))
    expect(repeated).toEqual({ count: 1, examples: [['1', 2]] })
  })

  const cell = fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
    fc.string({
      unit: fc.constantFrom('"', ',', ';', '\t', '\r', '\n', ' ', '=', '-', '+', '@', "'", 'a', '1'),
    }),
  )
  const tables = fc
    .integer({ min: 2, max: 5 })
    .chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 2, maxLength: 6 }),
    )
    .filter(
      ([header = []]) => !header[0]?.startsWith('\uFEFF') && !header.some((name) => /^byhand_/.test(name)),
    )

  it('keeps every cell, whatever it contains', async () => {
    await fc.assert(
      fc.asyncProperty(
        tables,
        fc.constantFrom<Delimiter>(',', ';', '\t'),
        fc.constantFrom<BufferEncoding>('utf8', 'utf16le'),
        async (rows, delimiter, encoding) => {
          await rm(join(folder, 'flagged.csv'), { force: true })
          const given = rows.map((row) => writeRecord(row, delimiter)).join('')
          // Only a TSV file names its separator.
          fc.pre(detectDelimiter(given) === delimiter)
          const questions = [{ column: 'column 2' }]
          const bytes = Buffer.from(`\uFEFF${given}`, encoding)
          await run(recordingAnalyzer().analyze, bytes, { questions, headerRows: 1 })
          const parser = openCsvParser(delimiter)
          const text = await readFile(join(folder, 'flagged.csv'), 'utf8')
          const output = [...parser.push(text), ...parser.end()]
          expect(output.map((row) => row.slice(0, rows[0]?.length))).toEqual(rows)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('rejects its own output as input', async () => {
    await expect(run(recordingAnalyzer().analyze, 'id,byhand_flagged\n1,true\n')).rejects.toThrow(
      'looks like the result of an earlier analysis',
    )
  })
})

describe('lines of requests', () => {
  const lines = ['p1', 'bad', 'p2'].map((participant_id) => ({
    survey_id: 's',
    participant_id,
    questions: { why: 'Why?' },
    responses: { why: 'Because' },
  }))
  const NAMES = { name: 'answers.ndjson', out: 'out.ndjson' }
  const text = lines.map((request) => `${JSON.stringify(request)}\n`).join('')

  it('are written with their results and resume where they stopped', async () => {
    await expect(run(recordingAnalyzer(1).analyze, text, NAMES)).rejects.toThrow('went away')
    const { requests, analyze } = recordingAnalyzer()
    expect(await run(analyze, text, NAMES)).toMatchObject({
      done: 3,
      resumed: 1,
      flagged: 2,
      rejected: 1,
    })
    expect(requests).toEqual(lines.slice(1))
    const output = (await readFile(join(folder, 'out.ndjson'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(output).toEqual([
      { ...lines[0], result },
      { ...lines[1], rejected: '/responses/why must not be longer' },
      { ...lines[2], result },
    ])
  })

  it('get the types of their own questions, and the disabled checks', async () => {
    const other = { ...lines[0], questions: { who: 'Who?' }, responses: { who: 'Me' } }
    const options = {
      questionTypes: [{ column: 'who', type: 'name' as const }],
      disabledChecks: ['Low-effort' as const],
    }
    const { requests, analyze } = recordingAnalyzer()
    await run(analyze, `${text}${JSON.stringify(other)}\n`, { ...NAMES, ...options })
    expect(requests[0]).toEqual({ ...lines[0], disabled_checks: ['Low-effort'] })
    expect(requests[3]).toMatchObject({ question_types: { who: 'name' } })
    await expect(run(analyze, text, { ...NAMES, ...options })).rejects.toThrow('There is no question "who".')
  })

  it('become a table where the output is CSV', async () => {
    await run(recordingAnalyzer().analyze, text, { name: 'answers.ndjson' })
    const [header = [], row = []] = await written()
    expect(header).toEqual(expect.arrayContaining(['participant_id', 'responses', 'byhand_q1_checks']))
    expect(row.slice(0, 4)).toEqual(['s', 'p1', '{"why":"Why?"}', '{"why":"Because"}'])
    expect(row.at(-3)).toBe('Response pasted')
  })

  it('keep every character', async () => {
    const line =
      '{ "participant_id" : "p1", "why": "this is my answer", "n": 1.50, "big": 12345678901234567890 }'
    await run(recordingAnalyzer().analyze, `${line}\n`, NAMES)
    expect(await readFile(join(folder, 'out.ndjson'), 'utf8')).toBe(
      `${line.slice(0, -2)},${JSON.stringify({ result }).slice(1)}\n`,
    )
    await run(recordingAnalyzer().analyze, `${line}\n`, { name: 'answers.ndjson' })
    expect((await written())[1]?.slice(0, 4)).toEqual([
      'p1',
      'this is my answer',
      '1.50',
      '12345678901234567890',
    ])
  })

  it.each([
    ['an invalid line', '{"a":1}\nnonsense\n', 'Line 2'],
    [
      'a key that the output adds',
      '{"why":"one two three four","result":1}\n',
      'already has a column result',
    ],
    ['no line', '\n', 'is empty'],
  ])('with %s are rejected', async (_, content, sentence) => {
    await expect(run(recordingAnalyzer().analyze, content, NAMES)).rejects.toThrow(sentence)
    expect(await files()).toEqual(['answers.ndjson'])
  })

  it('are also written for a table', async () => {
    await run(recordingAnalyzer().analyze, 'id,why,why\np1,because it is so,\n', { out: 'out.ndjson' })
    expect(JSON.parse(await readFile(join(folder, 'out.ndjson'), 'utf8'))).toEqual({
      id: 'p1',
      why: 'because it is so',
      'why (column 3)': '',
      result,
    })
  })
})
