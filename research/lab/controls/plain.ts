/** A person who reads and answers. Each run has a different random pace and steadiness. */
import { openPerson, type Person, type PersonOptions } from '../drivers/person.ts'
import { openWindow, type WindowOptions } from '../drivers/window.ts'
import type { Scenario, Stack } from '../scenario.ts'

/** Opens a window, runs `act` in it, and waits until the session is stored. */
export async function withPerson(
  scenario: Scenario,
  act: (person: Person) => Promise<void>,
  { window, person: options }: { window?: WindowOptions; person?: PersonOptions } = {},
): Promise<void> {
  const browser = openWindow(scenario, window)
  const person = openPerson(scenario, options)
  try {
    await act(person)
    await scenario.finished()
  } finally {
    person.leave()
    await browser.close()
  }
}

/** `write` enters the text of an answer, if not by typing. */
export async function answerByMouse(
  person: Person,
  { targets, answers, scrollPx, random }: Scenario,
  write = person.type,
): Promise<void> {
  await person.read(random.between(1500, 4000))
  await person.click(targets.first)
  await write(answers.first)
  await person.click(targets.choice)
  await person.scroll(scrollPx)
  await person.click(targets.otherChoice)
  await person.click(targets.second)
  await write(answers.second)
  await person.click(targets.submit)
}

export async function browsePlainly(
  scenario: Scenario,
  options: { window?: WindowOptions; person?: PersonOptions } = {},
): Promise<void> {
  await withPerson(
    scenario,
    async (person) => {
      await person.arrive()
      await answerByMouse(person, scenario)
    },
    options,
  )
}

export const stacks: readonly Stack[] = [
  {
    name: 'plain',
    family: 'control',
    modes: ['headed'],
    times: 8,
    what: 'mouse, wheel and keyboard, with typing mistakes that are corrected',
    run: (scenario) => browsePlainly(scenario),
  },
]
