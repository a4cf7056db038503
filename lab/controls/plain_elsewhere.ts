/** The same people in circumstances that look odd from inside a page. */
import { openExtension } from '../drivers/extension.ts'
import type { Scenario, Stack } from '../scenario.ts'
import { answerByMouse, browsePlainly, withPerson } from './plain.ts'

/** Seen through a slow line: a position every twentieth to tenth of a second, wheel turns in clumps. */
const remoteDesktop = (scenario: Scenario): Promise<void> =>
  browsePlainly(scenario, {
    person: { mouse: { reportMs: scenario.chance.of([50, 60, 80, 100]) }, notchMs: 25 },
  })

async function zoomed(scenario: Scenario): Promise<void> {
  await withPerson(scenario, async (person) => {
    await person.arrive()
    for (let times = scenario.chance.whole(2, 4); times > 0; times--) await person.press('ctrl+equal')
    await scenario.eyes.until('a larger page', ({ scale }) => scale > 1.2)
    await answerByMouse(person, scenario)
  })
}

async function devtoolsOpen(scenario: Scenario): Promise<void> {
  await withPerson(
    scenario,
    async (person) => {
      await person.arrive()
      await person.press('F12')
      await scenario.eyes.until(
        'less of the page',
        ({ view: [width, height] }) => width < 1500 || height < 700,
      )
      await person.pause(1500)
      await person.press('F5')
      await scenario.eyes.until('the page again', ({ at }) => at < 3000)
      await person.arrive()
      await answerByMouse(person, scenario)
    },
    { window: { flags: ['--window-size=1800,1000', '--window-position=20,20'] } },
  )
}

async function reader({ chance, ...scenario }: Scenario): Promise<void> {
  await withPerson({ chance, ...scenario }, async (person) => {
    await person.arrive()
    await person.read(chance.between(3000, 6000))
    await person.scroll(scenario.scrollPx)
    await person.read(chance.between(2000, 5000))
    // Goes on to another page without having answered anything.
    await person.press('ctrl+l')
    await person.typeAddress(`${new URL(scenario.url).host}/thanks`)
  })
}

export const stacks: readonly Stack[] = [
  {
    name: 'remote-desktop',
    family: 'control',
    modes: ['headed'],
    times: 6,
    what: 'a person seen through a slow line: 10 to 20 positions a second, clumped wheel turns',
    run: remoteDesktop,
  },
  {
    name: 'zoomed',
    family: 'control',
    modes: ['headed'],
    what: 'a person who enlarged the page to 125 to 175 %',
    run: zoomed,
  },
  {
    name: 'devtools-open',
    family: 'control',
    modes: ['headed'],
    what: 'a person with the developer tools open: a debugger listens, nobody drives',
    run: devtoolsOpen,
  },
  {
    name: 'reader',
    family: 'control',
    modes: ['headed'],
    what: 'reads, scrolls, answers nothing and goes elsewhere',
    run: reader,
  },
  {
    name: 'no-smooth-scrolling',
    family: 'control',
    modes: ['headed'],
    what: 'a person whose browser does not animate scrolling, as with reduced motion',
    run: (scenario) =>
      browsePlainly(scenario, {
        window: { flags: ['--disable-smooth-scrolling', '--force-prefers-reduced-motion'] },
      }),
  },
  {
    name: 'filling-extension',
    family: 'control',
    modes: ['headed'],
    what: 'an extension fills name and address by script, as password managers do; answers are typed',
    run: (scenario) => browsePlainly(scenario, { window: { flags: openExtension(scenario, 'filler') } }),
  },
  {
    name: 'firefox-plain',
    family: 'control',
    modes: ['headed'],
    what: 'a person with Firefox',
    run: (scenario) => browsePlainly(scenario, { window: { firefox: true } }),
  },
]
