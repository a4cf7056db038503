import { describe, expect, it } from 'vitest'
import type { Edit } from '../../../contract/batch/batch.ts'
import type { RecordedBatch } from '../../../contract/batch/codec.ts'
import { observedHistories } from './observed.ts'

const ORIGIN = 1_790_000_000_000

interface Part {
  readonly edits: Edit[]
  readonly tab?: string
  readonly page?: number
  readonly seq?: number
  readonly origin?: number
  readonly dropped?: number
}

const recorded = ({
  edits,
  tab = 'tab-one_',
  page = 0,
  seq = 0,
  origin = ORIGIN,
  dropped,
}: Part): RecordedBatch => ({
  batch: {
    session_id: 'A'.repeat(22),
    tab,
    page,
    seq,
    sent_at: origin + 60_000,
    time_origin: origin,
    start: 0,
    at: [0, 0],
    names: [
      ['button', 'q1'],
      ['question', 'q1'],
      ['question', 'q2'],
    ],
    rows: [],
    edits,
    ...(dropped === undefined ? {} : { dropped }),
  },
  receipt: { at: origin + 60_000 },
})

const histories = (parts: Part[], answers: Record<string, string> = { q1: '', q2: '' }) =>
  observedHistories(parts.map(recorded), new Map(Object.entries(answers)))

describe('observed typing', () => {
  it('is rebuilt edit by edit, from batches in any order', () => {
    const first: Part = {
      edits: [
        [1, 10_000, 0, 0, 'H'],
        [1, 11_000, 1, 0, 'o'],
      ],
    }
    const second: Part = {
      seq: 1,
      edits: [
        [1, 12_500, 1, 1, ''],
        [1, 13_000, 1, 0, 'i!'],
      ],
    }
    expect(histories([second, first]).get('q1')).toEqual({
      history: [
        { s: 'H', t: 0 },
        { s: 'Ho', t: 100 },
        { s: 'H', t: 250 },
        { s: 'Hi!', t: 300 },
      ],
    })
  })

  it('separates questions and leaves out other fields', () => {
    const found = histories([
      {
        edits: [
          [2, 0, 0, 0, 'two'],
          [0, 1, 0, 0, 'a button'],
        ],
      },
    ])
    expect([...found.keys()]).toEqual(['q2'])
  })

  it('starts every page load with an empty field and continues the time', () => {
    const again: Part = { tab: 'tab-two_', page: 1, origin: ORIGIN + 5_000, edits: [[1, 0, 0, 0, 'B']] }
    expect(histories([{ edits: [[1, 0, 0, 0, 'A']] }, again]).get('q1')).toEqual({
      history: [
        { s: 'A', t: 0 },
        { s: 'B', t: 5_000 },
      ],
    })
  })

  it('takes the characters from the answer if only lengths were recorded', () => {
    const edits: Edit[] = [
      [1, 0, 0, 0, 1],
      [1, 1_000, 1, 0, 2],
      [1, 2_000, 2, 1, 1],
    ]
    expect(histories([{ edits }], { q1: 'cat' }).get('q1')).toEqual({
      history: [
        { s: 'c', t: 0 },
        { s: 'cax', t: 100 },
        { s: 'cat', t: 200 },
      ],
    })
  })

  it('rebuilds only the questions that are asked for', () => {
    const edits: Edit[] = [
      [1, 0, 0, 0, 'one'],
      [2, 1, 0, 0, 'two'],
    ]
    expect([...histories([{ edits }], { q2: 'two' }).keys()]).toEqual(['q2'])
  })

  describe('of forged edits', () => {
    /** 830 edits of a text of 19,900 characters: about 16 million characters. */
    const forged = (name: number): Edit[] => [
      [name, 0, 0, 0, 'x'.repeat(19_900)],
      ...Array.from({ length: 830 }, (_, index): Edit => [name, index + 1, 0, 1, 'y']),
    ]
    const lengthOf = (found: ReturnType<typeof histories>, id: string) => {
      const one = found.get(id)
      return one !== undefined && 'history' in one ? one.history.length : one?.missing
    }

    it('leaves out the questions above the budget, and no others', () => {
      const honest: Edit[] = [[2, 0, 0, 0, 'people type this']]
      const found = histories([{ edits: [...forged(1), ...honest] }])
      expect([lengthOf(found, 'q1'), lengthOf(found, 'q2')]).toEqual([831, 1])

      const both = histories([{ edits: [...forged(1), ...forged(2)] }])
      expect([lengthOf(both, 'q1'), lengthOf(both, 'q2')]).toEqual([831, 'the typing history is too long'])
      const asked = histories([{ edits: [...forged(1), ...forged(2)] }], { q2: '' })
      expect([lengthOf(asked, 'q1'), lengthOf(asked, 'q2')]).toEqual([undefined, 831])
    })

    it('shares the budget between page loads', () => {
      const again: Part = { tab: 'tab-two_', page: 1, edits: forged(1) }
      const found = histories([{ edits: [...forged(1), [2, 0, 0, 0, 'short']] }, again])
      expect([lengthOf(found, 'q1'), lengthOf(found, 'q2')]).toEqual(['the typing history is too long', 1])
    })

    it('counts edits too', () => {
      const edits = Array.from({ length: 4_000 }, (_, index): Edit => [1, index, 0, 0, ''])
      const pages = (count: number) =>
        Array.from({ length: count }, (_, page): Part => ({ tab: `tab-${page}`, page, edits }))
      expect(lengthOf(histories(pages(15)), 'q1')).toBe(60_000)
      expect(lengthOf(histories(pages(16)), 'q1')).toBe('the typing history is too long')
    })
  })

  it.each([
    ['a batch is missing', [{ seq: 1, edits: [[1, 0, 0, 0, 'A']] }], 'batches are missing'],
    ['rows were let go', [{ dropped: 3, edits: [[1, 0, 0, 0, 'A']] }], 'batches are missing'],
    ['the field was not empty at first', [{ edits: [[1, 0, 4, 0, 'A']] }], 'already held text'],
    ['it is absurdly long', [{ edits: [[1, 0, 0, 0, 1_000_000]] }], 'too long'],
  ] as [string, Part[], string][])('gives the reason when %s', (_, parts, reason) => {
    expect(histories(parts).get('q1')).toMatchObject({ missing: expect.stringContaining(reason) })
  })
})
