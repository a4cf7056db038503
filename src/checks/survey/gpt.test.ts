import { describe, expect, it } from 'vitest'
import { answered } from '../../../test/samples/answered.ts'
import { addSample, type QuestionStats } from '../../features/text/question_stats.ts'
import type { Entry } from '../../features/typing_history/entry.ts'
import { sampleFrom } from './analyze.ts'
import { featuresOfAnswers } from './answer.ts'
import { gpt } from './gpt.ts'
import type { AnswerFeatures, ModelTraces } from './survey_check.ts'

/** Typical answers of a language model. */
const MODEL = [
  [
    'What do you like about where you live?',
    'What I like most about where I live is the strong sense of community. Neighbors look out for one another, local businesses are welcoming, and there is always something happening nearby. It strikes a nice balance between convenience and calm.',
  ],
  [
    'What would you change about your town?',
    'If I could change one thing, it would be public transportation. More frequent and reliable buses would make it easier for people to get around without a car, reduce traffic, and help the environment at the same time.',
  ],
  [
    'How do you spend your weekends?',
    'My weekends usually involve a mix of relaxation and activity. I enjoy catching up with friends, exploring local cafes, and spending time outdoors whenever the weather allows it. It helps me recharge for the week ahead.',
  ],
] as const

const PERSON = [
  [
    'What do you like about where you live?',
    'Lived here 30 yrs. Close to my work & the kids school, that is about it',
  ],
  ['What would you change about your town?', 'Parking. Council has been promising a new lot since 2009'],
  ['How do you spend your weekends?', 'Mostly work, sometimes football with the guys from my old job'],
] as const

/** Edits that must not change a result. */
const EDITS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => text.replace(/[.,;:!?]+/g, ''),
  (text) => text.toLowerCase().replace(/[.]$/, ''),
  (text) => text.replaceAll("'", '\u2019'),
  (text) => `${text} lol`,
  (text) => `${text} \u{1f602}`,
  (text) => text.replaceAll(' ', '  '),
  (text) => text.replaceAll('a', 'а').replaceAll('e', 'е').replaceAll('o', 'о').replaceAll('c', 'с'),
  (text) => text.replaceAll('a', '4').replaceAll('e', '3').replaceAll('o', '0'),
  (text) => `Me gusta mucho vivir en este barrio. ${text}`,
]

const read = (answers: readonly (readonly [string, string])[], stats: QuestionStats | null = null) =>
  featuresOfAnswers(
    answers.map(([question, answer], at) => ({
      questionId: `q${at}`,
      question,
      answer,
      history: null,
      inputMethods: null,
      stats,
    })),
    0,
  )

const BASE: ModelTraces = { answers: 1, words: 30, style: 0, usualStyle: 0 }

/** An answer with given traces, to test the limits. */
const traced = (
  own: Partial<ModelTraces>,
  all: Partial<ModelTraces> = own,
  more: Partial<AnswerFeatures> = {},
) =>
  gpt.run({
    ...answered('I like that it is quiet and that the shops are close to my house.'),
    modelTraces: () => ({ ...BASE, ...own }),
    participantTraces: () => ({ ...BASE, ...all }),
    ...more,
  })

