import { describe, expect, it } from 'vitest'
import { addSample, type QuestionStats, sampleOf } from '../../features/text/question_stats.ts'
import { featuresOfAnswers } from './answer.ts'
import { answered } from './answered.suite.ts'
import { gibberish } from './gibberish.ts'
import type { AnswerFeatures } from './survey_check.ts'

const result = (answer: string, question?: string) =>
  gibberish.run(answered(answer, question === undefined ? {} : { question })).result

describe('Automated test: Gibberish', () => {
  it.each([
    ['keys at random', 'mpxlglh dckvfddopwd dhc'],
    ['the home row', 'asdfjkl asdf lkjsd fkjas'],
    ['one key held down', 'kkkkkkkkkk'],
    ['a loop', 'hfelhfelhf akakakakak'],
    ['mashing behind a real sentence', 'The parks are nice asdkjhasd kjhaskdq wqeiuy'],
    ['shuffled words', 'park the never bakery on full corner the is and knows my name the'],
  ])('detects %s', (_, answer) => {
    expect(result(answer)).toBe('Detected')
  })

  it.each([
    ['a sentence', 'The bakery on the corner knows my name, and the park is never full.'],
    ['misspellings', 'I realy like teh parks becuase they are quite and beutiful'],
    ['a drawn-out word', 'I looooove the park sooooo much'],
    [
      'names, abbreviations and code',
      'We used IKEA, NASA and iPhone 12 with `xs.map(f)` at https://kqz.example/x',
    ],
    ['a list of words', 'quiet, parks, shops, friends, family, schools'],
    ['a simple answer', 'n/a'],
    ['one word', 'Parks'],
    ['Spanish', 'Me gusta mucho el barrio porque la gente es amable y hay parques.'],
    ['German', 'Ich wohne gern hier, weil es ruhig ist und die Nachbarn nett sind.'],
    ['Dutch', 'Ik woon hier graag omdat het rustig is en de buren aardig zijn.'],
  ])('does not detect %s', (_, answer) => {
    expect(result(answer)).toBe('Not detected')
  })

  it.each([
    ['nothing', ' '],
    ['a language without a model', 'jeg kan godt lide at bo her fordi der er stille'],
    ['another script', 'この街が好きです'],
  ])('is unknown for %s', (_, answer) => {
    expect(result(answer)).toBe('Unknown')
  })

  it('accepts a word as jargon once three others have used it', () => {
    const others = ['xqtplr is handy', 'mostly xqtplr these days', 'tables with xqtplr']
    const stats = others.reduce<QuestionStats | null>(
      (state, answer) => addSample(state, sampleOf(answer, null)),
      null,
    )
    const read = (state: QuestionStats | null) =>
      featuresOfAnswers(
        [
          {
            questionId: 'q1',
            question: '',
            answer: 'xqtplr',
            history: null,
            inputMethods: null,
            stats: state,
          },
        ],
        0,
      )[0] as AnswerFeatures
    expect(gibberish.run(read(null)).result).toBe('Detected')
    expect(gibberish.run(read(stats)).result).toBe('Not detected')
  })

  it('gives the number of words as evidence, not the words', () => {
    const { evidence } = gibberish.run(answered('secretword qwzxv plkmn bvcxz'))
    expect(evidence).toMatch(/^\d+ words look like random keys/)
    expect(evidence).not.toContain('secretword')
  })
})
