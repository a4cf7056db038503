/** A person who leaves the tab, copies from notes, comes back and pastes. */
import type { Stack } from '../scenario.ts'
import { withPerson } from './plain.ts'

export const stacks: readonly Stack[] = [
  {
    name: 'external-paste',
    family: 'control',
    modes: ['headed'],
    page: 'survey',
    times: 6,
    what: 'copies the first answer from another tab, types the second',
    run: (scenario) =>
      withPerson(scenario, async (person) => {
        const { answers, targets, scrollPx, random, layout } = scenario
        await person.arrive()
        await person.read(1500)
        await person.click(targets.first)
        await person.press('ctrl+t')
        await person.pause(random.between(900, 1500))
        await person.press('ctrl+l')
        await person.typeAddress(`${new URL(scenario.url).host}/notes`)
        await layout.until('the notes', ({ path }) => path === '/notes')
        await person.pause(random.between(800, 1600))
        await person.press('ctrl+a')
        await person.press('ctrl+c')
        await person.press('ctrl+w')
        await layout.until('the survey again', ({ path, hasFocus }) => path === '/' && hasFocus)
        await person.pause(random.between(700, 1500))
        await person.press('ctrl+v')
        await layout.until(
          'the pasted answer',
          ({ lengths }) => (lengths.q1 ?? 0) >= answers.first.length - 5,
        )
        await person.click(targets.choice)
        await person.scroll(scrollPx)
        await person.click(targets.otherChoice)
        await person.click(targets.second)
        await person.type(answers.second)
        await person.click(targets.submit)
      }),
  },
]
