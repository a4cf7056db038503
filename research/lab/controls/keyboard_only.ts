/** A person who uses only the keyboard: Tab, Space, arrows, Page Down and Enter. */
import type { Person } from '../drivers/person.ts'
import type { Scenario, Stack } from '../scenario.ts'
import { withPerson } from './plain.ts'

const MAX_TABS = 25
const MAX_WAITS = 15

export async function tabTo(
  person: Person,
  { layout, random }: Scenario,
  ids: readonly string[],
  pauseMs = () => random.about(260, 0.4),
): Promise<void> {
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    if (ids.includes(layout.latest?.focused ?? '')) return
    const before = layout.latest?.at
    await person.press('Tab')
    await person.pause(pauseMs())
    // A busy machine reports the focus late.
    for (let waits = 0; waits < MAX_WAITS && layout.latest?.at === before; waits++) await person.pause(100)
  }
  throw new Error(`${ids.join(' or ')} is not reachable with Tab`)
}

export async function answerByKeyboard(person: Person, scenario: Scenario): Promise<void> {
  const { answers, targets, random } = scenario
  const idOf = (selector: string) => selector.slice(1)
  await person.wait()
  await tabTo(person, scenario, [idOf(targets.first)])
  await person.type(answers.first)
  await person.press('Tab')
  await tabTo(person, scenario, ['way-walk'])
  await person.press('space')
  await person.press('Down')
  for (let pages = 0; pages < 2; pages++) {
    await person.pause(random.between(900, 2200))
    await person.press('Next')
  }
  await person.press('Tab')
  await tabTo(person, scenario, ['plan-close'])
  await person.press('Down')
  await person.press('Tab')
  await tabTo(person, scenario, [idOf(targets.second)])
  await person.type(answers.second)
  await person.press('Tab')
  await tabTo(person, scenario, [idOf(targets.submit)])
  await person.pause(random.between(300, 900))
  await person.press('Return')
}

export const stacks: readonly Stack[] = [
  {
    name: 'keyboard-only',
    family: 'control',
    modes: ['headed'],
    page: 'survey',
    times: 6,
    what: 'Tab, Space, arrows, Page Down and Enter; no mouse at all',
    run: (scenario) => withPerson(scenario, (person) => answerByKeyboard(person, scenario)),
  },
]
