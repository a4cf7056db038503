import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { BulkFault } from '../../server/files/bulk_fault.ts'
import { faultMessage, tableOptions, withTableOptions } from './table_options.ts'

const parse = (...words: string[]) => {
  const command = withTableOptions(new Command().exitOverride().configureOutput({ writeErr: () => {} }))
  return tableOptions(command.parse(['a.csv', ...words], { from: 'user' }).opts())
}

describe('options of a survey file', () => {
  it('become options of the table', () => {
    expect(parse()).toEqual({})
    expect(
      parse('--question', 'a=Why = how?', '--question', 'b', '--header-rows', '2', '--participant', 'id'),
    ).toEqual({
      questions: [{ column: 'a', text: 'Why = how?' }, { column: 'b' }],
      headerRows: 2,
      participantColumn: 'id',
    })
  })

  it('include types of questions and disabled checks', () => {
    expect(
      parse('--question-type', 'a=b=brand', '--question-type', 'c=number', '--disable-check', 'Low-effort'),
    ).toEqual({
      questionTypes: [
        { column: 'a=b', type: 'brand' },
        { column: 'c', type: 'number' },
      ],
      disabledChecks: ['Low-effort'],
    })
  })

  it.each([
    ['--question-type', 'a=color', 'where type is one of: open, name, brand, number, list'],
    ['--question-type', 'brand', 'must have the form column=type'],
    ['--question-type', '=brand', 'must have the form column=type'],
    ['--disable-check', 'Nonsense', 'The names are: Automated test: Gibberish'],
  ])('reject %s %s', (option, value, message) => {
    expect(() => parse(option, value)).toThrow(message)
  })

  it.each(['0', '4', '1.5', 'x'])('reject %s header rows', (rows) => {
    expect(() => parse('--header-rows', rows)).toThrow('from 1 to 3')
  })
})

describe('the message of a fault', () => {
  it.each([
    ['questions', '--question'],
    ['encoding', '--encoding'],
    ['bytes', '--encoding'],
  ] as const)('about %s names the option %s only on the command line', (advice, option) => {
    const fault = new BulkFault('It cannot be read.', advice)
    expect(faultMessage(fault)).toContain(option)
    expect(fault.message).toMatch(/^It cannot be read\. [A-Z].*\.$/)
    expect(fault.message).not.toContain('--')
  })

  it('without advice is the same everywhere', () => {
    const fault = new BulkFault('It is empty.')
    expect([fault.message, faultMessage(fault)]).toEqual(['It is empty.', 'It is empty.'])
  })
})