describe('Automated test: GPT', () => {
  it("detects a model's three answers together, however they are typed", () => {
    for (const edit of EDITS) {
      const answers = MODEL.map(([question, answer]) => [question, edit(answer)] as const)
      expect(read(answers).map((answer) => gpt.run(answer).result)).toEqual([
        'Detected',
        'Detected',
        'Detected',
      ])
    }
  })

  it("does not detect three answers that look like a person's, however they are typed", () => {
    for (const edit of EDITS) {
      const answers = PERSON.map(([question, answer]) => [question, edit(answer)] as const)
      expect(read(answers).map((answer) => gpt.run(answer).result)).toEqual([
        'Not detected',
        'Not detected',
        'Not detected',
      ])
    }
  })

  it('does not count phrases that everybody takes from one text', () => {
    const question = 'What are your reactions to the attack described in the article?'
    const phrases = [
      'neighbors took the law into their own hands',
      'an angry mob dragged the alleged perpetrator outside',
      'nobody waited for a court to establish guilt',
      'another murder cannot bring her back to life',
      'police arrived twenty minutes after the shooting started',
      'the grandmother begged strangers on television for mercy',
      'reporters filmed everything instead of calling an ambulance',
      'vigilante justice destroys whatever trust remains in town',
      'the suspect had already confessed to his landlord',
      'candles and teddy bears still cover the sidewalk',
    ]
    const written = (at: number) =>
      `${phrases[at % 10]} and ${phrases[(at + 1 + (at % 7)) % 10]}, so I felt sad, number ${at}`
    const stats = Array.from({ length: 400 }, (_, at) =>
      sampleFrom(written(at), question),
    ).reduce<QuestionStats | null>((all, sample) => (sample === null ? all : addSample(all, sample)), null)
    const [person] = read(
      [[question, `I think ${phrases[0]}. Also ${phrases[5]} while ${phrases[6]}, and ${phrases[9]}.`]],
      stats,
    )
    expect(person && gpt.run(person).result).toBe('Not detected')
  })

  it('detects traces of a chat window in any language', () => {
    expect(gpt.run(answered('**Ruhe**: sehr viel.\n**Parks**: genug.')).result).toBe('Detected')
    expect(gpt.run(answered('As an AI, I do not live anywhere.')).result).toBe('Detected')
  })

  it('says borderline at the threshold and does not flag', () => {
    for (const style of [2.8, 2.9, 3.0]) {
      const { result, evidence } = traced({ style })
      expect([result, evidence]).toEqual(['Not detected', expect.stringMatching(/^Borderline.*1\.0 times/)])
    }
    expect(traced({ style: 3.1 }).evidence).toContain('1.1 times')
    expect(traced({ style: 3.1 }).result).toBe('Detected')
    expect(traced({ style: 2.7 }).evidence).not.toContain('Borderline')
  })

  it('does not flag a five-word answer because of the other answers', () => {
    const model = { style: 4, answers: 3, words: 90 }
    expect(traced({ words: 5, style: 4 }, model).result).toBe('Unknown')
    expect(traced({ words: 8, style: 4 }, model).result).toBe('Detected')
  })

  it('requires much stronger style evidence without other participants', () => {
    expect(traced({ style: 3.5, usualStyle: 0.4 }).result).toBe('Detected')
    expect(traced({ style: 3.5, usualStyle: null }).result).toBe('Not detected')
  })

  it('needs more evidence for one answer among several', () => {
    const rest = { style: 0, answers: 5, words: 150 }
    expect(traced({ style: 2.7 }, rest).result).toBe('Not detected')
    expect(traced({ style: 4.5 }, rest).result).toBe('Detected')
  })

  it("does not flag an answer without any trace beside a model's", () => {
    expect(traced({ style: -1 }, { style: 3, answers: 3, words: 90 }).result).toBe('Not detected')
  })

  it('counts pasting only together with other evidence', () => {
    const pasted: Entry = 'pasted'
    expect(traced({ style: 2.4 }).result).toBe('Not detected')
    expect(traced({ style: 2.4 }, undefined, { entry: pasted }).result).toBe('Detected')
    expect(traced({ style: 0.5 }, undefined, { entry: pasted }).result).toBe('Not detected')
  })

  it('analyzes only as many answers as were measured', () => {
    const many = [...PERSON, ...PERSON, ...PERSON.slice(0, 2), ...MODEL]
    const results = read([['Your name?', 'Sam'], ...many]).map((answer) => gpt.run(answer))
    expect(results.slice(1, 9).map(({ result }) => result)).toEqual(Array(8).fill('Not detected'))
    expect(results[1]?.evidence).toContain('8 answers')
    expect(results.slice(9).map(({ result, evidence }) => [result, evidence])).toEqual(
      Array(3).fill(['Unknown', 'Style is analyzed only in the first 8 answers of a participant.']),
    )
    const model = read([...MODEL, ...MODEL, ...MODEL]).map((answer) => gpt.run(answer).result)
    expect(model).toEqual([...Array(8).fill('Detected'), 'Unknown'])
  })

  it('finds traces of a chat window in every answer', () => {
    const last = ['What else?', 'As an AI, I do not live anywhere.'] as const
    const results = read([...PERSON, ...PERSON, ...PERSON, last]).map((answer) => gpt.run(answer).result)
    expect(results.at(-1)).toBe('Detected')
  })

  describe('with reference answers', () => {
    const traces = { answers: 3, words: 90, distance: 8.6, own: 5, telling: [2, 5], closest: 'r1' }
    const compared = (own: object = {}, style = 0) =>
      traced({ style }, undefined, { references: () => ({ ...traces, ...own }) })

    it('detects by references or by style, and never adds them up', () => {
      expect(compared()).toMatchObject({ result: 'Detected', reference: 'r1', strength: 1 })
      expect(compared().evidence).toBe(
        'The answer uses 2 words that chatbots used and other participants rarely use (2.0 times the threshold, 3 answers).',
      )
      expect(compared({ distance: 4 }, 2.7).result).toBe('Not detected')
      const byStyle = compared({ distance: 4 }, 5)
      expect(byStyle.result).toBe('Detected')
      expect(byStyle).not.toHaveProperty('reference')
    })

    it('does not flag at the threshold, with few words, or an answer without traces', () => {
      expect(compared({ distance: 4.4 }).result).toBe('Not detected')
      expect(compared({ distance: 4.4 }).evidence).toContain(
        'Borderline: compared with reference answers, 1.0 times',
      )
      expect(compared({ distance: 2 }).evidence).not.toContain('Borderline')
      expect(compared({ distance: 4.6 }).result).toBe('Detected')
      expect(compared({ words: 19 }).result).toBe('Not detected')
      expect(compared({ words: 19 }).evidence).toContain('Only 19 words to compare with reference answers')
      expect(compared({ own: 1.9 }).result).toBe('Not detected')
      expect(compared({ own: null }).result).toBe('Not detected')
      const five = { references: () => traces, styleWords: () => 'a strong sense of community'.split(' ') }
      expect(traced({}, undefined, five).result).toBe('Not detected')
    })

    it('says why references were not compared', () => {
      const missing = 'Only 12 other participants to compare with reference answers; 30 are needed.'
      expect(traced({}, undefined, { references: () => ({ missing }) }).evidence).toContain(missing)
    })

    it('marks the words', () => {
      const located = gpt.locate?.({
        ...answered('I like that it is quiet and that the shops are close to my house.'),
        modelTraces: () => BASE,
        participantTraces: () => BASE,
        references: () => traces,
      })
      expect(located).toEqual([
        { start: 7, end: 11 },
        { start: 18, end: 23 },
      ])
    })
  })

  it.each([
    ['nothing', ''],
    ['a few words', 'Quiet and close to work'],
    [
      'another language',
      'Me gusta mucho el barrio porque la gente es amable y hay muchos parques cerca de casa.',
    ],
  ])('is unknown for %s', (_, answer) => {
    expect(gpt.run(answered(answer)).result).toBe('Unknown')
  })
})
