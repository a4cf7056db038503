import { expect, it } from 'vitest'
import type { ExplainedCheck } from '../../contract/survey.ts'
import { otherReasons } from './other_reasons.ts'

const pasted: ExplainedCheck = {
  check: 'Response pasted',
  result: 'Detected',
  strength: 1,
  evidence: '90 characters came in 1 bulk insertion.',
  spans: null,
}

it('leaves out failed checks, which stand with their answers', () => {
  expect(
    otherReasons({
      reasons: [`q1: Response pasted. ${pasted.evidence}`, 'Most answers say almost nothing.'],
      answers: [{ question_id: 'q1', results: [pasted] }],
    }),
  ).toEqual(['Most answers say almost nothing.'])
})

it('names a reason once, without the questions', () => {
  const hint = 'A later participant gave a similar answer.'
  expect(
    otherReasons({
      reasons: [`q1: ${hint}`, `q2: ${hint}`],
      answers: [
        { question_id: 'q1', results: [{ ...pasted, result: 'Not detected' }] },
        { question_id: 'q2', results: [] },
      ],
    }),
  ).toEqual([hint])
})
