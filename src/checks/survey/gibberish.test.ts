import { describe, expect, it } from 'vitest'
import { answered } from '../../../test/samples/answered.ts'
import { addSample, type QuestionStats, sampleOf } from '../../features/text/question_stats.ts'
import { featuresOfAnswers } from './answer.ts'
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
    ['placeholder text', 'Lorem ipsum dolor sit amet, consectetur adipiscing elit.'],
    ['code', 'for (let i = 0; i < 10; i++) { console.log(i); }'],
    ['mashing behind a real sentence', 'The parks are nice asdkjhasd kjhaskdq wqeiuy'],
    ['an identifier', '3f2504e0-4f89-11d3-9a0c-0305e82c3301'],
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
    ['fragments', 'Honestly the pub. And the football club. Also the light in autumn.'],
    ['an abbreviation', 'NVDA'],
    ['Spanish', 'Me gusta mucho el barrio porque la gente es amable y hay parques.'],
    ['German', 'Ich wohne gern hier, weil es ruhig ist und die Nachbarn nett sind.'],
    ['Dutch', 'Ik woon hier graag omdat het rustig is en de buren aardig zijn.'],
  ])('does not detect %s', (_, answer) => {
    expect(result(answer)).toBe('Not detected')
  })

  it.each([
    [
      'Do you feel that men and women are treated equally in your company?',
      'Yes, in my company women and men are treated equally.',
    ],
    ['Do you prefer tea or coffee?', 'I prefer coffee to tea because coffee is stronger than tea is.'],
    [
      'How does a compiler differentiate overloaded functions?',
      'The compiler differentiates overloaded functions by their signature.',
    ],
  ])('accepts an answer to %j that repeats its words', (question, answer) => {
    expect(result(answer, question)).toBe('Not detected')
  })

  it('detects the words of the question in another order', () => {
    const question =
      'What are your reactions to the attack of the alleged perpetrator described in the article?'
    const salad =
      'article of the attack described alleged reactions to the perpetrator of the attack reactions'
    expect(result(salad, question)).toBe('Detected')
  })

  it.each([
    ['nothing', ' '],
    ['a language without a model', 'jeg kan godt lide at bo her fordi der er stille'],
    ['another script', 'この街が好きです'],
    ['a row of names', 'Amir Khan Olga Petrova Jan Kowalski Mei Ling Sven Olsen'],
  ])('is unknown for %s', (_, answer) => {
    expect(result(answer)).toBe('Unknown')
  })

  it.each([
    'Szczepanik',
    'grzegorz bociek',
    'Nguyen',
    'Reykjavík',
    'ouagadougou',
    'Khyber Pakhtunkhwa',
    'Koenigsegg',
    'Isocarboxazid',
    'sujuk',
    'Viekšniai',
  ])('does not detect %s, which may be a name', (answer) => {
    expect(result(answer)).not.toBe('Detected')
    expect(answered(answer).effort).toBeGreaterThan(1)
  })

  it.each(['asdfgh', 'qwertyuiop', 'jkljkljkl', 'xkqzvw', 'wwwwww', 'hjkl fdsa', 'sdlkfj weoiru'])(
    'detects %s, which is no name',
    (answer) => {
      expect(result(answer)).toBe('Detected')
    },
  )

  it.each([
    ['conferences', 'VLDB, SIGMOD, ICDE, SSTD, DASFAA, SSDBM'],
    ['conferences in lower case', 'emiw, emtf, icpr, bvm'],
    ['conferences without commas', 'ICCM ICCS NAFEMS'],
    ['packages', 'pyinstaller, z3, libgc, grpcio'],
    ['tools', 'psql, tmux, vhdl'],
    ['a field', 'hpc'],
    ['a tool in a sentence', 'I wish it worked on Windows, but vcpkg is filling that gap for me.'],
    ['a list in a sentence', 'Handling compiler packages (e.g. intel, mkl, cuda, cudnn, aocl, matlab etc.)'],
    ['a note', 'improve performance on shared file systems'],
    ['notes', 'Self-teaching, Brief undergraduate university course'],
    ['notes in sentences', 'Programming: On-the-job mostly, but also school. Biology: school'],
  ])('does not detect abbreviations and notes: %s', (_, answer) => {
    expect(result(answer)).not.toBe('Detected')
  })

  it.each([
    ['rows of keys in a list', 'asdf, qwer, asdfgh'],
    ['long random keys in a list', 'kjsdhfkj, sdkfjhsd, ksdjhfg'],
    ['random keys at the end', 'I wish it worked on Windows and on a phone too kxqzvwp jkwqx'],
    ['keys of the home row', 'fsd'],
    ['a note with its words shuffled', 'shared it on file is the improve of systems performance the'],
  ])('still detects %s', (_, answer) => {
    expect(result(answer)).toBe('Detected')
  })

  it('accepts an identifier where the question asks for one', () => {
    expect(result('3f2504e0-4f89-11d3-9a0c-0305e82c3301', 'What is your participant ID?')).not.toBe(
      'Detected',
    )
  })

  it('accepts code where the question or several others are technical', () => {
    const code = 'SELECT name FROM users WHERE id = 1; DROP TABLE users;'
    expect(result(code)).toBe('Detected')
    expect(result(code, 'Which SQL query do you run most often?')).not.toBe('Detected')
    expect(among(code, ['mostly sql', 'sql with joins'])).not.toBe('Detected')
  })

  const among = (answer: string, others: readonly string[]) => {
    const stats = others.reduce<QuestionStats | null>(
      (state, other) => addSample(state, sampleOf(other, null)),
      null,
    )
    const input = { questionId: 'q1', question: '', answer, history: null, inputMethods: null, stats }
    return gibberish.run(featuresOfAnswers([input], 0)[0] as AnswerFeatures).result
  }

  it('accepts a word as jargon once three others have used it', () => {
    expect(among('xqtplr', [])).toBe('Detected')
    expect(among('xqtplr', ['xqtplr is handy', 'mostly xqtplr these days', 'tables with xqtplr'])).toBe(
      'Not detected',
    )
    expect(among('xqtplr', ['xqtplr', 'xqtplr', 'Xqtplr'])).toBe('Not detected')
  })

  it('never accepts a run of keys as jargon', () => {
    expect(among('asdfgh', ['asdfgh', 'asdfgh', 'asdfgh'])).toBe('Detected')
  })

  it('gives the number of words as evidence, not the words', () => {
    const { evidence } = gibberish.run(answered('secretword qwzxv plkmn bvcxz'))
    expect(evidence).toMatch(/^\d+ words look like random keys/)
    expect(evidence).not.toContain('secretword')
  })
})

