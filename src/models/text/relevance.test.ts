import { describe, expect, it } from 'vitest'
import { type Meaning, meaningOf } from './meaning.ts'
import { fitQuestion, type Peer, relevanceAmong, relevanceToQuestion } from './relevance.ts'

const of = (text: string) => meaningOf(text.split(' ')) as Meaning
const peer = (text: string): Peer => ({ vector: of(text).vector, words: text.split(' ').length })
const question = of('what do you like about the town where you live')
const near = of('the town is quiet and i like the people who live here')
const far = of('the compiler does not infer the type of this function')

const HONEST = [
  'the park is close and my neighbours are friendly',
  'it is quiet at night and there are good schools',
  'i can walk to the shops and to the station',
  'nice cafes and not too much traffic',
  'the people here say hello on the street',
  'green gardens and playgrounds everywhere',
  'my family lives nearby and the market is good',
  'the old houses and the trees along the road',
].map(peer)
const JUNK = [
  'the type checker rejects this function',
  'compile the module with another flag',
  'the parser returns an error for this input',
  'pointers and memory in this language',
].map(peer)

/** Answers that fit the question, but are unlike each other. */
const WISHES = [
  'live music in the town hall and a cinema',
  'my town should change its taxes',
  'internet for everyone who lives outside the town',
  'i would change the mayor of the town',
].map(peer)

describe('relevanceToQuestion', () => {
  it('prefers an answer close to the question', () => {
    expect(relevanceToQuestion({ question, overlap: 0, answer: near })).toBeGreaterThan(
      relevanceToQuestion({ question, overlap: 0, answer: far }),
    )
  })

  it('accepts a question without known words', () => {
    expect(Number.isFinite(relevanceToQuestion({ answer: near, question: null, overlap: 0 }))).toBe(true)
  })
})

describe('other answers', () => {
  it('count only if most of them fit the question', () => {
    const teeth = of('how do you feel after you brush your teeth in the morning')
    expect(fitQuestion(HONEST, question)).toBe(true)
    expect(fitQuestion([...HONEST, ...JUNK], question)).toBe(true)
    expect(fitQuestion([...JUNK, ...JUNK], teeth)).toBe(false)
    expect(fitQuestion([...JUNK, ...JUNK], null)).toBe(true)
    expect(fitQuestion(JUNK, null)).toBe(false)
  })
})

describe('relevanceAmong', () => {
  const among = (answer: Meaning, peers: readonly Peer[], overlap = 0) =>
    relevanceAmong({ answer, question, overlap, peers }).logit

  it('prefers an answer close to the other answers', () => {
    expect(among(near, HONEST) - among(far, HONEST)).toBeGreaterThan(2)
  })

  it('is hardly moved by a third of unrelated answers', () => {
    const peers = [...HONEST, ...JUNK]
    expect(among(near, peers) - among(far, peers)).toBeGreaterThan(2)
  })

  it('rises with shared words', () => {
    expect(among(far, HONEST, 2)).toBeGreaterThan(among(far, HONEST, 0))
  })

  it('measures an answer by how far apart the other answers are, but not those of bots', () => {
    const wish = of('what would you change about the town where you live')
    const deviations = (peers: readonly Peer[]) =>
      relevanceAmong({ answer: far, question: wish, overlap: 0, peers }).deviations

    expect(deviations(HONEST)).toBeLessThan(-3)
    expect(deviations([...HONEST, ...JUNK])).toBeLessThan(-3)
    expect(deviations([...HONEST, ...WISHES])).toBeGreaterThan(deviations(HONEST))
  })
})
