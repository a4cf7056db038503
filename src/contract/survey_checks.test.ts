import { describe, expect, it } from 'vitest'
import {
  SURVEY_CHECK_ENTRIES,
  SURVEY_CHECKS,
  SURVEY_CHECKS_V012,
  SURVEY_CHECKS_V021,
} from './survey_checks.ts'

describe('the survey checks', () => {
  it('have a name each, and belong to a version', () => {
    expect(new Set(SURVEY_CHECKS).size).toBe(SURVEY_CHECKS.length)
    expect(new Set(SURVEY_CHECK_ENTRIES.map(({ label }) => label)).size).toBe(SURVEY_CHECKS.length)
    expect(new Set([...SURVEY_CHECKS_V021, ...SURVEY_CHECKS_V012])).toEqual(new Set(SURVEY_CHECKS))
  })

  it.each(SURVEY_CHECK_ENTRIES)('count for the verdict, and are worded: $name', (entry) => {
    expect(entry.weight).toBeGreaterThan(0)
    expect(entry.weight).toBeLessThanOrEqual(1)
    for (const sentence of [entry.meaning, entry.observed]) expect(sentence).toMatch(/^[A-Z].*[^.]\.$/)
    expect(entry.label).toMatch(/^[A-Z][^:.]*$/)
    expect(entry.phrase).toMatch(/^[a-z].*[^.]$/)
  })
})
