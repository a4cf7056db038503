import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Delimiter,
  detectDelimiter,
  guardCell,
  openCsvParser,
  writeGuardedRecord,
  writeRecord,
} from './csv.ts'

function parse(text: string, delimiter: Delimiter = ',', pieces: readonly number[] = []): string[][] {
  const parser = openCsvParser(delimiter)
  const records: string[][] = []
  let at = 0
  for (const size of [...pieces, text.length]) {
    records.push(...parser.push(text.slice(at, at + size)))
    at += size
  }
  return [...records, ...parser.end()]
}

describe('CSV', () => {
  it.each([
    [
      'plain cells',
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'no line break at the end',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'CRLF',
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['CR alone', 'a\rb', [['a'], ['b']]],
    ['mixed line endings', 'a\r\nb\nc\rd', [['a'], ['b'], ['c'], ['d']]],
    ['rows of different lengths', 'a,b\nc\nd,e,f\n', [['a', 'b'], ['c'], ['d', 'e', 'f']]],
    ['a byte order mark', '\uFEFFa,b', [['a', 'b']]],
    ['quotes', '"a,1","b ""x"""', [['a,1', 'b "x"']]],
    ['line breaks inside quotes', '"a\r\nb",c', [['a\r\nb', 'c']]],
    [
      'empty cells',
      ',,\n"",x',
      [
        ['', '', ''],
        ['', 'x'],
      ],
    ],
    ['blank lines', 'a\n\n\nb\n', [['a'], ['b']]],
    ['a quote inside a plain cell', 'a"b,c', [['a"b', 'c']]],
    ['a quoted cell that is empty, alone', '""', [['']]],
    ['nothing', '', []],
  ])('parses %s', (_, text, records) => {
    expect(parse(text)).toEqual(records)
  })

  it.each([
    ['a,b;c\n', ','],
    ['a;b;c,d\n', ';'],
    ['"a,b,c";d\n', ';'],
    ['a\tb\n', '\t'],
    ['alone\n', ','],
    ['id;Why, or why not, and how, if so?;x\n1;a, b;c\n2;d;e\n', ';'],
    ['id,"a;b;c;d"\n1,x;y\n', ','],
  ])('finds the delimiter of %j', (text, delimiter) => {
    expect(detectDelimiter(text)).toBe(delimiter)
  })

  it.each([
    ['quotes that never close', 'a,b\n\nc,"d\ne', 'Row 3 (line 3)'],
    ['text after a closing quote', '"a\na"\n"a"b,c', 'Row 2 (line 3)'],
  ])('rejects %s with the numbers of row and line', (_, text, place) => {
    expect(() => parse(text)).toThrow(place)
  })

  it('returns blank lines where rows are numbered', () => {
    const parser = openCsvParser(',', { keepBlank: true })
    expect([...parser.push('a\n\nb'), ...parser.end()]).toEqual([['a'], [], ['b']])
  })

  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom('"', ',', ';', '\t', '\r', '\n', 'a', ' ', '=')).map((parts) => parts.join('')),
  )
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 8 })

  it('parses its own output, however the text is split', () => {
    fc.assert(
      fc.property(
        table,
        fc.constantFrom<Delimiter>(',', ';', '\t'),
        fc.array(fc.nat(7)),
        (rows, delimiter, pieces) => {
          const text = rows.map((row) => writeRecord(row, delimiter)).join('')
          fc.pre(!text.startsWith('\uFEFF'))
          expect(parse(text, delimiter, pieces)).toEqual(rows)
        },
      ),
    )
  })

  it('guards a cell that a spreadsheet would run as a formula', () => {
    for (const cell of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', '＋1', '－1', '＠SUM(A1)']) {
      expect(parse(writeGuardedRecord([cell, 'x'], ','))[0]?.[0]).toBe(`'${cell}`)
    }
    for (const cell of ['a=1', 'a＝1', '１', '～1']) expect(guardCell(cell)).toBe(cell)
  })
})
