import { describe, expect, it } from 'vitest'
import { csvHeader } from './csv_header.ts'

describe('header of a CSV file', () => {
  it.each([
    ['id,q1,q2\n1,a,b', ['id', 'q1', 'q2']],
    ['\ufeffid;"What, exactly?";"He said ""hi"""\r\n', ['id', 'What, exactly?', 'He said "hi"']],
    ['id\t"two\nlines"\tlast', ['id', 'two\nlines', 'last']],
    ['only', ['only']],
  ])('%j', (text, names) => expect(csvHeader(text)).toEqual(names))
})
