import { expect, it } from 'vitest'
import type { MethodsCheck, SurveyMethods } from './contract.ts'
import { exclusionTable } from './exclusion_table.ts'
import { methodsParagraph, type Reviews } from './methods_paragraph.ts'

const check = (name: string, more: Partial<MethodsCheck> = {}): MethodsCheck => ({
  check: name,
  applied: 0,
  flagged: 0,
  keep: 0,
  review: 0,
  remove: 0,
  error_rate: null,
  ...more,
})

const METHODS: Omit<SurveyMethods, 'text'> = {
  survey_id: 's',
  program_version: '1.2.3',
  models: ['byhand-v021'],
  analysis_versions: ['4'],
  first_at: Date.UTC(2025, 2, 25),
  last_at: Date.UTC(2025, 2, 26),
  participants: 412,
  questions: 2,
  low_effort_thresholds: [0],
  typed: 380,
  incomplete: 1,
  flagged: 37,
  verdicts: { keep: 376, review: 21, remove: 15 },
  removed_by_reviewer: 3,
  restored_by_reviewer: 1,
  checks: [
    check('Automated test: Gibberish', {
      applied: 410,
      flagged: 12,
      keep: 1,
      remove: 11,
      error_rate: { false_positives: 5, of: 3632, unit: 'answers', low: 0.000588, high: 0.003219 },
    }),
    check('Automated test: GPT', {
      applied: 400,
      error_rate: {
        false_positives: 6,
        of: 700,
        unit: 'participants of the worst survey',
        low: 0.0039,
        high: 0.0186,
      },
    }),
    check('Low-effort', { applied: 410 }),
    check('Response pasted', {
      applied: 380,
      flagged: 4,
      remove: 4,
      error_rate: { false_positives: 0, of: 2915, unit: 'typists of the worst set', low: 0, high: 0.001316 },
    }),
    check('Self-duplicate response', { applied: 400 }),
    check('Automated test: Profane'),
  ],
}

const REVIEWS: Reviews = {
  confirmed: 15,
  cleared: 2,
  unfailed: 0,
  reasons: { failed: 18, effort: 2, copied: 1, error: 0, reviewer: 0 },
  efforts: [1],
}

it('says what was checked, what was found and how often the checks err', () => {
  const text = methodsParagraph(METHODS, REVIEWS)
  for (const part of [
    'The answers of 412 participants to 2 open-ended questions were analyzed with Byhand 1.2.3 (byhand-v021; analysis version 4) between March 25, 2025 and March 26, 2025.',
    'Byhand applied checks for gibberish, text written by language models, pasted answers, and similar answers to several questions.',
    'Typing was recorded for 380 of 412 participants (92.2%).',
    'For lack of evidence or by choice, Byhand did not apply checks for profanity.',
    'For 1 of 412 participants (0.24%), a check could not run.',
    '37 of 412 participants (9.0%) failed at least one check.',
    'We removed 15 of 412 participants (3.6%): 11 for gibberish and 4 for pasted answers.',
    'Of these, 3 were removed by a reviewer against the computed verdict.',
    'A reviewer retained 1 participant marked for removal.',
    'Participants with a severity of at least 0.8 were marked for removal, and those with any other failed check for review.',
    'Participants were also marked for review if most of their answers say almost nothing (an effort rating of at most 1 out of 10) or if a later participant gave a similar answer.',
    'A reviewer kept 2 participants marked for review.',
    '21 of 412 participants (5.1%) remained marked for review and were not removed: 18 for a failed check, 2 for answers that say almost nothing, and 1 for a similar answer of a later participant.',
    'The sample after removal has 397 participants.',
    'The share of answers flagged by mistake was 0.14% for gibberish (5 of 3,632, 95% CI 0.06% to 0.32%).',
    'The share of participants of the worst survey flagged by mistake was 0.86% for text written by language models (6 of 700, 95% CI 0.39% to 1.9%).',
    'The share of typists of the worst set flagged by mistake was 0% for pasted answers (0 of 2,915, 95% CI 0% to 0.13%).',
    'No false-positive rate has been published for similar answers to several questions.',
  ])
    expect(text).toContain(part)
})

it('calls nobody removed until a person confirms it', () => {
  const none = methodsParagraph({ ...METHODS, removed_by_reviewer: 0 }, { ...REVIEWS, confirmed: 0 })
  expect(none).toContain('15 of 412 participants (3.6%) were marked for removal: 11 for gibberish')
  expect(none).toContain('No person has confirmed a removal yet.')
  expect(none).toContain('Without the participants marked for removal, the sample has 397 participants.')
  expect(none).not.toContain('We removed')
  expect(methodsParagraph(METHODS, { ...REVIEWS, confirmed: 4 })).toContain(
    'A reviewer has confirmed 4 of these removals.',
  )
})

it('accounts for every removed participant', () => {
  const verdicts = { keep: 374, review: 21, remove: 17 }
  expect(methodsParagraph({ ...METHODS, verdicts }, { ...REVIEWS, unfailed: 2 })).toContain(
    '11 for gibberish, 4 for pasted answers, and 2 without a failed check.',
  )
  const fewer = { ...METHODS, verdicts: { ...verdicts, remove: 13 } }
  expect(methodsParagraph(fewer, REVIEWS)).toContain('4 for pasted answers; some failed several checks.')
})

it('leaves out the effort rule where it is off', () => {
  expect(methodsParagraph(METHODS, { ...REVIEWS, efforts: [0] })).toContain(
    'Participants were also marked for review if a later participant gave a similar answer.',
  )
})

it('names the low-effort threshold only where one was in use', () => {
  expect(methodsParagraph(METHODS, REVIEWS)).not.toContain('low effort')
  expect(methodsParagraph({ ...METHODS, low_effort_thresholds: [0, 3] }, REVIEWS)).toContain(
    'low effort (a rating of at most 3 out of 10)',
  )
})

it('describes a survey in which nothing was found', () => {
  const nothing = {
    ...METHODS,
    typed: 0,
    flagged: 0,
    participants: 1,
    questions: 1,
    verdicts: { keep: 1, review: 0, remove: 0 },
    removed_by_reviewer: 0,
    restored_by_reviewer: 0,
    checks: [],
  }
  const text = methodsParagraph(nothing, { ...REVIEWS, confirmed: 0, cleared: 0 })
  expect(text).toContain('The answers of 1 participant to 1 open-ended question were analyzed')
  expect(text).toContain('No check had enough evidence to apply.')
  expect(text).toContain(
    'No participant failed a check. The verdict was keep for 1, review for 0 and remove for 0. No participant was removed.',
  )
  expect(text).not.toMatch(/NaN|Infinity|undefined|False-positive/)
})

it('writes the exclusion table', () => {
  const lines = exclusionTable({ ...METHODS, text: '' }).split('\r\n')
  expect(lines[1]).toBe('Automated test: Gibberish,410,12,1,0,11,5,3632,answers,0.000588,0.003219')
  expect(lines.at(-3)).toBe('Decision of a reviewer,,,,,3,,,,,')
  expect(lines.at(-2)).toBe('All participants,412,37,376,21,15,,,,,')
})
