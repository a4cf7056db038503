/** A survey with reference answers, people, and somebody who pasted the answers of a chatbot. */
import { seededRandom } from '../../research/seeded_random.ts'

export const QUESTIONS = {
  q1: 'What do you like about where you live?',
  q2: 'What would you change about your town?',
}

export const REFERENCES = {
  q1: [
    'I appreciate the strong sense of community and the balance between convenience and calm.',
    'The strong sense of community stands out, along with easy access to parks and local shops.',
    'What I value most is the strong sense of community, the parks and the friendly neighbors.',
    'I enjoy the balance of quiet streets, easy access to local shops and beautiful green spaces.',
    'It offers a friendly community, beautiful green spaces and easy access to public transport.',
    'The peaceful atmosphere, the friendly community and easy access to parks make it special.',
  ],
  q2: [
    'I would improve public transport, with more frequent buses and better connections to the suburbs.',
    'More frequent buses and better public transport would reduce traffic and improve air quality.',
    'I would add more green spaces and improve public transport to reduce traffic congestion.',
    'Better public transport and safer bike lanes would reduce traffic congestion and pollution.',
    'I would invest in affordable housing, safer bike lanes and more reliable public transport.',
    'Improving public transport and adding bike lanes would make the city more accessible.',
  ],
}

/** Pasted from a chatbot, by somebody who is not among the references. */
export const PASTED = {
  q1: 'The strong sense of community, beautiful green spaces and easy access to local shops and parks.',
  q2: 'More reliable public transport with more frequent buses and safer bike lanes to reduce traffic congestion.',
}

const PLACES = ['bakery', 'harbor', 'school', 'pub', 'river', 'market', 'library', 'garage', 'hill', 'church']
const PEOPLE = ['my sister', 'old friends', 'the kids', 'my boss', 'grandpa', 'our dog', 'a nurse']
const LIKES = [
  'rent is cheap',
  'nobody bothers me',
  'you can walk home late',
  'it never floods',
  'we know all',
]
const CHANGES = [
  'fix the potholes',
  'less noise at night',
  'lower the taxes',
  'open a cinema',
  'cut the dog mess',
]

/** Answers of people: different words, in different orders. */
export function personAt(at: number) {
  const random = seededRandom(at + 1)
  return {
    q1: `${random.pick(LIKES)} and ${random.pick(PEOPLE)} lives near the ${random.pick(PLACES)}, since ${at} years I guess`,
    q2: `${random.pick(CHANGES)}, then ${random.pick(CHANGES)}, the ${random.pick(PLACES)} is a mess says ${random.pick(PEOPLE)} ${at}`,
  }
}

export const PARTICIPANTS = 40