describe('words in no order', () => {
  /** Above the limit, and below certainty. */
  const DOUBTFUL = 'my sister lives two streets away so is someone always there for kids the'
  const SENTENCE = 'The bakery on the corner knows my name and the park is never full.'

  const resultsOf = (...answers: readonly string[]) =>
    featuresOfAnswers(
      answers.map((answer, at) => ({
        questionId: `q${at}`,
        question: 'What do you like about where you live?',
        answer,
        history: null,
        inputMethods: null,
        stats: null,
      })),
      0,
    ).map((answer) => gibberish.run(answer))

  it('in one of three answers are a note', () => {
    const [first] = resultsOf(DOUBTFUL, SENTENCE, 'I buy my bread there.')
    expect(first).toEqual({
      result: 'Not detected',
      evidence: 'The 14 words may not be in a grammatical order, but only in this answer.',
    })
  })

  it('are detected in one of two answers, and in two of three', () => {
    expect(resultsOf(DOUBTFUL, SENTENCE)[0]?.result).toBe('Detected')
    const twice = resultsOf(
      DOUBTFUL,
      SENTENCE,
      'park the never bakery on full corner the is and knows my name',
    )
    expect(twice.map(({ result }) => result)).toEqual(['Detected', 'Not detected', 'Detected'])
  })

  it('are detected in one of three answers if they are certain', () => {
    const certain =
      'the of park and is to never bakery the on full corner is the knows my and name of the to is'
    expect(resultsOf(certain, SENTENCE, SENTENCE)[0]?.result).toBe('Detected')
  })
})
