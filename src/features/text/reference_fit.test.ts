import { describe, expect, it } from 'vitest'
import { closestReference, fitReferences, openReferences, referenceDistance } from './reference_fit.ts'
import { styleWords } from './style/style_words.ts'
import { hashesIn, wordingOf } from './wording.ts'

const QUESTION = 'What do you like about where you live?'
const wording = (text: string) => wordingOf(styleWords(text), QUESTION)

const REFERENCES = [
  'I appreciate the strong sense of community and the balance between convenience and calm in my neighborhood.',
  'The strong sense of community stands out, along with convenient access to parks and local businesses.',
  'What I value most is the sense of community, the welcoming local businesses and the green spaces.',
  'I enjoy the balance of quiet streets and convenient access to local amenities and green spaces.',
  'My neighborhood offers a welcoming community, green spaces and convenient access to local amenities.',
].map((text, at) => ({ id: `r${at}`, wording: wording(text) }))
const OPENED = openReferences(REFERENCES)

const PLACES = ['the bakery', 'my sister', 'the bus', 'cheap rent', 'the lake', 'old friends', 'the school']
const REASONS = ['is next door', 'saves me time', 'makes it home', 'was why we moved', 'never gets boring']
const people = Array.from({ length: 35 }, (_, at) =>
  wording(`${PLACES[at % 7]} ${REASONS[at % 5]} and ${PLACES[(at * 3 + 1) % 7]} too, since ${at} years`),
)

const MODEL =
  'I love the strong sense of community here, the green spaces, and convenient access to local businesses.'
const PERSON = 'rent is cheap and my sister lives close, we moved here because of the school and the lake'

const distance = (text: string, others: readonly string[] = people) => {
  const fit = fitReferences(OPENED, others)
  return fit === null ? null : referenceDistance([{ fit, hashes: hashesIn(wording(text)) }])
}

describe('fitReferences', () => {
  it("finds a chatbot's words and not a person's", () => {
    expect(distance(MODEL)).toBeGreaterThan(8)
    expect(distance(PERSON)).toBeLessThan(2)
  })

  it('counts no words that other participants use too', () => {
    const others = people.map((_, at) =>
      wording(`${PLACES[at % 7]} and a sense of community, green spaces, local businesses, access ${at}`),
    )
    expect(distance(MODEL, others)).toBeLessThan((distance(MODEL) as number) / 2)
  })

  it('still finds them when two fifths of the participants used a chatbot', () => {
    const models = Array.from({ length: 23 }, (_, at) =>
      wording(
        `${PLACES[at % 7]}: a strong sense of community, green spaces, convenient access to local businesses`,
      ),
    )
    const mixed = distance(MODEL, [...people, ...models]) as number
    expect(mixed).toBeGreaterThan(6.5)
  })

  it('needs more than one or two words, however many participants use none of them', () => {
    const many = Array.from({ length: 120 }, (_, at) =>
      wording(`${PLACES[at % 7]} ${REASONS[at % 5]} and ${PLACES[(at * 3 + 1) % 7]} too, since ${at} years`),
    )
    const text = 'the convenient bus saves me time and old friends in the community live next door too'
    expect(distance(text, many)).toBeLessThan(5)
    expect(distance(MODEL, many)).toBeGreaterThan(8)
  })

  it('needs five references and thirty other participants', () => {
    expect(fitReferences(openReferences(REFERENCES.slice(0, 4)), people)).toBeNull()
    expect(fitReferences(OPENED, people.slice(0, 29))).toBeNull()
    expect(fitReferences(OPENED, people.slice(0, 30))).not.toBeNull()
  })

  it('gives the same fit again', () => {
    const fresh = fitReferences(openReferences(REFERENCES), people)
    const again = fitReferences(OPENED, people)
    expect([again?.center, again?.spread]).toEqual([fresh?.center, fresh?.spread])
  })

  it('has no distance without words', () => {
    expect(distance('')).toBe(0)
    expect(referenceDistance([])).toBe(0)
  })

  it('names the closest reference', () => {
    const fit = fitReferences(OPENED, people)
    const closest = (text: string) => fit && closestReference({ fit, hashes: hashesIn(wording(text)) })
    expect(closest('quiet streets and amenities with balance')).toBe('r3')
    expect(closest('nothing of that')).toBeNull()
  })
})
