import { describe, expect, it } from 'vitest'
import { answered } from '../../../test/samples/answered.ts'
import { byHand, TEXT } from '../../../test/samples/histories.ts'
import { SURVEY_CHECKS_V012, SURVEY_CHECKS_V021 } from '../../contract/survey_checks.ts'
import { addSample, type QuestionStats } from '../../features/text/question_stats.ts'
import { analyzeAnswers, sampleFrom } from './analyze.ts'
import { runSurveyCheck, type SurveyCheck } from './survey_check.ts'

const fails = (check: string, error: unknown): never => {
  throw new Error(`${check} failed`, { cause: error })
}
const answer = (text: string, overrides: object = {}) => ({
  questionId: 'q1',
  question: 'What do you like about where you live?',
  answer: text,
  history: null,
  inputMethods: null,
  stats: null as QuestionStats | null,
  ...overrides,
})

/** These run when the result is built. */
const ELSEWHERE = ['Cross-duplicate response', 'All responses empty']

describe('analyzeAnswers', () => {
  it.each([
    ['v021', SURVEY_CHECKS_V021],
    ['v012', SURVEY_CHECKS_V012],
  ] as const)('runs every check of %s once', (version, names) => {
    const [found] = analyzeAnswers({ version, answers: [answer(TEXT)], lowEffortThreshold: 0 }, fails)
    expect(
      [...(found?.results.keys() ?? []), ...ELSEWHERE.filter((name) => names.includes(name as never))].sort(),
    ).toEqual([...names].sort())
  })

  it.each([
    ['name', 'Which university did you attend?', 'University of California, Los Angeles'],
    ['list', 'Which brands do you know?', 'Nike, Adidas, Puma and New Balance'],
    ['open', 'What is your occupation?', 'Customer service representative'],
  ])('expects the same %s from several people', (type, question, text) => {
    const surpriseOf = (overrides: object) => {
      const given = answer(text, { question, ...overrides })
      const [found] = analyzeAnswers({ version: 'v021', answers: [given], lowEffortThreshold: 0 }, fails)
      return found?.surprise.words.size
    }
    expect(surpriseOf({ type })).toBe(0)
    expect(surpriseOf({ question: 'What do you like about where you live?' })).toBeGreaterThan(0)
  })

  it('detects nothing in a real answer that a person typed', () => {
    for (const version of ['v021', 'v012'] as const) {
      const given = answer(TEXT, { history: byHand(TEXT) })
      const [found] = analyzeAnswers({ version, answers: [given], lowEffortThreshold: 0 }, fails)
      expect([...(found?.results ?? [])].filter(([, { result }]) => result === 'Detected')).toEqual([])
    }
  })

  it('returns the same result twice', () => {
    const answers = [answer(TEXT, { history: byHand(TEXT) }), answer('nothing much', { questionId: 'q2' })]
    const twice = [1, 2].map(() => analyzeAnswers({ version: 'v021', answers, lowEffortThreshold: 3 }, fails))
    expect(twice[0]).toEqual(twice[1])
  })

  const failedIn = (
    version: 'v021' | 'v012',
    text: string,
    options: object = {},
    disabled: string[] = [],
  ) => {
    const [found] = analyzeAnswers(
      { version, answers: [answer(text, options)], lowEffortThreshold: 10, disabledChecks: disabled },
      fails,
    )
    return [...(found?.results ?? [])].flatMap(([name, { result }]) => (result === 'Detected' ? [name] : []))
  }

  it('does not run disabled checks', () => {
    expect(failedIn('v021', 'asdfjkl fdsa')).toEqual(['Automated test: Gibberish', 'Low-effort'])
    expect(failedIn('v021', 'asdfjkl fdsa', {}, ['Low-effort'])).toEqual(['Automated test: Gibberish'])
    expect(failedIn('v012', 'asdfjkl fdsa', {}, ['Automated test: Junk'])).toEqual([])
  })

  it.each(['name', 'brand'])('accepts any short answer to a question for a %s', (type) => {
    expect(failedIn('v021', 'Xkqzv Wrtpl', { type })).toEqual([])
    expect(failedIn('v012', 'Xkqzv Wrtpl', { type })).toEqual([])
    const text = 'asdkjh qwelkj zxmcn asdlkj qweoiu zxcmn fghrty bnmvcx'
    expect(failedIn('v021', text, { type })).toContain('Automated test: Gibberish')
  })

  it('runs no check of the text on a number', () => {
    expect(failedIn('v021', 'asdfjkl fdsa', { type: 'number' })).toEqual([])
    expect(failedIn('v012', 'asdfjkl fdsa', { type: 'number' })).toEqual([])
    expect(failedIn('v021', '1200', { type: 'number', history: [{ s: '1200', t: 0 }] })).toEqual([])
  })

  it('ignores the order of words in a list', () => {
    const text = 'park the never bakery on full corner the is and knows my name the'
    expect(failedIn('v021', text)).toContain('Automated test: Gibberish')
    expect(failedIn('v021', text, { type: 'list' })).not.toContain('Automated test: Gibberish')
  })

  it('detects nothing in an empty answer', () => {
    for (const version of ['v021', 'v012'] as const) {
      const [found] = analyzeAnswers({ version, answers: [answer(' \u200b')], lowEffortThreshold: 10 }, fails)
      expect(found).toMatchObject({ empty: true, effort: 1, sample: null })
      expect([...(found?.results.values() ?? [])].every(({ result }) => result === 'Unknown')).toBe(true)
    }
  })

  it('returns Unknown for a check that throws, and reports the error', () => {
    const reported: string[] = []
    const failing: SurveyCheck = {
      name: 'Automated test: Profane',
      run: () => {
        throw new Error('no')
      },
    }
    const result = runSurveyCheck(failing, answered(TEXT), (check) => reported.push(check))
    expect([result.result, reported]).toEqual(['Unknown', ['Automated test: Profane']])
  })

  it('gives evidence without the text of the answer', () => {
    const secret = 'xylophonequartz'
    const text = `asdf lkjasd ${secret} fkljasd flkj ${secret} fuck`
    for (const version of ['v021', 'v012'] as const) {
      const history = [{ s: text, t: 0 }]
      const [found] = analyzeAnswers(
        { version, answers: [answer(text, { history })], lowEffortThreshold: 10 },
        fails,
      )
      for (const { evidence } of found?.results.values() ?? []) expect(evidence).not.toContain(secret)
    }
  })

  it('returns the same sample each time', () => {
    const sample = sampleFrom(TEXT, 'What do you like?')
    expect(sample).toEqual(sampleFrom(TEXT, 'What do you like?'))
    expect(sample === null ? null : addSample(null, sample).words.get('market')).toBe(1)
    expect(sampleFrom('\u200b', 'What do you like?')).toBeNull()
  })
})
