/** A person whose browser autofills name and address. */
import type { Person } from '../drivers/person.ts'
import type { Scenario, Stack } from '../scenario.ts'
import { answerByMouse, withPerson } from './plain.ts'

const NAME = 'Jamie Rivers'
const EMAIL = 'jamie.rivers@example.org'

/** Submits the form once without our script, so that the browser stores values to autofill. */
async function submitOnce(person: Person, { targets, layout }: Scenario): Promise<void> {
  await person.arrive()
  await person.click('#name')
  await person.type(NAME)
  await person.click('#email')
  await person.type(EMAIL)
  await person.click(targets.submit)
  await layout.until('the page after the form', ({ path }) => path === '/notes')
  await person.pause(1500)
}

async function fillFromMemory(
  person: Person,
  { random, layout }: Scenario,
  id: 'name' | 'email',
  text: string,
): Promise<void> {
  await person.click(`#${id}`)
  await person.type(text.slice(0, 2))
  await person.pause(random.between(900, 1500))
  await person.press('Down')
  await person.press('Return')
  await layout.until(`${id} filled in`, ({ lengths }) => lengths[id] === text.length)
}

export const stacks: readonly Stack[] = [
  {
    name: 'autofill',
    family: 'control',
    modes: ['headed'],
    page: 'survey',
    what: 'browser autofill enters name and address; answers are typed',
    run: (scenario) =>
      withPerson(
        scenario,
        async (person) => {
          await submitOnce(person, scenario)
          await person.press('ctrl+l')
          await person.typeAddress(`${new URL(scenario.url).host}/`)
          await scenario.layout.until('the survey', ({ path, at }) => path === '/' && at < 60_000)
          await person.arrive()
          await fillFromMemory(person, scenario, 'name', NAME)
          await fillFromMemory(person, scenario, 'email', EMAIL)
          await answerByMouse(person, scenario)
        },
        { window: { url: new URL('/practice', scenario.url).href } },
      ),
  },
]
