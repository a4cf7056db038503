/** The words of each engine for the operations of `browser/challenge/wrong_operations.ts`, in the same order. */
import type { Tasks } from '../../../contract/batch/challenge.ts'
import type { EngineName } from './released_versions.ts'

type Words = Readonly<Record<EngineName, (tasks: Tasks) => string | RegExp>>

/** JavaScriptCore may add the source text in parentheses, and quotes it in one message. */
const WORDS: readonly Words[] = [
  {
    chromium: ({ word }) => `Cannot read properties of null (reading '${word}')`,
    gecko: ({ word }) => `can't access property "${word}" of null`,
    webkit: () => 'null is not an object',
  },
  {
    chromium: ({ word }) => `Cannot use 'in' operator to search for '${word}' in ${word}`,
    gecko: ({ word }) => `cannot use 'in' operator to search for "${word}" in "${word}"`,
    webkit: () => /^\S{1,80} is not an Object\.(?: \(|$)/,
  },
  {
    chromium: ({ word }) => `Cannot convert ${word} to a BigInt`,
    gecko: () => 'invalid BigInt syntax',
    webkit: () => 'Failed to parse String to BigInt',
  },
  {
    chromium: ({ count }) =>
      `The number ${count + 0.5} cannot be converted to a BigInt because it is not an integer`,
    gecko: ({ count }) => `${count + 0.5} can't be converted to BigInt because it isn't an integer`,
    webkit: () => 'Not an integer',
  },
  {
    chromium: () => 'toString() radix argument must be between 2 and 36',
    gecko: () => 'radix must be an integer at least 2 and no greater than 36',
    webkit: () => 'toString() radix argument must be between 2 and 36',
  },
  {
    chromium: ({ count }) => `Invalid typed array length: -${count}`,
    gecko: () => 'invalid array length',
    webkit: () => 'length cannot be negative',
  },
]

const ENGINES: readonly EngineName[] = ['chromium', 'gecko', 'webkit']

/** The engines that word this error so. Empty: no known engine does, a future version perhaps. */
export function enginesSaying(text: string, index: number, tasks: Tasks): EngineName[] {
  return ENGINES.filter((engine) => {
    const words = WORDS[index]?.[engine](tasks)
    if (words instanceof RegExp) return words.test(text)
    return words !== undefined && (text === words || text.startsWith(`${words} (`))
  })
}
