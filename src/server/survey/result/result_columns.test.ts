import { expect, it } from 'vitest'
import { openCsvParser } from '../../files/csv.ts'
import { resultHeader } from '../bulk/result_cells.ts'
import { codebook, questionColumns } from './result_columns.ts'

const QUESTIONS = Array.from({ length: 100 }, (_, at) => ({
  id: `Question "${at}"?`,
  text: '=Why, and how?',
}))

it('columns with results have names that R, SPSS and Stata accept', () => {
  const names = [...resultHeader(QUESTIONS), ...questionColumns(QUESTIONS, ['answer'])]
  expect(names.filter((name) => !/^[a-z][a-z0-9_]{0,31}$/.test(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  expect(names.at(-1)).toBe('byhand_q100_answer')
})

it('the codebook says what each of them holds, and no cell is a formula', () => {
  const names = ['my own column', ...resultHeader(QUESTIONS)]
  const parser = openCsvParser(',')
  const [head, ...rows] = [...parser.push([...codebook(names, QUESTIONS)].join('')), ...parser.end()]
  expect(head).toEqual(['column', 'question_id', 'question', 'content'])
  expect(rows.map(([column]) => column)).toEqual(names.slice(1))
  expect(rows.every((cells) => cells[3] !== '')).toBe(true)
  expect(rows[0]?.slice(0, 3)).toEqual(['byhand_flagged', '', ''])
  expect(rows.at(-1)).toEqual([
    'byhand_q100_group',
    'Question "99"?',
    "'=Why, and how?",
    'Group of similar answers; 0: none',
  ])
})
