import { describe, expect, it } from 'vitest'
import {
  addSample,
  answersIn,
  isOwnWord,
  peersIn,
  type QuestionStats,
  readStats,
  removeSample,
  sampleOf,
  writeStats,
} from './question_stats.ts'

const teach = (answers: readonly string[]) =>
  answers.reduce<QuestionStats | null>((state, answer) => addSample(state, sampleOf(answer, [1, 0.5])), null)

describe('question statistics', () => {
  it("accept a word as the survey's own from the third different answer on", () => {
    const answers = ['dplyr is handy', 'mostly dplyr', 'tables with dplyr']
    expect(isOwnWord('dplyr', teach(answers.slice(0, 2)))).toBe(false)
    expect(isOwnWord('dplyr', teach(answers))).toBe(true)
    expect(isOwnWord('constructor', teach(answers))).toBe(false)
  })

  it('count a flood of copies as one answer, and its words three times', () => {
    const state = teach(Array.from({ length: 50 }, () => 'Buy GOLD now!'))
    expect(answersIn(state)).toBe(1)
    expect(state?.words.get('gold')).toBe(3)
    expect(state?.peers.size).toBe(1)
  })

  it('accept a word that three participants gave as their whole answer', () => {
    expect(isOwnWord('xqtplr', teach(['xqtplr', 'Xqtplr']))).toBe(false)
    expect(isOwnWord('xqtplr', teach(['xqtplr', 'Xqtplr', 'xqtplr.']))).toBe(true)
  })

  it('remove each of several copies', () => {
    const sample = sampleOf('green parks', [1, 0.5])
    const others = teach(['quiet streets'])
    let state: QuestionStats | null = structuredClone(others)
    for (let copies = 0; copies < 5; copies++) state = addSample(state, sample)
    for (let copies = 0; copies < 5; copies++) state = removeSample(state, sample)
    expect(state).toEqual(others)
  })

  it('remove an answer without a trace', () => {
    const before = teach(['the park is close', 'quiet streets'])
    const sample = sampleOf('friendly neighbors', [0.25, 1], { style: 1.2, wording: 'AAAB' })
    expect(removeSample(addSample(structuredClone(before), sample), sample)).toEqual(before)
  })

  it('keep one of two copies when the other is removed', () => {
    const sample = sampleOf('the park is close', null)
    const state = addSample(addSample(null, sample), sample)
    expect(answersIn(removeSample(state, sample))).toBe(1)
    expect(removeSample(state, sampleOf('never said', null))).toBe(state)
  })

  it('keep a bounded sample of vectors, whatever the order of arrival', () => {
    const answers = Array.from({ length: 60 }, (_, at) => `answer number ${at}`)
    const state = teach(answers)
    expect(peersIn(state)).toHaveLength(32)
    expect([...(teach(answers.toReversed())?.peers.keys() ?? [])].toSorted()).toEqual(
      [...(state?.peers.keys() ?? [])].toSorted(),
    )
    const [first] = peersIn(state)
    expect(first?.vector[1]).toBeCloseTo(0.5, 2)
    expect(first?.words).toBe(3)
  })

  it('have no sample if they were stored before there was one', () => {
    expect(readStats('{"answers":{},"words":{},"styles":{},"meaning":[],"meanings":9}')?.peers).toEqual(
      new Map(),
    )
  })

  it('stay small', () => {
    const state = Array.from({ length: 520 }, (_, at) =>
      sampleOf(`word${at} other${at} third${at} fourth${at} fifth${at}`, [1, 0.5], {
        style: at / 100,
        wording: 'AAAA'.repeat(40),
      }),
    ).reduce<QuestionStats | null>(addSample, null)
    expect(answersIn(state)).toBe(500)
    expect(writeStats(state as QuestionStats).length).toBeLessThan(100_000)
  })

  it('are read back as written; other values give null', () => {
    const state = teach(['the park is close'])
    expect(readStats(writeStats(state as QuestionStats))).toEqual(state)
    expect(readStats(null)).toBeNull()
    expect(readStats('{"answers":{}}')).toBeNull()
    expect(readStats('7')).toBeNull()
  })

  it('hold no readable answer', () => {
    const written = writeStats(teach(['my secret is that I hate parks']) as QuestionStats)
    expect(written).not.toContain('secret is that')
  })
})
