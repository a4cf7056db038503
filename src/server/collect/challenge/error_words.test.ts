import { describe, expect, it } from 'vitest'
import { WRONG_OPERATIONS } from '../../../contract/batch/challenge.ts'
import { enginesSaying } from './error_words.ts'

const TASKS = { word: 'z17', count: 7, errors: [0, 1, 2], widths: [1, 2] }

/** As Chromium 156, Firefox 153 and WebKitGTK word them. JavaScriptCore quotes the source of the script. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  chromium: [
    "Cannot read properties of null (reading 'z17')",
    "Cannot use 'in' operator to search for 'z17' in z17",
    'Cannot convert z17 to a BigInt',
    'The number 7.5 cannot be converted to a BigInt because it is not an integer',
    'toString() radix argument must be between 2 and 36',
    'Invalid typed array length: -7',
  ],
  gecko: [
    'can\'t access property "z17" of null',
    'cannot use \'in\' operator to search for "z17" in "z17"',
    'invalid BigInt syntax',
    "7.5 can't be converted to BigInt because it isn't an integer",
    'radix must be an integer at least 2 and no greater than 36',
    'invalid array length',
  ],
  webkit: [
    "null is not an object (evaluating 'null[e]')",
    "e is not an Object. (evaluating 'e in e')",
    'Failed to parse String to BigInt',
    'Not an integer',
    'toString() radix argument must be between 2 and 36',
    'length cannot be negative',
  ],
}

describe('enginesSaying', () => {
  it.each(Object.entries(TEXTS))('recognizes the words of %s', (engine, texts) => {
    expect(texts).toHaveLength(WRONG_OPERATIONS)
    for (const [index, text] of texts.entries()) expect(enginesSaying(text, index, TASKS)).toContain(engine)
  })

  it('tells Firefox from the others by every text', () => {
    for (const [index, text] of (TEXTS.gecko ?? []).entries()) {
      expect(enginesSaying(text, index, TASKS)).toEqual(['gecko'])
    }
  })

  it('knows no engine for other words or another seed', () => {
    expect(enginesSaying("Cannot read properties of null (reading 'z18')", 0, TASKS)).toEqual([])
    expect(enginesSaying('', 0, TASKS)).toEqual([])
    expect(enginesSaying('Not an integer', 99, TASKS)).toEqual([])
  })
})
