import { describe, expect, it } from 'vitest'
import { findTable, tablesAsMarkdown } from '../../../tools/tables.ts'
import { seededRandom } from '../../seeded_random.ts'
import { MEASURES, participantFigures, TOUCHED, withTypos } from './participant_figures.ts'
import { participantTables, peopleTableId } from './participant_page.ts'

const QUESTION = 'What do you like about where you live?'
const MODEL = 'As an AI, I do not live anywhere, but many people appreciate a strong sense of community.'
const person = (at: number) => ({
  survey: 'ours 2020',
  answers: { [QUESTION]: `the park is close and my bus number ${at} stops at the door` },
})

describe('participantFigures', () => {
  const people = [
    ...Array.from({ length: 24 }, (_, at) => person(at)),
    { survey: 'ours 2020', answers: { [QUESTION]: MODEL } },
    { survey: 'ours 2020', coded: 'Bot', answers: { [QUESTION]: 'asdfgh jklasd fghjkl qwerty' } },
  ]
  const other = Array.from({ length: 5 }, (_, at) => ({ ...person(at), survey: 'theirs 2021' }))
  const figures = participantFigures([...other, ...people])

  it('counts people once, up to the size of the survey, without those whom the researchers removed', () => {
    expect(figures.map(({ survey }) => survey)).toEqual(['ours 2020', 'theirs 2021'])
    expect(Object.keys(figures[0]?.bySize ?? {})).toEqual(['0', '20', '50'])
    expect(figures[0]?.bySize['20']?.['Automated test: GPT']).toMatchObject({ count: 1, of: 25 })
    expect(figures[0]?.bySize['20']?.[TOUCHED]).toMatchObject({ count: 1, of: 25 })
    expect(Object.keys(figures[1]?.bySize ?? {})).toEqual(['0', '20'])
    expect(figures[0]?.byEdit['lower case']?.[TOUCHED]).toMatchObject({ of: 25 })
    expect(figures[0]?.bots?.[TOUCHED]).toMatchObject({ count: 1, of: 1 })
    expect(figures[1]?.bots).toBeNull()
  })

  it('is described with tables, the worst survey first', () => {
    const tables = participantTables(figures)
    for (const measure of MEASURES) {
      const { rows } = findTable(tables, peopleTableId(measure))
      expect(rows.map(([survey]) => survey).toSorted()).toEqual(['ours 2020', 'theirs 2021'])
    }
    expect(findTable(tables, peopleTableId(TOUCHED)).rows[0]?.slice(0, 2)).toEqual(['ours 2020', [1, 25]])
    expect(tablesAsMarkdown(tables)).not.toMatch(/NaN|undefined/)
  })
})

describe('withTypos', () => {
  it('swaps letters in some words only', () => {
    const text = 'neighbors always bring something homemade when somebody moves into the building '.repeat(20)
    const changed = withTypos(text, seededRandom(1))
    const words = changed.split(' ').filter((word, at) => word !== text.split(' ')[at])
    expect(words.length).toBeGreaterThan(2)
    expect(words.length).toBeLessThan(40)
    expect([...changed].toSorted()).toEqual([...text].toSorted())
  })
})
