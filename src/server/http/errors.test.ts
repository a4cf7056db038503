import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ApiError, ERRORS, invalid, problemOf } from './errors.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/reference/errors.md'), 'utf8')

describe('docs/reference/errors.md', () => {
  it('names no code that does not exist', () => {
    const named = [...PAGE.matchAll(/\b[45]\d\d `(\w+)`/g)].map((match) => match[1] as string)
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((code) => !(code in ERRORS))).toEqual([])
  })
})

describe('problemOf', () => {
  it('builds a problem document with the request ID', () => {
    expect(problemOf(invalid('/rows/3', 'is wrong'), 'req_1', '/i/v1/batch')).toEqual({
      type: 'urn:byhand:error:invalid_request',
      title: 'Invalid request',
      status: 400,
      detail: ERRORS.invalid_request.detail,
      code: 'invalid_request',
      request_id: 'req_1',
      errors: [{ pointer: '/rows/3', detail: 'is wrong' }],
    })
  })

  it('adds `error` and `problem` for survey callers', () => {
    const problem = problemOf(new ApiError('rate_limited'), 'req_1', '/survey-check/v021')
    expect(problem).toMatchObject({ error: true, problem: ERRORS.rate_limited.detail })
    expect(problemOf(new ApiError('rate_limited'), 'req_1', '/v1/sessions/x/report')).not.toHaveProperty(
      'error',
    )
  })

  it('truncates a pointer that contains a long key of the caller', () => {
    const problem = problemOf(invalid(`/${'x'.repeat(5000)}`, 'is wrong'), 'req_1', '/')
    expect(problem.errors?.[0]?.pointer).toHaveLength(200)
  })
})
