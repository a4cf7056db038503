import { describe, expect, it } from 'vitest'
import { openMemoryBytes } from '../../files/bytes.ts'
import { collectingOrder, type OrderOptions } from './collecting_order.ts'
import { openSurveyTable } from './survey_table.ts'

const rows = (...cells: [id: string, answer: string][]) =>
  ['id,why', ...cells.map(([id, answer]) => `${id},${answer}`), ''].join('\n')

/** Participant and answer of each request, in order. */
async function ordered(csv: string, options: OrderOptions = {}) {
  const questions = [{ column: 'why' }]
  const table = await openSurveyTable(openMemoryBytes('a.csv', Buffer.from(csv)), {
    participantColumn: 'id',
    questions,
  })
  const found: string[] = []
  for await (const { participant_id, responses } of collectingOrder(table, options))
    found.push(`${participant_id}: ${(responses as { why: string }).why}`)
  return found
}

describe('the rows of a file are collected', () => {
  it('by participant ID, with numbers as numbers', async () => {
    const csv = rows(['R10', 'j'], ['R2', 'b'], ['R1', 'a'], ['Q11', 'k'])
    const expected = ['Q11: k', 'R1: a', 'R2: b', 'R10: j']
    expect(await ordered(csv)).toEqual(expected)
    expect(await ordered(csv, { window: 1 })).toEqual(expected)
    expect(await ordered(csv, { window: 3 })).toEqual(expected)
  })

  it('by their answers, where the ID is missing or repeated', async () => {
    const answers = ['north', 'east', 'south', 'west']
    const given = (order: number[], id: string) =>
      rows(...order.map((at): [string, string] => [id, answers[at] ?? '']))
    for (const id of ['', 'p']) {
      const texts = (found: string[]) => found.map((one) => one.split(': ')[1])
      const expected = texts(await ordered(given([0, 1, 2, 3], id)))
      expect(new Set(expected)).toEqual(new Set(answers))
      expect(texts(await ordered(given([3, 1, 0, 2], id)))).toEqual(expected)
      expect(texts(await ordered(given([2, 3, 1, 0], id)))).toEqual(expected)
    }
  })

  it('without rows that have no answer, and without those of an earlier run', async () => {
    const csv = rows(['3', 'c'], ['2', ''], ['1', 'a'])
    expect(await ordered(csv)).toEqual(['1: a', '3: c'])
    expect(await ordered(csv, { skip: 1 })).toEqual(['1: a'])
    expect(await ordered(csv, { skip: 3 })).toEqual([])
  })
})
