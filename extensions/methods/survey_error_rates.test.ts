import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ERROR_RATES_FILE, errorRatesText } from '../../research/evaluate/survey/error_rates.ts'

it('ships the error rates of the benchmark pages', () => {
  // After `npm run evaluate`, run: node tools/survey_error_rates.ts
  expect(readFileSync(ERROR_RATES_FILE, 'utf8')).toBe(errorRatesText())
})
