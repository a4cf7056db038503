import { describe, expect, it } from 'vitest'
import { openColumnProfiler } from './profile.ts'

const kindOf = (cells: readonly string[]) => {
  const profiler = openColumnProfiler()
  for (const cell of cells) profiler.add(cell)
  return profiler.profile().kind
}
const times = (count: number, cell: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => cell(at))

describe('a column', () => {
  it.each([
    ['different sentences', 'open', times(40, (at) => `I went there ${at} times last year`)],
    [
      'mostly short answers and some sentences',
      'open',
      times(40, (at) => (at % 4 ? 'no' : `I ate ${at} of the big ones`)),
    ],
    ['Chinese sentences', 'open', times(12, (at) => `因为我喜欢这个地方${at}`)],
    ['lists of words', 'open', times(40, (at) => `cheap, tasty, kind of ${at % 30}, number ${at}, close`)],
    [
      'few sentences',
      'choices',
      times(40, (at) => (at % 2 ? 'I agree with this statement' : 'I do not agree with it')),
    ],
    [
      'several choices per cell',
      'choices',
      times(60, (at) =>
        ['At home with others', 'On the way there', 'In a shop near me', 'With my own family']
          .filter((_, choice) => (at >> choice) & 1)
          .join(','),
      ),
    ],
    ['few words', 'choices', times(40, (at) => (at % 2 ? 'yes' : 'no'))],
    ['names', 'short', times(40, (at) => `Person ${at}`)],
    ['numbers', 'numbers', times(12, (at) => `-${at}.5`)],
    ['grouped numbers', 'numbers', times(12, (at) => `${at} 000 000 000 000`)],
    ['times', 'dates', times(12, (at) => `2026-01-${at + 10} 10:11:12`)],
    ['dates in words', 'short', times(12, (at) => `Mar ${at + 1}, 2026 10:11:12 AM`)],
    [
      'browsers',
      'data',
      times(12, (at) => `Mozilla/5.0 (Windows NT 10.0; x64) AppleWebKit/${at} like Gecko`),
    ],
    ['addresses', 'data', times(12, (at) => `https://shop.example/?a=${at}`)],
    ['nothing', 'empty', ['', ' ', '']],
  ])('of %s is %s', (_, kind, cells) => {
    expect(kindOf(cells)).toBe(kind)
  })
})
