/** The same people in environments that look unusual to a page. */
import { openExtension } from '../drivers/extension.ts'
import { startRemoteDesktop, VNC_FILES } from '../drivers/vnc.ts'
import { openXdotool } from '../drivers/xdotool.ts'
import type { Scenario, Stack } from '../scenario.ts'
import { answerByMouse, browsePlainly, withPerson } from './plain.ts'

/** Remote desktop over a slow connection: 10 to 20 pointer positions a second, wheel turns in bursts. */
const remoteDesktop = (scenario: Scenario): Promise<void> =>
  browsePlainly(scenario, {
    person: { mouse: { reportMs: scenario.random.of([50, 60, 80, 100]) }, notchMs: 25 },
  })

/** The browser runs on the remote desktop, the person acts on the viewer. */
async function vnc(scenario: Scenario): Promise<void> {
  const desktop = await startRemoteDesktop(scenario.env)
  try {
    await browsePlainly({ ...scenario, env: desktop.env }, { person: { input: openXdotool(scenario.env) } })
  } finally {
    await desktop.stop()
  }
}

async function zoomed(scenario: Scenario): Promise<void> {
  await withPerson(scenario, async (person) => {
    await person.arrive()
    for (let times = scenario.random.whole(2, 4); times > 0; times--) await person.press('ctrl+equal')
    await scenario.layout.until('a larger page', ({ scale }) => scale > 1.2)
    await answerByMouse(person, scenario)
  })
}

async function devtoolsOpen(scenario: Scenario): Promise<void> {
  await withPerson(
    scenario,
    async (person) => {
      await person.arrive()
      await person.press('F12')
      await scenario.layout.until(
        'less of the page',
        ({ view: [width, height] }) => width < 1500 || height < 700,
      )
      await person.pause(1500)
      await person.press('F5')
      await scenario.layout.until('the page again', ({ at }) => at < 3000)
      await person.arrive()
      await answerByMouse(person, scenario)
    },
    { window: { flags: ['--window-size=1800,1000', '--window-position=20,20'] } },
  )
}

async function reader({ random, ...scenario }: Scenario): Promise<void> {
  await withPerson({ random, ...scenario }, async (person) => {
    await person.arrive()
    await person.read(random.between(3000, 6000))
    await person.scroll(scenario.scrollPx)
    await person.read(random.between(2000, 5000))
    // Leaves for another page without answering anything.
    await person.press('ctrl+l')
    await person.typeAddress(`${new URL(scenario.url).host}/thanks`)
  })
}

export const stacks: readonly Stack[] = [
  {
    name: 'busy-page',
    family: 'control',
    modes: ['headed'],
    what: 'a person on a page that is busy for up to 60 ms at a time',
    run: (scenario) => browsePlainly(scenario, { window: { flags: openExtension(scenario, 'busy') } }),
  },
  {
    name: 'remote-desktop',
    family: 'control',
    modes: ['headed'],
    times: 6,
    what: 'a person on a slow remote desktop: 10 to 20 positions a second, wheel turns in bursts',
    run: remoteDesktop,
  },
  {
    name: 'vnc',
    family: 'control',
    modes: ['headed'],
    times: 3,
    what: 'a person on a remote desktop, over VNC',
    needs: VNC_FILES,
    run: vnc,
  },
  {
    name: 'zoomed',
    family: 'control',
    modes: ['headed'],
    what: 'a person who zoomed the page to 125 to 175%',
    run: zoomed,
  },
  {
    name: 'devtools-open',
    family: 'control',
    modes: ['headed'],
    what: 'a person with the developer tools open: a debugger is attached but sends no input',
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
    name: 'smooth-scrolling-off',
    family: 'control',
    modes: ['headed'],
    times: 3,
    what: 'a person who switched off smooth scrolling, without reduced motion',
    run: (scenario) => browsePlainly(scenario, { window: { flags: ['--disable-smooth-scrolling'] } }),
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
    run: (scenario) => browsePlainly(scenario, { window: { browser: 'firefox' } }),
  },
]
