import { expect, it } from 'vitest'
import { blocksOf } from './participant_reasons.ts'

it('has one block for each question, and no sentence twice', () => {
  expect(
    blocksOf([
      { heading: '"A"', sentences: ['The style is even.', 'Part of it was inserted.'] },
      {
        heading: '"B"',
        sentences: ['The style is even.', 'All of it was inserted.', 'It has 90 characters.'],
      },
      { heading: '"C"', sentences: ['The style is even.'] },
    ]),
  ).toEqual([
    'Several answers\nThe style is even.',
    '"A"\nPart of it was inserted.',
    '"B"\nAll of it was inserted. It has 90 characters.',
  ])
})

it('has no block for an answer without observations', () => {
  expect(blocksOf([{ heading: '"A"', sentences: [] }])).toEqual([])
})
