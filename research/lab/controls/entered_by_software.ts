/** People whose software enters text for them: dictation and a text expander. */
import type { Person } from '../drivers/person.ts'
import type { Scenario, Stack } from '../scenario.ts'
import { answerByMouse, withPerson } from './plain.ts'

/** Parts of a sentence as people say them, with the white space after each. */
const phrasesOf = (text: string): string[] => text.match(/\S+(\s+\S+){0,5}\s*/g) ?? []

/** Speaks, and software types each phrase when it has recognized it. */
async function dictate(person: Person, text: string, { random }: Scenario): Promise<void> {
  for (const phrase of phrasesOf(text)) {
    await person.pause(phrase.length * random.between(60, 85) + random.between(400, 900))
    await person.inject(phrase)
  }
}

const ABBREVIATION = ';so'

/** Types half of the text; for the rest an abbreviation, which the software replaces. */
async function expand(person: Person, text: string): Promise<void> {
  const half = text.indexOf(' ', text.length / 2)
  await person.type(text.slice(0, half + 1))
  await person.typeWord(ABBREVIATION)
  await person.inject('\b'.repeat(ABBREVIATION.length) + text.slice(half + 1))
}

const writeWith =
  (write: (person: Person, text: string, scenario: Scenario) => Promise<void>) =>
  (scenario: Scenario): Promise<void> =>
    withPerson(scenario, async (person) => {
      await person.arrive()
      await answerByMouse(person, scenario, (text) => write(person, text, scenario))
    })

export const stacks: readonly Stack[] = [
  {
    name: 'dictation',
    family: 'control',
    modes: ['headed'],
    times: 3,
    what: 'dictates: software types each phrase at once after it was said',
    run: writeWith(dictate),
  },
  {
    name: 'text-expander',
    family: 'control',
    modes: ['headed'],
    times: 3,
    what: 'types, and a text expander replaces an abbreviation by half of the answer',
    run: writeWith(expand),
  },
]
