import { describe, expect, it } from 'vitest'
import { openSurveyTable } from '../survey/bulk/survey_table.ts'
import { openMemoryBytes } from './bytes.ts'

const open = (name: string, text: string) => openSurveyTable(openMemoryBytes(name, Buffer.from(text)))
const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')

/** An object with a thousand keys. */
const objectOf = (from: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`k${from + at}`, 1])))

describe('a table', () => {
  it('of NDJSON with other keys in each line is rejected', async () => {
    const text = Array.from({ length: 20 }, (_, at) => objectOf(at * 1_000)).join('\n')
    await expect(open('a.ndjson', text)).rejects.toThrow(
      'a.ndjson has 17000 columns, but at most 16384 are allowed.',
    )
  })

  it('of NDJSON with too many empty cells is rejected', async () => {
    const text = lines(20_000, (at) => `{"k${at % 16_000}":1}`)
    await expect(open('a.ndjson', text)).rejects.toThrow('more than 100 million empty cells')
  })

  it('of CSV with too many columns or too many empty cells is rejected', async () => {
    await expect(open('a.csv', `${'a,'.repeat(20_000)}\nx\n`)).rejects.toThrow('20001 columns')
    const text = `${'a,'.repeat(16_000)}\n${'x\n'.repeat(10_000)}`
    await expect(open('a.csv', text)).rejects.toThrow('more than 100 million empty cells')
  })

  it('as large as exports are is read (control)', async () => {
    const text = `id,why,${'a,'.repeat(2_000)}\n${lines(200, (at) => `p${at},It is quiet by the river at night ${at}`)}\n`
    expect((await open('a.csv', text)).total).toBe(200)
  })
})
